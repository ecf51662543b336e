"""Which tile fits into which group (C9, C10), and laying it there (C11).

For every face a sheet has the set of groups that take it. Laying a tile narrows these sets.
"""

from __future__ import annotations

from typing import Any

from dottable.core.refusals import FIRST_OF_A_GAME
from dottable.core.rule import rule
from dottable.games.dot_tiles.pieces import (
    ALL_FACES,
    BOXES,
    EVENS,
    EVERY_GROUP,
    FACES,
    FIRST_BOX,
    FLUSH,
    FULL_HOUSE,
    GROUPS,
    NARROWING,
    NO_TILE,
    ODDS,
    RUN,
    number,
    same_number,
)
from dottable.games.dot_tiles.state import is_complete, tile_in

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
    for face in range(FACES):
        s.takers[seat, face] = EVERY_GROUP ^ 1 << (EVENS if number(face) % 2 == 1 else ODDS)


@rule
def lay_tile(s: Any, seat: int, group: int, face: int) -> None:
    """Put a tile into a group that takes it (C11)."""
    box = own_box(face) if group == ODDS or group == EVENS else s.filled[seat, group]
    s.boxes[seat, FIRST_BOX[group] + box] = face
    s.filled[seat, group] += 1
    full = is_complete(s, seat, group) << group
    for other in range(FACES):
        s.takers[seat, other] &= NARROWING[group, face, other] & ~full
    if group == RUN:
        sort_run(s, seat)
    elif group == FULL_HOUSE:
        narrow_full_house(s, seat, face)


@rule
def sort_run(s: Any, seat: int) -> None:
    """The Run is a set: its tiles may be reordered, so they lie in ascending order (C11)."""
    k = s.filled[seat, RUN] - 1
    while k > 0 and tile_in(s, seat, RUN, k - 1) > tile_in(s, seat, RUN, k):
        last = FIRST_BOX[RUN] + k
        s.boxes[seat, last - 1], s.boxes[seat, last] = s.boxes[seat, last], s.boxes[seat, last - 1]
        k -= 1


@rule
def takes(s: Any, seat: int, group: int, face: int) -> bool:
    """Whether a group takes a tile of this face."""
    return (s.takers[seat, face] >> group) & 1 == 1


@rule
def own_box(face: int) -> int:
    """The box of a number inside Odds or Evens."""
    return (number(face) - 1) >> 1


@rule
def narrow_full_house(s: Any, seat: int, face: int) -> None:
    """Two numbers at most, three tiles of each at most: together that is 3 + 2 when full (C10)."""
    present = 0
    equal = 0
    for k in range(s.filled[seat, FULL_HOUSE]):
        tile = tile_in(s, seat, FULL_HOUSE, k)
        present |= same_number(tile)
        equal += number(tile) == number(face)
    allowed = ALL_FACES if present == same_number(face) else present
    if equal == 3:
        allowed ^= same_number(face)
    for other in range(FACES):
        s.takers[seat, other] &= EVERY_GROUP ^ (~(allowed >> other) & 1) << FULL_HOUSE


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
