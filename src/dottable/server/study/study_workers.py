"""Worker processes for reviews and puzzles. Each runs one job at a time and sends partial results."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from dottable.core.errors import DottableError
from dottable.core.primitives.rule import BACKEND_VARIABLE, PORTABLE
from dottable.server.access.limits import Limits
from dottable.server.study.worker_frames import DONE, FRAME_HEADER, REFUSED, RESULT, JobName, JobRequest, encode_frame

log = logging.getLogger("dottable.server")

WORKER_MODULE = "dottable.server.study.worker_process"
MAX_IDLE_S = 300.0
"""Time in seconds without a job after which a worker process is ended, to free its memory."""
MEGABYTE = 1024 * 1024
RunJob = Callable[[JobName, list[Any], Callable[[bytes], None]], Awaitable[None]]
"""Function that runs a job in a worker: takes its name, its arguments, and a callback for each result."""


class WorkerFailed(Exception):
    """Raised when a job failed unexpectedly or exceeded a limit."""


class StudyWorker:
    """One process that makes reviews and puzzles, one job at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, module: str) -> StudyWorker:
        """Start a worker process and return it.

        The process runs rules from WebAssembly modules, which load quickly and take little memory.
        """
        environment = {**os.environ, BACKEND_VARIABLE: PORTABLE}
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", module, stdin=pipe, stdout=pipe, env=environment, start_new_session=True
        )
        return cls(process)

    @property
    def process_id(self) -> int:
        return self._process.pid

    @property
    def is_running(self) -> bool:
        return self._process.returncode is None

    async def run_job(self, request: JobRequest, on_result: Callable[[bytes], None]) -> None:
        """Run a job and call `on_result` with each result. Raise the job's DottableError, or WorkerFailed."""
        questions, answers = self._process.stdin, self._process.stdout
        assert questions is not None
        assert answers is not None
        try:
            questions.write(encode_frame(RESULT, msgspec.json.encode(request)))
            await questions.drain()
            while True:
                length, kind = FRAME_HEADER.unpack(await answers.readexactly(FRAME_HEADER.size))
                content = await answers.readexactly(length)
                if kind == DONE:
                    return
                if kind == REFUSED:
                    raise DottableError(content.decode())
                if kind != RESULT:
                    raise WorkerFailed(content.decode())
                on_result(content)
        except (asyncio.IncompleteReadError, OSError):
            raise WorkerFailed(f"The {request.job} job exceeded its limits and was ended.") from None

    async def stop(self) -> None:
        """End the worker process at once, even while it runs a job."""
        if self.is_running:
            self._process.kill()
        await self._process.wait()


class StudyWorkers:
    """Bounded pool of worker processes, started when needed and ended when idle."""

    def __init__(self, limits: Limits, module: str = WORKER_MODULE) -> None:
        """`module` is the program of the workers; tests replace it."""
        self._limits = limits
        self._module = module
        self._free_slots = asyncio.Semaphore(limits.review_workers)
        self._idle: list[StudyWorker] = []
        self._idle_timers: dict[StudyWorker, asyncio.TimerHandle] = {}
        self._stopping: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def free_worker(self) -> AsyncIterator[RunJob]:
        """Wait for a free worker. The context's value is a `RunJob` function for it.

        That function raises the job's DottableError, or WorkerFailed. Leaving the context before the job ends kills the
        worker.
        """
        async with self._free_slots:
            worker = self._take_idle() or await StudyWorker.start(self._module)
            is_idle = True

            async def run(job: JobName, args: list[Any], on_result: Callable[[bytes], None]) -> None:
                nonlocal is_idle
                is_idle = False
                await self._run_in(worker, job, args, on_result)
                is_idle = True

            try:
                yield run
            finally:
                if is_idle:
                    self._keep_idle(worker)
                else:
                    await worker.stop()

    async def _run_in(
        self, worker: StudyWorker, job: JobName, args: list[Any], on_result: Callable[[bytes], None]
    ) -> None:
        limits = self._limits
        request = JobRequest(job, args, limits.review_cpu_s, limits.review_memory_mb * MEGABYTE)
        try:
            async with asyncio.timeout(limits.review_run_s):
                await worker.run_job(request, on_result)
        except TimeoutError:
            raise WorkerFailed(f"The {job} job took more than {limits.review_run_s} s and was ended.") from None

    def _take_idle(self) -> StudyWorker | None:
        while self._idle:
            worker = self._idle.pop()
            self._idle_timers.pop(worker).cancel()
            if worker.is_running:
                return worker
        return None

    def _keep_idle(self, worker: StudyWorker) -> None:
        self._idle.append(worker)
        self._idle_timers[worker] = asyncio.get_running_loop().call_later(MAX_IDLE_S, self._end_idle, worker)

    def _end_idle(self, worker: StudyWorker) -> None:
        self._idle.remove(worker)
        del self._idle_timers[worker]
        task = asyncio.get_running_loop().create_task(worker.stop())
        self._stopping.add(task)
        task.add_done_callback(self._stopping.discard)

    async def close(self) -> None:
        """End all idle worker processes. The caller must have cancelled all jobs."""
        for timer in self._idle_timers.values():
            timer.cancel()
        await asyncio.gather(*(worker.stop() for worker in self._idle), *self._stopping)
        self._idle.clear()
        self._idle_timers.clear()
