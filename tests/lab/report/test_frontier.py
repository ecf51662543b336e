"""The page of a search for a deck: it says what is met, and if nothing is, shows what is traded for what."""

from __future__ import annotations

from xml.etree.ElementTree import Element

import pytest

from dottable.lab.report.charts import chart_of
from dottable.lab.report.charts_scatter import FEW, axis_of
from dottable.lab.report.contents import Contender, Contest, Page, Scatter, Wanted
from dottable.lab.report.page import render
from tests.lab.report.pages import around
from tests.lab.report.parsing import tree_of
from tests.lab.report.searches import BEATEN, FAIR, FAR, MET, MISSED, NEAR, page_of, trial
from tests.lab.report.test_charts import at, marks
from tests.lab.report.test_page import plain, rows_of


def plot_of(page: Page) -> Scatter:
    (plot,) = (block for section in page.sections for block in section.blocks if isinstance(block, Scatter))
    return plot


def test_the_nearest_is_told_with_all_that_it_misses() -> None:
    assert MISSED.findings == (
        "Between greedy bots, none of 3 decks meets all 6 targets.",
        "The nearest is seed 20 (house deck): it misses 1 of 6 targets.",
        "Decided matches won by whoever begins, orientation vertical: 45.4 % (43.4 to 47.4), 1.6 percentage points too "
        "low; wanted 47.0 to 53.0 %. The interval reaches the range.",
        "The best again. Between sharp bots, none of 2 decks meets all 6 targets. The nearest is seed 20 (house deck): "
        "it misses 1 of 6 targets.",
    )


def test_what_lies_beyond_its_interval_is_no_chance() -> None:
    assert page_of(FAR).findings[2].endswith("8.6 percentage points too low; wanted 47.0 to 53.0 %.")


def test_what_was_not_measured_is_no_success() -> None:
    found = page_of(trial(0, None, *FAIR[1:])).findings
    assert found[2].endswith("not measured, wanted 47.0 to 53.0 %.")


def test_a_search_that_meets_all_targets_says_so() -> None:
    assert MET.findings == (
        "Between greedy bots, 1 of 3 decks meets all 6 targets.",
        "The best is seed 20 (house deck); of its 6 intervals 5 lie wholly inside their ranges.",
    )
    assert "too low" not in plain(tree_of(render(MET)).having("id", "frontier-contest-1")[0].text)


def test_a_search_that_was_stopped_says_so() -> None:
    page = page_of(NEAR, FAR, planned=12)
    assert page.findings[0].startswith("The search was stopped after 2 of 12 decks between greedy bots")
    assert ("decks tried", "2 of 12") in page.facts


def test_the_frontier_is_a_table_with_ranges_and_marked_misses() -> None:
    table = tree_of(render(MISSED)).having("id", "frontier-contest-1")[0].one("table")
    _, wanted = table.one("thead").all("tr")
    assert [plain(cell.text) for cell in wanted.all("th", "td")][:4] == [
        "wanted",
        "47.0 to 53.0 %",
        "up to 25.0 %",
        "3 to 7",
    ]
    first, second = rows_of(table)
    assert first[:3] == ["seed 20 (house deck)", "too low 45.4 % 43.4 to 47.4 %", "21.0 % 20.0 to 22.0 %"]
    assert second[0] == "seed 1, pairs=99"
    assert [cell.startswith("too low") for cell in second[1:]] == [False, False, False, True, False, False]


def test_the_best_again_have_a_table_of_their_own() -> None:
    (section,) = (one for one in MISSED.sections if one.slug == "again-1")
    assert section.answer[0] == "Between sharp bots, none of 2 decks meets all 6 targets."
    (table,) = section.blocks
    assert isinstance(table, Contest)
    assert len(table.rows) == 2


def test_the_plot_is_of_the_two_hardest_targets_and_told_in_words() -> None:
    plot = plot_of(MISSED)
    assert [axis.words for axis in plot.axes] == [
        f"decided matches won by whoever begins, orientation {way}" for way in ("vertical", "horizontal")
    ]
    assert (
        "Of 3 decks 0 lie in both ranges, 1 only in the one across, 1 only in the one up, 1 in neither." in plot.words
    )
    assert plot.words.endswith(
        "Not beaten, the nearest first: seed 20 (house deck) at 45.4 % and 51.7 %; "
        "seed 1, pairs=99 at 52.1 % and 38.4 %."
    )


def test_a_target_that_alone_is_missed_is_plotted_with_the_next() -> None:
    ties = trial(0, *FAIR[:4], 0.4, FAIR[5])
    assert [axis.high for axis in plot_of(page_of(ties)).axes] == [0.35, 7.0]


def test_the_frontier_differs_by_shape_and_has_its_intervals() -> None:
    svg = chart_of(plot_of(MISSED)).svg
    assert [shape.tag for shape in marks(svg, "best")] == ["path", "path"]
    assert [shape.tag for shape in marks(svg, "rest")] == ["circle"]
    assert len(marks(svg, "whisker")) == 3
    assert len(marks(svg, "ring")) == 1
    (title,) = (shape.findtext("title") for shape in marks(svg, "rest"))
    assert title.startswith("seed 1: 42.0")  # type: ignore[union-attr]


# The plot itself

PER_CENT = Wanted("a", 0.4, 0.6, is_share=True)
NUMBER = Wanted("b", 3, 7)


def scatter(*values: tuple[float, float]) -> Element:
    points = tuple(
        Contender(f"{k}", (around(x, 0.05), around(y, 0.5)), is_best=k == 0, is_own=False)
        for k, (x, y) in enumerate(values)
    )
    return chart_of(Scatter("t", "w", (PER_CENT, NUMBER), points)).svg


def test_points_and_bands_lie_to_scale() -> None:
    svg = scatter((0.3, 2.0), (0.4, 3.0), (0.6, 4.0))
    first, second = (at(shape, "cx", "cy") for shape in marks(svg, "rest"))
    upright, level = marks(svg, "band")
    x, width = at(upright, "x", "width")
    assert (x, x + width) == pytest.approx((first[0], second[0]), abs=0.02)
    assert sum(at(level, "y", "height")) == pytest.approx(first[1], abs=0.02)


def test_an_end_of_a_range_that_is_far_away_is_left_out() -> None:
    axis = axis_of(Wanted("group", 3, 7), [around(2.8, 0.1), around(3.3, 0.1)])
    assert axis.low <= 2.7
    assert 3.4 <= axis.high < 4
    assert axis_of(Wanted("group", 3, 7), [around(1.0, 0.1)]).high >= 3, "but the nearest never"


def test_of_many_points_only_the_best_have_whiskers() -> None:
    assert len(marks(scatter(*[(0.5, 3.0)] * FEW), "whisker")) == FEW
    assert len(marks(scatter(*[(0.5, 3.0)] * (FEW + 1)), "whisker")) == 1


def test_a_point_that_was_not_measured_is_in_the_table_only() -> None:
    unknown = trial(3, None, *FAIR[1:])
    chart = chart_of(plot_of(page_of(NEAR, BEATEN, unknown)))
    assert len(chart.table.rows) == 3
    assert "no data" in chart.table.rows[1]
    assert len(marks(chart.svg, "point")) == 2
