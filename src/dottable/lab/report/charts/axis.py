"""A linear axis. It maps values to positions and has round tick values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, isclose, log10

from dottable.lab.report.charts.svg_elements import TEXT_GAP, text_width
from dottable.lab.report.number_format import MINUS_SIGN, PERCENT_SUFFIX

TICK_STEP_DIGITS = (1, 2, 2.5, 5, 10)
"""Leading digits that the distance between two ticks may have."""
TARGET_TICK_INTERVALS = 4
"""Approximate number of tick intervals on an axis."""
ROUNDING_TOLERANCE = 1e-9
"""Relative tolerance for rounding errors of floating-point numbers."""


@dataclass(frozen=True)
class Axis:
    """Maps the value `low` to position `start`, and `high` to `end`. On a vertical axis, `end` is less than `start`."""

    low: float
    high: float
    start: float
    end: float
    ticks: tuple[float, ...]

    def position(self, value: float) -> float:
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)

    def with_ends(self, start: float, end: float) -> Axis:
        """Return a copy of this axis that is drawn from `start` to `end`, in SVG units."""
        return Axis(self.low, self.high, start, end, self.ticks)


def axis_from_zero(values: Iterable[float], *, is_share: bool) -> Axis:
    """Return an axis that covers zero and all values."""
    return axis_covering([0.0, *values], is_share=is_share)


def axis_covering(values: Iterable[float], *, is_share: bool) -> Axis:
    """Return an axis that covers all values. An axis for shares never exceeds 1."""
    known = [*values]
    low, high = min(known), max(known)
    if low == high:
        high = low + 1.0
    step = _next_round_step((high - low) / TARGET_TICK_INTERVALS)
    first, last = floor(low / step + ROUNDING_TOLERANCE), ceil(high / step - ROUNDING_TOLERANCE)
    if is_share and high <= 1 < last * step:
        last = floor(1 / step + ROUNDING_TOLERANCE)
    ticks = tuple(round(k * step, 12) for k in range(first, last + 1))
    top = 1.0 if is_share and ticks[-1] < high else ticks[-1]
    return Axis(ticks[0], top, 0.0, 1.0, ticks)


def tick_labels(axis: Axis, *, is_share: bool) -> list[str]:
    """Return the labels of all ticks, with as many decimals as the distance between ticks needs."""
    factor = 100 if is_share else 1
    values = [factor * tick for tick in axis.ticks]
    decimals = next(
        (d for d in range(7) if all(isclose(round(v, d), v, abs_tol=ROUNDING_TOLERANCE) for v in values)), 6
    )
    signs = [MINUS_SIGN if value < 0 else "" for value in values]
    unit = PERCENT_SUFFIX if is_share else ""
    return [f"{sign}{abs(value):,.{decimals}f}{unit}" for sign, value in zip(signs, values, strict=True)]


def label_stride(
    positions: Sequence[float], labels: Sequence[str], *, start: int = 0, strides: Iterable[int] = range(1, 100)
) -> int:
    """Return the smallest n such that every n-th label from index `start` on fits without overlap."""
    for stride in strides:
        kept = range(start % stride, len(positions), stride)
        if all(_labels_fit_apart(positions[a], labels[a], positions[b], labels[b]) for a, b in pairwise(kept)):
            return stride
    return len(positions)


def _labels_fit_apart(left: float, left_label: str, right: float, right_label: str) -> bool:
    return right - left >= (text_width(left_label) + text_width(right_label)) / 2 + TEXT_GAP


def _next_round_step(minimum: float) -> float:
    """Return the smallest round number that is at least `minimum`."""
    power = 10.0 ** floor(log10(minimum))
    return next(power * step for step in TICK_STEP_DIGITS if power * step >= minimum * (1 - ROUNDING_TOLERANCE))
