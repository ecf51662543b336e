"""The call and what a round is worth (D11 to D14, D16)."""

from __future__ import annotations

from typing import Any

from dottable.core.rule import big_rule, rule
from dottable.games.dots_52.pieces import EMPTY, value
from dottable.games.dots_52.state import CALL_LOST, CALL_WON, NO_CALL, NOBODY, OVER, ROUND_OVER
from dottable.games.dots_52.tableau import reveal_all

CALL_LIMIT = 10
PENALTY = 50
MATCH_LIMIT = 100
ROUND_LIMIT = 200
MOST = 1000
"""More than any tableau is worth."""


@rule
def total(s: Any, seat: int) -> int:
    """The points in a seat's tableau."""
    points = 0
    for slot in range(s.slots_used[seat]):
        if s.tableau[seat, slot] != EMPTY:
            points += value(s.tableau[seat, slot])
    return points


@rule
def call_dots(s: Any, seat: int) -> None:
    """Call, and mark the caller's cards: what they are worth counts at the reveal (D11)."""
    s.caller = seat
    s.counted_public = 0
    for slot in range(s.slots_used[seat]):
        if s.tableau[seat, slot] != EMPTY:
            s.counted[seat] |= 1 << slot


@rule
def total_at_call(s: Any) -> int:
    """What the caller's tableau was worth at the call, wherever its cards have gone since (D11)."""
    points = s.counted_public
    for seat in range(s.seats):
        if s.counted[seat] != 0:
            for slot in range(s.slots_used[seat]):
                if (s.counted[seat] >> slot) & 1:
                    points += value(s.tableau[seat, slot])
    return points


@rule
def lowest_other_total(s: Any) -> int:
    """The lowest total besides the caller's at the reveal."""
    lowest = MOST
    for seat in range(s.seats):
        if seat != s.caller:
            lowest = min(lowest, s.totals[seat])
    return lowest


@rule
def is_call_won(s: Any) -> bool:
    """Whether the call was below 10 and every other total is higher than the caller's (D11, D13)."""
    return total_at_call(s) < CALL_LIMIT and lowest_other_total(s) > s.totals[s.caller]


@rule
def points_of(s: Any, seat: int) -> int:
    """What the round brings a seat (D13, D16)."""
    if s.outcome == CALL_LOST:
        return PENALTY if seat == s.caller else 0
    if s.outcome == CALL_WON and seat == s.caller:
        return 0
    return s.totals[seat]


@big_rule
def end_round(s: Any) -> None:
    """All reveal, the round is counted, and perhaps it was the last (D13, D14)."""
    for seat in range(s.seats):
        s.totals[seat] = total(s, seat)
    s.outcome = NO_CALL
    if s.caller != NOBODY:
        s.outcome = CALL_WON if is_call_won(s) else CALL_LOST
    reveal_all(s)
    s.late = 0
    s.phase = OVER if s.round_number >= ROUND_LIMIT else ROUND_OVER  # D18: ours, so that every match ends
    for seat in range(s.seats):
        s.points[seat] = points_of(s, seat)
        s.scores[seat] += s.points[seat]
        if s.scores[seat] >= MATCH_LIMIT:
            s.phase = OVER
