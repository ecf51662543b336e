"""A bot of your own: a class with one method. This one takes whatever looks best the moment after.

dottable tournament dot_tiles --bots random,examples/bots/hasty.py:Hasty --matches 20
dottable play dot_tiles --bots examples/bots/hasty.py:Hasty
"""

from __future__ import annotations

from random import Random

from dottable.bots.bot import Budget
from dottable.bots.chair import Chair
from dottable.core.match import Match

DREAMS = 3
MOST_ACTIONS = 100


class Hasty:
    """Tries every action in a few imagined matches and takes the one after which it leads by most."""

    def choose(self, chair: Chair, budget: Budget, seed: bytes) -> int:  # noqa: ARG002
        """A legal action. `seed` is the only luck to use: the same knowledge and seed give the same choice."""
        luck = Random(seed)
        legal = chair.legal()
        actions = luck.sample(legal, min(len(legal), MOST_ACTIONS))  # in random order, which breaks ties
        dreams = [chair.imagine(luck.randbytes(32)) for _ in range(DREAMS)]
        return max(actions, key=lambda action: sum(lead_after(dream, chair.seat, action) for dream in dreams))


def lead_after(dream: Match, seat: int, action: int) -> int:
    """How far the seat is ahead of the best other one if it makes this move in an imagined match."""
    future = dream.copy()
    future.apply(seat, action)
    scores = future.scores()
    return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)
