"""Real `dottable serve` nodes on their own database, each behind its own proxies to PostgreSQL and NATS."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import httpx
import pytest

from dottable.store.postgres.errors import load_asyncpg
from tests.cluster.fault_proxy import FaultProxy

asyncpg = load_asyncpg()

POSTGRES = os.environ.get("DOTTABLE_TEST_POSTGRES", "postgresql://postgres@127.0.0.1:5432/test")
NATS = os.environ.get("DOTTABLE_TEST_NATS", "nats://127.0.0.1:4222")
START_TIMEOUT_S = 90
STOP_TIMEOUT_S = 60
NO_LIMITS = ("messages_per_s=1000", "messages_burst=10000", "requests_per_s=10000", "requests_burst=10000")
"""Settings that remove limits, because all clients of a drill share one address and play faster than people."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def with_address(url: str, host: str, port: int) -> str:
    """Return a URL with another host and port; user and path stay the same."""
    parts = urlsplit(url)
    user = f"{parts.netloc.rpartition('@')[0]}@" if "@" in parts.netloc else ""
    return urlunsplit(parts._replace(netloc=f"{user}{host}:{port}"))


class Node:
    """One server process and its proxies."""

    def __init__(self, name: str, database: str, prefix: str, folder: Path, options: tuple[str, ...]) -> None:
        self.name, self.folder, self.options = name, folder, options
        self.prefix = prefix
        """First token of all NATS subjects; empty for a node without a bus."""
        self.port = free_port()
        self.database = database
        postgres, nats = urlsplit(database), urlsplit(NATS)
        self.postgres_proxy = FaultProxy(postgres.hostname or "127.0.0.1", postgres.port or 5432)
        self.nats_proxy = FaultProxy(nats.hostname or "127.0.0.1", nats.port or 4222)
        self.process: subprocess.Popen[bytes] | None = None
        self.is_stopped = False

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log_file(self) -> Path:
        return self.folder / f"{self.name}.log"

    def command(self) -> list[str]:
        store = with_address(self.database, "127.0.0.1", self.postgres_proxy.port)
        bus = with_address(NATS, "127.0.0.1", self.nats_proxy.port)
        limits = [word for limit in NO_LIMITS for word in ("--set", f"limits.{limit}")]
        serve = [sys.executable, "-m", "dottable", "serve", "--port", str(self.port), "--store", store]
        clustered = ["--bus", bus, "--bus-prefix", self.prefix, "--node", self.name] if self.prefix else []
        return [*serve, *clustered, *limits, *self.options]

    async def start(self) -> None:
        """Start the process without waiting for it."""
        for proxy in (self.postgres_proxy, self.nats_proxy):
            if proxy.port == 0:
                await proxy.start()
        with self.log_file.open("ab") as log:
            self.process = subprocess.Popen(self.command(), stdout=subprocess.DEVNULL, stderr=log)

    async def wait_until_ready(self) -> None:
        """Return once the node answers that it is ready."""
        async with httpx.AsyncClient(base_url=self.url, timeout=5) as http:
            for _ in range(int(START_TIMEOUT_S / 0.1)):
                with contextlib.suppress(httpx.HTTPError):
                    if (await http.get("/health/ready")).status_code == 200:
                        return
                if self.process is None or self.process.poll() is not None:
                    break
                await asyncio.sleep(0.1)
        raise AssertionError(f"{self.name} did not start: {self.log_file.read_text()[-2000:]}")

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    async def kill(self) -> None:
        """End the process with SIGKILL."""
        if self.process is not None:
            self.process.kill()
            await asyncio.to_thread(self.process.wait)
        self.is_stopped = False

    async def terminate(self) -> int:
        """End the process with SIGTERM, after which it drains. Return its exit status."""
        assert self.process is not None
        self.process.terminate()
        return await asyncio.to_thread(self.process.wait, STOP_TIMEOUT_S)

    def stop(self) -> None:
        """Suspend the process with SIGSTOP."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)
        self.is_stopped = True

    def resume(self) -> None:
        """Continue a suspended process."""
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)
        self.is_stopped = False


class Cluster:
    """Nodes on one database with one bus prefix."""

    def __init__(self, database: str, prefix: str, folder: Path, count: int, options: tuple[str, ...] = ()) -> None:
        self.database = database
        self.prefix = prefix
        self.nodes = [Node(f"n{k + 1}", database, prefix, folder, options) for k in range(count)]

    async def start(self) -> None:
        """Start all nodes; the first alone, so that it migrates the schema."""
        first, *others = self.nodes
        await first.start()
        await first.wait_until_ready()
        for node in others:
            await node.start()
        for node in others:
            await node.wait_until_ready()

    async def close(self) -> None:
        for node in self.nodes:
            if node.is_running:
                await node.kill()
            await node.postgres_proxy.close()
            await node.nats_proxy.close()


async def services_or_skip() -> None:
    """Skip the test if PostgreSQL or NATS cannot be reached."""
    bus = urlsplit(NATS)
    try:
        await (await asyncpg.connect(POSTGRES, timeout=5)).close()
        _, writer = await asyncio.open_connection(bus.hostname, bus.port or 4222)
        writer.close()
    except (OSError, asyncpg.PostgresError) as error:
        pytest.skip(f"PostgreSQL and NATS are needed (DOTTABLE_TEST_POSTGRES, DOTTABLE_TEST_NATS): {error}")


@asynccontextmanager
async def temporary_database() -> AsyncIterator[str]:
    """Create a database and yield its URL; drop it afterwards."""
    name = f"drill_{secrets.token_hex(4)}"
    server = await asyncpg.connect(POSTGRES)
    await server.execute(f"CREATE DATABASE {name}")
    try:
        yield urlunsplit(urlsplit(POSTGRES)._replace(path=f"/{name}"))
    finally:
        await server.execute(f"DROP DATABASE {name} WITH (FORCE)")
        await server.close()


@asynccontextmanager
async def running_cluster(folder: Path, count: int, options: tuple[str, ...] = ()) -> AsyncIterator[Cluster]:
    """Start a cluster on its own database and yield it."""
    async with temporary_database() as database:
        cluster = Cluster(database, f"drill{secrets.token_hex(4)}", folder, count, options)
        try:
            await cluster.start()
            yield cluster
        finally:
            await cluster.close()
