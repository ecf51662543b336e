"""Measurements of a driver: latencies in ms, and CPU use of driver and server."""

from __future__ import annotations

import os
import time
from pathlib import Path

TICKS_PER_S = os.sysconf("SC_CLK_TCK")


def quantiles(waits_ms: list[float]) -> dict[str, float | None]:
    waits_ms = sorted(waits_ms)
    last = len(waits_ms) - 1
    return {f"p{100 * q:g}_ms": round(waits_ms[int(last * q)], 2) if waits_ms else None for q in (0.5, 0.99)}


def cpu_s(pid: int) -> float:
    """Return the CPU time of a process in seconds, all threads."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS_PER_S


def has_children(pid: int) -> bool:
    """Return whether a process has children, as our server has while it compiles."""
    return any(path.read_text().strip() for path in Path(f"/proc/{pid}/task").glob("*/children"))


class Stopwatch:
    """Measures between `start` and `stop`."""

    def __init__(self, server_pids: list[int]) -> None:
        self.is_running = False
        self.acks_ms: list[float] = []
        self.updates_ms: list[float] = []
        self.bytes_in = 0
        self._pids = {"server": server_pids, "driver": [os.getpid()]}

    def start(self) -> None:
        self._cpu_s = self._used_cpu_s()
        self._started_s = time.perf_counter()
        self.is_running = True

    def _used_cpu_s(self) -> dict[str, float]:
        """Return the CPU time of servers and driver in seconds."""
        return {name: sum(map(cpu_s, pids)) for name, pids in self._pids.items()}

    def stop(self) -> dict[str, object]:
        self.is_running = False
        wall_s = time.perf_counter() - self._started_s
        busy = {name: round((used_s - self._cpu_s[name]) / wall_s, 3) for name, used_s in self._used_cpu_s().items()}
        moves = len(self.acks_ms)
        return {
            "moves_per_second": round(moves / wall_s, 1),
            "ack": quantiles(self.acks_ms),
            "update": quantiles(self.updates_ms),
            "bytes_per_update": round(self.bytes_in / max(1, 2 * moves)),
            "server_cpu": busy["server"],
            "driver_cpu": busy["driver"],
        }
