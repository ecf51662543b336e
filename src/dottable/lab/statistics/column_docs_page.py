"""Writes the page docs/columns.md from the declared columns: `python -m dottable.lab.statistics.column_docs_page`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from math import prod

from dottable.core.game import Game
from dottable.core.lab.statistics_definitions import Chart, Count
from dottable.core.registry import installed_games
from dottable.lab.statistics.statistics_columns import CHOICE_BIN_COUNT, SHARED_COLUMNS, all_columns, column_names

PAGE_INTRODUCTION = """# Columns of a simulation

`dottable simulate GAME --out FILE` writes one row per match with the first table's columns. `--statistics` adds those
of the second table and of the game. This page is made from the declarations in the code by
`python -m dottable.lab.statistics.column_docs_page > docs/columns.md`; a test compares both.

A column name such as `points_0` … `points_8` is an array of numbers. The entries are numbered from 0. An array with two
dimensions is written row by row: entry = row × number of columns + column. A code such as C7 is the ruling in the rules
of the game. Column names number seats from 1; values such as `opener` number them from 0.

## Every file

| column | meaning |
|---|---|
| `match` | Index of the match in its series. |
| `steps` | Moves, including the clock's. |
| `score_1`, `score_2`, … | Points of each seat at the end. |
| `return_1`, `return_2`, … | Zero-sum utility of each seat at the end, from -1 to 1. |
| `win_1`, `win_2`, … | Share of the win of each seat: 1, 0, or a fraction if several won. |
| `races_1`, `races_2`, … | Races won by each seat; only with `--reaction-times`. |
"""
TABLE_HEADER = ("| column | meaning | entries |", "|---|---|---|")
CHOICE_BIN_LABELS = (
    "1",
    *(f"{2**k}-{2 ** (k + 1) - 1}" for k in range(1, CHOICE_BIN_COUNT - 1)),
    f"{2 ** (CHOICE_BIN_COUNT - 1)} and more",
)
"""Range of the number of legal actions for each entry of `choice_bins`."""
SHARED_CHARTS = (Chart("choice_bins", "", "choice_bins", CHOICE_BIN_LABELS),)


def column_page() -> str:
    """Return the page as Markdown: the columns of every file, those of all games, and those of each game."""
    lines = [PAGE_INTRODUCTION, "## Statistics of every game", "", *TABLE_HEADER]
    lines += rows_of_counts(SHARED_COLUMNS[1:], SHARED_CHARTS)
    for slug, game in installed_games().items():
        lines += ["", *game_section(slug, game)]
    return "\n".join(lines) + "\n"


def game_section(slug: str, game: Game) -> Iterator[str]:
    """Yield the Markdown lines on a game's own columns."""
    yield f"## Statistics of `{slug}`"
    yield ""
    own = all_columns(game)[len(SHARED_COLUMNS) :]
    shared = sum(count.size for count in SHARED_COLUMNS)
    yield f"{len(column_names(game)) - shared} columns of {game.title}."
    yield ""
    yield from TABLE_HEADER
    yield from rows_of_counts(own, game.statistics.CHARTS if game.statistics is not None else ())


def rows_of_counts(counts: tuple[Count, ...], charts: tuple[Chart, ...]) -> Iterator[str]:
    """Yield one table row per count. Charts provide the labels of array entries."""
    for count in counts:
        yield f"| {names_text(count)} | {count.meaning} | {entries_text(count, charts)} |"


def names_text(count: Count) -> str:
    """Return the column names of a `Count`. For an array, only the first and the last name."""
    return f"`{count.name}`" if not count.shape else f"`{count.name}_0` … `{count.name}_{count.size - 1}`"


def entries_text(count: Count, charts: tuple[Chart, ...]) -> str:
    """Return a text that says what the entries of an array stand for; empty for a single number."""
    if not count.shape:
        return ""
    chart = find_chart_with_labels(count, charts)
    if chart is None:
        return f"{' × '.join(map(str, count.shape))} numbers"
    if chart.kind == "hexagons":
        radius = count.shape[0] // 2
        return f"row: r from -{radius} to {radius}; column: q from -{radius} to {radius}"
    if len(count.shape) == 2:
        return f"row: {numbered_labels_text(chart.row_labels)}; column: {numbered_labels_text(chart.labels)}"
    return numbered_labels_text(chart.labels)


def find_chart_with_labels(count: Count, charts: tuple[Chart, ...]) -> Chart | None:
    """Return the chart that has labels for the entries of a count: one that shows the count or divides by it."""
    for chart in charts:
        is_complete = chart.kind == "hexagons" or len(chart.labels) * max(1, len(chart.row_labels)) == prod(count.shape)
        if is_complete and count.name in (chart.count, chart.over):
            return chart
    return None


def numbered_labels_text(labels: tuple[str, ...]) -> str:
    """Return the labels as one text, each with its number, starting at 0."""
    return ", ".join(f"{k} = {label}" for k, label in enumerate(labels))


def main() -> None:
    sys.stdout.write(column_page())


if __name__ == "__main__":
    main()
