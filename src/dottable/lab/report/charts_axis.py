"""An axis: from numbers to places, and the round numbers that are written along it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, isclose, log10

from dottable.lab.report.charts_drawing import GAP, width_of
from dottable.lab.report.wording import MINUS, PER_CENT

STEPS = (1, 2, 2.5, 5, 10)
INTERVALS = 4
"""About how many steps an axis has."""


@dataclass(frozen=True)
class Axis:
    """From `low` at `start` to `high` at `end`; the end may come before the start, as upwards in a picture."""

    low: float
    high: float
    start: float
    end: float
    ticks: tuple[float, ...]

    def place(self, value: float) -> float:
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)

    def moved(self, start: float, end: float) -> Axis:
        return Axis(self.low, self.high, start, end, self.ticks)


def axis_over(values: Iterable[float], *, is_share: bool) -> Axis:
    """An axis from nothing that has room for all values."""
    return axis_around([0.0, *values], is_share=is_share)


def axis_around(values: Iterable[float], *, is_share: bool) -> Axis:
    """An axis that has room for all values; shares end at all of it."""
    known = [*values]
    low, high = min(known), max(known)
    if low == high:
        high = low + 1.0
    step = _step((high - low) / INTERVALS)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    if is_share and high <= 1 < last * step:
        last = floor(1 / step + 1e-9)
    ticks = tuple(round(k * step, 12) for k in range(first, last + 1))
    top = 1.0 if is_share and ticks[-1] < high else ticks[-1]
    return Axis(ticks[0], top, 0.0, 1.0, ticks)


def tick_words(axis: Axis, *, is_share: bool) -> list[str]:
    """All ticks with as many decimals as their step needs."""
    factor = 100 if is_share else 1
    values = [factor * tick for tick in axis.ticks]
    decimals = next((d for d in range(7) if all(isclose(round(v, d), v, abs_tol=1e-9) for v in values)), 6)
    signs = [MINUS if value < 0 else "" for value in values]
    unit = PER_CENT if is_share else ""
    return [f"{sign}{abs(value):,.{decimals}f}{unit}" for sign, value in zip(signs, values, strict=True)]


def stride_apart(
    places: Sequence[float], words: Sequence[str], *, start: int = 0, strides: Iterable[int] = range(1, 100)
) -> int:
    """Every how many labels may be written, counted from `start`, for none of them to touch the next."""
    for stride in strides:
        kept = range(start % stride, len(places), stride)
        if all(_are_apart(places[a], words[a], places[b], words[b]) for a, b in pairwise(kept)):
            return stride
    return len(places)


def _are_apart(here: float, words: str, there: float, other: str) -> bool:
    return there - here >= (width_of(words) + width_of(other)) / 2 + GAP


def _step(least: float) -> float:
    power = 10.0 ** floor(log10(least))
    return next(power * step for step in STEPS if power * step >= least * (1 - 1e-9))
