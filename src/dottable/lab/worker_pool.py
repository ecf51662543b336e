"""Runs jobs on threads, on joblib's worker processes or on a Ray cluster.

Every job yields its result exactly once. If a worker dies, its job runs again on another worker.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from typing import Any, NamedTuple

from dottable.core.child_processes import end_with_parent, interrupts_blocked
from dottable.core.errors import DottableError
from dottable.core.optional_packages import require_package

MAX_WORKER_LOSSES = 5
"""Number of worker deaths after which a run fails. More deaths have a lasting cause, such as too little memory."""
JOBS_PER_WORKER = 2
"""Number of jobs submitted per worker at the same time, so that no worker idles between two jobs."""

JobFunction = Callable[..., Any]
Jobs = Sequence[tuple[Any, ...]]
JobResults = Generator[tuple[int, Any], None, None]
"""Pairs of a job's index and its result, in the order of completion."""


class WorkerPool(NamedTuple):
    """Says where jobs run: on a number of local workers or on a Ray cluster."""

    workers: int | None = None
    """Number of workers. None means one per CPU core."""
    cluster: str | None = None
    """`ray` for a Ray instance on this machine, or the address of a Ray cluster. None means no Ray."""

    @property
    def worker_count(self) -> int:
        return self.workers or os.cpu_count() or 1


class WorkersLost(DottableError):
    """Raised when too many workers died before their jobs ended."""


def run_jobs(function: JobFunction, jobs: Jobs, pool: WorkerPool, *, in_threads: bool = False) -> JobResults:
    """Run `function(*job)` for every job and yield the results.

    `in_threads` is meant for compiled functions, which release Python's global interpreter lock.
    """
    if pool.cluster is not None:
        return run_on_ray(function, jobs, pool)
    count = min(pool.worker_count, len(jobs))
    if count <= 1:
        return run_serially(function, jobs)
    return run_in_threads(function, jobs, count) if in_threads else run_in_processes(function, jobs, count)


def run_serially(function: JobFunction, jobs: Jobs) -> JobResults:
    """Run all jobs in this process and yield the results in job order."""
    for index, job in enumerate(jobs):
        yield index, function(*job)


def run_in_threads(function: JobFunction, jobs: Jobs, count: int) -> JobResults:
    """Run all jobs on `count` threads and yield the results."""
    executor = ThreadPoolExecutor(count)
    try:
        yield from results_as_completed(executor.submit, function, dict(enumerate(jobs)), JOBS_PER_WORKER * count)
    finally:
        executor.shutdown(wait=False, cancel_futures=True)


def run_in_processes(function: JobFunction, jobs: Jobs, count: int) -> JobResults:
    """Run all jobs on `count` processes and yield the results.

    If a process dies, restart all for the remaining jobs.
    """
    remaining = dict(enumerate(jobs))
    for _ in range(MAX_WORKER_LOSSES + 1):
        try:
            with worker_processes(count) as submit:
                for index, result in results_as_completed(submit, function, remaining, JOBS_PER_WORKER * count):
                    del remaining[index]
                    yield index, result
            return
        except BrokenExecutor:
            continue
    died = f"{MAX_WORKER_LOSSES + 1} worker processes died before their jobs ended."
    raise WorkersLost(f"{died} Check the free memory, or use fewer --workers.")


def results_as_completed(
    submit: Callable[..., Future[Any]], function: JobFunction, jobs: dict[int, tuple[Any, ...]], max_pending: int
) -> JobResults:
    """Yield results as they complete, with at most `max_pending` jobs submitted at one time."""
    waiting = iter(list(jobs.items()))
    running = {submit(function, *job): index for index, job in islice(waiting, max_pending)}
    while running:
        done, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            yield running.pop(future), future.result()
        running.update({submit(function, *job): index for index, job in islice(waiting, len(done))})


@contextmanager
def worker_processes(count: int) -> Iterator[Callable[..., Future[Any]]]:
    """Provide a `submit` function that runs jobs on `count` processes.

    The processes are killed when the context ends.
    """
    loky: Any = require_package("joblib.externals.loky", "lab")
    one_thread, parent = {"OMP_NUM_THREADS": "1"}, (os.getpid(),)
    executor = loky.ProcessPoolExecutor(count, initializer=end_with_parent, initargs=parent, env=one_thread)

    def submit(function: JobFunction, *job: Any) -> Future[Any]:
        with interrupts_blocked():  # new workers inherit the blocked signal, so that Ctrl-C reaches only this process
            return executor.submit(function, *job)

    start_resource_tracker()
    try:
        yield submit
    finally:
        executor.shutdown(wait=True, kill_workers=True)


def start_resource_tracker() -> None:
    """Start multiprocessing's helper process now.

    If Python 3.11 starts it later, it unblocks Ctrl-C for new workers.
    """
    if sys.platform != "win32":
        from multiprocessing.resource_tracker import ensure_running

        ensure_running()


def run_on_ray(function: JobFunction, jobs: Jobs, pool: WorkerPool) -> JobResults:
    """Run all jobs on Ray and yield the results. Ray itself retries the jobs of lost workers."""
    with ray_connection(pool) as ray:
        remote = ray.remote(function).options(max_retries=MAX_WORKER_LOSSES, num_cpus=1)
        max_pending = JOBS_PER_WORKER * max(1, int(ray.cluster_resources().get("CPU", pool.worker_count)))
        waiting = iter(enumerate(jobs))
        running = {remote.remote(*job): index for index, job in islice(waiting, max_pending)}
        while running:
            done, _ = ray.wait(list(running), num_returns=1)
            for reference in done:
                try:
                    result = ray.get(reference)
                except ray.exceptions.WorkerCrashedError as error:
                    raise WorkersLost(f"Ray lost {MAX_WORKER_LOSSES + 1} workers on the same job.") from error
                yield running.pop(reference), result
            running.update({remote.remote(*job): index for index, job in islice(waiting, len(done))})


@contextmanager
def ray_connection(pool: WorkerPool) -> Iterator[Any]:
    """Provide the connected `ray` module. If this function started Ray, Ray is shut down when the context ends."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # turn off Ray's telemetry
    # Ray then does not change CUDA_VISIBLE_DEVICES for jobs that request no GPU. Versions of 2025 warn without it.
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    ray: Any = require_package("ray", "ray")
    if ray.is_initialized():
        yield ray
        return
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "error"}
    try:
        if pool.cluster == "ray":
            ray.init(num_cpus=pool.workers, include_dashboard=False, **quiet)
        else:
            ray.init(address=pool.cluster, **quiet)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise DottableError(f"Cannot connect to Ray at '{pool.cluster}': {error}") from error
    try:
        yield ray
    finally:
        ray.shutdown()
