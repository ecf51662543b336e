"""The greedy bot: follows the greedy policy that the game's room `bot` defines."""

from __future__ import annotations

import random

from dottable.bots.bot import Budget
from dottable.bots.search.search_bot import workspace
from dottable.bots.seat_access import SeatAccess


class GreedyBot:
    """A bot that follows the game's greedy policy. In a game without one it plays at random."""

    def choose(self, access: SeatAccess, budget: Budget, seed: bytes) -> int:  # noqa: ARG002
        legal = access.legal()
        if len(legal) == 1:
            return legal[0]
        rng = random.Random(seed)
        work = workspace(access.game, 1)
        work.start(access.record, rng)
        action = work.greedy_action(access.seat)
        return action if action in legal else rng.choice(legal)


def plausible_actions(access: SeatAccess, rng: random.Random) -> list[int]:
    """Return the candidates that a search would compare, best first where the game ranks them."""
    work = workspace(access.game, 1)
    work.start(access.record, rng)
    return work.root_candidates(access.seat, access.legal(), is_ranked=work.kernels.has_ranking)
