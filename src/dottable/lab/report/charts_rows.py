"""Which plots stand side by side: two of a kind that are about equally tall, in the order of the report."""

from __future__ import annotations

from dottable.lab.report.charts import Drawn

LIKE = 1.35
"""How much taller one of two neighbours may be."""


def rows_of(plots: tuple[Drawn, ...]) -> list[tuple[Drawn, ...]]:
    """Rows of one plot or two; every plot is in one of them."""
    rows: list[tuple[Drawn, ...]] = []
    left = list(plots)
    while left:
        plot = left.pop(0)
        partner = next((other for other in left if are_alike(plot, other)), None)
        if partner is None:
            rows.append((plot,))
        else:
            left.remove(partner)
            rows.append((plot, partner))
    return rows


def are_alike(one: Drawn, other: Drawn) -> bool:
    low, high = sorted((one.height, other.height))
    return one.is_board == other.is_board and high <= LIKE * low
