"""Compiles the rules and bots of every game in the background, while the server is already running.

Compiling takes seconds and would block all tables. So a child process compiles into the disk cache, and this process
only loads the result. A server with portable modules can play at once. It switches to the compiled kernels when they
are ready, even in the middle of a match. Without Numba it keeps using the modules.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType

from dottable.bots.levels import levels_of
from dottable.bots.search import kernel_loader as search_loader
from dottable.bots.seat_access import SeatAccess
from dottable.core.child_processes import end_with_parent
from dottable.core.contract import LimitedMemory
from dottable.core.game import Game
from dottable.core.kernels.kernel_loader import PLAY_KERNELS_FILE, is_compiled
from dottable.core.matches.match import Match
from dottable.core.matches.precompile import precompile_rules
from dottable.core.portable.find_wasm_functions import has_portable_rules
from dottable.core.portable.portable_kernel import kernels_of
from dottable.core.primitives.rule import BACKEND, BACKEND_VARIABLE, COMPILED, PORTABLE, has_numba
from dottable.core.primitives.seats import CLOCK
from dottable.core.registry import find_game as find_game
from dottable.core.registry import installed_games
from dottable.server.live.bot_runner import choose_in_this_thread

log = logging.getLogger("dottable.server")

ALL_COMPILED_MESSAGE = "all games and bots are ready"
"""Log message after the last game."""
COMPILER_NICENESS = 10
"""Niceness of the compiling process (as in `nice`): a lower priority than the server's."""
COMPILED_LEVELS = ("newcomer", "steady", "master")


class Precompiler:
    """Compiles one game after another. A game that a caller waits for is compiled first."""

    def __init__(self, *, changes_over: bool = True) -> None:
        """Create a precompiler. With `changes_over`, it also compiles games that run on portable modules, if it can."""
        self._changes_over = changes_over
        self._ready: dict[str, asyncio.Future[None]] = {}
        self._waiting: list[Game] = []
        self._worker: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="precompile")

    def start(self) -> None:
        """Start compiling every game."""
        self._waiting = [game for game in installed_games().values() if game.slug not in self._ready]
        self._worker = asyncio.create_task(self._compile_all())

    async def wait_until_compiled(self, game: Game) -> None:
        """Return when the rules of a game are compiled; at once if they run on portable modules."""
        if is_portable(game):
            return
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

    async def _compile_all(self) -> None:
        """Compile all rules first, so that every match can start, then the bots."""
        all_games = [game for game in self._waiting if self._needs_compiling(game)]
        while self._waiting:
            game = self._waiting.pop(0)
            if self._needs_compiling(game):
                await self._compile_and_load(game, PLAY_KERNELS_FILE, precompile_rules)
            done = self._ready.setdefault(game.slug, asyncio.get_running_loop().create_future())
            if not done.done():
                done.set_result(None)
        for game in all_games:
            await self._compile_and_load(game, search_loader.SEARCH_KERNELS_FILE, precompile_bots)
        log.info("%s", ALL_COMPILED_MESSAGE)

    def _needs_compiling(self, game: Game) -> bool:
        if BACKEND == PORTABLE and not has_numba():
            return False
        return self._changes_over or not is_portable(game)

    async def _compile_and_load(self, game: Game, source: Path, compile_game: Callable[[Game], None]) -> None:
        """Compile in a child process unless the disk cache is complete, then load the result in this process."""
        loop = asyncio.get_running_loop()
        try:
            is_ready = are_bots_compiled if source == search_loader.SEARCH_KERNELS_FILE else are_rules_compiled
            if not await loop.run_in_executor(self._thread, is_ready, game):
                await compile_in_child(game, compile_game)
            await loop.run_in_executor(self._thread, compile_game, game)
            if is_portable(game):
                await loop.run_in_executor(self._thread, switch_to_compiled, game)
        except Exception:
            log.exception("%s could not be compiled", game.slug)


def are_rules_compiled(game: Game) -> bool:
    """Return whether the disk cache holds the kernels that a live match calls most often."""
    return is_compiled(game, functions=("apply", "legal_at", "refusal_at"))


def are_bots_compiled(game: Game) -> bool:
    """Return whether the disk cache holds every kernel that the game's bot levels call."""
    searches = any(level.method == "search" for level in levels_of(game).values())
    needed = ["simulate"] * searches + ["forget_at"] * isinstance(game.bot, LimitedMemory)
    return search_loader.is_search_compiled(game, *(needed or ["greedy_at"]))


def is_portable(game: Game) -> bool:
    """Return whether the rules of a game can run from a portable module in this process."""
    return BACKEND == PORTABLE and has_portable_rules(game.folder)


def switch_to_compiled(game: Game) -> None:
    """Switch every kernel of a game that has been called from the portable module to compiled code."""
    modules = [game.kernels, search_loader.search_kernels(game), *view_kernel_modules(game)]
    for kernel in kernels_of(*modules):
        kernel.switch_to_compiled()


def view_kernel_modules(game: Game) -> list[ModuleType]:
    """Return a list with the module `view/view_fact_kernels.py` of a game; empty if it has none."""
    kernels = getattr(game.view, "view_fact_kernels", None)
    return [kernels] if isinstance(kernels, ModuleType) else []


async def compile_in_child(game: Game, compile_game: Callable[[Game], None]) -> None:
    """Compile into the disk cache in a child process. If that fails, this process compiles later."""
    call = f"{compile_game.__name__}(precompile.find_game({game.slug!r}))"
    program = (
        "from dottable.server.live import background_precompile as precompile; "
        f"precompile.prepare_child({os.getpid()}); precompile.{call}"
    )
    environment = {**os.environ, BACKEND_VARIABLE: COMPILED}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, env=environment, start_new_session=True
    )
    try:
        if await process.wait() != 0:
            log.warning("compiling %s in another process failed", game.slug)
    except asyncio.CancelledError:
        process.kill()
        await process.wait()
        raise


def prepare_child(parent: int) -> None:
    """Make this child process end with its parent, and lower its priority if the system supports it."""
    end_with_parent(parent)
    if hasattr(os, "nice"):
        os.nice(COMPILER_NICENESS)


def precompile_bots(game: Game) -> None:
    """Compile the bots of a game, by letting one bot of each algorithm choose once."""
    match = Match(game)
    seat = next(seat for seat in match.to_act if seat != CLOCK)
    for level in COMPILED_LEVELS:
        choose_in_this_thread(SeatAccess(match, seat), level)
