"""Worker processes that check decks and logs from strangers, behind a bounded queue."""

from __future__ import annotations

import asyncio
import logging
import math
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from anyio import BrokenWorkerProcess, CapacityLimiter, fail_after, to_process

from dottable.server.access.limits import Limits, address_limit_key
from dottable.server.routes.errors import ApiError
from dottable.server.sandbox.process_limits import JobFailed, JobLimits, run_with_limits

log = logging.getLogger("dottable.server")

MAX_WAIT_S = 30
"""Time that a job may wait for a worker."""
MAX_RUN_S = 60
"""Time that a job may run, including the start of a worker. Only a busy machine reaches it before the CPU limit."""
TOO_MANY_JOBS = (429, "too_fast", "Too many checks at once. Wait for the earlier ones.")
QUEUE_FULL = (503, "busy", "The server checks too many decks and logs at the moment. Try again soon.")
TOO_COSTLY = (422, "too_costly", "Checking this takes too much time or memory. Make it smaller or simpler.")
NOT_CHECKED = (422, "not_checked", "This text could not be checked. The error has been logged.")

Result = TypeVar("Result")


class Sandbox:
    """Runs jobs in worker processes with limits of memory and time. A worker that exceeds them is replaced."""

    def __init__(self, limits: Limits, on_refused: Callable[[str], None] = lambda _: None) -> None:
        self._limits = limits
        self._on_refused = on_refused
        """Called with the name of the limit that refuses a job."""
        self._job_limits = JobLimits(limits.sandbox_cpu_s, limits.sandbox_memory_mb * 1024 * 1024)
        self._free_workers = asyncio.Semaphore(limits.sandbox_workers)
        self._anyio_limiter = CapacityLimiter(math.inf)  # a job has a free worker before it reaches anyio
        self._jobs_by_address: Counter[str] = Counter()

    @property
    def job_count(self) -> int:
        """Number of jobs that run or wait."""
        return self._jobs_by_address.total()

    async def run(self, address: str, slug: str | None, job: Callable[..., Result], *args: object) -> Result:
        """Return the result of `job(*args)`. `slug` names the game to load first.

        Raises the job's DottableError; or ApiError 429 or 503 if too many jobs wait, 422 if the job takes too much.
        """
        with self._place_in_queue(address_limit_key(address)):
            await self._wait_for_worker()
            try:
                return await self._run_in_worker(slug, job, args)
            finally:
                self._free_workers.release()

    @contextmanager
    def _place_in_queue(self, address: str) -> Iterator[None]:
        if self._jobs_by_address[address] >= self._limits.sandbox_jobs_per_address:
            self._on_refused("sandbox_jobs_per_address")
            raise ApiError(*TOO_MANY_JOBS)
        if self.job_count >= self._limits.sandbox_queue:
            self._on_refused("sandbox_queue")
            raise ApiError(*QUEUE_FULL)
        self._jobs_by_address[address] += 1
        try:
            yield
        finally:
            self._jobs_by_address[address] -= 1
            self._jobs_by_address += Counter()  # drops addresses without jobs

    async def _wait_for_worker(self) -> None:
        try:
            async with asyncio.timeout(MAX_WAIT_S):
                await self._free_workers.acquire()
        except TimeoutError:
            raise ApiError(*QUEUE_FULL) from None

    async def _run_in_worker(self, slug: str | None, job: Callable[..., Result], args: tuple[object, ...]) -> Result:
        try:
            with fail_after(MAX_RUN_S):
                return await to_process.run_sync(
                    run_with_limits, job, args, slug, self._job_limits, cancellable=True, limiter=self._anyio_limiter
                )
        except TimeoutError:
            log.warning("a %s job took more than %s s and was ended", job.__name__, MAX_RUN_S)
            raise ApiError(*QUEUE_FULL) from None
        except BrokenWorkerProcess:
            log.warning("a %s job exceeded its limits and was ended", job.__name__)
            self._on_refused("sandbox_cpu_s")
            raise ApiError(*TOO_COSTLY) from None
        except JobFailed as error:
            log.error("a %s job failed: %s", job.__name__, error)
            raise ApiError(*NOT_CHECKED) from None
