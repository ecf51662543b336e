"""Does what a sensible person would do, by the policy that the game itself brings."""

from __future__ import annotations

import random

from dottable.bots.bot import Budget
from dottable.bots.chair import Chair
from dottable.bots.search import ROOT, workspace
from dottable.core import quick
from dottable.core.record import for_rules


class Greedy:
    """Follows the game's greedy policy; where a game has none, plays at random."""

    def choose(self, chair: Chair, budget: Budget, seed: bytes) -> int:  # noqa: ARG002
        legal = chair.legal()
        if len(legal) == 1:
            return legal[0]
        luck = random.Random(seed)
        room = workspace(chair.game, 1)
        room.states[ROOT] = chair.record
        quick.start(for_rules(room.q), luck.getrandbits(32), luck.getrandbits(32))
        advice = int(room.kernels.advise(for_rules(room.states), ROOT, chair.seat, for_rules(room.q), room.buffer))
        return advice if advice in legal else luck.choice(legal)


def plausible(chair: Chair, luck: random.Random) -> list[int]:
    """The legal actions worth a thought, best first where the game ranks them."""
    room = workspace(chair.game, 1)
    room.states[ROOT] = chair.record
    quick.start(for_rules(room.q), luck.getrandbits(32), luck.getrandbits(32))
    is_ranked = int(room.kernels.has_ranks)
    count = room.kernels.list_candidates(
        for_rules(room.states), ROOT, chair.seat, is_ranked, for_rules(room.q), room.buffer, room.candidates
    )
    legal = chair.legal()
    listed = [action for action in (int(room.candidates[k]) for k in range(count)) if action in legal]
    return listed or legal
