"""Runs a hostile kind while another client continuously checks the server's health."""

from __future__ import annotations

import threading
import time
from http.client import HTTPConnection
from typing import NamedTuple

from tests.server.hostile import http_kinds, json_kinds, slow_kinds, socket_kinds, study_kinds, text_kinds
from tests.server.hostile.kinds import KINDS, Kind
from tests.server.hostile.target import Target

MODULES = (json_kinds, text_kinds, http_kinds, slow_kinds, socket_kinds, study_kinds)
"""Importing them fills KINDS."""
MAX_HEALTH_MS = 250
MAX_GROWTH_MB = 50
MAX_TRIES = 4
"""Maximum number of runs of a kind until health was within the limit, because other programs may use the CPU."""
PROBE_INTERVAL_S = 0.01


class KindResult(NamedTuple):
    """The effect of one kind on the server."""

    name: str
    statuses: list[int]
    bad_statuses: list[int]
    health_ms: float
    """Slowest answer of `/health/live` in ms while the kind ran."""
    seconds: float
    tries: int


class HealthProbe:
    """Requests `/health/live` repeatedly in a thread, on one connection."""

    def __init__(self, target: Target) -> None:
        self._connection = HTTPConnection("127.0.0.1", target.port, timeout=60)
        self._is_stopping = threading.Event()
        self._has_answer = threading.Event()
        self._thread = threading.Thread(target=self._ask)
        self.slowest_ms = 0.0
        self.is_ok = True

    def _ask(self) -> None:
        """Ask at least twice: before the attack begins, and after it has ended."""
        is_last = False
        while not is_last:
            is_last = self._is_stopping.wait(PROBE_INTERVAL_S)
            start = time.perf_counter()
            self._connection.request("GET", "/health/live")
            answer = self._connection.getresponse()
            self.is_ok &= answer.status == 200 and bool(answer.read())
            self.slowest_ms = max(self.slowest_ms, (time.perf_counter() - start) * 1000)
            self._has_answer.set()

    def __enter__(self) -> HealthProbe:
        self._thread.start()
        self._has_answer.wait(60)
        return self

    def __exit__(self, *_: object) -> None:
        self._is_stopping.set()
        self._thread.join()
        self._connection.close()


def run_kind(target: Target, kind: Kind) -> KindResult:
    """Run a kind, again if health was slow. Return the result of the last run."""
    for tries in range(1, MAX_TRIES + 1):
        start = time.perf_counter()
        with HealthProbe(target) as probe:
            statuses = kind.attack(target)
        assert probe.is_ok
        bad = [status for status in statuses if status not in kind.allowed]
        seconds = round(time.perf_counter() - start, 2)
        result = KindResult(kind.name, statuses, bad, round(probe.slowest_ms, 1), seconds, tries)
        if bad or probe.slowest_ms <= MAX_HEALTH_MS:
            break
    return result


def all_kinds() -> list[Kind]:
    return list(KINDS.values())
