"""The reason that a hint gives in DOT: Dice or Tiles, taken only from the view."""

from __future__ import annotations

from dottable.games.dot_tiles.pieces import COLOUR_NAMES, tile_name
from dottable.games.dot_tiles.state import BURN_DESTINATION, DESTINATION_COUNT
from dottable.games.dot_tiles.view.notation import FACE_BY_NOTATION
from dottable.games.dot_tiles.view.seat_view import LAST_TURN_PHASE, PLANNING_PHASE, TILE_NOTATIONS, Group, View
from dottable.games.dot_tiles.view.study_facts import ALWAYS_ONE_COLOUR, count_fitting, group_name, unseen_tiles

SCARCE_SHARE = 0.25
"""Maximum share of unseen tiles that a group accepts for a sentence to call them few."""


def hint_idea(view: View, best: int) -> str:
    """Return the main reason for a move: what its tile does for a group, and why the drawn tile is not the one."""
    face, destination = divmod(best, DESTINATION_COUNT)
    tile, groups = TILE_NOTATIONS[face], view.sheets[view.seat].groups
    if destination == BURN_DESTINATION:
        return burn_sentence(view, groups)
    is_hot = view.phase != PLANNING_PHASE and tile == view.hot and tile != view.drawn
    if not is_hot:
        subject = "The drawn tile" if tile == view.drawn else f"Your {tile_name(face)}"
        return f"{subject} {gain_clause(view, groups, destination, tile)}."
    is_forced = view.phase != LAST_TURN_PHASE and not any(view.drawn in group.takes for group in groups)
    opening = "Your drawn tile fits nowhere. " if is_forced else ""
    return f"{opening}The HOT SWAP tile {gain_clause(view, groups, destination, tile)}."


def burn_sentence(view: View, groups: tuple[Group, ...]) -> str:
    """Return why a tile is burned."""
    if view.phase == LAST_TURN_PHASE:
        return "The HOT SWAP tile fits nowhere, so it is burned."
    if any(view.hot in group.takes for group in groups):
        return "Your drawn tile fits nowhere. The HOT SWAP tile would fit, but it would close a group for better tiles."
    return "Neither tile fits on your sheet. The one that is not burned lies in HOT SWAP for the next player."


def gain_clause(view: View, groups: tuple[Group, ...], destination: int, tile: str) -> str:
    """Return what a tile does in a group, as a clause without its subject."""
    group = groups[destination]
    placed = [one for one in group.tiles if one is not None]
    name, missing = group_name(group), group.size - len(placed)
    is_one_colour = group.name not in ALWAYS_ONE_COLOUR and all(one[0] == tile[0] for one in placed)
    if missing == 1:
        return f"completes {name}{' in one colour, which doubles its points' if is_one_colour else ''}"
    if not placed:
        return new_group_clause(view, groups, group, tile)
    if is_one_colour:
        colour = COLOUR_NAMES[FACE_BY_NOTATION[tile] & 1]
        return f"keeps {name} all {colour}: a full group of one colour counts double"
    unseen = unseen_tiles(view)
    fitting, total = count_fitting(group, unseen), sum(unseen.values())
    if fitting <= SCARCE_SHARE * total:
        return f"fits {name}, and few others do: {fitting} of the {total} unseen tiles"
    return f"brings {name} to {len(placed) + 1} of {group.size} tiles"


def new_group_clause(view: View, groups: tuple[Group, ...], group: Group, tile: str) -> str:
    """Return why a tile begins a group."""
    number = tile[1]
    equal = sum(one[1] == number for one in view.hand) - 1
    if "of a Kind" in group.name and equal > 0:
        return f"has the same number as {equal} more of your tiles: collect them in one group"
    begun = [one for one in groups if any(one.tiles) and tile in one.takes]
    if begun:
        return f"would also fit {group_name(begun[0])}, but a new group leaves that one open for better tiles"
    return "fits no group that you have begun, so let it begin one that many tiles can fill"
