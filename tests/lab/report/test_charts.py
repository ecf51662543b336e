"""Charts are drawn to scale, and their words keep apart."""

from __future__ import annotations

from itertools import pairwise
from xml.etree.ElementTree import Element

import pytest

from dottable.lab.estimates import Estimate
from dottable.lab.report.charts import chart_of, drawn
from dottable.lab.report.charts_axis import axis_over, tick_words
from dottable.lab.report.charts_drawing import WIDTH, lines_of, width_of
from dottable.lab.report.charts_heat import STEPS, heat_of
from dottable.lab.report.charts_rows import rows_of
from dottable.lab.report.contents import BarPlot, Grid, Hexagons, Histogram
from tests.lab.report.pages import BOARD, LOGS, MANY, MANY_PAIRS, PAIRS, POINTS, SEATS, UNITS, around, hexagons

THIN = "\N{NARROW NO-BREAK SPACE}"


def marks(svg: Element, css: str) -> list[Element]:
    """All shapes of a class."""
    return [element for element in svg.iter() if css in element.get("class", "").split()]


def at(element: Element, *names: str) -> list[float]:
    return [float(element.get(name, "nan")) for name in names]


def texts(svg: Element, css: str) -> list[str]:
    return [element.text or "" for element in marks(svg, css)]


def bars_of(values: tuple[float, ...], *, labels: tuple[str, ...] | None = None) -> BarPlot:
    estimates = tuple(around(value, 1.0) for value in values)
    return BarPlot("t", "w", labels or tuple("abcdef"[: len(values)]), ("now",), (estimates,))


# Axes


@pytest.mark.parametrize(
    ("values", "is_share", "ticks"),
    [
        ([0.31], True, ["0 %", "10 %", "20 %", "30 %", "40 %"]),
        ([0.97], True, ["0 %", "25 %", "50 %", "75 %", "100 %"]),
        ([0.05, 0.102], True, ["0 %", "5 %", "10 %", "15 %"]),
        ([13.9], False, ["0", "5", "10", "15"]),
        ([-0.3, 0.2], False, ["-0.4", "-0.2", "0.0", "0.2"]),
        ([0.0], False, ["0.00", "0.25", "0.50", "0.75", "1.00"]),
        ([4100.0], False, ["0", "2,000", "4,000", "6,000"]),
    ],
)
def test_an_axis_has_round_ticks_from_nothing(values: list[float], is_share: bool, ticks: list[str]) -> None:
    words = tick_words(axis_over(values, is_share=is_share), is_share=is_share)
    assert [word.replace(THIN, " ").replace("\N{MINUS SIGN}", "-") for word in words] == ticks


def test_an_axis_of_shares_does_not_go_beyond_all() -> None:
    assert axis_over([0.95, 1.0], is_share=True).high == 1.0


# Bars


def test_upright_bars_stand_to_scale() -> None:
    svg = chart_of(bars_of((8.0, 4.0, 2.0))).svg
    heights = [at(bar, "height")[0] for bar in marks(svg, "bar")]
    assert heights == pytest.approx([heights[0], heights[0] / 2, heights[0] / 4], abs=0.01)
    bottoms = [sum(at(bar, "y", "height")) for bar in marks(svg, "bar")]
    assert bottoms == pytest.approx([bottoms[0]] * 3, abs=0.02)


def test_upright_bars_have_known_places() -> None:
    """The axis goes from 0 at y = 175 to 10 at y = 15, so that a unit is 16 high."""
    svg = chart_of(bars_of((9.0, 4.0))).svg
    assert [at(bar, "y", "height") for bar in marks(svg, "bar")] == [[31.0, 144.0], [111.0, 64.0]]
    assert "V15.00" in marks(svg, "whisker")[0].get("d", "")
    assert marks(svg, "whisker")[1].get("d", "").split("V")[0].endswith(" 127.00")


def test_lying_bars_lie_to_scale_on_both_sides_of_nothing() -> None:
    svg = chart_of(MANY).svg
    bars = marks(svg, "bar")
    assert len(bars) == 20
    unit = at(bars[0], "width")[0] / 0.08
    assert at(bars[-1], "width")[0] == pytest.approx(0.072 * unit, abs=0.02)
    assert at(bars[0], "x")[0] == pytest.approx(sum(at(bars[-1], "x", "width")), abs=0.02)


