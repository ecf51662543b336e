"""A histogram in plain Python numbers: cheap to add to, read by a metrics collector such as Prometheus."""

from __future__ import annotations

from bisect import bisect_left


class BucketHistogram:
    """Counts values in buckets with given upper bounds. One thread adds; other threads may read."""

    __slots__ = ("bounds", "counts", "total")

    def __init__(self, bounds: tuple[float, ...]) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        """Number of values up to each bound and above the previous bound; the last entry is for larger values."""
        self.total = 0.0

    def add(self, value: float) -> None:
        """Count one value in its bucket."""
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value

    def cumulative_counts(self) -> list[tuple[str, float]]:
        """Return a pair for each bound: the bound as text, and the number of values up to it, as Prometheus expects."""
        below, rows = 0, []
        for bound, count in zip((*map(str, self.bounds), "+Inf"), self.counts, strict=True):
            below += count
            rows.append((bound, float(below)))
        return rows
