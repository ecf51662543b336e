"""An example bot, a class with one method: one-ply lookahead that maximizes its lead after its own move.

dottable tournament dot_tiles --bots random,examples/bots/one_ply.py:OnePly --matches 20
dottable play dot_tiles --bots examples/bots/one_ply.py:OnePly
"""

from __future__ import annotations

from random import Random

from dottable.bots.bot import Budget
from dottable.bots.seat_access import SeatAccess
from dottable.core.matches.match import Match

SAMPLES = 3
"""Determinizations in which every action is tried."""
MAX_ACTIONS = 100
"""Actions that are tried; more would take too long in games with thousands."""


class OnePly:
    """Tries every action in a few determinizations and chooses the one with the largest mean lead."""

    def choose(self, access: SeatAccess, budget: Budget, seed: bytes) -> int:  # noqa: ARG002
        """Return a legal action. All randomness comes from `seed`, so that matches can be repeated."""
        rng = Random(seed)
        legal = access.legal()
        actions = rng.sample(legal, min(len(legal), MAX_ACTIONS))  # the random order breaks ties
        samples = [access.determinize(rng.randbytes(32)) for _ in range(SAMPLES)]
        return max(actions, key=lambda action: sum(lead_after(sample, access.seat, action) for sample in samples))


def lead_after(sample: Match, seat: int, action: int) -> int:
    """Return the seat's points minus those of the best other seat, after this action."""
    future = sample.copy()
    future.apply(seat, action)
    scores = future.scores()
    return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)