def test_negative_bars_hang_down() -> None:
    svg = chart_of(bars_of((6.0, -6.0))).svg
    up, down = marks(svg, "bar")
    assert sum(at(up, "y", "height")) == pytest.approx(at(down, "y")[0], abs=0.02)
    assert at(up, "height") == at(down, "height")


def test_the_reference_is_a_line_at_its_value() -> None:
    svg = chart_of(SEATS).svg
    (line,) = marks(svg, "reference")
    second = marks(svg, "bar")[1]
    assert at(line, "y1", "y2") == at(second, "y") * 2, "the second seat wins exactly its share"


def test_every_bar_has_its_value_and_says_it_when_pointed_at() -> None:
    svg = chart_of(PAIRS).svg
    assert texts(svg, "value") == ["12.4", "13.9", "3.31", "3.35", "no data", "9.20", "7.05", "8.80"]
    assert marks(svg, "bar")[0].findtext("title") == "Kinds, printed rules: 12.4 (12.0 to 12.8)"


def test_two_series_differ_in_more_than_colour() -> None:
    chart = chart_of(PAIRS)
    assert (len(marks(chart.svg, "first")), len(marks(chart.svg, "second"))) == (3, 4)
    assert [(key.mark, key.words) for key in chart.keys[:2]] == [("first", "printed rules"), ("second", "two swaps")]


def test_many_labels_make_lying_bars() -> None:
    few, many = chart_of(bars_of((1.0, 2.0))).svg, chart_of(MANY_PAIRS).svg
    assert len({at(bar, "x")[0] for bar in marks(few, "bar")}) == 2
    assert len({at(bar, "x")[0] for bar in marks(many, "bar")}) == 1


def test_long_labels_make_lying_bars() -> None:
    svg = chart_of(bars_of((1.0, 2.0), labels=("a label of many words, more than two lines could ever hold", "b"))).svg
    assert len({at(bar, "x")[0] for bar in marks(svg, "bar")}) == 1


def test_a_label_that_is_too_long_ends_in_an_ellipsis() -> None:
    lines = lines_of("a card with an uncommonly long name that nobody could print", 100, 2)
    assert len(lines) == 2
    assert lines[1].endswith("…")
    assert all(width_of(line) <= 100 for line in lines)


def test_an_interval_that_nobody_could_see_is_not_drawn() -> None:
    exact = BarPlot("t", "w", ("a", "b"), ("now",), ((Estimate(5.0, 5.0, 5.0), Estimate(4.0, 3.0, 5.0)),))
    assert len(marks(chart_of(exact).svg, "whisker")) == 1


# Histograms


def test_bars_of_a_histogram_touch_and_stand_to_scale() -> None:
    plot = Histogram("t", "w", (0, 1, 2), ("now",), ((0.25, 0.75),), "points")
    first, second = marks(chart_of(plot).svg, "bin")
    assert sum(at(first, "x", "width")) == pytest.approx(at(second, "x")[0], abs=0.02)
    assert at(second, "height")[0] == pytest.approx(3 * at(first, "height")[0], abs=0.05)


def test_a_second_histogram_is_an_outline_over_the_first() -> None:
    svg = chart_of(POINTS).svg
    assert len(marks(svg, "first")) == 48
    (outline,) = marks(svg, "second")
    assert outline.get("d", "").count("H") == 48


def test_a_bar_for_every_number_is_labelled_below_it() -> None:
    svg = chart_of(UNITS).svg
    labels = [text for text in texts(svg, "tick") if "%" not in text]
    assert labels == [str(number) for number in range(1, 13)]


def test_wide_bars_are_labelled_at_round_edges() -> None:
    labels = [text for text in texts(chart_of(POINTS).svg, "tick") if "%" not in text]
    assert labels == ["0", "25", "50", "75", "100", "125", "150", "175", "200"]


