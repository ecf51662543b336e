"""Bots of live tables: they think in a few threads of their own, beside the loop that serves people."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

from dottable.bots.asking import Answer, ask
from dottable.bots.bot import Bot, Budget, Choice
from dottable.bots.chair import Chair
from dottable.bots.levels import level_bot
from dottable.core.registry import find
from dottable.server.metrics import Metrics

log = logging.getLogger("dottable.server")


@lru_cache(maxsize=64)
def bot_of(level: str, slug: str) -> Bot:
    """The bot of a level; they keep nothing between moves, so one serves all tables."""
    return level_bot(level, find(slug))


class Thinking:
    """Asks bots without holding up anybody else."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._threads = ThreadPoolExecutor(max(1, (os.cpu_count() or 2) - 1), thread_name_prefix="bot")

    async def choose(self, chair: Chair, level: str) -> Choice:
        """What a bot of the level does in this chair; a default action if it fails."""
        answer = await asyncio.get_running_loop().run_in_executor(self._threads, think, chair, level)
        if answer.fault is not None:
            self._metrics.counters["bot_faults"] += 1
            log.warning("the %s bot failed at %s: %s", level, chair.game.slug, answer.fault)
        return answer.choice

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


def think(chair: Chair, level: str) -> Answer:
    return ask(bot_of(level, chair.game.slug), chair, Budget(), secrets.token_bytes(32))
