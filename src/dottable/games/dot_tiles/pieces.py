"""Tiles and the score sheet (C1, C2)."""

from __future__ import annotations

import numpy as np

from dottable.core.rule import rule

NUMBERS = 6
RED, BLACK = 0, 1
COLOURS = ("red", "black")
FACES = 12
"""A face is a number in a colour; (number - 1) * 2 + colour."""
NO_TILE = -1

COPIES = np.array([0, 0, 5, 8, 10], np.int64)
"""Tiles of each face, by the number of seats (C1)."""
MOST_TILES = 120

ONE, TWO, THREE, FOUR, ODDS, EVENS, FLUSH, FULL_HOUSE, RUN = range(9)
GROUPS = 9
GROUP_NAMES = (
    "1 of a Kind",
    "2 of a Kind",
    "3 of a Kind",
    "4 of a Kind",
    "Odds",
    "Evens",
    "Flush",
    "Full House",
    "Run",
)
SIZES = np.array([1, 2, 3, 4, 3, 3, 5, 5, 4], np.uint8)
FIRST_BOX = np.array([0, 1, 3, 6, 10, 13, 16, 21, 26], np.uint8)
BOXES = 30

ALL_FACES = 0xFFF
"""Sets of faces are bit masks, one bit a face."""


@rule
def number(face: int) -> int:
    """The pips of a face, 1 to 6."""
    return (face >> 1) + 1


@rule
def colour(face: int) -> int:
    return face & 1


@rule
def same_number(face: int) -> int:
    """Both faces with this number."""
    return 3 << (face & ~1)


def tile_name(face: int) -> str:
    """A face in words: "red 4"."""
    return f"{COLOURS[face & 1]} {(face >> 1) + 1}"


def may_share(group: int, face: int, other: int) -> bool:
    """Whether two tiles may lie in one group (C9); the Full House has a rule for three and more besides."""
    same_number, same_colour = face >> 1 == other >> 1, face & 1 == other & 1
    if group <= FOUR:
        return same_number
    if group == FLUSH:
        return same_colour
    if group == FULL_HOUSE:
        return True
    if group == RUN:
        return not same_number and abs((face >> 1) - (other >> 1)) <= 3
    return not same_number


EVERY_GROUP = (1 << GROUPS) - 1
"""Sets of groups are bit masks too."""

NARROWING = np.array(
    [
        [
            [EVERY_GROUP if may_share(group, face, other) else EVERY_GROUP ^ 1 << group for other in range(FACES)]
            for face in range(FACES)
        ]
        for group in range(GROUPS)
    ],
    np.uint16,
)
"""After a face was laid into a group: the groups that stay open to every other face, by group, face and other."""
