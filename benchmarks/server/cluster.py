"""Costs of a move on several nodes: through the owner, through another node, and spread over three nodes.

    python benchmarks/server/cluster.py [--rounds 3] [--seconds 6] [--sockets 100] [--rate 0]

Prints one JSON object. Every scenario starts fresh nodes on a database of its own. The driver plays DOTS (72 cards)
with random moves, two sockets per table, as in benchmarks/live. Costs are CPU seconds of all nodes together, so they
hold on a machine with fewer cores than nodes. At `foreign` the node of the sockets may not own tables, so all commands
are forwarded; at `moved` the tables move to it. Sockets and rate grow with the nodes that own tables: commits of a node
with less load hold fewer moves and cost more. The median round counts. WAL belongs to the whole PostgreSQL server: use
one without other load (`--postgres`).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit, urlunsplit

from dottable.store.postgres.errors import load_asyncpg

LIVE = Path(__file__).resolve().parents[1] / "live"
sys.path.insert(0, str(LIVE))
from run import free_port, wait_until_calm  # noqa: E402
from stopwatch import cpu_s  # noqa: E402

TIMEOUT_S = 180.0
WARM_S = 4.0
"""Time before the measurement, in which tables move to the nodes of their players."""
BYTES_PER_EVENT = "SELECT pg_total_relation_size('events')::float / greatest(1, count(*)) FROM events"
COUNTERS = """
    SELECT xact_commit, tup_inserted + tup_updated AS rows FROM pg_stat_database WHERE datname = current_database()
