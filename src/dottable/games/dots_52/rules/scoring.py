"""The call and the points of a round (D11 to D14, D16)."""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.rule import noinline_rule, rule
from dottable.games.dots_52.pieces import NO_CARD, card_points
from dottable.games.dots_52.rules.tableau import reveal_tableaux
from dottable.games.dots_52.state import CALL_LOST, CALL_WON, NO_CALL, NOBODY, OVER, ROUND_OVER

CALL_LIMIT = 10
"""A call requires a total below this number of points (D11)."""
LOST_CALL_PENALTY = 50
"""Penalty points for a lost call (D13)."""
MATCH_LIMIT = 100
"""The match ends when a player reaches this score (D14)."""
ROUND_LIMIT = 200
"""Maximum number of rounds in a match (D18)."""
ABOVE_ANY_TOTAL = 1000
"""More points than any tableau can hold."""


@rule
def tableau_points(s: Any, seat: int) -> int:
    """Return the points in a seat's tableau."""
    points = 0
    for slot in range(s.slots_used[seat]):
        if s.tableau[seat, slot] != NO_CARD:
            points += card_points(s.tableau[seat, slot])
    return points


@rule
def call_dots(s: Any, seat: int) -> None:
    """Record the call, and mark the caller's cards, whose points count at the reveal (D11)."""
    s.caller = seat
    s.counted_public = 0
    for slot in range(s.slots_used[seat]):
        if s.tableau[seat, slot] != NO_CARD:
            s.counted[seat] |= 1 << slot


@rule
def caller_points_at_call(s: Any) -> int:
    """Return the points that the caller's tableau had at the call, wherever the cards are now (D11)."""
    points = s.counted_public
    for seat in range(s.seats):
        if s.counted[seat] != 0:
            for slot in range(s.slots_used[seat]):
                if (s.counted[seat] >> slot) & 1:
                    points += card_points(s.tableau[seat, slot])
    return points


@rule
def lowest_other_total(s: Any) -> int:
    """Return the lowest revealed total of the seats that did not call."""
    lowest = ABOVE_ANY_TOTAL
    for seat in range(s.seats):
        if seat != s.caller:
            lowest = min(lowest, s.totals[seat])
    return lowest


@rule
def is_call_won(s: Any) -> bool:
    """Return whether the call was below 10 and all other totals are above the caller's (D11, D13)."""
    return caller_points_at_call(s) < CALL_LIMIT and lowest_other_total(s) > s.totals[s.caller]


@rule
def round_points_of_seat(s: Any, seat: int) -> int:
    """Return the points of a seat for the round (D13, D16)."""
    if s.outcome == CALL_LOST:
        return LOST_CALL_PENALTY if seat == s.caller else 0
    if s.outcome == CALL_WON and seat == s.caller:
        return 0
    return s.totals[seat]


@noinline_rule
def end_round(s: Any) -> None:
    """Reveal all tableaux, score the round, and end the match if a limit is reached (D13, D14)."""
    for seat in range(s.seats):
        s.totals[seat] = tableau_points(s, seat)
    s.outcome = NO_CALL
    if s.caller != NOBODY:
        s.outcome = CALL_WON if is_call_won(s) else CALL_LOST
    reveal_tableaux(s)
    s.late = 0
    s.phase = OVER if s.round_number >= ROUND_LIMIT else ROUND_OVER  # D18: our own rule, so that every match ends
    for seat in range(s.seats):
        s.points[seat] = round_points_of_seat(s, seat)
        s.scores[seat] += s.points[seat]
        if s.scores[seat] >= MATCH_LIMIT:
            s.phase = OVER
