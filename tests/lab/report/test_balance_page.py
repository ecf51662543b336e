"""Contents of a balance report."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from dottable.core.matches.seeded_series import seed_from
from dottable.core.registry import find_game, installed_games
from dottable.lab.report.balance_page import build_balance_page, count_shown_bars, empty_tail_note
from dottable.lab.report.histogram_bins import MAX_BINS, bin_edges, bin_shares, has_overflow, next_round_width
from dottable.lab.report.page_model import BarPlot, GridHeatMap, HexHeatMap, Histogram, MetricTable
from dottable.lab.report.play_experiment import ExperimentPlan, ReportVariant, run_experiment
from dottable.lab.statistics.estimates import Estimate
from dottable.lab.worker_pool import WorkerPool
from tests.lab.toys import tosses
from tests.present import present
from tests.sizes import full_only, sized_series_slugs

HEAT_MAPS = {"dobble_connect": HexHeatMap, "dot_allot": GridHeatMap, "dot_tiles": GridHeatMap}
"""Kind of the heat maps of games with boards."""


def plan_of(game, *options, matches=400, seats=None, levels=(), level_matches=0, seed="page"):
    variants = tuple(ReportVariant(f"variant {k}", chosen, game.house_deck) for k, chosen in enumerate(options))
    seats = seats or game.min_seats
    bots = ("greedy",) * seats
    return ExperimentPlan(game, seats, variants, bots, seed_from(seed), matches, levels, level_matches)


def page_of(plan):
    progress: list[int] = []
    page = build_balance_page(plan, run_experiment(plan, WorkerPool(1), progress.append), "the command")
    assert sum(progress) == plan.total_matches
    return page


def blocks_of(page, kind):
    return [block for section in page.sections for block in section.blocks if isinstance(block, kind)]


def test_edges_are_round_and_cover_all_values():
    sample = np.array([0, 7, 431])
    edges = bin_edges([sample])
    assert edges[0] <= 0
    assert edges[-1] > 431
    assert len(edges) <= MAX_BINS + 2
    assert {b - a for a, b in pairwise(edges)} == {20.0}
    assert bin_edges([np.array([3, 5])]) == (3, 4, 5, 6)
    assert bin_edges([np.array([60, 60])]) == (60, 61)


def test_a_long_tail_goes_into_the_last_bin():
    sample = np.concatenate([np.arange(1000), [100_000]])
    edges = bin_edges([sample])
    assert 990 < edges[-1] < 1200
    assert has_overflow([sample], edges)
    assert sum(bin_shares(sample, edges)) == pytest.approx(1)
    assert not has_overflow([np.arange(1000)], bin_edges([np.arange(1000)]))


def test_bin_widths_are_1_2_5_10():
    widths = [1.0]
    for _ in range(6):
        widths.append(next_round_width(widths[-1]))
    assert widths == [1, 2, 5, 10, 20, 50, 100]


def test_shares_add_up_to_one():
    assert bin_shares(np.array([0, 0, 1, 3]), (0, 1, 2, 3)) == (0.5, 0.25, 0.25)


def test_shares_of_every_histogram_sum_to_one():
    page = page_of(plan_of(tosses(), tosses().state.Options()))
    for plot in blocks_of(page, Histogram):
        for shares in plot.shares:
            assert len(shares) == len(plot.edges) - 1
            assert sum(shares) == pytest.approx(1)


def test_changes_are_listed_in_order_of_significance():
    options = tosses().state.Options
    page = page_of(plan_of(tosses(), options(luck=50), options(luck=70), matches=4000))
    assert page.findings[0].startswith("From variant 0 to variant 1, ")
    assert any("Tosses that favour who begins: up from" in text for text in page.findings[:3])
    rows = [row for table in blocks_of(page, MetricTable) for row in table.rows]
    favoured = next(row for row in rows if row.label.startswith("tosses that favour"))
    assert favoured.is_changed
    assert favoured.difference is not None
    assert favoured.difference.low <= 0.2 <= favoured.difference.high
    ties = next(row for row in rows if row.label == "matches without a single winner")
    assert not ties.is_changed


def test_a_metric_that_falls_is_listed_as_down():
    options = tosses().state.Options
    page = page_of(plan_of(tosses(), options(luck=70), options(luck=50), matches=4000))
    assert any("Tosses that favour who begins: down from" in text for text in page.findings)


@cache
def short_page(slug):
    game = find_game(slug)
    return page_of(plan_of(game, game.state.Options(), matches=40, levels=("newcomer", "casual"), level_matches=2))


@pytest.mark.parametrize("slug", sized_series_slugs(sorted(installed_games())))
def test_every_game_has_a_whole_report(slug):
    page = short_page(slug)
    slugs = [section.slug for section in page.sections]
    assert slugs == ["fairness", "scores", "length", "leads", "choices", "rules", "scoring", "skill"]
    assert len(page.findings) == (4 if slug == "dobble_connect" else 5)
    assert all(section.answer for section in page.sections)
    scoring = next(section for section in page.sections if section.slug == "scoring")
    assert len(scoring.blocks) == len(present(find_game(slug).statistics).CHARTS)
    skill = blocks_of(page, BarPlot)[-1]
    assert skill.labels == ("casual against newcomer",)


@full_only("compiling takes 30 s")
def test_headline_and_plots_show_the_same_share_of_decided_matches_and_who_played():
    page = short_page("dot_allot")  # many matches are tied
    by_turn, by_level, by_seat = (block for block in page.sections[0].blocks if isinstance(block, BarPlot))
    (row,) = next(block for block in page.sections[0].blocks if isinstance(block, MetricTable)).rows
    assert by_turn.values[0][0] == by_level.values[0][0] == row.values[0]
    assert by_level.labels == ("greedy bots", "newcomer", "casual")
    assert sum(present(bar).value for bar in by_seat.values[0]) == pytest.approx(1)
    share = f"{100 * present(row.values[0]).value:.1f} %"
    assert page.findings[0].startswith("Between greedy bots, ")
    assert f"wins {share}" in page.findings[0]
    assert page.findings[1].startswith("By level of the players, the one who begins wins: newcomer ")
    assert page.subtitle == "Results of 40 matches between greedy bots"


@pytest.mark.parametrize("slug", sized_series_slugs(HEAT_MAPS))
def test_games_with_boards_have_heat_maps(slug):
    assert blocks_of(short_page(slug), HEAT_MAPS[slug])


@full_only("compiling takes 25 s")
def test_a_hexagonal_heat_map_is_a_hexagon():
    for board in blocks_of(short_page("dobble_connect"), HexHeatMap):
        radius = len(board.values) // 2
        known = sum(cell is not None for row in board.values for cell in row)
        assert known == 3 * radius * (radius + 1) + 1


@full_only("compiling takes 25 s")
@pytest.mark.parametrize("seats", [4, 6])
def test_a_win_of_one_team_is_not_a_tie(seats):
    game = find_game("dobble_connect")
    page = page_of(plan_of(game, game.state.Options(), matches=40, seats=seats))
    rows = [row for table in blocks_of(page, MetricTable) for row in table.rows]
    ties = next(row for row in rows if row.label.startswith("matches without"))
    assert ties.values[0].value == 0


def test_a_long_tail_of_empty_bars_is_left_out_and_noted():
    bar = Estimate(1, 1, 1)
    empty = Estimate(0, 0, 0)
    assert count_shown_bars([(bar, empty, empty, empty)]) == 4
    assert count_shown_bars([(bar, empty, empty, empty, empty)]) == 1
    assert count_shown_bars([(bar, *[empty] * 5), (bar, bar, *[empty] * 4)]) == 2
    assert count_shown_bars([(None, *[empty] * 5)]) == 1
    assert empty_tail_note(("41-45", "46-50")) == "Never seen: 41-45 to 46-50."
