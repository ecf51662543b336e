"""The greedy bot. It follows the greedy policy that the game's module `bot` defines."""

from __future__ import annotations

import random

from dottable.bots.bot import Budget
from dottable.bots.search.search_bot import thread_workspace
from dottable.bots.seat_access import SeatAccess


class GreedyBot:
    """A bot that follows the game's greedy policy. In a game without a greedy policy it plays at random."""

    def choose(self, access: SeatAccess, budget: Budget, seed: bytes) -> int:  # noqa: ARG002
        legal = access.legal()
        if len(legal) == 1:
            return legal[0]
        rng = random.Random(seed)
        arrays = thread_workspace(access.game, 1)
        arrays.set_root_and_seed(access.record, rng)
        action = arrays.greedy_action(access.seat)
        return action if action in legal else rng.choice(legal)


def plausible_actions(access: SeatAccess, rng: random.Random) -> list[int]:
    """Return the actions that a search would compare, best first if the game ranks them."""
    arrays = thread_workspace(access.game, 1)
    arrays.set_root_and_seed(access.record, rng)
    return arrays.root_candidates(access.seat, access.legal(), is_ranked=arrays.kernels.has_ranking)
