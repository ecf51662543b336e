"""Jobs run in processes with limits; a job that exceeds them ends its process and nothing else."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from dottable.core.deck_files import BadDeck
from dottable.core.errors import BadLog
from dottable.server.access.limits import Limits
from dottable.server.routes.errors import ApiError
from dottable.server.sandbox import sandbox as sandbox_module
from dottable.server.sandbox.deck_and_log_checks import check_deck, check_log
from dottable.server.sandbox.sandbox import Sandbox

LIMITS = Limits(sandbox_cpu_s=1, sandbox_memory_mb=64, sandbox_queue=4, sandbox_jobs_per_address=3)
ANN, BOB, CY = "192.0.2.1", "192.0.2.2", "192.0.2.3"


def process_id() -> int:
    return os.getpid()


def use_cpu() -> None:
    while True:
        pass


def use_memory() -> int:
    return len(bytearray(200 * 1024 * 1024))


def use_little_memory() -> int:
    return len(bytearray(20 * 1024 * 1024))


def crash() -> None:
    os.abort()


def divide(a: int, b: int) -> float:
    return a / b


def complain(line: int) -> None:
    raise BadLog("This is wrong.", line=line)


def run(story: Callable[[Sandbox], Awaitable[Any]], limits: Limits = LIMITS) -> Any:
    async def in_loop() -> Any:
        return await story(Sandbox(limits))

    return asyncio.run(in_loop())


async def status_of(job: Awaitable[Any]) -> int:
    """Return the status of the ApiError that a job raises."""
    with pytest.raises(ApiError) as raised:
        await job
    return raised.value.status


def test_a_job_runs_in_another_process_that_is_used_again():
    async def story(sandbox: Sandbox) -> None:
        first = await sandbox.run_job(ANN, None, process_id)
        assert first != os.getpid()
        assert await sandbox.run_job(BOB, None, process_id) == first

    run(story)


@pytest.mark.parametrize("job", [use_cpu, use_memory, crash])
def test_a_job_that_exceeds_a_limit_is_answered_422_and_its_process_replaced(job):
    async def story(sandbox: Sandbox) -> None:
        first = await sandbox.run_job(ANN, None, process_id)
        assert await status_of(sandbox.run_job(ANN, None, job)) == 422
        assert await sandbox.run_job(ANN, None, process_id) != first
        assert sandbox.job_count == 0

    run(story)


def test_a_job_that_takes_too_long_is_ended(monkeypatch):
    async def story(sandbox: Sandbox) -> None:
        await sandbox.run_job(ANN, None, process_id)
        monkeypatch.setattr(sandbox_module, "MAX_RUN_S", 1)
        assert await status_of(sandbox.run_job(ANN, None, use_cpu)) == 503

    run(story, Limits(sandbox_cpu_s=60))


def test_limits_are_per_job():
    async def story(sandbox: Sandbox) -> None:
        for _ in range(6):
            assert await sandbox.run_job(ANN, None, use_little_memory) == 20 * 1024 * 1024

    run(story)


def test_an_error_for_people_passes_and_another_one_is_logged(caplog):
    async def story(sandbox: Sandbox) -> None:
        with pytest.raises(BadLog, match="Line 7: This is wrong") as raised:
            await sandbox.run_job(ANN, None, complain, 7)
        assert raised.value.line == 7
        assert await status_of(sandbox.run_job(ANN, None, divide, 1, 0)) == 422

    run(story)
    assert "ZeroDivisionError" in caplog.text


def test_the_queue_is_bounded_per_address_and_in_all():
    async def story(sandbox: Sandbox) -> None:
        jobs = [asyncio.create_task(sandbox.run_job(ANN, None, process_id)) for _ in range(3)]
        await asyncio.sleep(0)
        assert await status_of(sandbox.run_job(ANN, None, process_id)) == 429
        jobs.append(asyncio.create_task(sandbox.run_job(BOB, None, process_id)))
        await asyncio.sleep(0)
        assert await status_of(sandbox.run_job(CY, None, process_id)) == 503
        assert len(set(await asyncio.gather(*jobs))) == 1
        assert await sandbox.run_job(ANN, None, process_id) in {job.result() for job in jobs}

    run(story)


def test_decks_and_logs_are_checked_in_a_worker():
    async def story(sandbox: Sandbox) -> None:
        with pytest.raises(BadDeck, match=r"mine.toml: Line 1: a key has more than"):
            await sandbox.run_job(ANN, "dots_72", check_deck, "dots_72", "a." * 9_000 + "a=1", "mine.toml")
        assert not (await sandbox.run_job(ANN, None, check_log, "nonsense")).is_valid

    run(story, Limits())


def test_a_job_is_refused_if_its_address_has_too_many_at_all_nodes():
    counted: list[str] = []

    @asynccontextmanager
    async def shared_slot(address: str) -> AsyncIterator[bool]:
        counted.append(address)
        yield len(counted) < 2

    async def story(sandbox: Sandbox) -> None:
        sandbox.shared_slot = shared_slot
        assert await sandbox.run_job(ANN, None, divide, 6, 3) == 2
        assert await status_of(sandbox.run_job(ANN, None, divide, 6, 3)) == 429
        assert sandbox.job_count == 0

    run(story)
