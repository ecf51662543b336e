"""Reviews of finished matches: made on request in worker processes, with a bounded queue, and stored.

A job claims its match in the store, so that two servers never make the same review. It renews the claim while it runs.
If its server dies, the claim expires, and the next request starts a new job.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from dottable.core.errors import DottableError
from dottable.server.access.limits import Limits, address_limit_key
from dottable.server.routes.errors import ApiError
from dottable.server.study.study_workers import StudyWorkers, WorkerFailed
from dottable.store import ReviewRow, Store, StoreError, TableRow
from dottable.study.review_types import REVIEW_VERSION, MatchReview
from dottable.study.worker_jobs import gzipped_json

log = logging.getLogger("dottable.server")

CLAIM_LIFETIME_MS = 20_000
"""Lifetime of a claim in ms, unless it is renewed."""
CLAIM_RENEWAL_INTERVAL_S = 4.0
"""Interval in seconds at which a running job renews its claim and stores its partial review."""
MAX_REMEMBERED_FAILURES = 1_000
TOO_MANY_REVIEWS = (429, "too_fast", "Too many reviews at once. Wait until the earlier ones are done.")
QUEUE_FULL = (503, "busy", "The server is making too many reviews. Try again in a moment.")
NOT_REVIEWED = (422, "not_reviewed", "This match could not be reviewed. The error is in the server's log.")


class ReviewAnswer(NamedTuple):
    """A review as gzip-compressed JSON, and whether it is complete."""

    body: bytes
    is_complete: bool


class ReviewJob:
    """A review that this server is making, or that waits in its queue."""

    def __init__(self, row: TableRow, text: str, address: str) -> None:
        self.table_id = row.id
        self.text = text
        self.address = address
        self.claimant = secrets.token_hex(8)
        self.body = gzipped_json(empty_review(row))
        """The review as far as it is made."""


class Reviews:
    """Reads reviews from the store, and makes missing ones in the background."""

    def __init__(
        self,
        store: Store,
        workers: StudyWorkers,
        limits: Limits,
        clock_ms: Callable[[], int],
        on_refused: Callable[[str], None] = lambda _: None,
    ) -> None:
        """`on_refused` is called with the name of the limit that refuses a job."""
        self._store, self._workers, self._limits, self._clock_ms = store, workers, limits, clock_ms
        self._on_refused = on_refused
        self._jobs: dict[str, ReviewJob] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._jobs_by_address: Counter[str] = Counter()
        self._failed: OrderedDict[str, None] = OrderedDict()
        """Ids of matches whose review failed since the server started."""

    @property
    def job_count(self) -> int:
        """Number of jobs that are running or waiting."""
        return len(self._jobs)

    async def find_or_start(self, row: TableRow, text: str, address: str) -> ReviewAnswer:
        """Return the review of a finished match, complete or partial. Start a job if there is none. `text` is the
        match's log.

        Raise ApiError 429 or 503 if too many reviews wait, 422 if this one failed.
        """
        stored = await self._store.find_review(row.id)
        if stored is not None and stored.is_complete and stored.version == REVIEW_VERSION:
            return ReviewAnswer(stored.body, is_complete=True)
        job = self._jobs.get(row.id)
        if job is not None:
            return ReviewAnswer(job.body, is_complete=False)
        if stored is not None and not stored.is_complete and stored.claimed_until > self._clock_ms():
            return ReviewAnswer(stored.body, is_complete=False)
        if row.id in self._failed:
            raise ApiError(*NOT_REVIEWED)
        return ReviewAnswer(self._enqueue_job(ReviewJob(row, text, address_limit_key(address))).body, is_complete=False)

    def _enqueue_job(self, job: ReviewJob) -> ReviewJob:
        """Add a job to the queue and return it. Raise ApiError if the queue is full."""
        if self._jobs_by_address[job.address] >= self._limits.review_jobs_per_address:
            self._on_refused("review_jobs_per_address")
            raise ApiError(*TOO_MANY_REVIEWS)
        if self.job_count >= self._limits.review_queue:
            self._on_refused("review_queue")
            raise ApiError(*QUEUE_FULL)
        self._jobs[job.table_id] = job
        self._jobs_by_address[job.address] += 1
        task = asyncio.create_task(self._make_review(job))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return job

    async def _make_review(self, job: ReviewJob) -> None:
        """Make a review and store it. A failure is logged, and later requests for this review get an error."""
        try:
            await self._make_claimed(job)
        except StoreError as error:
            log.error("the review of match %s could not be stored: %s", job.table_id, error)
        except (WorkerFailed, DottableError) as error:
            log.error("match %s could not be reviewed: %s", job.table_id, error)
            self._failed[job.table_id] = None
            if len(self._failed) > MAX_REMEMBERED_FAILURES:
                self._failed.popitem(last=False)
        finally:
            del self._jobs[job.table_id]
            self._jobs_by_address[job.address] -= 1
            self._jobs_by_address += Counter()  # drops addresses without jobs

    async def _make_claimed(self, job: ReviewJob) -> None:
        async with self._workers.free_worker() as run:
            if not await self._store.claim_review(self._review_row(job), self._clock_ms()):
                return  # another server makes it, or the match was deleted
            if not await self._check_log_unchanged(job):
                return
            keeper = asyncio.create_task(self._keep_claim(job))
            is_complete = False
            try:
                await run("review", [job.text], lambda body: setattr(job, "body", body))
                is_complete = True
            finally:
                keeper.cancel()
                await asyncio.gather(keeper, return_exceptions=True)
                if not is_complete:
                    await self._store.release_review(job.table_id, job.claimant)
        await self._store.save_review(self._review_row(job)._replace(is_complete=True, claimed_until=0))

    async def _check_log_unchanged(self, job: ReviewJob) -> bool:
        """Return whether the stored log is still the job's log. If not, release the claim.

        If a player was deleted while the job waited, the job's log still contains the deleted name.
        """
        kept = await self._store.find_log(job.table_id)
        if kept is not None and kept.text == job.text:
            return True
        await self._store.save_review(self._review_row(job)._replace(claimed_until=0, body=b""))
        return False

    async def _keep_claim(self, job: ReviewJob) -> None:
        """Renew the claim of a job and store its partial review, until the task is cancelled."""
        while True:
            await asyncio.sleep(CLAIM_RENEWAL_INTERVAL_S)
            try:
                await self._store.save_review(self._review_row(job))
            except StoreError as error:
                log.warning("the claim of a review could not be renewed: %s", error)

    def _review_row(self, job: ReviewJob) -> ReviewRow:
        until = self._clock_ms() + CLAIM_LIFETIME_MS
        return ReviewRow(job.table_id, REVIEW_VERSION, job.claimant, until, is_complete=False, body=job.body)

    async def close(self) -> None:
        """Cancel all jobs and release their claims, so that another server can make these reviews."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._workers.close()


def empty_review(row: TableRow) -> MatchReview:
    """Return a review that contains only names, as the answer while its job waits."""
    return MatchReview(
        version=REVIEW_VERSION,
        game=row.game,
        moves=row.moves,
        players=tuple(name for _, name in row.players),
        is_complete=False,
        progress=0.0,
        is_rough=True,
        seats=(),
        curve=(),
        turning_points=(),
        decisions=(),
        races=(),
        ledger=(),
    )
