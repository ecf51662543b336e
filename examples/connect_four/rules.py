"""The rules of Connect Four, on bitboards."""

from __future__ import annotations

from typing import Any

from dottable.core.primitives import fast_rng
from dottable.core.primitives.refusals import FIRST_GAME_REFUSAL
from dottable.core.primitives.rule import rule
from dottable.core.primitives.seats import seat_mask, share_win

from .state import COLUMN_BITS, COLUMNS, FULL, NOBODY, SEATS, is_column_full, taken

PIECE_KINDS = 1

COLUMN_FULL = FIRST_GAME_REFUSAL
"""Reason code; `view.REFUSAL_SENTENCES` has its sentence."""


@rule
def setup(s: Any, settings: Any) -> None:
    """Begin with an empty board and seat 0 at turn."""
    s.winner = NOBODY


@rule
def to_act(s: Any) -> int:
    """Return the set of the one seat at turn; the empty set when the match is over."""
    return seat_mask(s.turn) if s.turn != NOBODY else 0


@rule
def deadline(s: Any) -> int:
    """Return -1: this game has no clock."""
    return -1


@rule
def legal(s: Any, seat: int, out: Any) -> int:
    """List every column that is not full."""
    count = 0
    if seat == s.turn:
        for column in range(COLUMNS):
            if not is_column_full(s, column):
                out[count] = column
                count += 1
    return count


@rule
def random_action(s: Any, seat: int, q: Any, buffer: Any) -> int:
    """Return a uniformly random legal column, by rejection sampling."""
    column = fast_rng.random_below(q, COLUMNS)
    while is_column_full(s, column):
        column = fast_rng.random_below(q, COLUMNS)
    return column


@rule
def why_not(s: Any, seat: int, action: int) -> int:
    """Return COLUMN_FULL for a full column, else 0."""
    return COLUMN_FULL if is_column_full(s, action) else 0


@rule
def play(s: Any, seat: int, action: int, at_ms: int) -> None:
    """Drop a disc into a column. Four in a line or a full board end the match."""
    others = s.discs[1 - seat]
    own = s.discs[seat] | landing(taken(s), action)
    s.discs[seat] = own
    if has_four(own):
        s.winner = seat
        s.turn = NOBODY
    else:
        s.turn = NOBODY if own | others == FULL else 1 - seat


@rule
def landing(cells: int, column: int) -> int:
    """Return the lowest free cell of a column: adding its lowest bit carries past all discs."""
    bottom = 1 << column * COLUMN_BITS
    return (cells + bottom) & ~cells & (bottom * ((1 << COLUMN_BITS) - 1))


@rule
def has_four(discs: int) -> bool:
    """Return whether four discs lie in a line: vertical, horizontal or diagonal."""
    vertical, horizontal = line(discs, 1), line(discs, COLUMN_BITS)
    falling, rising = line(discs, COLUMN_BITS - 1), line(discs, COLUMN_BITS + 1)
    return vertical | horizontal | falling | rising != 0


@rule
def line(discs: int, step: int) -> int:
    """Return the first cells of all lines of four whose discs are `step` bits apart: two pairs, two steps apart."""
    pairs = discs & (discs >> step)
    return pairs & (pairs >> (2 * step))


@rule
def scores(s: Any, out: Any) -> None:
    """Write 1 for the winner and 0 for the other seat."""
    for seat in range(SEATS):
        out[seat] = 1 if seat == s.winner else 0


@rule
def returns(s: Any, out: Any) -> None:
    """Write 1 and -1 for winner and loser; a full board is a draw."""
    share_win(SEATS, seat_mask(s.winner) if s.winner != NOBODY else seat_mask(0) | seat_mask(1), out)


@rule
def count_pieces(s: Any, out: Any) -> None:
    """Count free cells and discs: 42 in all. Two discs in one cell would count as two."""
    free, discs = FULL & ~taken(s), s.discs[0] + s.discs[1]
    while free | discs != 0:
        out[0] += (free & 1) + (discs & 1)
        free >>= 1
        discs >>= 1
