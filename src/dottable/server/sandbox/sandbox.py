"""Worker processes that check decks and logs from untrusted users, with a bounded queue."""

from __future__ import annotations

import asyncio
import logging
import math
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from typing import NoReturn, TypeVar

from anyio import BrokenWorkerProcess, CapacityLimiter, fail_after, to_process

from dottable.server.access.limits import Limits, address_limit_key
from dottable.server.routes.errors import ApiError
from dottable.server.sandbox.process_limits import JobFailed, JobLimits, run_with_limits

log = logging.getLogger("dottable.server")

MAX_WAIT_S = 30
"""Maximum time in seconds that a job may wait for a worker."""
MAX_RUN_S = 60
"""Maximum time in seconds that a job may run, including the start of a worker. Usually the CPU limit is reached
first."""
TOO_MANY_JOBS = (429, "too_fast", "Too many checks at once. Wait until the earlier ones are done.")
QUEUE_FULL = (503, "busy", "The server is checking too many decks and logs. Try again in a moment.")
TOO_COSTLY = (422, "too_costly", "Checking this takes too much time or memory. Make it smaller or simpler.")
NOT_CHECKED = (422, "not_checked", "This text could not be checked. The error is in the server's log.")

Result = TypeVar("Result")


@asynccontextmanager
async def always_free_check_slot(_address: str) -> AsyncIterator[bool]:
    """Always yield True. A single server uses it in place of `ClusterLimits.reserve_check_slot`.

    It counts its jobs in memory.
    """
    yield True


class Sandbox:
    """Runs jobs in worker processes with limits on memory and time. A worker that exceeds them is replaced."""

    def __init__(self, limits: Limits, on_refused: Callable[[str], None] = lambda _: None) -> None:
        self._limits = limits
        self._on_refused = on_refused
        """Called with the name of the limit that refuses a job."""
        self._job_limits = JobLimits(limits.sandbox_cpu_s, limits.sandbox_memory_mb * 1024 * 1024)
        self._free_workers = asyncio.Semaphore(limits.sandbox_workers)
        self._anyio_limiter = CapacityLimiter(math.inf)  # a job is only passed to anyio when a worker is free
        self._jobs_by_address: Counter[str] = Counter()
        self.shared_slot: Callable[[str], AbstractAsyncContextManager[bool]] = always_free_check_slot
        """Counts a job of an address on all nodes during a `with` block. Yields False if there are too many."""

    @property
    def job_count(self) -> int:
        """Number of jobs that are running or waiting."""
        return self._jobs_by_address.total()

    async def run_job(self, address: str, slug: str | None, job: Callable[..., Result], *args: object) -> Result:
        """Return the result of `job(*args)`. `slug` names the game to load first.

        Raise the job's DottableError. Raise ApiError 429 or 503 if too many jobs wait, and 422 if the job exceeds a
        limit.
        """
        key = address_limit_key(address)
        with self._place_in_queue(key):
            async with self.shared_slot(key) as is_free:
                if not is_free:
                    self._refuse_address()
                return await self._run_when_free(slug, job, args)

    def _refuse_address(self) -> NoReturn:
        self._on_refused("sandbox_jobs_per_address")
        raise ApiError(*TOO_MANY_JOBS)

    async def _run_when_free(self, slug: str | None, job: Callable[..., Result], args: tuple[object, ...]) -> Result:
        await self._wait_for_worker()
        try:
            return await self._run_in_worker(slug, job, args)
        finally:
            self._free_workers.release()

    @contextmanager
    def _place_in_queue(self, address: str) -> Iterator[None]:
        if self._jobs_by_address[address] >= self._limits.sandbox_jobs_per_address:
            self._refuse_address()
        if self.job_count >= self._limits.sandbox_queue:
            self._on_refused("sandbox_queue")
            raise ApiError(*QUEUE_FULL)
        self._jobs_by_address[address] += 1
        try:
            yield
        finally:
            self._jobs_by_address[address] -= 1
            self._jobs_by_address += Counter()  # removes addresses without jobs

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
