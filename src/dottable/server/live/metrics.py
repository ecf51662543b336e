"""Counters, gauges and latency histograms of the server, in Prometheus' text format."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable

BUCKET_BOUNDS_MS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
"""Upper bounds of the histogram buckets."""


class LatencyHistogram:
    """A Prometheus histogram of durations in ms."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BUCKET_BOUNDS_MS) + 1)
        self.total_ms = 0.0

    def add(self, ms: float) -> None:
        """Count one duration."""
        self.counts[bisect_left(BUCKET_BOUNDS_MS, ms)] += 1
        self.total_ms += ms

    def prometheus_lines(self, name: str) -> list[str]:
        """Return the histogram in Prometheus' text format."""
        below, rows = 0, []
        for bound, count in zip((*BUCKET_BOUNDS_MS, "+Inf"), self.counts, strict=True):
            below += count
            rows.append(f'{name}_bucket{{le="{bound}"}} {below}')
        return [f"# TYPE {name} histogram", *rows, f"{name}_sum {self.total_ms:.3f}", f"{name}_count {below}"]


class Metrics:
    """All metrics of one server. Gauges are functions that return the current value."""

    def __init__(self) -> None:
        self.counters = {
            "moves": 0,
            "events": 0,
            "messages_in": 0,
            "messages_out": 0,
            "rejection_errors": 0,
            "bad_messages": 0,
            "rate_limited": 0,
            "dropped_to_snapshot": 0,
            "bot_faults": 0,
            "conflicts": 0,
        }
        self.gauges: dict[str, Callable[[], float]] = {}
        self.commit_ms = LatencyHistogram()
        self.ack_ms = LatencyHistogram()

    def prometheus_text(self) -> str:
        """Return all metrics in Prometheus' text format."""
        lines = []
        for name, count in self.counters.items():
            lines += [f"# TYPE dottable_{name}_total counter", f"dottable_{name}_total {count}"]
        for name, read in self.gauges.items():
            lines += [f"# TYPE dottable_{name} gauge", f"dottable_{name} {read():g}"]
        lines += self.commit_ms.prometheus_lines("dottable_commit_ms")
        lines += self.ack_ms.prometheus_lines("dottable_ack_ms")
        return "\n".join(lines) + "\n"
