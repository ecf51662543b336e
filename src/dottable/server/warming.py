"""Gets the rules of every game compiled while the server already answers.

Compiling takes seconds and would hold up all tables, so it happens in a process of its own; this
one then only loads the result from the disk.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from dottable.bots.chair import SOURCE as SEARCH
from dottable.bots.chair import Chair
from dottable.bots.levels import levels_of
from dottable.core.game import Game
from dottable.core.kernels import PLAY, is_compiled
from dottable.core.match import Match
from dottable.core.quick import generator, start
from dottable.core.record import for_rules
from dottable.core.registry import find as find
from dottable.core.registry import games
from dottable.core.rule import CORE_SOURCES, INTERPRETED, cache_folder
from dottable.core.seats import CLOCK, SPECTATOR
from dottable.server.thinking import think

log = logging.getLogger("dottable.server")

MOVES = 40
PATIENT = 10
"""How far compiling steps back behind the server, as `nice` counts."""
WARMED_LEVELS = ("newcomer", "steady", "master")


class Warming:
    """Which games are ready, and a way to wait for one: it then comes before all others."""

    def __init__(self) -> None:
        self._ready: dict[str, asyncio.Future[None]] = {}
        self._waiting: list[Game] = []
        self._worker: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="warming")

    def begin(self) -> None:
        """Get every game ready, one after the other."""
        self._waiting = [game for game in games().values() if game.slug not in self._ready]
        self._worker = asyncio.create_task(self._work())

    async def ready(self, game: Game) -> None:
        """Return once matches of the game start at once."""
        if game in self._waiting:
            self._waiting.remove(game)
            self._waiting.insert(0, game)
        if game.slug not in self._ready:
            self._ready[game.slug] = asyncio.get_running_loop().create_future()
        await asyncio.shield(self._ready[game.slug])

    async def close(self) -> None:
        if self._worker is not None:
            self._worker.cancel()
            await asyncio.gather(self._worker, return_exceptions=True)
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _work(self) -> None:
        """Rules first, so that every match can start; then the bots, which think a little longer until then."""
        all_games = list(self._waiting)
        while self._waiting:
            game = self._waiting.pop(0)
            await self._prepare(game, PLAY, warm)
            done = self._ready.setdefault(game.slug, asyncio.get_running_loop().create_future())
            if not done.done():
                done.set_result(None)
        for game in all_games:
            await self._prepare(game, SEARCH, warm_bots)

    async def _prepare(self, game: Game, source: Path, warm_up: Callable[[Game], None]) -> None:
        loop = asyncio.get_running_loop()
        try:
            is_ready = are_bots_compiled if source == SEARCH else is_compiled
            if not await loop.run_in_executor(self._thread, is_ready, game):
                await compile_apart(game, warm_up)
            await loop.run_in_executor(self._thread, warm_up, game)
        except Exception:
            log.exception("%s could not be made ready", game.slug)


def are_bots_compiled(game: Game) -> bool:
    """Whether all that the levels of the game call lies on the disk; an earlier bot may have left only a part."""
    folder = cache_folder((*CORE_SOURCES, game.folder, SEARCH.resolve()))
    searches = any(level.thinks == "search" for level in levels_of(game).values())
    needed = ["try_candidates"] * searches + ["forget_most"] * hasattr(game.policy, "forget")
    return INTERPRETED or all(any(folder.rglob(f"*.{name}-*.nbi")) for name in needed or ["advise"])


async def compile_apart(game: Game, warm_up: Callable[[Game], None]) -> None:
    """Compile onto the disk in another process; a failure only means that we do it ourselves."""
    program = f"from dottable.server import warming as w; w.step_back(); w.{warm_up.__name__}(w.find({game.slug!r}))"
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", program)
    try:
        if await process.wait() != 0:
            log.warning("compiling %s in another process failed", game.slug)
    except asyncio.CancelledError:
        process.kill()
        await process.wait()
        raise


def step_back() -> None:
    """Let whoever plays already go first, on systems where one can say so."""
    if hasattr(os, "nice"):
        os.nice(PATIENT)


def warm_bots(game: Game) -> None:
    """Let a bot of each way of thinking choose once."""
    match = Match(game)
    seat = next(seat for seat in match.to_act if seat != CLOCK)
    for level in WARMED_LEVELS:
        think(Chair(match, seat), level)


def warm(game: Game) -> None:
    """Call all that a live match of the game will call."""
    match = Match(game)
    q = generator()
    start(for_rules(q), 1, 2)
    for _ in range(MOVES):
        if match.is_over:
            break
        for seat in range(match.seats):
            match.legal(seat)
        match.view(SPECTATOR)
        match.view(0)
        if set(match.to_act) == {CLOCK}:
            match.pass_time()
            continue
        match.apply(*match.random_move(q))
    match.scores()
    match.returns()
    match.deadline_ms  # noqa: B018
