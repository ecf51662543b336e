"""Charts are drawn to scale, and their labels keep apart."""

from __future__ import annotations

from itertools import pairwise
from xml.etree.ElementTree import Element

import pytest

from dottable.lab.report.charts.axis import axis_from_zero, tick_labels
from dottable.lab.report.charts.colour_scale import COLOUR_STEPS, colour_scale_for
from dottable.lab.report.charts.plot_rendering import draw_plot, render_plot
from dottable.lab.report.charts.plot_rows import plot_rows
from dottable.lab.report.charts.svg_elements import CHART_WIDTH, text_width, wrap_text
from dottable.lab.report.page_model import BarPlot, GridHeatMap, HexHeatMap, Histogram
from dottable.lab.statistics.estimates import Estimate
from tests.lab.report.sample_pages import (
    BOARD_HEAT_MAP,
    LOG_HISTOGRAM,
    MANY_BARS,
    MANY_PAIRED_BARS,
    PAIRED_BARS,
    POINTS_HISTOGRAM,
    SEAT_BARS,
    UNIT_BIN_HISTOGRAM,
    estimate_around,
    hexagon_heat_map,
)

NARROW_SPACE = "\N{NARROW NO-BREAK SPACE}"


def shapes_with_class(svg: Element, css: str) -> list[Element]:
    """Return all shapes with a CSS class."""
    return [element for element in svg.iter() if css in element.get("class", "").split()]


def number_attributes(element: Element, *names: str) -> list[float]:
    return [float(element.get(name, "nan")) for name in names]


def texts_with_class(svg: Element, css: str) -> list[str]:
    return [element.text or "" for element in shapes_with_class(svg, css)]


def bar_plot_of(values: tuple[float, ...], *, labels: tuple[str, ...] | None = None) -> BarPlot:
    estimates = tuple(estimate_around(value, 1.0) for value in values)
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
def test_an_axis_has_round_ticks_from_zero(values: list[float], is_share: bool, ticks: list[str]) -> None:
    labels = tick_labels(axis_from_zero(values, is_share=is_share), is_share=is_share)
    assert [label.replace(NARROW_SPACE, " ").replace("\N{MINUS SIGN}", "-") for label in labels] == ticks


def test_an_axis_of_shares_ends_at_1() -> None:
    assert axis_from_zero([0.95, 1.0], is_share=True).high == 1.0


# Bars


def test_vertical_bars_are_drawn_to_scale() -> None:
    svg = draw_plot(bar_plot_of((8.0, 4.0, 2.0))).svg
    heights = [number_attributes(bar, "height")[0] for bar in shapes_with_class(svg, "bar")]
    assert heights == pytest.approx([heights[0], heights[0] / 2, heights[0] / 4], abs=0.01)
    bottoms = [sum(number_attributes(bar, "y", "height")) for bar in shapes_with_class(svg, "bar")]
    assert bottoms == pytest.approx([bottoms[0]] * 3, abs=0.02)


def test_vertical_bars_have_known_positions() -> None:
    """The axis goes from 0 at y = 175 to 10 at y = 15, so that a unit is 16 high."""
    svg = draw_plot(bar_plot_of((9.0, 4.0))).svg
    assert [number_attributes(bar, "y", "height") for bar in shapes_with_class(svg, "bar")] == [
        [31.0, 144.0],
        [111.0, 64.0],
    ]
    assert "V15.00" in shapes_with_class(svg, "whisker")[0].get("d", "")
    assert shapes_with_class(svg, "whisker")[1].get("d", "").split("V")[0].endswith(" 127.00")


def test_horizontal_bars_are_drawn_to_scale_on_both_sides_of_zero() -> None:
    svg = draw_plot(MANY_BARS).svg
    bars = shapes_with_class(svg, "bar")
    assert len(bars) == 20
    unit = number_attributes(bars[0], "width")[0] / 0.08
    assert number_attributes(bars[-1], "width")[0] == pytest.approx(0.072 * unit, abs=0.02)
    assert number_attributes(bars[0], "x")[0] == pytest.approx(sum(number_attributes(bars[-1], "x", "width")), abs=0.02)


def test_negative_bars_are_drawn_below_zero() -> None:
    svg = draw_plot(bar_plot_of((6.0, -6.0))).svg
    up, down = shapes_with_class(svg, "bar")
    assert sum(number_attributes(up, "y", "height")) == pytest.approx(number_attributes(down, "y")[0], abs=0.02)
    assert number_attributes(up, "height") == number_attributes(down, "height")


