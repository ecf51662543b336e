"""Last Dot from the deal to the last dot."""

from __future__ import annotations

from typing import Any

from dottable.core.chance import shuffle
from dottable.core.refusals import FIRST_OF_A_GAME
from dottable.core.rule import rule
from dottable.core.seats import CLOCK, highest_wins, only

from .state import CARDS, DAWDLE, MOST, NOBODY

TURN_MS = 10_000
PIECES = CARDS + 1

TOO_FEW_LEFT = FIRST_OF_A_GAME


@rule
def setup(s: Any, settings: Any) -> None:
    """Deal every seat one of six cards, the rest stays aside; seat 0 begins."""
    s.heap = settings[0]
    s.bonus = settings[1]
    for k in range(CARDS):
        s.cards[k] = k + 1
    shuffle(s.rng, s.cards, CARDS)
    s.last = NOBODY
    s.deadline_ms = TURN_MS


@rule
def to_act(s: Any) -> int:
    return only(s.turn) | only(CLOCK) if s.heap > 0 else 0


@rule
def deadline(s: Any) -> int:
    return s.deadline_ms if s.heap > 0 else -1


@rule
def legal(s: Any, seat: int, out: Any) -> int:
    count = 0
    if seat == s.turn:
        for k in range(min(s.heap, MOST)):
            out[count] = k
            count += 1
    elif seat == CLOCK and s.heap > 0:
        out[0] = DAWDLE
        count = 1
    return count


@rule
def why_not(s: Any, seat: int, action: int) -> int:
    return TOO_FEW_LEFT if action < MOST and action >= s.heap else 0


@rule
def play(s: Any, seat: int, action: int, at_ms: int) -> None:
    dots = 1 if action == DAWDLE else action + 1
    s.heap -= dots
    s.taken[s.turn] += dots
    if s.heap == 0:
        s.last = s.turn
    s.turn = (s.turn + 1) % s.seats
    s.deadline_ms = at_ms + TURN_MS


@rule
def total(s: Any, seat: int) -> int:
    return s.taken[seat] + (s.cards[seat] if s.last == seat and s.bonus == 1 else 0)


@rule
def scores(s: Any, out: Any) -> None:
    for seat in range(s.seats):
        out[seat] = total(s, seat)


@rule
def returns(s: Any, out: Any) -> None:
    for seat in range(s.seats):
        out[seat] = total(s, seat)
    highest_wins(s.seats, out)


@rule
def pieces(s: Any, out: Any) -> None:
    out[CARDS] += s.heap
    for seat in range(s.seats):
        out[CARDS] += s.taken[seat]
    for k in range(CARDS):
        out[s.cards[k] - 1] += 1
