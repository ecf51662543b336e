"""Tracks for which games a match can start at once, because their rules are compiled or loaded."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from dottable.core.game import Game
from dottable.core.registry import installed_games
from dottable.server.live.background_precompile import Precompiler


class ReadyGames:
    """The games for which a match can start at once, because their rules are compiled or loaded."""

    def __init__(self, precompiler: Precompiler) -> None:
        self._precompiler = precompiler
        self.slugs: set[str] = set()
        """Slugs of the games that can be played."""

    def start(self, start_task: Callable[[Coroutine[Any, Any, None]], Any]) -> None:
        """Start one background task per game that waits until its rules are ready.

        The precompiler starts with the game that was requested last, hence `reversed`.
        """
        for game in reversed(installed_games().values()):
            start_task(self._wait_until_ready(game))

    async def _wait_until_ready(self, game: Game) -> None:
        await self._precompiler.wait_until_compiled(game)
        self.slugs.add(game.slug)