def test_the_reference_is_a_line_at_its_value() -> None:
    svg = draw_plot(SEAT_BARS).svg
    (line,) = shapes_with_class(svg, "reference")
    second = shapes_with_class(svg, "bar")[1]
    assert number_attributes(line, "y1", "y2") == number_attributes(second, "y") * 2, (
        "the second seat wins exactly its share"
    )


def test_every_bar_has_its_value_as_text_and_tooltip() -> None:
    svg = draw_plot(PAIRED_BARS).svg
    assert texts_with_class(svg, "value") == ["12.4", "13.9", "3.31", "3.35", "no data", "9.20", "7.05", "8.80"]
    assert shapes_with_class(svg, "bar")[0].findtext("title") == "Kinds, printed rules: 12.4 (12.0 to 12.8)"


def test_two_series_differ_in_more_than_colour() -> None:
    chart = draw_plot(PAIRED_BARS)
    assert (len(shapes_with_class(chart.svg, "first")), len(shapes_with_class(chart.svg, "second"))) == (3, 4)
    assert [(entry.mark, entry.label) for entry in chart.legend[:2]] == [
        ("first", "printed rules"),
        ("second", "two swaps"),
    ]


def test_many_labels_make_horizontal_bars() -> None:
    few, many = draw_plot(bar_plot_of((1.0, 2.0))).svg, draw_plot(MANY_PAIRED_BARS).svg
    assert len({number_attributes(bar, "x")[0] for bar in shapes_with_class(few, "bar")}) == 2
    assert len({number_attributes(bar, "x")[0] for bar in shapes_with_class(many, "bar")}) == 1


def test_long_labels_make_horizontal_bars() -> None:
    svg = draw_plot(
        bar_plot_of((1.0, 2.0), labels=("a label of many words, more than two lines could ever hold", "b"))
    ).svg
    assert len({number_attributes(bar, "x")[0] for bar in shapes_with_class(svg, "bar")}) == 1


def test_a_label_that_is_too_long_ends_in_an_ellipsis() -> None:
    lines = wrap_text("a card with an uncommonly long name that nobody could print", 100, 2)
    assert len(lines) == 2
    assert lines[1].endswith("…")
    assert all(text_width(line) <= 100 for line in lines)


def test_an_interval_too_short_to_see_is_not_drawn() -> None:
    exact = BarPlot("t", "w", ("a", "b"), ("now",), ((Estimate(5.0, 5.0, 5.0), Estimate(4.0, 3.0, 5.0)),))
    assert len(shapes_with_class(draw_plot(exact).svg, "whisker")) == 1


# Histograms


def test_bars_of_a_histogram_touch_and_are_drawn_to_scale() -> None:
    plot = Histogram("t", "w", (0, 1, 2), ("now",), ((0.25, 0.75),), "points")
    first, second = shapes_with_class(draw_plot(plot).svg, "bin")
    assert sum(number_attributes(first, "x", "width")) == pytest.approx(number_attributes(second, "x")[0], abs=0.02)
    assert number_attributes(second, "height")[0] == pytest.approx(3 * number_attributes(first, "height")[0], abs=0.05)


def test_a_second_histogram_is_an_outline_over_the_first() -> None:
    svg = draw_plot(POINTS_HISTOGRAM).svg
    assert len(shapes_with_class(svg, "first")) == 48
    (outline,) = shapes_with_class(svg, "second")
    assert outline.get("d", "").count("H") == 48


def test_a_bar_for_every_number_is_labelled_below_it() -> None:
    svg = draw_plot(UNIT_BIN_HISTOGRAM).svg
    labels = [text for text in texts_with_class(svg, "tick") if "%" not in text]
    assert labels == [str(number) for number in range(1, 13)]


def test_wide_bins_are_labelled_at_round_edges() -> None:
    labels = [text for text in texts_with_class(draw_plot(POINTS_HISTOGRAM).svg, "tick") if "%" not in text]
    assert labels == ["0", "25", "50", "75", "100", "125", "150", "175", "200"]


def test_doubling_bins_are_labelled_by_what_they_hold() -> None:
    chart = draw_plot(LOG_HISTOGRAM)
    assert [row[0] for row in chart.table.rows[:5]] == ["1", "2", "3–4", "5–8", "9–16"]
    widths = {round(number_attributes(bar, "width")[0], 1) for bar in shapes_with_class(chart.svg, "bin")}
    assert len(widths) == 1
    labels = [text for text in texts_with_class(chart.svg, "tick") if "%" not in text]
    assert labels == ["1", "3–4", "9–16", "33–64", "129–256"]


