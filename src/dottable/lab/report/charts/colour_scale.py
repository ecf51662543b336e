"""The colour scale of heat maps, with seven steps from pale to strong."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import isfinite
from typing import TypeGuard

from dottable.lab.report.charts.svg_elements import BOLD_WIDTH_FACTOR, ColourLegend, text_width
from dottable.lab.report.number_format import format_decimals, format_metric, format_number, format_share

COLOUR_STEPS = 7
"""Number of colours; must equal the number in `templates/charts.css`."""
MIN_SHARE_WITHOUT_DECIMAL = 0.1
"""Shares are written without a decimal if the largest share is at least this."""
NumberFormat = Callable[[float], str]


@dataclass(frozen=True)
class ColourScale:
    """Maps values from `low` (palest colour) to `high` (strongest colour)."""

    low: float
    high: float
    is_share: bool

    def colour_index(self, value: float) -> int:
        """Return the index of the colour for a value, from 0 to COLOUR_STEPS - 1."""
        if self.high == self.low:
            return COLOUR_STEPS // 2
        return min(int((value - self.low) / (self.high - self.low) * COLOUR_STEPS), COLOUR_STEPS - 1)

    def legend(self) -> ColourLegend:
        return ColourLegend(
            format_metric(self.low, is_share=self.is_share), format_metric(self.high, is_share=self.is_share)
        )


def is_finite(value: float | None) -> TypeGuard[float]:
    return value is not None and isfinite(value)


def finite_values(values: Iterable[float | None]) -> list[float]:
    return [value for value in values if is_finite(value)]


def colour_scale_for(values: list[float], *, is_share: bool) -> ColourScale:
    """Return a colour scale for these values. It starts at 0, unless all values exceed half of the largest value."""
    low, high = min(values, default=0.0), max(values, default=0.0)
    return ColourScale(0.0 if 0 <= low < high / 2 else low, high, is_share)


def cell_format(values: list[float], width: float, *, is_share: bool) -> NumberFormat | None:
    """Return the most precise number format in which all values fit a cell of this width; None if none fits."""
    formats = _formats_by_precision(values, is_share=is_share)
    return next(
        (form for form in formats if all(BOLD_WIDTH_FACTOR * text_width(form(v)) <= width for v in values)), None
    )


def _formats_by_precision(values: list[float], *, is_share: bool) -> list[NumberFormat]:
    """Return the possible number formats, the most precise first."""
    if is_share:
        formats: list[NumberFormat] = [format_share, lambda value: format_decimals(100 * value, 1)]
        return (
            [*formats, lambda value: format_decimals(100 * value, 0)]
            if max(values) >= MIN_SHARE_WITHOUT_DECIMAL
            else formats
        )
    if all(value == int(value) for value in values):
        return [lambda value: format_decimals(value, 0)]
    return [format_number]
