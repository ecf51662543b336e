"""The page of a deck search: which targets are met, and the trade-offs if not all are."""

from __future__ import annotations

from xml.etree.ElementTree import Element

import pytest

from dottable.lab.report.charts.plot_rendering import draw_plot
from dottable.lab.report.charts.scatter import MAX_POINTS_WITH_WHISKERS, target_axis
from dottable.lab.report.html_page import render_page
from dottable.lab.report.page_model import CandidateRow, CandidateTable, ReportPage, ScatterPlot, TargetRange
from tests.lab.report.html_parsing import parse_html
from tests.lab.report.sample_pages import estimate_around
from tests.lab.report.sample_tuning_pages import (
    DOMINATED_TRIAL,
    FAR_MISS,
    MET_TARGETS_PAGE,
    MISSED_TARGETS_PAGE,
    NEAR_MISS,
    VALUES_ON_TARGET,
    trial,
    tuning_page_of,
)
from tests.lab.report.test_charts import number_attributes, shapes_with_class
from tests.lab.report.test_html_page import collapse_whitespace, rows_of


def scatter_plot_of(page: ReportPage) -> ScatterPlot:
    (plot,) = (block for section in page.sections for block in section.blocks if isinstance(block, ScatterPlot))
    return plot


def test_the_best_deck_is_shown_with_all_that_it_misses() -> None:
    assert MISSED_TARGETS_PAGE.findings == (
        "Between greedy bots, none of 3 decks meets all 6 targets.",
        "The best is seed 20 (house deck): it misses 1 of 6 targets.",
        "Decided matches won by the player who begins, orientation vertical: 45.4 % (43.4 to 47.4), 1.6 percentage "
        "points too low; target 47.0 to 53.0 %. The interval reaches the range.",
        "Confirmation round: Between sharp bots, none of 2 decks meets all 6 targets. The best is seed 20 "
        "(house deck): it misses 1 of 6 targets.",
    )


def test_a_clear_miss_does_not_mention_the_interval() -> None:
    assert tuning_page_of(FAR_MISS).findings[2].endswith("8.6 percentage points too low; target 47.0 to 53.0 %.")


def test_a_metric_that_was_not_measured_counts_as_missed() -> None:
    found = tuning_page_of(trial(0, None, *VALUES_ON_TARGET[1:])).findings
    assert found[2].endswith("not measured; target 47.0 to 53.0 %.")


def test_a_search_that_meets_all_targets_says_so() -> None:
    assert MET_TARGETS_PAGE.findings == (
        "Between greedy bots, 1 of 3 decks meets all 6 targets.",
        "The best is seed 20 (house deck); 5 of its 6 intervals lie entirely inside the target range.",
        "The best deck is unconfirmed: only greedy bots have played it, and the best of many decks looks better than "
        "it is. Have stronger bots play it again with --confirm.",
    )
    assert "too low" not in collapse_whitespace(
        parse_html(render_page(MET_TARGETS_PAGE)).descendants_with("id", "frontier-candidates-1")[0].text
    )


def test_a_search_that_was_stopped_says_so() -> None:
    page = tuning_page_of(NEAR_MISS, FAR_MISS, planned=12)
    assert page.findings[0].startswith("The search was stopped after 2 of 12 decks between greedy bots")
    assert ("decks tried", "2 of 12") in page.parameters


def test_the_frontier_is_a_table_with_ranges_and_marked_misses() -> None:
    table = (
        parse_html(render_page(MISSED_TARGETS_PAGE))
        .descendants_with("id", "frontier-candidates-1")[0]
        .only_descendant("table")
    )
    _, targets = table.only_descendant("thead").descendants("tr")
    assert [collapse_whitespace(cell.text) for cell in targets.descendants("th", "td")][:4] == [
        "target",
        "47.0 to 53.0 %",
        "up to 25.0 %",
        "3 to 7",
    ]
    first, second = rows_of(table)
    assert first[:3] == ["seed 20 (house deck)", "too low 45.4 % 43.4 to 47.4 %", "21.0 % 20.0 to 22.0 %"]
    assert second[0] == "seed 1, pairs=99"
    assert [cell.startswith("too low") for cell in second[1:]] == [False, False, False, True, False, False]


def test_confirmation_rounds_have_a_table_of_their_own() -> None:
    (section,) = (one for one in MISSED_TARGETS_PAGE.sections if one.slug == "confirmation-1")
    assert section.answer[0] == "Between sharp bots, none of 2 decks meets all 6 targets."
    (table,) = section.blocks
    assert isinstance(table, CandidateTable)
    assert len(table.rows) == 2


