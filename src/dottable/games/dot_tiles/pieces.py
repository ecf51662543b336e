"""Tiles and the score sheet (C1, C2)."""

from __future__ import annotations

import numpy as np

from dottable.core.primitives.rule import rule

NUMBER_COUNT = 6
RED, BLACK = 0, 1
COLOUR_NAMES = ("red", "black")
FACE_COUNT = 12
"""Number of faces. A face is a number in a colour: (number - 1) * 2 + colour."""
NO_TILE = -1
"""Face of an empty box or an empty place."""

COPIES_PER_FACE_BY_SEATS = np.array([0, 0, 5, 8, 10], np.int64)
"""Number of tiles of each face, indexed by the number of seats (C1)."""
MAX_TILES = 120

ONE_OF_A_KIND, TWO_OF_A_KIND, THREE_OF_A_KIND, FOUR_OF_A_KIND, ODDS, EVENS, FLUSH, FULL_HOUSE, RUN = range(9)
GROUP_COUNT = 9
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
GROUP_SIZES = np.array([1, 2, 3, 4, 3, 3, 5, 5, 4], np.uint8)
FIRST_BOX_OF_GROUP = np.array([0, 1, 3, 6, 10, 13, 16, 21, 26], np.uint8)
"""Index of each group's first box on the sheet."""
BOX_COUNT = 30

ALL_FACES = (1 << FACE_COUNT) - 1
"""The set of all faces. A set of faces is a bit mask with one bit per face."""
ALL_GROUPS = (1 << GROUP_COUNT) - 1
"""The set of all groups. A set of groups is a bit mask with one bit per group."""


@rule
def number_of_face(face: int) -> int:
    """Return the number on a face, 1 to 6."""
    return (face >> 1) + 1


@rule
def colour_of_face(face: int) -> int:
    """Return RED or BLACK."""
    return face & 1


@rule
def faces_with_same_number(face: int) -> int:
    """Return the set of the two faces that show the number of `face`."""
    return 3 << (face & ~1)


def tile_name(face: int) -> str:
    """Return a face in words, such as "red 4"."""
    return f"{COLOUR_NAMES[face & 1]} {(face >> 1) + 1}"


def can_share_group(group: int, face: int, other: int) -> bool:
    """Return whether two tiles may lie in one group (C9). `placement` has further restrictions for the Full House."""
    same_number, same_colour = face >> 1 == other >> 1, face & 1 == other & 1
    if group <= FOUR_OF_A_KIND:
        return same_number
    if group == FLUSH:
        return same_colour
    if group == FULL_HOUSE:
        return True
    if group == RUN:
        return not same_number and abs((face >> 1) - (other >> 1)) <= 3
    return not same_number


OPEN_GROUPS_AFTER_PLACING = np.array(
    [
        [
            [
                ALL_GROUPS if can_share_group(group, face, other) else ALL_GROUPS ^ 1 << group
                for other in range(FACE_COUNT)
            ]
            for face in range(FACE_COUNT)
        ]
        for group in range(GROUP_COUNT)
    ],
    np.uint16,
)
"""Indexed by group, face and other face: the groups that stay open to `other` after `face` is placed in `group`."""
