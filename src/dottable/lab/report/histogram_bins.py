"""Bins of a histogram: round edges, and the share of a sample in each bin."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dottable.core.primitives.record import Array

MAX_BINS = 30
BIN_WIDTH_DIGITS = (1, 2, 5)
"""Leading digits that a bin width may have."""
TAIL_QUANTILE, LONG_TAIL_RATIO = 0.995, 1.5
"""A sample has a long tail if its maximum exceeds its TAIL_QUANTILE by a factor of LONG_TAIL_RATIO. The values of a
long tail go into the last bin."""


def bin_edges(samples: Sequence[Array]) -> tuple[float, ...]:
    """Return round bin edges for about MAX_BINS bins at most. Bins have width 1 if that gives few enough bins."""
    low, high = min(float(sample.min()) for sample in samples), max(histogram_upper_end(sample) for sample in samples)
    width = 1.0
    while (high - low + 1) / width > MAX_BINS:
        width = next_round_width(width)
    first = np.floor(low / width) * width
    count = int(np.floor((high - first) / width)) + 1
    return tuple(float(first + k * width) for k in range(count + 1))


def histogram_upper_end(sample: Array) -> float:
    """Return the maximum of a sample, or its TAIL_QUANTILE if the sample has a long tail."""
    maximum, quantile = float(sample.max()), float(np.quantile(sample, TAIL_QUANTILE))
    return quantile if maximum - sample.min() > LONG_TAIL_RATIO * (quantile - sample.min()) else maximum


def has_overflow(samples: Sequence[Array], edges: tuple[float, ...]) -> bool:
    """Return whether a value lies beyond the last edge, so that it counts in the last bin."""
    return any(float(sample.max()) >= edges[-1] for sample in samples)


def next_round_width(width: float) -> float:
    """Return the smallest of 1, 2, 5, 10, 20, 50, ... that is at least `width`."""
    power = 10 ** int(np.floor(np.log10(width) + 1e-9))
    larger = [step * power for step in (*BIN_WIDTH_DIGITS, 10) if step * power > width * (1 + 1e-9)]
    return float(larger[0])


def bin_shares(sample: Array, edges: tuple[float, ...]) -> tuple[float, ...]:
    """Return the share of the sample in each bin. Values outside all bins count in the first or last bin."""
    inside = np.clip(sample, edges[0], np.nextafter(edges[-1], edges[0]))
    counts, _ = np.histogram(inside, bins=np.array(edges))
    return tuple((counts / max(1, len(sample))).tolist())
