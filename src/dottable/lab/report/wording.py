"""Numbers as a reader wants them: per cent with one decimal, anything else with three digits that count.

In tables and plots they stand below each other, set with signs that do not break. In sentences they are plain and
short, for these are also read in a terminal and as JSON; the page sets their signs.
"""

from __future__ import annotations

from math import floor, isfinite, log10
from typing import NamedTuple

from dottable.lab.estimates import Estimate

DIGITS = 3
MOST_DECIMALS = 6
NOTHING = "no data"
PER_CENT = "\N{NARROW NO-BREAK SPACE}%"
PLAIN_PER_CENT = " %"
POINTS = "\N{NARROW NO-BREAK SPACE}pp"
"""Percentage points, in which shares differ."""
MINUS = "\N{MINUS SIGN}"
PLAIN_MINUS = "-"


class Said(NamedTuple):
    """An estimate in words."""

    value: str
    interval: str

    @property
    def whole(self) -> str:
        return f"{self.value} ({self.interval})" if self.interval else self.value


NOT_MEASURED = Said(NOTHING, "")


def share(value: float) -> str:
    """Per cent with one decimal; what is rare does not read like never, nor what is common like always."""
    if 0 < value < 0.0005:
        return f"<0.1{PER_CENT}"
    if 0.9995 <= value < 1:
        return f">99.9{PER_CENT}"
    return f"{_tenths(value)}{PER_CENT}"


def number(value: float) -> str:
    """At least three digits that count."""
    return fixed(value, decimals_of(value))


def amount(value: float, *, is_share: bool) -> str:
    return share(value) if is_share else number(value)


def said(estimate: Estimate | None, *, is_share: bool) -> Said:
    """A figure and its interval, with the same number of decimals."""
    known = measured(estimate)
    if known is None:
        return NOT_MEASURED
    if is_share:
        low, high = _tenths(known.low), _tenths(known.high)
        return Said(share(known.value), f"{low} to {high}{PER_CENT}")
    decimals = _decimals_for(known)
    value, low, high = (fixed(part, decimals) for part in known)
    return Said(value, f"{low} to {high}")


def said_difference(estimate: Estimate | None, *, is_share: bool) -> Said:
    """How much more or less, with its sign."""
    known = measured(estimate)
    if known is None:
        return NOT_MEASURED
    decimals, unit = (1, POINTS) if is_share else (_decimals_for(known), "")
    value, low, high = (_signed(fixed((100 if is_share else 1) * part, decimals)) for part in known)
    return Said(value + unit, f"{low} to {high}{unit}")


def plain_share(value: float) -> str:
    return f"{100 * value:.1f}{PLAIN_PER_CENT}"


def plain_number(value: float) -> str:
    """At most three digits that count; never a negative zero."""
    text = f"{value:,.0f}" if abs(value) >= 999.5 else f"{value:.{DIGITS}g}"
    return "0" if text in ("-0", "0") else text


def plain_amount(value: float, *, is_share: bool) -> str:
    return plain_share(value) if is_share else plain_number(value)


def plain_said(found: Estimate, *, is_share: bool) -> str:
    """A figure and its 95 % interval: "51.2 % (50.4 to 52.0)"."""
    low, high = (plain_amount(end, is_share=is_share).removesuffix(PLAIN_PER_CENT) for end in (found.low, found.high))
    return f"{plain_amount(found.value, is_share=is_share)} ({low} to {high})"


def plain_difference(change: Estimate, *, is_share: bool) -> str:
    """How much more or less, and from where to where: "+3.1 percentage points, +1.0 to +5.2"."""
    if is_share:
        value, low, high = (f"{100 * part:+.1f}" for part in change)
        return f"{value} percentage points, {low} to {high}"
    value, low, high = (_signed(plain_number(part)) for part in change)
    return f"{value}, {low} to {high}"


def plain_range(low: float, high: float, *, is_share: bool) -> str:
    """Where a figure should lie: "47.0 to 53.0 %", or "up to 25.0 %" where nothing can be too little."""
    first, last = (plain_amount(end, is_share=is_share) for end in (low, high))
    return f"{first.removesuffix(PLAIN_PER_CENT)} to {last}" if low > 0 else f"up to {last}"


def plain_distance(value: float, *, is_share: bool) -> str:
    return f"{100 * value:.1f} percentage points" if is_share else plain_number(value)


def joined(text: str) -> str:
    """A text whose numbers keep their per cent on the same line."""
    return text.replace(PLAIN_PER_CENT, PER_CENT)


def measured(estimate: Estimate | None) -> Estimate | None:
    """The estimate, if it can be told at all."""
    return estimate if estimate is not None and all(isfinite(part) for part in estimate) else None


def decimals_of(value: float) -> int:
    """How many decimals show three digits that count."""
    if value == 0:
        return 0
    return min(max(DIGITS - 1 - floor(log10(abs(value))), 0), MOST_DECIMALS)


def _decimals_for(estimate: Estimate) -> int:
    widest = decimals_of(max(abs(part) for part in estimate))
    return min(decimals_of(estimate.value), widest + 1) if estimate.value else widest


def _tenths(value: float) -> str:
    """Per cent, without the sign."""
    return fixed(100 * value, 1) if value else "0.0"


def _signed(text: str) -> str:
    """A number with a plus, unless it is negative or nothing."""
    return text if text.startswith((MINUS, PLAIN_MINUS)) or not text.strip("0.") else f"+{text}"


def fixed(value: float, decimals: int) -> str:
    """Never minus nothing."""
    text = f"{abs(value):,.{decimals}f}" if value else "0"
    return f"{MINUS}{text}" if value < 0 and text.strip("0.") else text
