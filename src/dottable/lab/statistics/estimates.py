"""Estimates with 95 % intervals from independent matches.

Nearly every metric of a report is a ratio of two sums over matches, such as burned tiles per turn or wins per match.
Events within one match are correlated, so the match is the sampling unit.
"""

from __future__ import annotations

from math import erfc, sqrt
from typing import NamedTuple

import msgspec
import numpy as np

from dottable.core.primitives.record import Array

Z_95 = 1.959964
"""Half-width of a 95 % interval of the normal distribution, in standard errors."""
RULE_OF_THREE_NUMERATOR = 3.0
"""Rule of three: an event not seen in n cases has, with 95 % confidence, a rate of at most 3 / n."""


class Estimate(NamedTuple):
    """A value with its 95 % interval."""

    value: float
    low: float
    high: float


class WilsonInterval(msgspec.Struct, frozen=True):
    """A share of cases with its 95 % Wilson score interval. All fields are None if there are no cases."""

    share: float | None
    low: float | None
    high: float | None


class Ratio(NamedTuple):
    """A ratio of two sums over matches: numerators and denominators, one entry per match."""

    numerators: Array
    denominators: Array

    @property
    def denominator_sum(self) -> float:
        """Sum of the denominators over all matches."""
        return float(self.denominators.sum(dtype=np.float64))

    @property
    def value(self) -> float:
        """Sum of the numerators divided by the sum of the denominators."""
        return float(self.numerators.sum(dtype=np.float64)) / self.denominator_sum


def wilson_interval(successes: float, cases: int) -> WilsonInterval:
    """Return the share of successes with its 95 % Wilson score interval, which is valid even for few cases."""
    if cases == 0:
        return WilsonInterval(None, None, None)
    share = successes / cases
    scale = 1 + Z_95 * Z_95 / cases
    center = (share + Z_95 * Z_95 / (2 * cases)) / scale
    half_width = Z_95 * sqrt(share * (1 - share) / cases + Z_95 * Z_95 / (4 * cases * cases)) / scale
    return WilsonInterval(share, min(share, max(0.0, center - half_width)), max(share, min(1.0, center + half_width)))


def estimate_ratio(ratio: Ratio, *, is_share: bool = False) -> Estimate | None:
    """Return a ratio with its 95 % interval; None if the denominators sum to zero.

    The interval is the Wilson interval for shares of matches, the rule of three for events never seen, and otherwise
    the delta method.
    """
    numerators, denominators = ratio
    if len(numerators) == 0 or ratio.denominator_sum == 0:
        return None
    if is_share and _is_binary(numerators) and _is_binary(denominators):
        return Estimate(*msgspec.structs.astuple(wilson_interval(int(numerators.sum()), int(ratio.denominator_sum))))
    if not numerators.any():
        high = RULE_OF_THREE_NUMERATOR / ratio.denominator_sum
        return Estimate(0.0, 0.0, min(high, 1.0) if is_share else high)
    half_width = Z_95 * standard_error(influence_values(ratio))
    low, high = ratio.value - half_width, ratio.value + half_width
    return Estimate(ratio.value, max(0.0, low), min(1.0, high)) if is_share else Estimate(ratio.value, low, high)


def influence_values(ratio: Ratio) -> Array:
    """Return the influence of each match on a ratio (delta method).

    The variance of the mean of these values is the variance of the ratio.
    """
    mean = ratio.denominator_sum / len(ratio.denominators)
    return (ratio.numerators - ratio.value * ratio.denominators) / mean


def standard_error(values: Array) -> float:
    """Return the standard error of the mean of `values`; 0 for fewer than two values."""
    return float(values.std(ddof=1)) / sqrt(len(values)) if len(values) > 1 else 0.0


class Difference(NamedTuple):
    """Difference of two ratios, with the two-sided p-value of the hypothesis that there is none."""

    estimate: Estimate
    p_value: float


def difference_of_ratios(first: Ratio, second: Ratio) -> Difference | None:
    """Return the second ratio minus the first; None if one of them has no cases.

    Matches with the same index have the same deal, so samples of equal length are compared in pairs.
    """
    if first.denominator_sum == 0 or second.denominator_sum == 0:
        return None
    value = second.value - first.value
    a, b = influence_values(first), influence_values(second)
    error = standard_error(b - a) if len(a) == len(b) else sqrt(standard_error(a) ** 2 + standard_error(b) ** 2)
    p_value = erfc(abs(value) / error / sqrt(2)) if error > 0 else float(value == 0)
    return Difference(Estimate(value, value - Z_95 * error, value + Z_95 * error), p_value)


def holm_significant(p_values: list[float | None], level: float = 0.05) -> list[bool]:
    """Return, for each p-value, whether it is significant after Holm's correction.

    `level` is the probability of at least one false positive among all of them.
    """
    ordered = sorted((p, k) for k, p in enumerate(p_values) if p is not None)
    significant = [False] * len(p_values)
    for rank, (p, k) in enumerate(ordered):
        if p > level / (len(ordered) - rank):
            break
        significant[k] = True
    return significant


def _is_binary(values: Array) -> bool:
    return bool(((values == 0) | (values == 1)).all())
