"""Policy for bots: chooses the best action by `evaluation.py`, and provides the hooks of the tree search."""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.ranking import count_near_best, insert_by_value
from dottable.core.primitives.rule import noinline_rule, rule
from dottable.games.dots_52.bot.call_decision import REJECTED_VALUE, expected_return
from dottable.games.dots_52.bot.card_estimates import turns_per_seat
from dottable.games.dots_52.bot.evaluation import evaluate_action
from dottable.games.dots_52.pieces import NO_CARD, RANK_COUNT, card_points, rank_of_card
from dottable.games.dots_52.rules.flow import legal
from dottable.games.dots_52.rules.stock import pile_top
from dottable.games.dots_52.state import ROUND_OVER, knows_card

UNITS_PER_POINT = 100_000
"""Number of integer units per point in which the buffer holds values."""
MAX_CANDIDATE_LOSS = 8 * UNITS_PER_POINT
"""Maximum amount by which a candidate may be worse than the best action: 8 points."""
MAX_CANDIDATES = 6
"""Maximum number of actions that the search considers."""
MAX_SAMPLES = 8
"""Maximum number of determinizations from which the likeliest is chosen."""

LEVELS: dict[str, dict[str, Any]] = {
    "newcomer": {"method": "greedy", "noise": 0.15, "memory": 1},
    "casual": {"method": "greedy", "noise": 0.05, "memory": 2},
    "steady": {"method": "greedy", "noise": 0.02, "memory": 4},
    "sharp": {"simulations": 40, "rollout_limit": 70, "memory": 8},
    "master": {"simulations": 600, "rollout_limit": 70},
}
"""Levels of bots. `sharp` and `master` stop a rollout after 70 steps, because most rounds are decided by then."""


@noinline_rule
def greedy(s: Any, seat: int, q: Any, buffer: Any) -> int:
    """Return the action with the highest value; the first if several are equal."""
    count = legal(s, seat, buffer)
    chosen = buffer[0]
    if count > 1:
        best = 2 * REJECTED_VALUE
        for k in range(count):
            value_of_action = evaluate_action(s, seat, buffer[k])
            if value_of_action > best:
                best = value_of_action
                chosen = buffer[k]
    return chosen


@noinline_rule
def rank_candidates(s: Any, seat: int, q: Any, buffer: Any, out: Any) -> int:
    """Write the best actions to `out`, best first, and return their number. Much worse actions are left out."""
    count = legal(s, seat, out)
    for k in range(count):
        insert_by_value(k, out[k], int(UNITS_PER_POINT * evaluate_action(s, seat, out[k])), buffer, out)
    return count_near_best(count, MAX_CANDIDATES, MAX_CANDIDATE_LOSS, buffer)


@rule
def stage_number(s: Any) -> int:
    """Return a number that changes when a round ends and when the next is dealt."""
    return 2 * s.round_number + (s.phase >= ROUND_OVER)


@rule
def evaluate_stage_end(s: Any, out: Any) -> None:
    """Write the expected return of every seat, computed from the scores."""
    for seat in range(s.seats):
        out[seat] = expected_return(s, seat, 0.0, 0.0)


@rule
def sample_count(s: Any, seat: int) -> int:
    """Return how many determinized states each simulation draws, to keep the likeliest.

    The number grows during a round, because kept cards get lower.
    """
    return min(MAX_SAMPLES, 2 + turns_per_seat(s))


@noinline_rule
def log_likelihood(s: Any, seat: int, buffer: Any) -> float:
    """Return the log-likelihood of a state: minus the total points of the cards that other players know and keep."""
    points = 0
    for other in range(s.seats):
        if other != seat:
            for slot in range(s.slots_used[other]):
                if s.tableau[other, slot] != NO_CARD and knows_card(s, other, other, slot):
                    points += card_points(s.tableau[other, slot])
    return -1.0 * points


@rule
def observation_key(s: Any, seat: int) -> int:
    """Return a key for the search node: the top rank on the pile and, for the player to move, the drawn rank."""
    seen = rank_of_card(pile_top(s)) + 1 if s.pile_left > 0 else 0
    if seat == s.turn and s.drawn != NO_CARD:
        seen += (RANK_COUNT + 1) * (rank_of_card(s.drawn) + 1)
    return seen
