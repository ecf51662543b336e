"""Real `dottable serve` processes that form a cluster, for tests."""

from __future__ import annotations

import os
import re
import secrets
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import httpx
import pytest

from tests.server.running_server import TIMEOUT_S, ApiUser, wait_until
from tests.store.conftest import POSTGRES

NATS = os.environ.get("DOTTABLE_TEST_NATS", "nats://127.0.0.1:4222")
"""Address of the NATS server for tests."""


def skip_without_nats() -> None:
    """Skip the test if there is no NATS."""
    pytest.importorskip("nats")
    host, port = NATS.removeprefix("nats://").split(":")
    try:
        socket.create_connection((host, int(port)), timeout=2).close()
    except OSError as error:
        pytest.skip(f"there is no NATS to test with (DOTTABLE_TEST_NATS): {error}")


def schema_address(schema: str) -> str:
    """Return the address of a PostgreSQL schema."""
    return f"{POSTGRES}?search_path={schema}"


class ServeProcess(ApiUser):
    """One `dottable serve` process."""

    def __init__(self, *arguments: str) -> None:
        environment = {**os.environ, "DOTTABLE_RULES": "portable", "DOTTABLE_COMPILE_RULES": "false"}
        command = [sys.executable, "-m", "dottable", "serve", "--port", "0", *arguments]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
        )
        self.is_stopped = False
        self.port = 0

    def wait_until_ready(self) -> ServeProcess:
        """Return once the server listens. Fails with its output if it stops instead."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r":(\d+)\b", line)
        assert found, (line, self.process.stderr.read() if self.process.stderr else "")
        self.port = int(found[1])
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=TIMEOUT_S)
        return self

    def refusal(self) -> str:
        """Return the error output of a server that does not start."""
        _, errors = self.process.communicate(timeout=TIMEOUT_S)
        assert self.process.returncode != 0
        return errors

    def metric(self, name: str) -> float:
        """Return a metric of this server."""
        text = self.get("/metrics", token="metrics").text
        found = re.search(rf"^{name} (\S+)$", text, re.MULTILINE)
        assert found, f"no metric {name}"
        return float(found[1])

    def stop(self, with_signal: int = signal.SIGTERM) -> int:
        """Send a signal and return the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(with_signal)
        _, errors = self.process.communicate(timeout=TIMEOUT_S)
        sys.stderr.write(errors)
        self.http.close()
        self.is_stopped = True
        return self.process.returncode


class Cluster:
    """Several nodes on one PostgreSQL schema and one prefix of the bus."""

    def __init__(self, schema: str) -> None:
        self.store = schema_address(schema)
        self.prefix = f"test-{secrets.token_hex(4)}"
        self.nodes: list[ServeProcess] = []

    def start(self, *names: str, role: str = "all", settings: Sequence[str] = ()) -> list[ServeProcess]:
        """Start nodes and return them once they listen. `settings` are values of `--set`."""
        started = [
            ServeProcess(
                *("--store", self.store, "--bus", NATS, "--bus-prefix", self.prefix, "--node", name, "--role", role),
                *("--set", "metrics_token=metrics"),
                *(word for setting in settings for word in ("--set", setting)),
            )
            for name in names
        ]
        self.nodes += started
        return [node.wait_until_ready() for node in started]

    def stop(self) -> None:
        for node in self.nodes:
            if node.process.poll() is None:
                node.process.send_signal(signal.SIGCONT)
            if not node.is_stopped:
                node.stop(signal.SIGKILL)


@contextmanager
def temporary_schema() -> Iterator[str]:
    """Create a PostgreSQL schema and drop it afterwards. Skips without PostgreSQL."""
    asyncio = pytest.importorskip("asyncio")
    asyncpg = pytest.importorskip("asyncpg")
    schema = f"dottable_test_{secrets.token_hex(6)}"

    async def execute(statement: str) -> None:
        connection = await asyncpg.connect(POSTGRES, timeout=5)
        await connection.execute(statement)
        await connection.close()

    try:
        asyncio.run(execute(f"CREATE SCHEMA {schema}"))
    except (OSError, asyncpg.PostgresError) as error:
        pytest.skip(f"there is no PostgreSQL to test with (DOTTABLE_TEST_POSTGRES): {error}")
    try:
        yield schema
    finally:
        asyncio.run(execute(f"DROP SCHEMA {schema} CASCADE"))


@contextmanager
def running_cluster() -> Iterator[Cluster]:
    """Provide a cluster without nodes, and end its nodes afterwards."""
    skip_without_nats()
    with temporary_schema() as schema:
        cluster = Cluster(schema)
        try:
            yield cluster
        finally:
            cluster.stop()


__all__ = ["Cluster", "ServeProcess", "running_cluster", "skip_without_nats", "temporary_schema", "wait_until"]
