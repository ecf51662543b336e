"""Runs the bots of live tables in threads, so that the event loop stays free."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

from dottable.bots.bot import Bot, Budget, Choice
from dottable.bots.levels import level_bot
from dottable.bots.safe_choose import SafeChoice, safe_choose
from dottable.bots.seat_access import SeatAccess
from dottable.core.registry import find_game
from dottable.server.monitoring.metrics import Metrics
from dottable.study.hints import Hint, make_hint

log = logging.getLogger("dottable.server")


@lru_cache(maxsize=64)
def cached_level_bot(level: str, slug: str) -> Bot:
    """Return the bot of a level. Bots keep no state between moves, so all tables share it."""
    return level_bot(level, find_game(slug))


class BotRunner:
    """A thread pool in which bots choose their actions."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._thread_count = max(1, (os.cpu_count() or 2) - 1)
        self._threads = ThreadPoolExecutor(self._thread_count, thread_name_prefix="bot")
        self._hint_thread = ThreadPoolExecutor(1, thread_name_prefix="hint")
        """Hints have a thread of their own, so that many of them do not delay bots."""
        self._pending = 0
        """Number of choices that were requested and are not made yet."""
        metrics.gauges["bots_waiting"] = lambda: max(0, self._pending - self._thread_count)
        metrics.gauges["bots_choosing"] = lambda: min(self._pending, self._thread_count)

    async def choose(self, access: SeatAccess, level: str) -> Choice:
        """Return the choice of a bot of this level, or a default action if the bot fails."""
        loop = asyncio.get_running_loop()
        self._pending += 1
        try:
            answer = await loop.run_in_executor(self._threads, choose_in_this_thread, access, level)
        finally:
            self._pending -= 1
        if answer.fault is not None:
            self._metrics.counters["bot_faults"] += 1
            log.warning("the %s bot failed at %s: %s", level, access.game.slug, answer.fault)
        return answer.choice

    async def find_hint(self, access: SeatAccess) -> Hint:
        """Return a hint for a seat (an action, its text and an idea), found by a short search in a thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._hint_thread, make_hint, access, secrets.token_bytes(32))

    def close(self) -> None:
        for threads in (self._threads, self._hint_thread):
            threads.shutdown(wait=False, cancel_futures=True)


def choose_in_this_thread(access: SeatAccess, level: str) -> SafeChoice:
    """Return the choice of a bot, computed in the calling thread."""
    return safe_choose(cached_level_bot(level, access.game.slug), access, Budget(), secrets.token_bytes(32))
