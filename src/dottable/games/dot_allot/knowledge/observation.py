"""The observation tensor: what a seat knows, as integers. `observation_fields` names them.

Hands are secret in round 1; from then on all eight cards are known (A7).
"""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.rule import noinline_rule, rule
from dottable.games.dot_allot.pieces import (
    CARDS_IN_PLAY,
    COLOUR_COUNT,
    HAND_SIZE,
    LAID_COLUMN_COUNT,
    MAX_EDGE,
    NO_CARD,
)
from dottable.games.dot_allot.state import SEATS, SIDE_COUNT, start_column

SCALAR_COUNT = 15
"""Number of single numbers at the start of the tensor."""
GRID_CELL_COUNT = MAX_EDGE * MAX_EDGE + LAID_COLUMN_COUNT * MAX_EDGE
"""Number of cells of the track and of the visible columns."""
OBSERVATION_SIZE = (
    SCALAR_COUNT
    + 2 * SEATS
    + CARDS_IN_PLAY
    + SIDE_COUNT * HAND_SIZE
    + GRID_CELL_COUNT
    + SIDE_COUNT * HAND_SIZE * MAX_EDGE * MAX_EDGE
)


@rule
def knows_hand(s: Any, seat: int, side: int) -> bool:
    """Return whether the seat knows a hand: its own, any hand after round 1 (A7), or a hand shown under A12."""
    return s.round_index > 0 or s.hand_shown[side] == 1 or seat == s.seat_at[side]


@rule
def side_of_seat(s: Any, seat: int) -> int:
    """Return the side (0 or 1) that a seat plays in this round, or -1 if it waits in the queue (A19)."""
    for side in range(SIDE_COUNT):
        if s.seat_at[side] == seat:
            return side
    return -1


@rule
def colour_code_at(columns: Any, column: int, row: int) -> int:
    """Return a cell of a track or card: colour + 1, or 0 without a dot.

    `columns[colour, column]` is a set of rows as a bit mask.
    """
    found = 0
    for colour in range(COLOUR_COUNT):
        found += (colour + 1) * ((columns[colour, column] >> row) & 1)
    return found


@rule
def visible_colour_code_at(s: Any, column: int, row: int) -> int:
    """Return a visible cell as colour + 1, or 0 without a dot."""
    found = 0
    for colour in range(COLOUR_COUNT):
        found += (colour + 1) * ((s.visible[colour] >> (column * MAX_EDGE + row)) & 1)
    return found


@rule
def side_or_queue_place(s: Any, seat: int) -> int:
    """Return 1 or 2 for a seat at a side, and 3 or more for a seat in the queue, in queue order."""
    for k in range(s.seats - SIDE_COUNT):
        if s.queue[k] == seat:
            return SIDE_COUNT + 1 + k
    return side_of_seat(s, seat) + 1


@rule
def write_fields_before_hands(s: Any, seat: int, out: Any) -> int:
    """Write all fields before `hands`, and return the next index."""
    out[0], out[1] = s.phase, s.seats
    out[2], out[3], out[4] = s.horizontal, s.light, s.locked
    out[5], out[6], out[7], out[8] = s.columns, s.rows, s.width, s.height
    out[9], out[10] = s.round_index, start_column(s)
    out[11], out[12] = side_of_seat(s, seat) + 1, s.turn
    out[13], out[14] = s.reverse_used[0], s.reverse_used[1]
    for k in range(SEATS):
        other = (seat + k) % s.seats
        out[SCALAR_COUNT + 2 * k] = s.totals[other] if k < s.seats else 0
        out[SCALAR_COUNT + 2 * k + 1] = side_or_queue_place(s, other) if k < s.seats else 0
    for k in range(CARDS_IN_PLAY):
        out[SCALAR_COUNT + 2 * SEATS + k] = s.laid[k] + 1
    return SCALAR_COUNT + 2 * SEATS + CARDS_IN_PLAY


@rule
def write_grids(s: Any, out: Any, at: int) -> int:
    """Write the track and the visible cells from index `at` on, and return the next index."""
    for column in range(MAX_EDGE):
        for row in range(MAX_EDGE):
            out[at] = colour_code_at(s.track, column, row)
            at += 1
    for column in range(LAID_COLUMN_COUNT):
        for row in range(MAX_EDGE):
            out[at] = visible_colour_code_at(s, column, row)
            at += 1
    return at


@noinline_rule
def observe(s: Any, seat: int, out: Any) -> None:
    """Write the observation of a seat in the order of FIELDS."""
    at = write_fields_before_hands(s, seat, out)
    faces = write_grids(s, out, at + SIDE_COUNT * HAND_SIZE)
    for side in range(SIDE_COUNT):
        for k in range(HAND_SIZE):
            card = s.hand[side, k] if knows_hand(s, seat, side) else NO_CARD
            out[at] = card + 1
            at += 1
            for cell in range(MAX_EDGE * MAX_EDGE):
                out[faces] = 0
                if card != NO_CARD:
                    out[faces] = colour_code_at(s.faces[card, 0], cell // MAX_EDGE, cell % MAX_EDGE)
                faces += 1
