"""Interleaved speed measurements.

Every benchmark runs once per round, so that other load on the machine affects all alike.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median
from typing import Protocol

ROUND_SECONDS = 0.4
"""Approximate length of one measurement in seconds."""
StatusCallback = Callable[[str], None]


class SpeedBenchmark(Protocol):
    """Protocol of a benchmark that measures a speed."""

    def measure_rate(self, round_number: int, /) -> float:
        """Run the benchmark once and return its speed in units per second, such as steps or simulations."""


def measure_rounds(
    benchmarks: Sequence[SpeedBenchmark], rounds: int, progress: StatusCallback, title: str = "round"
) -> list[list[float]]:
    """Return the rates of every benchmark (units per second), one rate per round."""
    rates: list[list[float]] = [[] for _ in benchmarks]
    for k in range(rounds):
        progress(f"{title} {k + 1} of {rounds}")
        for benchmark, measured in zip(benchmarks, rates, strict=True):
            measured.append(benchmark.measure_rate(k))
    return rates


def median_ratio(rates: Sequence[float], other: Sequence[float]) -> float:
    """Return the median over all rounds of `rates` divided by `other`."""
    return median(a / b for a, b in zip(rates, other, strict=True))
