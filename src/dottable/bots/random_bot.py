"""Plays any legal action."""

from __future__ import annotations

import random

from dottable.bots.bot import Budget
from dottable.bots.chair import Chair


class RandomBot:
    """Every legal action is as good as another."""

    def choose(self, chair: Chair, budget: Budget, seed: bytes) -> int:  # noqa: ARG002
        return random.Random(seed).choice(chair.legal())
