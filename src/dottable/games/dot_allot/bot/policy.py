"""The greedy policy, the ranking of candidates and the value between rounds. `evaluation` computes placement values."""

from __future__ import annotations

from math import exp
from typing import Any

from dottable.core.primitives import fast_rng
from dottable.core.primitives.rule import noinline_rule, rule
from dottable.games.dot_allot.bot.evaluation import evaluate_placements
from dottable.games.dot_allot.bot.weights import (
    EXPECTED_RETURN_BY_LEAD,
    EXPECTED_RETURN_OF_STARTING,
    POINTS_SOFTMAX_SLOPES,
)
from dottable.games.dot_allot.rules.flow import next_starting_seat
from dottable.games.dot_allot.state import DEAL, LAYING_CARDS, ROUND_OVER, SIDE_COUNT

VALUES_BUFFER_INDEX = 500
"""Index in the buffer at which the values of placements begin, after the placements themselves."""
MAX_CANDIDATES = 12
"""Maximum number of placements that the search considers."""
LOWEST_VALUE = -(1 << 20)
MAX_TABULATED_LEAD = 4
"""Largest lead in points that EXPECTED_RETURN_BY_LEAD distinguishes."""

LEVELS: dict[str, dict[str, Any]] = {
    "newcomer": {"method": "greedy", "noise": 0.2, "random_moves": 0.75},
    "casual": {"method": "greedy", "noise": 0.1},
    "steady": {"simulations": 12},
    "sharp": {"simulations": 100},
    "master": {"simulations": 4800},
}


@noinline_rule
def greedy(s: Any, seat: int, q: Any, buffer: Any) -> int:
    """Return the placement with the highest value. The random generator `q` breaks ties."""
    if s.phase != LAYING_CARDS:
        return DEAL
    count = evaluate_placements(s, buffer, buffer[VALUES_BUFFER_INDEX:])
    best, highest, equals = 0, buffer[VALUES_BUFFER_INDEX], 1
    for k in range(1, count):
        value = buffer[VALUES_BUFFER_INDEX + k]
        if value > highest:
            best, highest, equals = k, value, 1
        elif value == highest:
            equals += 1
            if fast_rng.random_below(q, equals) == 0:
                best = k
    return buffer[best]


@noinline_rule
def rank_candidates(s: Any, seat: int, q: Any, buffer: Any, out: Any) -> int:
    """Write the placements with the highest values to `out`, best first, and return their number."""
    if s.phase != LAYING_CARDS:
        out[0] = DEAL
        return 1
    count = evaluate_placements(s, buffer, buffer[VALUES_BUFFER_INDEX:])
    chosen = min(count, MAX_CANDIDATES)
    for n in range(chosen):
        best = 0
        for k in range(1, count):
            if buffer[VALUES_BUFFER_INDEX + k] > buffer[VALUES_BUFFER_INDEX + best]:
                best = k
        out[n] = buffer[best]
        buffer[VALUES_BUFFER_INDEX + best] = LOWEST_VALUE
    return chosen


@rule
def stage_number(s: Any) -> int:
    """Return the number of finished rounds."""
    return s.round_index + (s.phase >= ROUND_OVER)


@rule
def rounds_left(s: Any) -> int:
    """Return the number of rounds after the present round."""
    return s.columns - 2 - s.round_index


@noinline_rule
def evaluate_stage_end(s: Any, out: Any) -> None:
    """Write every seat's expected return between rounds, from the points so far.

    Two players: fitted returns by lead. More players: a softmax over the points.
    """
    if s.seats == SIDE_COUNT:
        starter = next_starting_seat(s)
        ahead = s.totals[starter] - s.totals[1 - starter]
        lead = EXPECTED_RETURN_BY_LEAD[s.horizontal, rounds_left(s), min(abs(ahead), MAX_TABULATED_LEAD)]
        value = EXPECTED_RETURN_OF_STARTING[s.horizontal, rounds_left(s)] + (lead if ahead > 0 else -lead)
        out[starter] = min(max(value, -1.0), 1.0)
        out[1 - starter] = -out[starter]
        return
    total = 0.0
    for seat in range(s.seats):
        out[seat] = exp(POINTS_SOFTMAX_SLOPES[rounds_left(s)] * s.totals[seat])
        total += out[seat]
    for seat in range(s.seats):
        out[seat] = (s.seats * (out[seat] / total) - 1.0) / (s.seats - 1)
