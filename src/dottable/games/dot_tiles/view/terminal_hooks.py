"""DOT: Dice or Tiles in a terminal: choosing a tile and its group step by step, and the guide."""

from __future__ import annotations

from collections.abc import Iterator

from dottable.core.primitives.seats import SPECTATOR
from dottable.core.views.narration import capitalized
from dottable.core.views.terminal_texts import ActionStep, LessonText
from dottable.games.dot_tiles.pieces import tile_name
from dottable.games.dot_tiles.state import BURN_DESTINATION, DESTINATION_COUNT
from dottable.games.dot_tiles.view.narration_templates import TEMPLATES
from dottable.games.dot_tiles.view.notation import DESTINATION_CODES, write_tile
from dottable.games.dot_tiles.view.seat_view import LAST_TURN_PHASE, PLANNING_PHASE, STANDARD_PHASE, View

BOARD_COLOURS = {r"(?<!\w)r[1-6](?!\w)": "red", r"(?<!\w)b[1-6](?!\w)": "grey"}


def action_steps(view: View, action: int) -> tuple[ActionStep, ...]:
    """Return the steps to a move: the tile, then its destination."""
    face, destination = divmod(action, DESTINATION_COUNT)
    if destination == BURN_DESTINATION:
        where = "burn it"
    else:
        group = view.sheets[view.seat].groups[destination]
        tiles = " ".join(tile or "·" for tile in group.tiles)
        where = f"{capitalized(TEMPLATES[DESTINATION_CODES[destination]]).removeprefix('The ')}  ({tiles})"
    return (
        ActionStep("Which tile?", f"{tile_name(face)} ({write_tile(face)}){_tile_source_text(view, write_tile(face))}"),
        ActionStep("Where does it go?", where),
    )


def _tile_source_text(view: View, tile: str) -> str:
    """Return a text that says where a tile comes from; empty if that does not matter."""
    if tile == view.drawn:
        return ", drawn"
    return ", HOT SWAP" if tile == view.hot and view.phase != PLANNING_PHASE else ""


def lessons(view: View, verbs: frozenset[str]) -> Iterator[LessonText]:
    """Yield the lessons of the guide that apply."""
    if view.seat == SPECTATOR:
        return
    if view.phase == PLANNING_PHASE and verbs:
        yield LessonText("planning", "You start with five tiles. Choose one, then a group. Placed tiles stay.")
        if len(view.hand) <= 4:
            yield LessonText(
                "groups",
                "Only full groups score: the sum of their pips, doubled if all tiles have one colour.",
            )
    if view.phase == STANDARD_PHASE and verbs:
        yield LessonText("drawn", "Every turn you draw a tile and place it. Groups that take it are listed.")
        yield LessonText(
            "swap", "Or take the HOT SWAP tile instead: your drawn tile then lies there for the next player."
        )
    if any(group.full for group in view.sheets[view.seat].groups):
        yield LessonText("full", "A full group: its points are on the sheet. A full sheet gives a bonus on top.")
    if view.phase == LAST_TURN_PHASE and verbs:
        yield LessonText("last", "The bag is empty. Place the HOT SWAP tile, or burn it if it fits nowhere.")