@pytest.mark.parametrize("count", [3, 17, 60, 400])
@pytest.mark.parametrize("is_log", [False, True])
def test_labels_of_a_histogram_never_overlap(count: int, is_log: bool) -> None:
    if is_log and count > 60:
        count = 40
    edges = tuple(float(2**k) for k in range(count + 1)) if is_log else tuple(float(10 * k) for k in range(count + 1))
    plot = Histogram("t", "w", edges, ("now",), ((1 / count,) * count,), "points", is_log)
    labels = [mark for mark in shapes_with_class(draw_plot(plot).svg, "tick") if "%" not in (mark.text or "")]
    ends = [(number_attributes(mark, "x")[0], text_width(mark.text or "") / 2) for mark in labels]
    assert ends
    assert all(x + half < y - other for (x, half), (y, other) in pairwise(ends))
    assert ends[-1][0] + ends[-1][1] <= CHART_WIDTH


# Heat maps


def test_a_grid_has_a_cell_for_every_value() -> None:
    chart = draw_plot(BOARD_HEAT_MAP)
    assert len(shapes_with_class(chart.svg, "cell")) == 35
    assert len(shapes_with_class(chart.svg, "unknown")) == 5
    assert texts_with_class(chart.svg, "value")[0] == "2.9\N{NARROW NO-BREAK SPACE}%"


def test_stronger_colours_mean_larger_values() -> None:
    scale = colour_scale_for([0.0, 0.1, 0.7, 1.0], is_share=True)
    assert [scale.colour_index(value) for value in (0.0, 0.1, 0.7, 1.0)] == [0, 0, 4, COLOUR_STEPS - 1]
    assert colour_scale_for([5.0], is_share=False).colour_index(5.0) in range(COLOUR_STEPS)


def test_heat_maps_with_the_same_description_share_their_scale() -> None:
    def board(most: float, description: str) -> GridHeatMap:
        return GridHeatMap("t", description, ("1", "2"), ("a",), ((0.0, most),))

    here, there, other = board(10.0, "same"), board(40.0, "same"), board(1000.0, "else")
    chart = render_plot(here, "x", (here, there, other))
    assert chart.colour_legend is not None
    assert (chart.colour_legend.low, chart.colour_legend.high) == ("0", "40.0")


def test_values_too_long_for_their_cells_are_only_in_the_table() -> None:
    plot = hexagon_heat_map(8, is_share=False)
    chart = draw_plot(plot)
    assert texts_with_class(chart.svg, "value") == []
    assert chart.table.rows[8][9] == "1.00", "the centre"


def test_hexagons_are_drawn_in_a_ring_around_the_centre() -> None:
    """Six around the centre, in the middle of the picture, all equally far away."""
    svg = draw_plot(hexagon_heat_map(1, is_share=True)).svg
    cells = shapes_with_class(svg, "cell")
    assert len(cells) == 7

    def middle(cell: Element) -> complex:
        corners = [complex(*map(float, corner.split(","))) for corner in cell.get("points", "").split()]
        return sum(corners) / 6

    (centre,) = shapes_with_class(svg, "centre")
    assert middle(centre).real == pytest.approx(CHART_WIDTH / 2, abs=0.02)
    distances = sorted(abs(middle(cell) - middle(centre)) for cell in cells)
    assert distances == pytest.approx([0, *[distances[1]] * 6], abs=0.05)


def test_places_without_a_value_are_not_part_of_the_board() -> None:
    board = HexHeatMap("t", "w", ((None, 0.0, 0.0), (0.0, 5.0, 0.0), (0.0, 0.0, None)))
    assert len(shapes_with_class(draw_plot(board).svg, "cell")) == 7


# Layout


def test_plots_of_one_kind_and_height_stand_side_by_side() -> None:
    plots = (SEAT_BARS, MANY_BARS, UNIT_BIN_HISTOGRAM, BOARD_HEAT_MAP, hexagon_heat_map(8, is_share=True))
    rows = plot_rows(tuple(render_plot(plot, plot.title) for plot in plots))
    assert [[plot.title for plot in row] for row in rows] == [
        ["Who wins", "Rounds"],
        ["Every card"],
        ["Where cards are laid", "Where cards lie, up to 8 away"],
    ]
