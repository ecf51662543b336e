"""Arranges plots in rows. Two plots of the same kind and of similar height share a row."""

from __future__ import annotations

from dottable.lab.report.charts.plot_rendering import RenderedPlot

MAX_HEIGHT_RATIO = 1.35
"""Maximum ratio of the heights of two plots in one row."""


def plot_rows(plots: tuple[RenderedPlot, ...]) -> list[tuple[RenderedPlot, ...]]:
    """Return all plots in rows of one or two, in the order of the report."""
    rows: list[tuple[RenderedPlot, ...]] = []
    remaining = list(plots)
    while remaining:
        plot = remaining.pop(0)
        partner = next((other for other in remaining if can_share_a_row(plot, other)), None)
        if partner is None:
            rows.append((plot,))
        else:
            remaining.remove(partner)
            rows.append((plot, partner))
    return rows


def can_share_a_row(first: RenderedPlot, second: RenderedPlot) -> bool:
    low, high = sorted((first.height, second.height))
    return first.is_heat_map == second.is_heat_map and high <= MAX_HEIGHT_RATIO * low
