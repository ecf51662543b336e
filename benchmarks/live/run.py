"""Compares our server with boardgame.io's on two cores: the server on the first, the driver on the second.

    python benchmarks/live/run.py --json [--sockets 50 500 2000] [--seconds 5] [--rounds 2] [--store postgresql://...]

Every round measures both servers at every number of sockets: first at full speed (two sockets and one pending move
per table), then at a fixed rate of moves. The best round counts, since other load on the machine only slows it down.
The peer needs `npm ci` in benchmarks/live/peer once.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from stopwatch import cpu_s, has_children

HERE = Path(__file__).resolve().parent
PEER = HERE / "peer"
CORES = sorted(os.sched_getaffinity(0))
SERVER_CORE, DRIVER_CORE = {CORES[0]}, {CORES[-1]}
TIMEOUT_S = 180.0
CALM_S, CALM_SHARE = 1.5, 0.05
PACED_SOCKETS, PACED_RATE = 500, 1000
Result = dict[str, Any]


class Contender:
    """A server and its driver."""

    def __init__(self, name: str, server: list[str], driver: list[str], folder: Path) -> None:
        self.name = name
        self.server = server
        self.driver = driver
        self.folder = folder

    @contextmanager
    def serving(self, port: int) -> Iterator[int]:
        """Run a fresh server; yield its process id."""
        command = [part.replace("PORT", str(port)) for part in self.server]
        process = start(command, self.folder, SERVER_CORE, stdout=subprocess.DEVNULL)
        try:
            wait_for(port, process)
            wait_until_calm(process.pid)
            yield process.pid
        finally:
            process.terminate()
            process.wait(30)

    def measure(self, sockets: int, seconds: float, rate: float = 0) -> Result:
        """Measure a fresh server once."""
        port = free_port()
        with self.serving(port) as pid:
            facts = {"port": port, "server-pid": pid, "sockets": sockets, "seconds": seconds, "rate": rate}
            asked = [word for name, value in facts.items() for word in (f"--{name}", str(value))]
            driver = start([*self.driver, *asked], self.folder, DRIVER_CORE, stdout=subprocess.PIPE)
            try:
                told = driver.communicate(timeout=TIMEOUT_S)[0]
            finally:
                driver.kill()
        if driver.returncode != 0:
            raise SystemExit(f"The driver of {self.name} failed.")
        found: Result = json.loads(told.splitlines()[-1])
        found["moves_per_server_cpu_second"] = round(found["moves_per_second"] / max(0.01, found["server_cpu"]))
        return found


def start(command: list[str], folder: Path, cores: set[int], stdout: int) -> subprocess.Popen[bytes]:
    """Start a process on these cores only."""
    process = subprocess.Popen(command, cwd=folder, stdout=stdout)
    os.sched_setaffinity(process.pid, cores)
    return process


def wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + TIMEOUT_S
    while time.monotonic() < end and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise SystemExit("The server does not start.")


def wait_until_calm(pid: int) -> None:
    """Wait until a fresh server has finished compiling."""
    end = time.monotonic() + TIMEOUT_S
    used_s = cpu_s(pid)
    while time.monotonic() < end:
        time.sleep(CALM_S)
        before_s, used_s = used_s, cpu_s(pid)
        if used_s - before_s < CALM_SHARE * CALM_S and not has_children(pid):
            return


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def contenders(store: str) -> list[Contender]:
    python, node = sys.executable, shutil.which("node")
    if node is None or not (PEER / "node_modules").is_dir():
        raise SystemExit("The peer is not installed. Install Node and run 'npm ci' in benchmarks/live/peer.")
    return [
        Contender("dottable", [python, "ours_server.py", "PORT", store], [python, "ours_driver.py"], HERE),
        Contender("boardgame.io", [node, "server.js", "PORT"], [node, "driver.js"], PEER),
    ]


def best(rounds: list[Result]) -> Result:
    """Return the round with the most moves; among equals, the one with the lowest latency."""
    return max(rounds, key=lambda found: (found["moves_per_second"], -found["ack"]["p99_ms"]))


def compare(given: argparse.Namespace, store: str) -> Result:
    plans = [(f"{sockets} sockets, as fast as it goes", sockets, 0) for sockets in given.sockets]
    plans.append((f"{PACED_SOCKETS} sockets, {PACED_RATE} moves a second", PACED_SOCKETS, PACED_RATE))
    found: Result = {}
    for name, sockets, rate in plans:
        rounds: dict[str, list[Result]] = {}
        for _ in range(given.rounds):
            for contender in contenders(store):
                rounds.setdefault(contender.name, []).append(contender.measure(sockets, given.seconds, rate))
        found[name] = {contender: best(results) for contender, results in rounds.items()}
        ours, peer = found[name]["dottable"], found[name]["boardgame.io"]
        found[name]["ratio"] = {
            "moves_per_second": ratio(ours["moves_per_second"], peer["moves_per_second"]),
            "moves_per_server_cpu_second": ratio(
                ours["moves_per_server_cpu_second"], peer["moves_per_server_cpu_second"]
            ),
            "ack_p99": ratio(ours["ack"]["p99_ms"], peer["ack"]["p99_ms"]),
        }
        print(f"{name}: {json.dumps(found[name]['ratio'])}", file=sys.stderr, flush=True)
    return found


def ratio(ours: float, peers: float) -> float | None:
    return round(ours / peers, 2) if peers else None


def show(found: Result) -> None:
    for name, both in found.items():
        print(name)
        for contender in ("dottable", "boardgame.io"):
            facts = both[contender]
            print(
                f"  {contender:13} {facts['moves_per_second']:8.0f} moves/s   ack p50 {facts['ack']['p50_ms']} ms,"
                f" p99 {facts['ack']['p99_ms']} ms   server {facts['server_cpu']:.0%}, driver {facts['driver_cpu']:.0%}"
            )
        print(f"  ratio {both['ratio']}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--sockets", type=int, nargs="+", default=[50, 500, 2000])
    parser.add_argument("--seconds", type=float, default=5.0, help="per measurement, after two of warming up")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--store", help="where our server keeps its data (default: an SQLite file)")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = compare(given, given.store or f"{folder}/PORT.db")
    if given.json:
        print(json.dumps({"cores": len(CORES), "load": os.getloadavg()[0], "found": found}, indent=2))
    else:
        show(found)


if __name__ == "__main__":
    main()