def test_doubling_bars_are_labelled_by_what_they_hold() -> None:
    chart = chart_of(LOGS)
    assert [row[0] for row in chart.table.rows[:5]] == ["1", "2", "3–4", "5–8", "9–16"]
    widths = {round(at(bar, "width")[0], 1) for bar in marks(chart.svg, "bin")}
    assert len(widths) == 1
    labels = [text for text in texts(chart.svg, "tick") if "%" not in text]
    assert labels == ["1", "3–4", "9–16", "33–64", "129–256"]


@pytest.mark.parametrize("count", [3, 17, 60, 400])
@pytest.mark.parametrize("is_log", [False, True])
def test_labels_of_a_histogram_never_touch(count: int, is_log: bool) -> None:
    if is_log and count > 60:
        count = 40
    edges = tuple(float(2**k) for k in range(count + 1)) if is_log else tuple(float(10 * k) for k in range(count + 1))
    plot = Histogram("t", "w", edges, ("now",), ((1 / count,) * count,), "points", is_log)
    labels = [mark for mark in marks(chart_of(plot).svg, "tick") if "%" not in (mark.text or "")]
    ends = [(at(mark, "x")[0], width_of(mark.text or "") / 2) for mark in labels]
    assert ends
    assert all(x + half < y - other for (x, half), (y, other) in pairwise(ends))
    assert ends[-1][0] + ends[-1][1] <= WIDTH


# Boards


def test_a_grid_has_a_cell_for_every_value() -> None:
    chart = chart_of(BOARD)
    assert len(marks(chart.svg, "cell")) == 35
    assert len(marks(chart.svg, "unknown")) == 5
    assert texts(chart.svg, "value")[0] == "2.9\N{NARROW NO-BREAK SPACE}%"


def test_stronger_colours_mean_more() -> None:
    heat = heat_of([0.0, 0.1, 0.7, 1.0], is_share=True)
    assert [heat.step(value) for value in (0.0, 0.1, 0.7, 1.0)] == [0, 0, 4, STEPS - 1]
    assert heat_of([5.0], is_share=False).step(5.0) in range(STEPS)


def test_boards_that_show_the_same_share_their_scale() -> None:
    def board(most: float, words: str) -> Grid:
        return Grid("t", words, ("1", "2"), ("a",), ((0.0, most),))

    here, there, other = board(10.0, "same"), board(40.0, "same"), board(1000.0, "else")
    chart = drawn(here, "x", (here, there, other))
    assert chart.scale is not None
    assert (chart.scale.low, chart.scale.high) == ("0", "40.0")


def test_values_too_long_for_their_cells_are_in_the_table_only() -> None:
    plot = hexagons(8, is_share=False)
    chart = chart_of(plot)
    assert texts(chart.svg, "value") == []
    assert chart.table.rows[8][9] == "1.00", "the centre"


def test_hexagons_lie_as_on_the_table() -> None:
    """Six around the centre, in the middle of the picture, all equally far away."""
    svg = chart_of(hexagons(1, is_share=True)).svg
    cells = marks(svg, "cell")
    assert len(cells) == 7

    def middle(cell: Element) -> complex:
        corners = [complex(*map(float, corner.split(","))) for corner in cell.get("points", "").split()]
        return sum(corners) / 6

    (centre,) = marks(svg, "centre")
    assert middle(centre).real == pytest.approx(WIDTH / 2, abs=0.02)
    distances = sorted(abs(middle(cell) - middle(centre)) for cell in cells)
    assert distances == pytest.approx([0, *[distances[1]] * 6], abs=0.05)


def test_empty_corners_of_the_coordinates_are_no_part_of_the_board() -> None:
    zeros = Hexagons("t", "w", ((0.0, 0.0, 0.0), (0.0, 5.0, 0.0), (0.0, 0.0, 0.0)))
    assert len(marks(chart_of(zeros).svg, "cell")) == 7


# Rows


def test_plots_of_a_kind_and_height_stand_side_by_side() -> None:
    plots = (SEATS, MANY, UNITS, BOARD, hexagons(8, is_share=True))
    rows = rows_of(tuple(drawn(plot, plot.title) for plot in plots))
    assert [[plot.title for plot in row] for row in rows] == [
        ["Who wins", "Rounds"],
        ["Every card"],
        ["Where cards are laid", "Where cards lie, up to 8 away"],
    ]
