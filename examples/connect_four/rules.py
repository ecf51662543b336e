"""Connect Four from the empty board to four in a line."""

from __future__ import annotations

from typing import Any

from dottable.core import quick
from dottable.core.refusals import FIRST_OF_A_GAME
from dottable.core.rule import rule
from dottable.core.seats import only, share_win

from .state import COLUMN_BITS, COLUMNS, FULL, NOBODY, SEATS, is_column_full, taken

PIECES = 1

COLUMN_FULL = FIRST_OF_A_GAME


@rule
def setup(s: Any, settings: Any) -> None:
    """The board is empty and seat 0 begins."""
    s.winner = NOBODY


@rule
def to_act(s: Any) -> int:
    return only(s.turn) if s.turn != NOBODY else 0


@rule
def deadline(s: Any) -> int:
    return -1


@rule
def legal(s: Any, seat: int, out: Any) -> int:
    """Every column that has room."""
    count = 0
    if seat == s.turn:
        for column in range(COLUMNS):
            if not is_column_full(s, column):
                out[count] = column
                count += 1
    return count


@rule
def random_action(s: Any, seat: int, q: Any, buffer: Any) -> int:
    """Try columns until one has room: every such column is equally likely, and none has to be listed."""
    column = quick.below(q, COLUMNS)
    while is_column_full(s, column):
        column = quick.below(q, COLUMNS)
    return column


@rule
def why_not(s: Any, seat: int, action: int) -> int:
    return COLUMN_FULL if is_column_full(s, action) else 0


@rule
def play(s: Any, seat: int, action: int, at_ms: int) -> None:
    """Drop a disc; it comes to rest on the others. Four in a line end the match, and so does a full board."""
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
    """The lowest free cell of a column: adding to its lowest bit carries past all discs."""
    bottom = 1 << column * COLUMN_BITS
    return (cells + bottom) & ~cells & (bottom * ((1 << COLUMN_BITS) - 1))


@rule
def has_four(discs: int) -> bool:
    """Whether four discs lie in a line: upright, flat, or on a slope."""
    upright, flat = line(discs, 1), line(discs, COLUMN_BITS)
    falling, rising = line(discs, COLUMN_BITS - 1), line(discs, COLUMN_BITS + 1)
    return upright | flat | falling | rising != 0


@rule
def line(discs: int, step: int) -> int:
    """Where four discs in a line begin, if each lies `step` bits after the one before: two pairs, two steps apart."""
    pairs = discs & (discs >> step)
    return pairs & (pairs >> (2 * step))


@rule
def scores(s: Any, out: Any) -> None:
    for seat in range(SEATS):
        out[seat] = 1 if seat == s.winner else 0


@rule
def returns(s: Any, out: Any) -> None:
    """The winner takes it; a full board is a draw."""
    share_win(SEATS, only(s.winner) if s.winner != NOBODY else only(0) | only(1), out)


@rule
def pieces(s: Any, out: Any) -> None:
    """A disc lies in a cell or waits beside the board: 42 in all, and none lies where another does."""
    free, discs = FULL & ~taken(s), s.discs[0] + s.discs[1]
    while free | discs != 0:
        out[0] += (free & 1) + (discs & 1)
        free >>= 1
        discs >>= 1
