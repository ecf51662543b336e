"""Imagines what it cannot know, tries every action, plays on at random, and takes the best on average.

A first honest opponent for every game; it sees nothing that a person in its seat could not.
"""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np

from dottable.bots.chair import Chair
from dottable.core import chance, quick
from dottable.core.kernels import load_kernels
from dottable.core.record import for_rules
from dottable.core.seats import MAX_SEATS

SOURCE = Path(__file__).with_name("sampler_kernels.py")
MOST_ACTIONS = 60


class Sampler:
    """Spends about `playouts` random playouts on a move."""

    def __init__(self, playouts: int = 4000) -> None:
        self.playouts = playouts

    def choose(self, chair: Chair, seed: bytes) -> int:
        luck = random.Random(seed)
        legal = chair.legal()
        if len(legal) == 1:
            return legal[0]
        actions = sorted(luck.sample(legal, MOST_ACTIONS)) if len(legal) > MOST_ACTIONS else legal
        totals = self._totals(chair, actions, luck)
        return actions[int(totals.argmax())]

    def _totals(
        self, chair: Chair, actions: list[int], luck: random.Random
    ) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        imagined = chair.imagine(chance.key_of(luck.randbytes(32)))
        states = np.zeros(2, chair.game.state.STATE)
        states[0] = imagined.record
        g, q = chance.generator(), quick.generator()
        chance.start(for_rules(g), for_rules(chance.key_of(luck.randbytes(32))))
        quick.start(for_rules(q), luck.getrandbits(32), luck.getrandbits(32))
        totals = np.zeros(len(actions), np.float64)
        load_kernels(chair.game, SOURCE).try_actions(
            for_rules(states),
            chair.seat,
            imagined.now_ms,
            for_rules(np.array(actions, np.int32)),
            max(1, self.playouts // len(actions)),
            *map(for_rules, (g, q, np.zeros(chair.game.state.ACTIONS.size, np.int32))),
            for_rules(np.zeros(MAX_SEATS, np.float32)),
            for_rules(totals),
        )
        return totals
