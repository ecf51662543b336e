"""Daily puzzles of each game, made by a worker process and stored. Every server makes the same puzzle for a day."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import UTC, datetime

from dottable.core.errors import DottableError
from dottable.server.routes.errors import ApiError
from dottable.server.study.study_workers import StudyWorkers, WorkerFailed
from dottable.store import Store, StoreError
from dottable.study.puzzles import PUZZLE_VERSION

log = logging.getLogger("dottable.server")

NO_PUZZLE = (404, "no_puzzle", "This game has no puzzle today.")


class DailyPuzzles:
    """Reads today's puzzles from the store, and lets a study worker make missing ones."""

    def __init__(self, store: Store, workers: StudyWorkers, clock_ms: Callable[[], int]) -> None:
        self._store, self._workers, self._clock_ms = store, workers, clock_ms
        self._tasks: dict[tuple[str, str], asyncio.Task[None]] = {}
        """Jobs by game and day. A job that is done without a stored puzzle found none."""

    def current_date(self) -> str:
        """Return the current date in UTC as `YYYY-MM-DD`."""
        return datetime.fromtimestamp(self._clock_ms() / 1000, UTC).date().isoformat()

    async def find_or_start(self, slug: str) -> bytes | None:
        """Return today's puzzle as gzip-compressed JSON; None while it is being made.

        Raise ApiError 404 if the game has none today.
        """
        day = self.current_date()
        stored = await self._store.find_daily_puzzle(slug, day, PUZZLE_VERSION)
        if stored is not None:
            return stored
        task = self._tasks.get((slug, day))
        if task is None:
            self._forget_other_days(day)
            self._tasks[slug, day] = asyncio.create_task(self._make_puzzle(slug, day))
        elif task.done():
            raise ApiError(*NO_PUZZLE)
        return None

    def _forget_other_days(self, day: str) -> None:
        for key in [key for key, task in self._tasks.items() if key[1] != day and task.done()]:
            del self._tasks[key]

    async def _make_puzzle(self, slug: str, day: str) -> None:
        """Make the puzzle of a day and store it. A failure is logged."""
        made: list[bytes] = []
        try:
            async with self._workers.free_worker() as run:
                await run("daily_puzzle", [slug, day], made.append)
            if made:
                await self._store.save_daily_puzzle(slug, day, PUZZLE_VERSION, made[-1])
        except (WorkerFailed, StoreError, DottableError) as error:
            log.error("the puzzle of %s for %s could not be made: %s", day, slug, error)

    async def close(self) -> None:
        """Cancel the jobs that make puzzles."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
