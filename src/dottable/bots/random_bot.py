"""Plays any legal action."""

from __future__ import annotations

import random

from dottable.bots.chair import Chair


class RandomBot:
    """Every legal action is as good as another."""

    def choose(self, chair: Chair, seed: bytes) -> int:
        return random.Random(seed).choice(chair.legal())