def test_the_plot_shows_the_two_hardest_targets_and_describes_them() -> None:
    plot = scatter_plot_of(MISSED_TARGETS_PAGE)
    assert [axis.label for axis in plot.axes] == [
        f"decided matches won by the player who begins, orientation {name}" for name in ("vertical", "horizontal")
    ]
    assert (
        "Of 3 decks, 0 lie in both ranges, 1 only in the one across, 1 only in the one up, 1 in neither."
        in plot.description
    )
    assert plot.description.endswith(
        "On the frontier, the best first: seed 20 (house deck) at 45.4 % and 51.7 %; "
        "seed 1, pairs=99 at 52.1 % and 38.4 %."
    )


def test_a_single_missed_target_is_plotted_with_the_next() -> None:
    ties = trial(0, *VALUES_ON_TARGET[:4], 0.4, VALUES_ON_TARGET[5])
    assert [axis.high for axis in scatter_plot_of(tuning_page_of(ties)).axes] == [0.35, 7.0]


def test_points_on_the_frontier_differ_by_shape_and_have_intervals() -> None:
    svg = draw_plot(scatter_plot_of(MISSED_TARGETS_PAGE)).svg
    assert [shape.tag for shape in shapes_with_class(svg, "best")] == ["path", "path"]
    assert [shape.tag for shape in shapes_with_class(svg, "rest")] == ["circle"]
    assert len(shapes_with_class(svg, "whisker")) == 3
    assert len(shapes_with_class(svg, "ring")) == 1
    (title,) = (shape.findtext("title") for shape in shapes_with_class(svg, "rest"))
    assert title.startswith("seed 1: 42.0")  # type: ignore[union-attr]


# The plot itself

SHARE_TARGET = TargetRange("a", 0.4, 0.6, is_share=True)
NUMBER_TARGET = TargetRange("b", 3, 7)


def scatter_svg(*values: tuple[float, float]) -> Element:
    points = tuple(
        CandidateRow(
            f"{k}", (estimate_around(x, 0.05), estimate_around(y, 0.5)), is_on_frontier=k == 0, is_current=False
        )
        for k, (x, y) in enumerate(values)
    )
    return draw_plot(ScatterPlot("t", "w", (SHARE_TARGET, NUMBER_TARGET), points)).svg


def test_points_and_bands_are_drawn_to_scale() -> None:
    svg = scatter_svg((0.3, 2.0), (0.4, 3.0), (0.6, 4.0))
    first, second = (number_attributes(shape, "cx", "cy") for shape in shapes_with_class(svg, "rest"))
    vertical, horizontal = shapes_with_class(svg, "band")
    x, width = number_attributes(vertical, "x", "width")
    assert (x, x + width) == pytest.approx((first[0], second[0]), abs=0.02)
    assert sum(number_attributes(horizontal, "y", "height")) == pytest.approx(first[1], abs=0.02)


def test_a_far_end_of_a_range_is_left_out() -> None:
    axis = target_axis(TargetRange("group", 3, 7), [estimate_around(2.8, 0.1), estimate_around(3.3, 0.1)])
    assert axis.low <= 2.7
    assert 3.4 <= axis.high < 4
    assert target_axis(TargetRange("group", 3, 7), [estimate_around(1.0, 0.1)]).high >= 3, (
        "the nearer end is always shown"
    )


def test_of_many_points_only_the_frontier_has_whiskers() -> None:
    assert (
        len(shapes_with_class(scatter_svg(*[(0.5, 3.0)] * MAX_POINTS_WITH_WHISKERS), "whisker"))
        == MAX_POINTS_WITH_WHISKERS
    )
    assert len(shapes_with_class(scatter_svg(*[(0.5, 3.0)] * (MAX_POINTS_WITH_WHISKERS + 1)), "whisker")) == 1


def test_a_point_that_was_not_measured_is_only_in_the_table() -> None:
    unknown = trial(3, None, *VALUES_ON_TARGET[1:])
    chart = draw_plot(scatter_plot_of(tuning_page_of(NEAR_MISS, DOMINATED_TRIAL, unknown)))
    assert len(chart.table.rows) == 3
    assert "no data" in chart.table.rows[1]
    assert len(shapes_with_class(chart.svg, "point")) == 2
