"""Figures with 95 % intervals, from matches that are independent of each other.

Nearly everything that a report tells is a ratio: something counted in every match over something else counted in the
same match (burned tiles over turns, wins over matches). What happens within one match hangs together, so a match is
the unit: the spread between matches gives the interval.
"""

from __future__ import annotations

from math import erfc, sqrt
from typing import NamedTuple

import numpy as np

from dottable.core.record import Array
from dottable.lab.ratings import Z, wilson

RULE_OF_THREE = 3.0
"""What was never seen in n cases happens, with 95 % confidence, in no more than 3 of n."""


class Estimate(NamedTuple):
    """A figure with its 95 % interval."""

    value: float
    low: float
    high: float


class Measure(NamedTuple):
    """Something counted in every match, and what it is counted over."""

    counts: Array
    over: Array

    @property
    def total(self) -> float:
        return float(self.over.sum(dtype=np.float64))


def ones_like(counts: Array) -> Array:
    """Every match is one."""
    return np.ones(len(counts))


def estimate(measure: Measure, *, is_share: bool = False) -> Estimate | None:
    """The ratio of all counts; None if there was nothing to count over."""
    counts, over = measure
    total = measure.total
    if total == 0 or len(counts) == 0:
        return None
    if is_share and _is_binary(counts) and _is_binary(over):
        found = wilson(int(counts.sum()), int(total))
        assert found.share is not None
        assert found.low is not None
        assert found.high is not None
        return Estimate(found.share, found.low, found.high)
    value = float(counts.sum(dtype=np.float64)) / total
    if not counts.any():
        return Estimate(0.0, 0.0, min(RULE_OF_THREE / total, 1.0) if is_share else RULE_OF_THREE / total)
    reach = Z * deviation(influence(measure))
    low, high = value - reach, value + reach
    return Estimate(value, max(0.0, low), min(1.0, high)) if is_share else Estimate(value, low, high)


def influence(measure: Measure) -> Array:
    """How much every match moves the ratio: its variance is that of their mean (the delta method)."""
    counts, over = measure
    mean = measure.total / len(over)
    ratio = float(counts.sum(dtype=np.float64)) / measure.total
    return (counts - ratio * over) / mean


def deviation(values: Array) -> float:
    """The standard error of a mean."""
    return float(values.std(ddof=1)) / sqrt(len(values)) if len(values) > 1 else 0.0


class Difference(NamedTuple):
    """By how much the second differs from the first, and how often chance alone would do as much."""

    estimate: Estimate
    p: float


def difference(first: Measure, second: Measure) -> Difference | None:
    """The second ratio less the first. Matches of the same number share their deal, so they are compared in pairs."""
    if first.total == 0 or second.total == 0:
        return None
    value = _ratio(second) - _ratio(first)
    here, there = influence(first), influence(second)
    are_paired = len(here) == len(there)
    error = deviation(there - here) if are_paired else sqrt(deviation(here) ** 2 + deviation(there) ** 2)
    p = erfc(abs(value) / error / sqrt(2)) if error > 0 else float(value == 0)
    return Difference(Estimate(value, value - Z * error, value + Z * error), p)


def remarkable(ps: list[float | None], level: float = 0.05) -> list[bool]:
    """Which of many differences are more than chance: the risk of a single false one stays at `level` (Holm)."""
    known = sorted((p, k) for k, p in enumerate(ps) if p is not None)
    found = [False] * len(ps)
    for rank, (p, k) in enumerate(known):
        if p > level / (len(known) - rank):
            break
        found[k] = True
    return found


def _ratio(measure: Measure) -> float:
    return float(measure.counts.sum(dtype=np.float64)) / measure.total


def _is_binary(values: Array) -> bool:
    return bool(((values == 0) | (values == 1)).all())
