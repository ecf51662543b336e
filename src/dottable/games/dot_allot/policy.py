"""Advice for Dot Allot: what a sensible person would do. How good a placement is: `appraisal.py`."""

from __future__ import annotations

from math import exp
from typing import Any

from dottable.core import quick
from dottable.core.rule import big_rule, rule
from dottable.games.dot_allot.appraisal import appraise
from dottable.games.dot_allot.prospects import LEADS, SLOPES, STARTING
from dottable.games.dot_allot.rules import next_starter
from dottable.games.dot_allot.state import DEAL, LAYING, ROUND_OVER, SIDES

WORTHS = 500
"""Where the worth of the placements stands in the buffer, behind the placements themselves."""
SHORT = 12
"""How many placements a shortlist has."""
WORST = -(1 << 20)
MOST_AHEAD = 4

LEVELS = {
    "newcomer": {"thinks": "greedy", "noise": 0.5},
    "casual": {"thinks": "greedy", "noise": 0.1},
    "steady": {"simulations": 12},
    "sharp": {"simulations": 100},
    "master": {"simulations": 1200},
}


@big_rule
def greedy(s: Any, seat: int, q: Any, buffer: Any) -> int:
    if s.phase != LAYING:
        return DEAL
    count = appraise(s, buffer, buffer[WORTHS:])
    best, most, equals = 0, buffer[WORTHS], 1
    for k in range(1, count):
        worth = buffer[WORTHS + k]
        if worth > most:
            best, most, equals = k, worth, 1
        elif worth == most:
            equals += 1
            if quick.below(q, equals) == 0:
                best = k
    return buffer[best]


@big_rule
def shortlist(s: Any, seat: int, q: Any, buffer: Any, out: Any) -> int:
    """The placements that look best, best first."""
    if s.phase != LAYING:
        out[0] = DEAL
        return 1
    count = appraise(s, buffer, buffer[WORTHS:])
    chosen = min(count, SHORT)
    for n in range(chosen):
        best = 0
        for k in range(1, count):
            if buffer[WORTHS + k] > buffer[WORTHS + best]:
                best = k
        out[n] = buffer[best]
        buffer[WORTHS + best] = WORST
    return chosen


@rule
def stage(s: Any) -> int:
    """Counts the rounds that are over."""
    return s.round_index + (s.phase >= ROUND_OVER)


@rule
def rounds_to_come(s: Any) -> int:
    return s.columns - 2 - s.round_index


@big_rule
def outlook(s: Any, out: Any) -> None:
    """Every seat's expected return between rounds, by the points so far."""
    if s.seats == SIDES:
        starter = next_starter(s)
        ahead = s.totals[starter] - s.totals[1 - starter]
        lead = LEADS[s.horizontal, rounds_to_come(s), min(abs(ahead), MOST_AHEAD)]
        worth = STARTING[s.horizontal, rounds_to_come(s)] + (lead if ahead > 0 else -lead)
        out[starter] = min(max(worth, -1.0), 1.0)
        out[1 - starter] = -out[starter]
        return
    total = 0.0
    for seat in range(s.seats):
        out[seat] = exp(SLOPES[rounds_to_come(s)] * s.totals[seat])
        total += out[seat]
    for seat in range(s.seats):
        out[seat] = (s.seats * (out[seat] / total) - 1.0) / (s.seats - 1)
