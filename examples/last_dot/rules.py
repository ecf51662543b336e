"""The rules of Last Dot, from the deal to the last dot."""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.chance import shuffle
from dottable.core.primitives.refusals import FIRST_GAME_REFUSAL
from dottable.core.primitives.rule import rule
from dottable.core.primitives.seats import CLOCK, highest_wins, seat_mask

from .state import CARDS, MAX_TAKE, NOBODY, TIMEOUT

TURN_MS = 10_000
"""Time for a turn in milliseconds."""
PIECE_KINDS = CARDS + 1
"""Six different cards, and dots."""

TOO_FEW_LEFT = FIRST_GAME_REFUSAL
"""Reason code; `view.REFUSAL_SENTENCES` has its sentence."""


@rule
def setup(s: Any, settings: Any) -> None:
    """Shuffle the six cards and deal one to every seat. Seat 0 begins."""
    s.heap = settings[0]
    s.bonus = settings[1]
    for k in range(CARDS):
        s.cards[k] = k + 1
    shuffle(s.rng, s.cards, CARDS)
    s.last = NOBODY
    s.deadline_ms = TURN_MS


@rule
def to_act(s: Any) -> int:
    """Return the seat at turn and the clock; the empty set when the heap is empty."""
    return seat_mask(s.turn) | seat_mask(CLOCK) if s.heap > 0 else 0


@rule
def deadline(s: Any) -> int:
    """Return the time in ms at which the clock takes a dot; -1 when the match is over."""
    return s.deadline_ms if s.heap > 0 else -1


@rule
def legal(s: Any, seat: int, out: Any) -> int:
    """List taking one to three dots for the seat at turn, and TIMEOUT for the clock."""
    count = 0
    if seat == s.turn:
        for k in range(min(s.heap, MAX_TAKE)):
            out[count] = k
            count += 1
    elif seat == CLOCK and s.heap > 0:
        out[0] = TIMEOUT
        count = 1
    return count


@rule
def why_not(s: Any, seat: int, action: int) -> int:
    """Return TOO_FEW_LEFT for more dots than the heap has, else 0."""
    return TOO_FEW_LEFT if action < MAX_TAKE and action >= s.heap else 0


@rule
def play(s: Any, seat: int, action: int, at_ms: int) -> None:
    """Take dots and pass the turn."""
    dots = 1 if action == TIMEOUT else action + 1
    s.heap -= dots
    s.taken[s.turn] += dots
    if s.heap == 0:
        s.last = s.turn
    s.turn = (s.turn + 1) % s.seats
    s.deadline_ms = at_ms + TURN_MS


@rule
def total(s: Any, seat: int) -> int:
    """Return the points of a seat: its dots, and its card if it took the last dot."""
    return s.taken[seat] + (s.cards[seat] if s.last == seat and s.bonus == 1 else 0)


@rule
def scores(s: Any, out: Any) -> None:
    """Write every seat's points."""
    for seat in range(s.seats):
        out[seat] = total(s, seat)


@rule
def returns(s: Any, out: Any) -> None:
    """Write zero-sum returns: the highest total wins, ties share the win."""
    for seat in range(s.seats):
        out[seat] = total(s, seat)
    highest_wins(s.seats, out)


@rule
def count_pieces(s: Any, out: Any) -> None:
    """Count each card, then all dots."""
    out[CARDS] += s.heap
    for seat in range(s.seats):
        out[CARDS] += s.taken[seat]
    for k in range(CARDS):
        out[s.cards[k] - 1] += 1
