"""What can still become of a group: whether the tiles that are left can complete it, and whether in one colour."""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.rule import noinline_rule, rule
from dottable.games.dot_tiles.pieces import (
    BLACK,
    BOX_COUNT,
    COPIES_PER_FACE_BY_SEATS,
    EVENS,
    FACE_COUNT,
    FLUSH,
    FULL_HOUSE,
    GROUP_SIZES,
    NO_TILE,
    NUMBER_COUNT,
    ODDS,
    ONE_OF_A_KIND,
    RED,
    RUN,
)
from dottable.games.dot_tiles.rules.scoring import can_group_double, is_group_doubled
from dottable.games.dot_tiles.state import is_group_complete, tile_in_box

BOTH_COLOURS = 1 << RED | 1 << BLACK
"""The set of both colours. A set of colours is a bit mask."""
NOT_DOUBLED, POSSIBLY_DOUBLED, SURELY_DOUBLED = range(3)
"""Whether the points of a group are or will be doubled for one colour (C12)."""
RUN_STARTS = 3
"""Number of Runs that differ in their numbers: 1 to 4, 2 to 5, 3 to 6."""


@rule
def count_tiles_left(s: Any, left: Any) -> None:
    """Write for each face the number of tiles that are neither on a sheet nor burned."""
    for face in range(FACE_COUNT):
        left[face] = COPIES_PER_FACE_BY_SEATS[s.seats] - s.burned[face]
    for seat in range(s.seats):
        for box in range(BOX_COUNT):
            if s.boxes[seat, box] != NO_TILE:
                left[s.boxes[seat, box]] -= 1


@rule
def count_in_group(s: Any, seat: int, group: int, number: int, colours: int) -> int:
    """Return the number of tiles in a group with this number and one of these colours. Numbers count from 0 here."""
    count = 0
    for k in range(GROUP_SIZES[group]):
        face = tile_in_box(s, seat, group, k)
        if face != NO_TILE and face >> 1 == number and (colours >> (face & 1)) & 1 == 1:
            count += 1
    return count


@noinline_rule
def count_available(s: Any, seat: int, group: int, number: int, colours: int, left: Any) -> int:
    """Return the number of tiles with this number in the group and, of these colours, among those left."""
    count = count_in_group(s, seat, group, number, BOTH_COLOURS)
    for colour in range(2):
        if (colours >> colour) & 1 == 1:
            count += left[number * 2 + colour]
    return count


@noinline_rule
def can_complete(s: Any, seat: int, group: int, colours: int, left: Any) -> bool:
    """Return whether tiles of these colours among those left can complete a group (C9, C10)."""
    if group == FLUSH:
        return can_complete_flush(s, seat, colours, left)
    if group == FULL_HOUSE:
        return can_complete_house(s, seat, colours, left)
    if group == RUN:
        return can_complete_run(s, seat, colours, left)
    if group == ODDS or group == EVENS:
        for number in range(group - ODDS, NUMBER_COUNT, 2):
            if count_available(s, seat, group, number, colours, left) < 1:
                return False
        return True
    for number in range(NUMBER_COUNT):
        has_all = count_in_group(s, seat, group, number, BOTH_COLOURS) == s.filled[seat, group]
        if has_all and count_available(s, seat, group, number, colours, left) >= GROUP_SIZES[group]:
            return True
    return False


@rule
def can_complete_flush(s: Any, seat: int, colours: int, left: Any) -> bool:
    for colour in range(2):
        present = 0
        available = 0
        for number in range(NUMBER_COUNT):
            present += count_in_group(s, seat, FLUSH, number, 1 << colour)
            available += left[number * 2 + colour]
        is_allowed = (colours >> colour) & 1 == 1 and present == s.filled[seat, FLUSH]
        if is_allowed and present + available >= GROUP_SIZES[FLUSH]:
            return True
    return False


@rule
def can_complete_house(s: Any, seat: int, colours: int, left: Any) -> bool:
    for triple in range(NUMBER_COUNT):
        for pair in range(NUMBER_COUNT):
            threes = count_in_group(s, seat, FULL_HOUSE, triple, BOTH_COLOURS)
            twos = count_in_group(s, seat, FULL_HOUSE, pair, BOTH_COLOURS)
            fits = triple != pair and threes <= 3 and twos <= 2 and threes + twos == s.filled[seat, FULL_HOUSE]
            if (
                fits
                and count_available(s, seat, FULL_HOUSE, triple, colours, left) >= 3
                and count_available(s, seat, FULL_HOUSE, pair, colours, left) >= 2
            ):
                return True
    return False


@rule
def can_complete_run(s: Any, seat: int, colours: int, left: Any) -> bool:
    for start in range(RUN_STARTS):
        present = 0
        available = 0
        for number in range(start, start + GROUP_SIZES[RUN]):
            present += count_in_group(s, seat, RUN, number, BOTH_COLOURS)
            if count_available(s, seat, RUN, number, colours, left) >= 1:
                available += 1
        if present == s.filled[seat, RUN] and available == GROUP_SIZES[RUN]:
            return True
    return False


@noinline_rule
def group_doubling(s: Any, seat: int, group: int, left: Any) -> int:
    """Return NOT_DOUBLED, POSSIBLY_DOUBLED or SURELY_DOUBLED for a group, complete or not (C12)."""
    if not can_group_double(s, group) or not can_complete(s, seat, group, BOTH_COLOURS, left):
        return NOT_DOUBLED
    if is_group_complete(s, seat, group):
        return SURELY_DOUBLED if is_group_doubled(s, seat, group) else NOT_DOUBLED
    if group == ONE_OF_A_KIND or group == FLUSH:
        return SURELY_DOUBLED
    for colour in range(2):
        present = 0
        for number in range(NUMBER_COUNT):
            present += count_in_group(s, seat, group, number, 1 << colour)
        if present == s.filled[seat, group] and can_complete(s, seat, group, 1 << colour, left):
            return POSSIBLY_DOUBLED
    return NOT_DOUBLED
