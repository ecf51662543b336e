"""Spreads jobs over threads, over joblib's processes or over Ray. Every job's result comes once, and a job whose
worker is lost on the way is done again by another."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from typing import Any, NamedTuple

from dottable.core.errors import DottableError

MOST_LOSSES = 5
"""Workers that may be lost before we give up: something is killing them all."""
AHEAD = 2
"""Jobs handed out for every worker, so that none has to wait for the next."""

Work = Callable[..., Any]
Jobs = Sequence[tuple[Any, ...]]
Done = Generator[tuple[int, Any], None, None]
"""The place of a job in the list and its result, as jobs end."""


class Crew(NamedTuple):
    """Who does the work."""

    workers: int | None = None
    """As many as there are cores, if not said otherwise."""
    cluster: str | None = None
    """`ray`, or the address of a Ray cluster."""

    @property
    def size(self) -> int:
        return self.workers or os.cpu_count() or 1


class WorkersLost(DottableError):
    """Too many workers ended before their work did."""


def spread(work: Work, jobs: Jobs, crew: Crew, *, in_threads: bool = False) -> Done:
    """Do `work(*job)` for every job. Threads are for compiled work, which needs no lock of Python's."""
    if crew.cluster is not None:
        return on_ray(work, jobs, crew)
    count = min(crew.size, len(jobs))
    if count <= 1:
        return one_by_one(work, jobs)
    return over_threads(work, jobs, count) if in_threads else over_processes(work, jobs, count)


def one_by_one(work: Work, jobs: Jobs) -> Done:
    """In this process, in order."""
    for place, job in enumerate(jobs):
        yield place, work(*job)


def over_threads(work: Work, jobs: Jobs, count: int) -> Done:
    executor = ThreadPoolExecutor(count)
    try:
        yield from drained(executor.submit, work, dict(enumerate(jobs)), AHEAD * count)
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


def over_processes(work: Work, jobs: Jobs, count: int) -> Done:
    """In processes of joblib's; when one is lost, all are started again for what is not done."""
    left = dict(enumerate(jobs))
    for _ in range(MOST_LOSSES + 1):
        try:
            with processes(count) as submit:
                for place, result in drained(submit, work, left, AHEAD * count):
                    del left[place]
                    yield place, result
            return
        except BrokenExecutor:
            continue
    raise WorkersLost(f"{MOST_LOSSES + 1} worker processes ended before their work did; is there enough memory?")


def drained(submit: Callable[..., Future[Any]], work: Work, jobs: dict[int, tuple[Any, ...]], most: int) -> Done:
    """Results as they come; never more than `most` jobs are handed out at once."""
    waiting = iter(list(jobs.items()))
    running = {submit(work, *job): place for place, job in islice(waiting, most)}
    while running:
        done, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            yield running.pop(future), future.result()
        running.update({submit(work, *job): place for place, job in islice(waiting, len(done))})


@contextmanager
def processes(count: int) -> Iterator[Callable[..., Future[Any]]]:
    """Worker processes for as long as needed; they end at once if somebody stops early."""
    from joblib.externals.loky import ProcessPoolExecutor

    executor = ProcessPoolExecutor(count, initializer=leave_interrupts, env={"OMP_NUM_THREADS": "1"})
    try:
        yield executor.submit
    finally:
        executor.shutdown(wait=True, kill_workers=True)


def leave_interrupts() -> None:
    """Ctrl-C is for whoever started the workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def on_ray(work: Work, jobs: Jobs, crew: Crew) -> Done:
    """On a Ray cluster, or on a Ray of our own on this machine; Ray itself repeats what a lost worker had."""
    with ray_cluster(crew) as ray:
        remote = ray.remote(work).options(max_retries=MOST_LOSSES, num_cpus=1)
        most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", crew.size)))
        waiting = iter(enumerate(jobs))
        running = {remote.remote(*job): place for place, job in islice(waiting, most)}
        while running:
            done, _ = ray.wait(list(running), num_returns=1)
            for reference in done:
                try:
                    result = ray.get(reference)
                except ray.exceptions.WorkerCrashedError as error:
                    raise WorkersLost(f"Ray lost {MOST_LOSSES + 1} workers over the same job.") from error
                yield running.pop(reference), result
            running.update({remote.remote(*job): place for place, job in islice(waiting, len(done))})


@contextmanager
def ray_cluster(crew: Crew) -> Iterator[Any]:
    """Ray, connected; what we have started ends with us."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is told to anybody
    # It leaves CUDA_VISIBLE_DEVICES alone if no GPU is asked for, as new Rays do anyway; those of 2025 warn if unset.
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        import ray
    except ImportError:
        raise DottableError("Ray is not installed: pip install 'dottable[ray]'.") from None
    if ray.is_initialized():
        yield ray
        return
    quietly: dict[str, Any] = {"log_to_driver": False, "logging_level": "error"}
    try:
        if crew.cluster == "ray":
            ray.init(num_cpus=crew.workers, include_dashboard=False, **quietly)
        else:
            ray.init(address=crew.cluster, **quietly)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise DottableError(f"There is no Ray at '{crew.cluster}': {error}") from error
    try:
        yield ray
    finally:
        ray.shutdown()
