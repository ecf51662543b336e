"""Which tile fits into which group (C9, C10), and laying it there (C11).

Every group has the set of faces that it is open to. Laying a tile narrows that set.
"""

from __future__ import annotations

from typing import Any

from dottable.core.refusals import FIRST_OF_A_GAME
from dottable.core.rule import rule
from dottable.games.dot_tiles.pieces import (
    ALL_FACES,
    BOXES,
    EVENS,
    FIRST_BOX,
    FLUSH,
    FULL_HOUSE,
    GROUPS,
    NO_TILE,
    ODDS,
    RUN,
    SHARING,
    number,
    same_number,
)
from dottable.games.dot_tiles.state import is_complete, tile_in

NUMBERS_1_3_5 = 0b00_11_00_11_00_11
NUMBERS_2_4_6 = ALL_FACES ^ NUMBERS_1_3_5

GROUP_FULL = FIRST_OF_A_GAME
OTHER_NUMBER = FIRST_OF_A_GAME + 1
NO_SUCH_BOX = FIRST_OF_A_GAME + 2
BOX_TAKEN = FIRST_OF_A_GAME + 3
OTHER_COLOUR = FIRST_OF_A_GAME + 4
THIRD_NUMBER = FIRST_OF_A_GAME + 5
FOURTH_EQUAL = FIRST_OF_A_GAME + 6
RUN_REPEATS = FIRST_OF_A_GAME + 7
RUN_TOO_WIDE = FIRST_OF_A_GAME + 8


@rule
def clear_sheet(s: Any, seat: int) -> None:
    """An empty sheet takes any tile anywhere, but for the numbered boxes of Odds and Evens."""
    for box in range(BOXES):
        s.boxes[seat, box] = NO_TILE
    for group in range(GROUPS):
        s.open_to[seat, group] = ALL_FACES
    s.open_to[seat, ODDS] = NUMBERS_1_3_5
    s.open_to[seat, EVENS] = NUMBERS_2_4_6


@rule
def takes(s: Any, seat: int, group: int, face: int) -> int:
    """1 if the group takes a tile of this face, else 0."""
    return (s.open_to[seat, group] >> face) & 1


@rule
def takes_anywhere(s: Any, seat: int, face: int) -> bool:
    taken = 0
    for group in range(GROUPS):
        taken |= takes(s, seat, group, face)
    return taken == 1


@rule
def lay_tile(s: Any, seat: int, group: int, face: int) -> None:
    """Put a tile into a group that takes it; all but Odds and Evens keep their tiles in order (C11)."""
    first = FIRST_BOX[group]
    if group == ODDS or group == EVENS:
        box = first + own_box(face)
    else:
        box = first + s.filled[seat, group]
        while box > first and s.boxes[seat, box - 1] > face:
            s.boxes[seat, box] = s.boxes[seat, box - 1]
            box -= 1
    s.boxes[seat, box] = face
    s.filled[seat, group] += 1
    s.open_to[seat, group] &= 0 if is_complete(s, seat, group) else SHARING[group, face]
    if group == FULL_HOUSE:
        s.open_to[seat, group] &= taken_by_full_house(s, seat, face)


@rule
def own_box(face: int) -> int:
    """The box of a number inside Odds or Evens."""
    return (number(face) - 1) >> 1


@rule
def taken_by_full_house(s: Any, seat: int, face: int) -> int:
    """Two numbers at most, three tiles of each at most: together that is 3 + 2 when full."""
    present = 0
    equal = 0
    for k in range(s.filled[seat, FULL_HOUSE]):
        tile = tile_in(s, seat, FULL_HOUSE, k)
        present |= same_number(tile)
        equal += number(tile) == number(face)
    allowed = ALL_FACES if present == same_number(face) else present
    return allowed ^ same_number(face) if equal == 3 else allowed


@rule
def misfit(s: Any, seat: int, group: int, face: int) -> int:
    """Why a group does not take a tile, in the words of its own rule."""
    if is_complete(s, seat, group):
        return GROUP_FULL
    if group == ODDS or group == EVENS:
        wanted = 1 if group == ODDS else 0
        return BOX_TAKEN if number(face) % 2 == wanted else NO_SUCH_BOX
    if group == FLUSH:
        return OTHER_COLOUR
    if group == FULL_HOUSE:
        return FOURTH_EQUAL if holds_number(s, seat, group, face) else THIRD_NUMBER
    if group == RUN:
        return RUN_REPEATS if holds_number(s, seat, group, face) else RUN_TOO_WIDE
    return OTHER_NUMBER


@rule
def holds_number(s: Any, seat: int, group: int, face: int) -> bool:
    for k in range(s.filled[seat, group]):
        if number(tile_in(s, seat, group, k)) == number(face):
            return True
    return False


@rule
def is_full_sheet(s: Any, seat: int) -> bool:
    """Whether no box of the sheet is empty."""
    for group in range(GROUPS):
        if not is_complete(s, seat, group):
            return False
    return True
