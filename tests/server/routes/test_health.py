"""Liveness and readiness: with a working store, a store that fails, a full or read-only disk, and a hung database."""

from __future__ import annotations

import asyncio
import os
import resource
import socket
import subprocess
import sys
import threading
import time
from contextlib import contextmanager, suppress
from typing import cast
from urllib.parse import urlsplit

import httpx
import pytest

from dottable.server.monitoring import store_probe
from dottable.server.monitoring.store_probe import StoreProbe
from dottable.server.routes.health import HIDDEN_REASON
from dottable.store import Store, StoreError
from tests.present import present
from tests.server.running_server import run_server, wait_until
from tests.store.conftest import anyio_backend, postgres_address  # noqa: F401  (fixtures)

MAX_ANSWER_S = 2.0


def test_a_working_server_is_live_and_ready(server):
    assert server.get("/health/live").json()["status"] == "ok"
    for path in ("/health/ready", "/health"):
        answer = server.get(path)
        assert (answer.status_code, answer.json()["status"], answer.json()["reason"]) == (200, "ok", "")
        assert answer.headers["cache-control"] == "no-store"


def test_readiness_shows_that_a_row_was_committed(tmp_path):
    import sqlite3

    with run_server(tmp_path / "d.db") as up:
        before = up.host.clock_ms()
        assert up.get("/health/ready").status_code == 200
        with sqlite3.connect(tmp_path / "d.db") as reader:
            assert reader.execute("SELECT written_at FROM health").fetchone()[0] >= before


def test_the_reason_is_told_to_this_machine_only(tmp_path, monkeypatch):
    with run_server(tmp_path / "d.db") as up:

        async def fail(_: int) -> None:
            raise StoreError("PostgreSQL failed: user postgres at 10.0.0.5")

        monkeypatch.setattr(up.host.store, "write_health_row", fail)
        near = up.get("/health/ready")
        assert (near.status_code, near.json()["status"]) == (503, "store down")
        assert "10.0.0.5" in near.json()["reason"]
        far = up.http.get("/health/ready", headers={"x-forwarded-for": "192.0.2.7"})
        assert (far.status_code, far.json()["reason"]) == (503, HIDDEN_REASON)


class SlowStore:
    """A store whose health row is written when the test says so."""

    def __init__(self) -> None:
        self.writes = 0
        self.may_finish = asyncio.Event()

    async def write_health_row(self, _: int) -> None:
        self.writes += 1
        await self.may_finish.wait()


@pytest.mark.anyio
async def test_many_checks_share_one_write(monkeypatch):
    monkeypatch.setattr(store_probe, "PROBE_TIMEOUT_S", 0.02)
    store = SlowStore()
    probe = StoreProbe(cast("Store", store), lambda: 0)
    problems = await asyncio.gather(*(probe.find_problem() for _ in range(20)))
    assert all("not been committed" in present(problem) for problem in problems)
    assert "not been committed" in present(await probe.find_problem())
    assert store.writes == 1
    store.may_finish.set()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert [await probe.find_problem() for _ in range(5)] == [None] * 5
    assert store.writes == 1
    monkeypatch.setattr(store_probe, "PROBE_INTERVAL_S", 0.0)
    assert await probe.find_problem() is None
    assert store.writes == 2


@contextmanager
def server_process(data):
    """Run `dottable serve` as a process and yield it with an HTTP client."""
    command = [sys.executable, "-m", "dottable", "serve", "--port", "0", "--data", str(data)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        url = present(process.stdout).readline().split()[3]
        with httpx.Client(base_url=url, timeout=90) as client:
            yield process, client
    finally:
        process.kill()
        process.communicate()


def wait_for_status(client, status):
    """Wait until readiness has this status; every answer takes less than MAX_ANSWER_S."""
    answers = []

    def has_status():
        started = time.monotonic()
        answers.append(client.get("/health/ready"))
        assert time.monotonic() - started < MAX_ANSWER_S
        assert client.get("/health/live").status_code == 200
        return answers[-1].status_code == status

    wait_until(has_status, 15)
    return answers[-1].json()


def test_a_server_that_may_not_write_more_is_not_ready(tmp_path):
    with server_process(tmp_path) as (process, client):
        assert wait_for_status(client, 200)["status"] == "ok"
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (1024, resource.RLIM_INFINITY))
        assert "SQLite could not write" in wait_for_status(client, 503)["reason"]
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        assert wait_for_status(client, 200)["status"] == "ok"


@contextmanager
def small_disk(folder):
    """Mount a file system of 1 MB, or skip the test where that is not allowed."""
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)], capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        pytest.skip(f"no file system can be mounted here: {done.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may mount a file system")
def test_a_server_on_a_full_disk_is_not_ready(tmp_path):
    with small_disk(tmp_path) as disk, server_process(disk) as (_, client):
        assert wait_for_status(client, 200)["status"] == "ok"
        with suppress(OSError), (disk / "filler").open("wb") as filler:
            while True:
                filler.write(b"x" * 4096)
                filler.flush()
        assert wait_for_status(client, 503)["status"] == "store down"
        (disk / "filler").unlink()
        assert wait_for_status(client, 200)["status"] == "ok"


def test_a_server_whose_file_became_read_only_is_not_ready(tmp_path):
    with run_server(tmp_path / "d.db") as up:
        up.host.store._writer._connection.execute("PRAGMA query_only = ON")
        assert "readonly database" in wait_for_status(up.http, 503)["reason"]
        up.host.store._writer._connection.execute("PRAGMA query_only = OFF")
        assert wait_for_status(up.http, 200)["status"] == "ok"


class PausableProxy:
    """A TCP proxy that can stop passing bytes on, like a hung server."""

    def __init__(self, target: tuple[str, int]) -> None:
        self._target = target
        self._runs = threading.Event()
        self._runs.set()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._sockets = [self._listener]
        self.port = self._listener.getsockname()[1]
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()

    def pause(self) -> None:
        self._runs.clear()

    def resume(self) -> None:
        self._runs.set()

    def close(self) -> None:
        self.resume()
        for end in self._sockets:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()
        for end in self._sockets:
            end.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                far = socket.create_connection(self._target)
                self._sockets += [near, far]
                for pair in ((near, far), (far, near)):
                    self._threads.append(threading.Thread(target=self._pump, args=pair))
                    self._threads[-1].start()

    def _pump(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                self._runs.wait()
                sink.sendall(data)
        with suppress(OSError):
            sink.shutdown(socket.SHUT_RDWR)


@pytest.mark.anyio
async def test_a_server_with_a_hung_database_is_not_ready(postgres_address):  # noqa: F811
    await asyncio.to_thread(check_readiness_with_a_hung_database, postgres_address)


def check_readiness_with_a_hung_database(address):
    parts = urlsplit(address)
    proxy = PausableProxy((parts.hostname, parts.port or 5432))
    proxied = parts._replace(netloc=f"{parts.username}@127.0.0.1:{proxy.port}").geturl()
    try:
        with run_server(proxied) as up:
            assert wait_for_status(up.http, 200)["status"] == "ok"
            proxy.pause()
            assert "not been committed" in wait_for_status(up.http, 503)["reason"]
            proxy.resume()
            assert wait_for_status(up.http, 200)["status"] == "ok"
    finally:
        proxy.close()
