"""Actions as text: `r4:run` lays a red 4 into the Run, `b2:burn` burns a black 2."""

from __future__ import annotations

from dottable.core.errors import BadNotation
from dottable.games.dot_tiles.pieces import FACES
from dottable.games.dot_tiles.state import WAYS

COLOUR_LETTERS = "rb"
WAY_WORDS = ("1k", "2k", "3k", "4k", "odds", "evens", "flush", "house", "run", "burn")


def write_tile(face: int) -> str:
    return f"{COLOUR_LETTERS[face & 1]}{(face >> 1) + 1}"


TILES = {write_tile(face): face for face in range(FACES)}


def write(action: int) -> str:
    """An action as text."""
    face, way = divmod(action, WAYS)
    return f"{write_tile(face)}:{WAY_WORDS[way]}"


def read(text: str) -> int:
    """The action of a text."""
    tile, _, way = text.strip().lower().partition(":")
    if tile not in TILES or way not in WAY_WORDS:
        raise BadNotation(f"'{text}' is no move; write a tile and a group, like r4:run or b2:burn.")
    return TILES[tile] * WAYS + WAY_WORDS.index(way)
