"""The notation of actions: `r4:run` places a red 4 in the Run, `b2:burn` burns a black 2."""

from __future__ import annotations

from dottable.core.errors import BadNotation
from dottable.games.dot_tiles.pieces import FACE_COUNT
from dottable.games.dot_tiles.state import DESTINATION_COUNT

COLOUR_LETTERS = "rb"
DESTINATION_CODES = ("1k", "2k", "3k", "4k", "odds", "evens", "flush", "house", "run", "burn")


def write_tile(face: int) -> str:
    """Return the notation of a face: `r4` is a red 4."""
    return f"{COLOUR_LETTERS[face & 1]}{(face >> 1) + 1}"


FACE_BY_NOTATION = {write_tile(face): face for face in range(FACE_COUNT)}
"""Every face by its notation."""


def write_action(action: int) -> str:
    """Return the notation of an action."""
    face, destination = divmod(action, DESTINATION_COUNT)
    return f"{write_tile(face)}:{DESTINATION_CODES[destination]}"


def read_action(text: str) -> int:
    """Return the action that a notation describes. Raise BadNotation if there is none."""
    tile, _, destination = text.strip().lower().partition(":")
    if tile not in FACE_BY_NOTATION or destination not in DESTINATION_CODES:
        raise BadNotation(f"'{text}' is not a move. Write a tile and a group, like r4:run or b2:burn.")
    return FACE_BY_NOTATION[tile] * DESTINATION_COUNT + DESTINATION_CODES.index(destination)
