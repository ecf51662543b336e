"""Heat maps and descriptions for the charts that a game defines."""

from __future__ import annotations

from dottable.core.lab.statistics_definitions import PER_MATCH, Chart, counts_of
from dottable.lab.report.page_model import GridHeatMap, HexHeatMap
from dottable.lab.statistics.estimates import estimate_ratio
from dottable.lab.statistics.metrics import MatchStatistics


def heat_map(chart: Chart, title: str, statistics: MatchStatistics) -> GridHeatMap | HexHeatMap:
    """Return a chart of the game as a heat map. It shows no intervals, because its cells are too small."""
    shape = statistics.counts_by_name[chart.count].shape[1:]
    found = [estimate_ratio(ratio) for ratio in statistics.chart_ratios(chart)]
    rows = tuple(
        tuple(None if cell is None else cell.value for cell in found[k : k + shape[1]])
        for k in range(0, len(found), shape[1])
    )
    description = chart_description(chart, statistics)
    if chart.kind == "hexagons":
        return HexHeatMap(title, description, cut_to_hexagon(rows), chart.is_share, chart.note)
    shown = [k for k, row in enumerate(rows) if any(row) or not chart.hides_empty_rows]
    labels, rows = tuple(chart.row_labels[k] for k in shown), tuple(rows[k] for k in shown)
    return GridHeatMap(title, description, chart.labels, labels, rows, chart.is_share, chart.note)


def cut_to_hexagon(rows: tuple[tuple[float | None, ...], ...]) -> tuple[tuple[float | None, ...], ...]:
    """Return a rhombus of values in axial coordinates, with None for cells outside the inscribed hexagon."""
    radius = len(rows) // 2
    return tuple(
        tuple(cell if abs(q + r - 2 * radius) <= radius else None for q, cell in enumerate(row))
        for r, row in enumerate(rows)
    )


def chart_description(chart: Chart, statistics: MatchStatistics) -> str:
    """Return a sentence on what a chart counts, and by which count it is divided."""
    meanings = {count.name: count.meaning.removesuffix(".") for count in counts_of(statistics.game)}
    over = "per match" if chart.over == PER_MATCH else f"out of: {meanings[chart.over]}"
    return f"{meanings[chart.count]}; {over}."
