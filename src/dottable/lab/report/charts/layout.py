"""Layout of plots: two of a kind and of similar height stand side by side, in the order of the report."""

from __future__ import annotations

from dottable.lab.report.charts.render import RenderedPlot

MAX_HEIGHT_RATIO = 1.35
"""Largest ratio of the heights of two plots that stand side by side."""


def plot_rows(plots: tuple[RenderedPlot, ...]) -> list[tuple[RenderedPlot, ...]]:
    """Return all plots in rows of one or two."""
    rows: list[tuple[RenderedPlot, ...]] = []
    remaining = list(plots)
    while remaining:
        plot = remaining.pop(0)
        partner = next((other for other in remaining if fit_side_by_side(plot, other)), None)
        if partner is None:
            rows.append((plot,))
        else:
            remaining.remove(partner)
            rows.append((plot, partner))
    return rows


def fit_side_by_side(one: RenderedPlot, other: RenderedPlot) -> bool:
    low, high = sorted((one.height, other.height))
    return one.is_heat_map == other.is_heat_map and high <= MAX_HEIGHT_RATIO * low
