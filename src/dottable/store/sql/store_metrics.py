"""Counters and histograms of a store's writes."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

from dottable.core.primitives.bucket_histogram import BucketHistogram
from dottable.store.contract import AppendConflict

COMMIT_BOUNDS_S = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30)
"""Upper bounds of the histogram of commit durations, in seconds."""
BATCH_SIZE_BOUNDS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
"""Upper bounds of the histogram of batch sizes, in writes."""


class StoreMetrics:
    """Durations and sizes of committed batches, and the numbers of failed writes and reads.

    An AppendConflict does not count as a failure.
    """

    def __init__(self) -> None:
        self.commit_s = BucketHistogram(COMMIT_BOUNDS_S)
        self.batch_size = BucketHistogram(BATCH_SIZE_BOUNDS)
        self.write_errors = 0
        self.read_errors = 0

    def add_batch(self, started_s: float, outcomes: Sequence[Exception | None]) -> None:
        """Count a batch. Takes its start time (`perf_counter`, in seconds) and one error or None per write."""
        self.commit_s.add(perf_counter() - started_s)
        self.batch_size.add(len(outcomes))
        if any(outcomes):
            self.write_errors += sum(error is not None and not isinstance(error, AppendConflict) for error in outcomes)
