"""The random bot, which chooses uniformly among the legal actions."""

from __future__ import annotations

import random

from dottable.bots.bot import Budget
from dottable.bots.seat_access import SeatAccess


class RandomBot:
    """A bot that chooses uniformly among the legal actions."""

    def choose(self, access: SeatAccess, budget: Budget, seed: bytes) -> int:  # noqa: ARG002
        return random.Random(seed).choice(access.legal())
