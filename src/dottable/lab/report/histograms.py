"""Numbers of many matches as bars that touch."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dottable.core.record import Array

MOST_BARS = 30
STEPS = (1, 2, 5)
MOST, FAR = 0.995, 1.5
"""Of a long tail the last half per cent is put into one bar, if it would take a third of the plot or more."""


def edges_of(samples: Sequence[Array]) -> tuple[float, ...]:
    """Round edges that hold all samples in no more than about thirty bars; whole numbers each have one if they fit."""
    low, high = min(float(sample.min()) for sample in samples), max(end_of(sample) for sample in samples)
    width = 1.0
    while (high - low + 1) / width > MOST_BARS:
        width = next_step(width)
    first = np.floor(low / width) * width
    count = int(np.floor((high - first) / width)) + 1
    return tuple(float(first + k * width) for k in range(count + 1))


def end_of(sample: Array) -> float:
    """The greatest, or where all but a few lie if those lie far away."""
    greatest, most = float(sample.max()), float(np.quantile(sample, MOST))
    return most if greatest - sample.min() > FAR * (most - sample.min()) else greatest


def is_cut(samples: Sequence[Array], edges: tuple[float, ...]) -> bool:
    """Whether something lies beyond the last edge, and so counts to the last bar."""
    return any(float(sample.max()) >= edges[-1] for sample in samples)


def next_step(width: float) -> float:
    """1, 2, 5, 10, 20, 50, ..."""
    power = 10 ** int(np.floor(np.log10(width) + 1e-9))
    larger = [step * power for step in (*STEPS, 10) if step * power > width * (1 + 1e-9)]
    return float(larger[0])


def shares_in(sample: Array, edges: tuple[float, ...]) -> tuple[float, ...]:
    """The part of a sample in each bar; what lies outside counts to the bars at the ends."""
    inside = np.clip(sample, edges[0], np.nextafter(edges[-1], edges[0]))
    found, _ = np.histogram(inside, bins=np.array(edges))
    return tuple((found / max(1, len(sample))).tolist())
