"""Decides which tile fits into which group (C9, C10), and places it there (C11).

For each face, a sheet keeps the set of groups that accept it. Placing a tile makes these sets smaller.
"""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.refusals import FIRST_GAME_REFUSAL
from dottable.core.primitives.rule import rule
from dottable.games.dot_tiles.pieces import (
    ALL_FACES,
    ALL_GROUPS,
    BOX_COUNT,
    EVENS,
    FACE_COUNT,
    FIRST_BOX_OF_GROUP,
    FLUSH,
    FULL_HOUSE,
    GROUP_COUNT,
    NO_TILE,
    ODDS,
    OPEN_GROUPS_AFTER_PLACING,
    RUN,
    faces_with_same_number,
    number_of_face,
)
from dottable.games.dot_tiles.state import is_group_complete, tile_in_box

# Reason codes of refused placements; `view.refusals` has their sentences.
GROUP_FULL_REFUSAL = FIRST_GAME_REFUSAL
DIFFERENT_NUMBER_REFUSAL = FIRST_GAME_REFUSAL + 1
NO_BOX_FOR_NUMBER_REFUSAL = FIRST_GAME_REFUSAL + 2
BOX_TAKEN_REFUSAL = FIRST_GAME_REFUSAL + 3
DIFFERENT_COLOUR_REFUSAL = FIRST_GAME_REFUSAL + 4
THIRD_NUMBER_REFUSAL = FIRST_GAME_REFUSAL + 5
FOURTH_OF_NUMBER_REFUSAL = FIRST_GAME_REFUSAL + 6
RUN_REPEATS_NUMBER_REFUSAL = FIRST_GAME_REFUSAL + 7
RUN_TOO_WIDE_REFUSAL = FIRST_GAME_REFUSAL + 8


@rule
def clear_sheet(s: Any, seat: int) -> None:
    """Empty a sheet. Every group accepts every tile, except that Odds accepts odd and Evens even numbers only."""
    for box in range(BOX_COUNT):
        s.boxes[seat, box] = NO_TILE
    for face in range(FACE_COUNT):
        s.open_groups[seat, face] = ALL_GROUPS ^ 1 << (EVENS if number_of_face(face) % 2 == 1 else ODDS)


@rule
def place_tile(s: Any, seat: int, group: int, face: int) -> None:
    """Put a tile into a group that accepts it (C11)."""
    box = numbered_box_index(face) if group == ODDS or group == EVENS else s.filled[seat, group]
    s.boxes[seat, FIRST_BOX_OF_GROUP[group] + box] = face
    s.filled[seat, group] += 1
    completed = is_group_complete(s, seat, group) << group
    for other in range(FACE_COUNT):
        s.open_groups[seat, other] &= OPEN_GROUPS_AFTER_PLACING[group, face, other] & ~completed
    if group == RUN:
        sort_run(s, seat)
    elif group == FULL_HOUSE:
        limit_numbers_in_full_house(s, seat, face)


@rule
def sort_run(s: Any, seat: int) -> None:
    """Move the newest tile of the Run to its place in ascending order. The rules allow any order in a Run (C11)."""
    k = s.filled[seat, RUN] - 1
    while k > 0 and tile_in_box(s, seat, RUN, k - 1) > tile_in_box(s, seat, RUN, k):
        last = FIRST_BOX_OF_GROUP[RUN] + k
        s.boxes[seat, last - 1], s.boxes[seat, last] = s.boxes[seat, last], s.boxes[seat, last - 1]
        k -= 1


@rule
def group_accepts_tile(s: Any, seat: int, group: int, face: int) -> bool:
    """Return whether a group accepts a tile of this face."""
    return (s.open_groups[seat, face] >> group) & 1 == 1


@rule
def numbered_box_index(face: int) -> int:
    """Return the index of the box for this number inside Odds or Evens."""
    return (number_of_face(face) - 1) >> 1


@rule
def limit_numbers_in_full_house(s: Any, seat: int, face: int) -> None:
    """Allow at most two numbers and at most three tiles of each, so that a full group has 3 + 2 (C10)."""
    present = 0
    equal = 0
    for k in range(s.filled[seat, FULL_HOUSE]):
        tile = tile_in_box(s, seat, FULL_HOUSE, k)
        present |= faces_with_same_number(tile)
        equal += number_of_face(tile) == number_of_face(face)
    allowed = ALL_FACES if present == faces_with_same_number(face) else present
    if equal == 3:
        allowed ^= faces_with_same_number(face)
    for other in range(FACE_COUNT):
        s.open_groups[seat, other] &= ALL_GROUPS ^ (~(allowed >> other) & 1) << FULL_HOUSE


@rule
def placement_refusal(s: Any, seat: int, group: int, face: int) -> int:
    """Return the reason code for a group that does not accept a tile."""
    if is_group_complete(s, seat, group):
        return GROUP_FULL_REFUSAL
    if group == ODDS or group == EVENS:
        wanted = 1 if group == ODDS else 0
        return BOX_TAKEN_REFUSAL if number_of_face(face) % 2 == wanted else NO_BOX_FOR_NUMBER_REFUSAL
    if group == FLUSH:
        return DIFFERENT_COLOUR_REFUSAL
    if group == FULL_HOUSE:
        return FOURTH_OF_NUMBER_REFUSAL if group_holds_number(s, seat, group, face) else THIRD_NUMBER_REFUSAL
    if group == RUN:
        return RUN_REPEATS_NUMBER_REFUSAL if group_holds_number(s, seat, group, face) else RUN_TOO_WIDE_REFUSAL
    return DIFFERENT_NUMBER_REFUSAL


@rule
def group_holds_number(s: Any, seat: int, group: int, face: int) -> bool:
    """Return whether a group contains a tile with the number of `face`."""
    for k in range(s.filled[seat, group]):
        if number_of_face(tile_in_box(s, seat, group, k)) == number_of_face(face):
            return True
    return False


@rule
def is_full_sheet(s: Any, seat: int) -> bool:
    """Return whether no box of the sheet is empty (C13)."""
    for group in range(GROUP_COUNT):
        if not is_group_complete(s, seat, group):
            return False
    return True
