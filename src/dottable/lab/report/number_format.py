"""Formats numbers as text: percentages with one decimal, other numbers with three significant digits.

The `format_` functions are for tables and plots and use typographic signs. The `_for_sentence` functions are for
sentences, which are also shown in a terminal and in JSON.
"""

from __future__ import annotations

from math import floor, isfinite, log10
from typing import NamedTuple

from dottable.lab.statistics.estimates import Estimate

SIGNIFICANT_DIGITS = 3
MAX_DECIMALS = 6
NO_DATA = "no data"
PERCENT_SUFFIX = "\N{NARROW NO-BREAK SPACE}%"
SENTENCE_PERCENT_SUFFIX = " %"
PERCENTAGE_POINTS_SUFFIX = "\N{NARROW NO-BREAK SPACE}pp"
"""Unit of the difference of two shares."""
MINUS_SIGN = "\N{MINUS SIGN}"
ASCII_MINUS = "-"


class EstimateText(NamedTuple):
    """An estimate as text: the value, and its interval if there is one."""

    value: str
    interval: str

    @property
    def text(self) -> str:
        return f"{self.value} ({self.interval})" if self.interval else self.value


NO_DATA_ESTIMATE = EstimateText(NO_DATA, "")


def format_share(value: float) -> str:
    """Return a share in percent with one decimal. A rare event never reads 0.0 %, a frequent event never 100.0 %."""
    if 0 < value < 0.0005:
        return f"<0.1{PERCENT_SUFFIX}"
    if 0.9995 <= value < 1:
        return f">99.9{PERCENT_SUFFIX}"
    return f"{_percent_digits(value)}{PERCENT_SUFFIX}"


def format_number(value: float) -> str:
    """Return a number with at least three significant digits."""
    return format_decimals(value, decimals_for(value))


def format_metric(value: float, *, is_share: bool) -> str:
    return format_share(value) if is_share else format_number(value)


def format_estimate(estimate: Estimate | None, *, is_share: bool) -> EstimateText:
    """Return the texts of an estimate and of its interval, with the same number of decimals."""
    known = finite_estimate(estimate)
    if known is None:
        return NO_DATA_ESTIMATE
    if is_share:
        return EstimateText(
            format_share(known.value), f"{_percent_digits(known.low)} to {_percent_digits(known.high)}{PERCENT_SUFFIX}"
        )
    decimals = _shared_decimals(known)
    value, low, high = (format_decimals(part, decimals) for part in known)
    return EstimateText(value, f"{low} to {high}")


def format_difference(estimate: Estimate | None, *, is_share: bool) -> EstimateText:
    """Return the texts of a difference and of its interval, all with plus or minus signs."""
    known = finite_estimate(estimate)
    if known is None:
        return NO_DATA_ESTIMATE
    decimals, unit = (1, PERCENTAGE_POINTS_SUFFIX) if is_share else (_shared_decimals(known), "")
    value, low, high = (_with_sign(format_decimals((100 if is_share else 1) * part, decimals)) for part in known)
    return EstimateText(value + unit, f"{low} to {high}{unit}")


def share_for_sentence(value: float) -> str:
    """Return a share in percent with one decimal and an ordinary space: "51.2 %"."""
    return f"{100 * value:.1f}{SENTENCE_PERCENT_SUFFIX}"


def number_for_sentence(value: float) -> str:
    """Return a number with at most three significant digits. Negative zero is written as 0."""
    text = f"{value:,.0f}" if abs(value) >= 999.5 else f"{value:.{SIGNIFICANT_DIGITS}g}"
    return "0" if text in ("-0", "0") else text


def value_for_sentence(value: float, *, is_share: bool) -> str:
    """Return a value for a sentence: a share as "51.2 %", any other number with at most three significant digits."""
    return share_for_sentence(value) if is_share else number_for_sentence(value)


def estimate_for_sentence(estimate: Estimate, *, is_share: bool) -> str:
    """Return a value and its 95 % interval: "51.2 % (50.4 to 52.0)"."""
    ends = (
        value_for_sentence(end, is_share=is_share).removesuffix(SENTENCE_PERCENT_SUFFIX)
        for end in (estimate.low, estimate.high)
    )
    return f"{value_for_sentence(estimate.value, is_share=is_share)} ({' to '.join(ends)})"


def difference_for_sentence(change: Estimate, *, is_share: bool) -> str:
    """Return a difference and its 95 % interval: "+3.1 percentage points, +1.0 to +5.2"."""
    if is_share:
        value, low, high = (f"{100 * part:+.1f}" for part in change)
        return f"{value} percentage points, {low} to {high}"
    value, low, high = (_with_sign(number_for_sentence(part)) for part in change)
    return f"{value}, {low} to {high}"


def range_for_sentence(low: float, high: float, *, is_share: bool) -> str:
    """Return a target range: "47.0 to 53.0 %", or "up to 25.0 %" if it starts at 0."""
    first, last = (value_for_sentence(end, is_share=is_share) for end in (low, high))
    return f"{first.removesuffix(SENTENCE_PERCENT_SUFFIX)} to {last}" if low > 0 else f"up to {last}"


def distance_for_sentence(value: float, *, is_share: bool) -> str:
    """Return the distance between two values; in percentage points if they are shares."""
    return f"{100 * value:.1f} percentage points" if is_share else number_for_sentence(value)


def keep_percent_on_line(text: str) -> str:
    """Return the text with a no-break space before every percent sign."""
    return text.replace(SENTENCE_PERCENT_SUFFIX, PERCENT_SUFFIX)


def finite_estimate(estimate: Estimate | None) -> Estimate | None:
    """Return the estimate, or None if its value or an end of its interval is not finite."""
    return estimate if estimate is not None and all(isfinite(part) for part in estimate) else None


def decimals_for(value: float) -> int:
    """Return the number of decimals needed to show three significant digits of a value."""
    if value == 0:
        return 0
    return min(max(SIGNIFICANT_DIGITS - 1 - floor(log10(abs(value))), 0), MAX_DECIMALS)


def _shared_decimals(estimate: Estimate) -> int:
    """Return the number of decimals to use for both a value and its interval."""
    widest = decimals_for(max(abs(part) for part in estimate))
    return min(decimals_for(estimate.value), widest + 1) if estimate.value else widest


def _percent_digits(value: float) -> str:
    """Return a share in percent with one decimal, without the percent sign."""
    return format_decimals(100 * value, 1) if value else "0.0"


def _with_sign(text: str) -> str:
    """Return a number with a plus sign, unless it is negative or zero."""
    return text if text.startswith((MINUS_SIGN, ASCII_MINUS)) or not text.strip("0.") else f"+{text}"


def format_decimals(value: float, decimals: int) -> str:
    """Return a number with this many decimals. Negative zero is written as 0."""
    text = f"{abs(value):,.{decimals}f}" if value else "0"
    return f"{MINUS_SIGN}{text}" if value < 0 and text.strip("0.") else text
