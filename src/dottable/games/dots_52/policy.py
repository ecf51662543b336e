"""Advice on playing well: the best action by `appraisal.py`, and what bots need besides."""

from __future__ import annotations

from typing import Any

from dottable.core.ranking import near_best, place_action
from dottable.core.rule import big_rule, rule
from dottable.games.dots_52.appraisal import appraise
from dottable.games.dots_52.calling import SILLY, standing
from dottable.games.dots_52.estimate import turns_each
from dottable.games.dots_52.memory import forget
from dottable.games.dots_52.pieces import EMPTY, RANKS, rank, value
from dottable.games.dots_52.rules import legal
from dottable.games.dots_52.state import ROUND_OVER, knows
from dottable.games.dots_52.stock import pile_top

__all__ = ["LEVELS", "dreams", "forget", "greedy", "likeness", "outlook", "shortlist", "sight", "stage"]

FINE = 100_000
"""The parts of a point in which the buffer keeps what actions are worth."""
WORTH_A_THOUGHT = 8 * FINE
"""Actions that look worse than the best by more than this are left out."""
MOST_LISTED = 6
MOST_DREAMS = 8

LEVELS = {
    "newcomer": {"thinks": "greedy", "noise": 0.15, "memory": 1},
    "casual": {"thinks": "greedy", "noise": 0.05, "memory": 2},
    "steady": {"thinks": "greedy", "noise": 0.02, "memory": 4},
    "sharp": {"simulations": 40, "patience": 70, "memory": 8},
    "master": {"simulations": 600, "patience": 70},
}
"""A search beyond 70 steps learns little: by then most rounds have come down to nothing for all."""


@big_rule
def greedy(s: Any, seat: int, q: Any, buffer: Any) -> int:
    """The action that looks best; the first of equals."""
    count = legal(s, seat, buffer)
    chosen = buffer[0]
    if count > 1:
        best = 2 * SILLY
        for k in range(count):
            worth = appraise(s, seat, buffer[k])
            if worth > best:
                best = worth
                chosen = buffer[k]
    return chosen


@big_rule
def shortlist(s: Any, seat: int, q: Any, buffer: Any, out: Any) -> int:
    """The few best actions, best first, none of them silly or far worse than the best."""
    count = legal(s, seat, out)
    for k in range(count):
        place_action(k, out[k], int(FINE * appraise(s, seat, out[k])), buffer, out)
    return near_best(count, MOST_LISTED, WORTH_A_THOUGHT, buffer)


@rule
def stage(s: Any) -> int:
    """Counts rounds: changes when one is over, and again when the next is dealt."""
    return 2 * s.round_number + (s.phase >= ROUND_OVER)


@rule
def outlook(s: Any, out: Any) -> None:
    """Every seat's expected return by the points of all; zero-sum."""
    for seat in range(s.seats):
        out[seat] = standing(s, seat, 0.0, 0.0)


@rule
def dreams(s: Any, seat: int) -> int:
    """The longer a round lasts, the lower the cards that others know and keep."""
    return min(MOST_DREAMS, 2 + turns_each(s))


@big_rule
def likeness(s: Any, seat: int, buffer: Any) -> float:
    """How low the cards are that others know and keep; `estimate.py` says how low they mostly are."""
    points = 0
    for other in range(s.seats):
        if other != seat:
            for slot in range(s.slots_used[other]):
                if s.tableau[other, slot] != EMPTY and knows(s, other, other, slot):
                    points += value(s.tableau[other, slot])
    return -1.0 * points


@rule
def sight(s: Any, seat: int) -> int:
    """The rank on the pile and, for the player at turn, of the drawn card."""
    seen = rank(pile_top(s)) + 1 if s.pile_left > 0 else 0
    if seat == s.turn and s.drawn != EMPTY:
        seen += (RANKS + 1) * (rank(s.drawn) + 1)
    return seen
