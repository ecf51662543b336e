"""Actions in words, and descriptions of moves as messages for the templates."""

from __future__ import annotations

from dottable.core.views.narration import Narration, NarrationMessage, message
from dottable.games.dot_tiles.pieces import COLOUR_NAMES, tile_name
from dottable.games.dot_tiles.state import BURN_DESTINATION, DESTINATION_COUNT
from dottable.games.dot_tiles.view.narration_templates import TEMPLATES
from dottable.games.dot_tiles.view.notation import DESTINATION_CODES, FACE_BY_NOTATION, write_tile
from dottable.games.dot_tiles.view.seat_view import LAST_TURN_PHASE, PLANNING_PHASE, STANDARD_PHASE, View


def describe_action(view: View, action: int) -> str:
    """Return an action in words, for the seat that may choose it."""
    face, destination = divmod(action, DESTINATION_COUNT)
    tile = write_tile(face)
    is_drawn = tile == view.drawn
    is_hot = tile == view.hot and not is_drawn and view.phase != PLANNING_PHASE
    source = "HOT SWAP " if is_hot else "drawn " if is_drawn else ""
    if destination == BURN_DESTINATION:
        return f"Burn the {source}{tile_name(face)}"
    verb = "Swap: place" if is_hot and view.phase == STANDARD_PHASE else "Place"
    return f"{verb} the {source}{tile_name(face)} in {TEMPLATES[DESTINATION_CODES[destination]]}"


def narrate(before: View, seat: int, action: int, after: View) -> Narration:
    """Return a description of a move as messages, derived only from the viewer's own two views."""
    face, destination = divmod(action, DESTINATION_COUNT)
    code = "burned" if destination == BURN_DESTINATION else "placed"
    args = {"seat": seat, "tile": tile_message(face)}
    if destination != BURN_DESTINATION:
        args["where"] = placement_message(seat, destination, after)
    if before.phase == LAST_TURN_PHASE:
        code += "_last"
    elif before.phase == STANDARD_PHASE and before.hot == write_tile(face) and after.hot != before.hot:
        assert after.hot is not None  # only the last turn empties HOT SWAP (C8)
        code = "burned_hot_swap" if destination == BURN_DESTINATION else "swapped"
        args["left"] = tile_message(FACE_BY_NOTATION[after.hot])
    return (message(code, **args),)


def tile_message(face: int) -> NarrationMessage:
    """Return a face as a message: its colour, with the number as argument."""
    return message(COLOUR_NAMES[face & 1], number=(face >> 1) + 1)


def placement_message(seat: int, group: int, after: View) -> NarrationMessage:
    """Return a message with the group of a placed tile, and with the points if it completed the group or the sheet."""
    sheet = after.sheets[seat]
    name = message(DESTINATION_CODES[group])
    if not sheet.groups[group].full:
        return message("in_group", group=name)
    points = sheet.groups[group].points
    if not sheet.full:
        return message("completing_group", group=name, points=points)
    return message("completing_sheet", group=name, points=points, bonus=sheet.bonus)


def is_public(action: int) -> bool:
    """Return True, because every action of this game is visible to all players."""
    return True