"""
Result = dict[str, Any]


class Scenario(NamedTuple):
    """Which nodes run, which open the tables, and which the sockets connect to. Nodes are numbers from 0."""

    nodes: int
    opened_at: tuple[int, ...]
    sockets_at: tuple[int, ...]
    has_bus: bool = True
    owners: int = 3
    """Number of nodes that may own tables. The others only compute bots and forward commands."""


SCENARIOS = {
    "one node, no bus": Scenario(1, (0,), (0,), has_bus=False),
    "one node": Scenario(1, (0,), (0,)),
    "owner": Scenario(2, (0,), (0,)),
    "foreign": Scenario(2, (0,), (1,), owners=1),
    "moved": Scenario(2, (0,), (1,)),
    "three nodes": Scenario(3, (0, 1, 2), (0, 1, 2)),
}


class Measured(NamedTuple):
    """Counters of the database and of processes at one moment."""

    wal_bytes: int
    commits: int
    rows: int
    bytes_per_event: float
    database_cpu_s: float
    nats_cpu_s: float


async def admin(postgres: str, statement: str) -> None:
    connection = await load_asyncpg().connect(postgres)
    await connection.execute(statement)
    await connection.close()


async def read_counters(database: str, nats_pid: int | None) -> Measured:
    """Return the counters of the database, and the CPU time of its backends and of NATS."""
    connection = await load_asyncpg().connect(database)
    try:
        wal = await connection.fetchval("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn")
        row = await connection.fetchrow(COUNTERS)
        bytes_per_event = await connection.fetchval(BYTES_PER_EVENT)
        pids = await connection.fetch("SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
    finally:
        await connection.close()
    backends_s = sum(cpu_s(row["pid"]) for row in pids if Path(f"/proc/{row['pid']}").exists())
    nats_s = cpu_s(nats_pid) if nats_pid else 0.0
    return Measured(int(wal), row["xact_commit"], row["rows"], float(bytes_per_event), backends_s, nats_s)


@contextmanager
def temporary_database(postgres: str) -> Iterator[str]:
    name = f"bench_{secrets.token_hex(4)}"
    asyncio.run(admin(postgres, f"CREATE DATABASE {name}"))
    try:
        yield urlunsplit(urlsplit(postgres)._replace(path=f"/{name}"))
    finally:
        asyncio.run(admin(postgres, f"DROP DATABASE {name} WITH (FORCE)"))


@contextmanager
def nodes(scenario: Scenario, database: str, nats: str, folder: str) -> Iterator[tuple[list[int], list[int]]]:
    """Run the nodes; yield their ports and process ids."""
    prefix = f"bench{secrets.token_hex(4)}"
    ports = [free_port() for _ in range(scenario.nodes)]
    started: list[subprocess.Popen[bytes]] = []
    limits = ("messages_per_s=1000000", "messages_burst=1000000", "requests_per_s=100000", "requests_burst=100000")
    try:
        for k, port in enumerate(ports):
            command = [sys.executable, "-m", "dottable", "serve", "--port", str(port), "--store", database]
            command += [word for limit in limits for word in ("--set", f"limits.{limit}")]
            if scenario.has_bus:
                command += ["--bus", nats, "--bus-prefix", prefix, "--node", f"b{k}"]
                command += ["--role", "all" if k < scenario.owners else "bots"]
            with (Path(folder) / f"{prefix}-{k}.log").open("wb") as log:
                started.append(subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log))
            wait_until_ready(port, started[-1])
        for process in started:
            wait_until_calm(process.pid)  # a new node prepares games and bots
        yield ports, [process.pid for process in started]
    finally:
        for process in started:
            process.terminate()
        for process in started:
            process.wait(60)


def wait_until_ready(port: int, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + TIMEOUT_S
    while time.monotonic() < end and process.poll() is None:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/health/ready", timeout=2):
                return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("A node does not start.")


def measure(name: str, given: argparse.Namespace, folder: str) -> Result:
    """Measure one scenario once."""
    scenario = SCENARIOS[name]
    with temporary_database(given.postgres) as database, nodes(scenario, database, given.nats, folder) as (ports, pids):
        owners = len(scenario.opened_at)
        command = [sys.executable, str(LIVE / "ours_driver.py"), "--sockets", str(owners * given.sockets)]
        command += ["--rate", str(owners * given.rate), "--seconds", str(given.seconds), "--announce"]
        command += ["--warm", str(WARM_S)]
        command += ["--port", *[str(ports[k]) for k in scenario.sockets_at]]
        command += ["--open-port", *[str(ports[k]) for k in scenario.opened_at]]
        command += ["--server-pid", *map(str, pids)]
        driver = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert driver.stdout is not None
        try:
            assert driver.stdout.readline().strip() == "begin"
            before = asyncio.run(read_counters(database, given.nats_pid))
            assert driver.stdout.readline().strip() == "end"
            after = asyncio.run(read_counters(database, given.nats_pid))
            found: Result = json.loads(driver.stdout.readline())
        finally:
            driver.stdout.close()
            driver.kill()
            driver.wait()
    moves = max(1.0, found["moves_per_second"] * given.seconds)
    found["moves_per_node_cpu_second"] = round(found["moves_per_second"] / max(0.01, found["server_cpu"]))
    found["database_cpu_ms_per_move"] = round(1000 * (after.database_cpu_s - before.database_cpu_s) / moves, 3)
    found["nats_cpu_ms_per_move"] = round(1000 * (after.nats_cpu_s - before.nats_cpu_s) / moves, 3)
    found["wal_bytes_per_move"] = round((after.wal_bytes - before.wal_bytes) / moves)
    found["stored_bytes_per_event"] = round(after.bytes_per_event)
    found["commits_per_move"] = round((after.commits - before.commits) / moves, 3)
    found["rows_written_per_move"] = round((after.rows - before.rows) / moves, 2)
    return found


def median_round(rounds: list[Result]) -> Result:
    """Return the round whose moves per CPU second are the (lower) median."""
    middle = statistics.median_low([found["moves_per_node_cpu_second"] for found in rounds])
    return next(found for found in rounds if found["moves_per_node_cpu_second"] == middle)


def ratios(found: dict[str, Result]) -> dict[str, float]:
    """Return the ratios that issue 20 sets bars for, as far as their scenarios were measured."""
    rate = {name: result["moves_per_node_cpu_second"] for name, result in found.items()}
    ratios: dict[str, float] = {}
    for other in ("foreign", "moved"):
        if {other, "owner"} <= rate.keys():
            ratios[f"{other} / owner"] = round(rate[other] / rate["owner"], 3)
    for one in ("one node", "one node, no bus"):
        if {"three nodes", one} <= rate.keys():
            ratios[f"three nodes / {one}, on three cores"] = round(3 * rate["three nodes"] / rate[one], 3)
    if {"one node", "one node, no bus"} <= rate.keys():
        ratios["one node / one node, no bus"] = round(rate["one node"] / rate["one node, no bus"], 3)
    return ratios


def nats_server_pid() -> int | None:
    """Return the process id of a NATS server on this machine, if there is one."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if (folder / "comm").read_text().strip() == "nats-server":
                return int(folder.name)
        except OSError:
            continue
    return None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--sockets", type=int, default=100, help="for each node that owns tables")
    parser.add_argument("--rate", type=float, default=0, help="moves a second for each owner; 0: as fast as possible")
    parser.add_argument("--scenarios", nargs="+", choices=SCENARIOS, default=list(SCENARIOS))
    parser.add_argument(
        "--postgres", default=os.environ.get("DOTTABLE_TEST_POSTGRES", "postgresql://postgres@127.0.0.1/test")
    )
    parser.add_argument("--nats", default=os.environ.get("DOTTABLE_TEST_NATS", "nats://127.0.0.1:4222"))
    parser.add_argument("--nats-pid", type=int, help="process of NATS on this machine (default: the first one found)")
    given = parser.parse_args()
    given.nats_pid = given.nats_pid or nats_server_pid()
    rounds: dict[str, list[Result]] = {name: [] for name in given.scenarios}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(given.rounds):
            for name in given.scenarios:
                rounds[name].append(measure(name, given, folder))
                print(f"{name}: {json.dumps(rounds[name][-1])}", file=sys.stderr, flush=True)
    found = {name: median_round(results) for name, results in rounds.items()}
    spread = {name: [result["moves_per_node_cpu_second"] for result in results] for name, results in rounds.items()}
    facts = {"cores": os.cpu_count(), "load": os.getloadavg()[0], "sockets": given.sockets, "rate": given.rate}
    print(json.dumps({**facts, "found": found, "all_rounds": spread, "ratios": ratios(found)}, indent=2))


if __name__ == "__main__":
    main()
