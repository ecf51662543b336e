"""What a report says, before anybody draws it."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from dottable.core.registry import find, games
from dottable.core.series import seed_from
from dottable.lab.estimates import Estimate
from dottable.lab.report.build import bars_shown, build, never_seen
from dottable.lab.report.contents import BarPlot, Figures, Grid, Hexagons, Histogram
from dottable.lab.report.histograms import MOST_BARS, edges_of, is_cut, next_step, shares_in
from dottable.lab.report.study import Plan, Variant, play_plan
from dottable.lab.workers import Crew

from .toys import tosses


def plan_of(game, *options, matches=400, seats=None, levels=(), level_matches=0, seed="page"):
    variants = tuple(Variant(f"variant {k}", chosen, game.house_deck) for k, chosen in enumerate(options))
    seats = seats or game.min_seats
    bots = ("greedy",) * seats
    return Plan(game, seats, variants, bots, seed_from(seed), matches, levels, level_matches)


def page_of(plan):
    told = []
    page = build(plan, play_plan(plan, Crew(2), told.append), "the command")
    assert sum(told) == plan.total
    return page


def blocks_of(page, kind):
    return [block for section in page.sections for block in section.blocks if isinstance(block, kind)]


def test_edges_are_round_and_hold_everything():
    sample = np.array([0, 7, 431])
    edges = edges_of([sample])
    assert edges[0] <= 0
    assert edges[-1] > 431
    assert len(edges) <= MOST_BARS + 2
    assert {b - a for a, b in pairwise(edges)} == {20.0}
    assert edges_of([np.array([3, 5])]) == (3, 4, 5, 6)
    assert edges_of([np.array([60, 60])]) == (60, 61)


def test_a_long_tail_ends_in_one_bar():
    sample = np.concatenate([np.arange(1000), [100_000]])
    edges = edges_of([sample])
    assert 990 < edges[-1] < 1200
    assert is_cut([sample], edges)
    assert sum(shares_in(sample, edges)) == pytest.approx(1)
    assert not is_cut([np.arange(1000)], edges_of([np.arange(1000)]))


def test_steps_go_1_2_5_10():
    widths = [1.0]
    for _ in range(6):
        widths.append(next_step(widths[-1]))
    assert widths == [1, 2, 5, 10, 20, 50, 100]


def test_shares_add_up_to_one():
    assert shares_in(np.array([0, 0, 1, 3]), (0, 1, 2, 3)) == (0.5, 0.25, 0.25)


def test_every_share_of_a_histogram_is_there():
    page = page_of(plan_of(tosses(), tosses().state.Options()))
    for plot in blocks_of(page, Histogram):
        for shares in plot.shares:
            assert len(shares) == len(plot.edges) - 1
            assert sum(shares) == pytest.approx(1)


def test_a_variant_that_changes_something_is_told_with_the_surest_first():
    options = tosses().state.Options
    page = page_of(plan_of(tosses(), options(luck=50), options(luck=70), matches=4000))
    assert page.findings[0].startswith("From variant 0 to variant 1, ")
    assert any("Tosses that favour who begins rise from" in text for text in page.findings[:3])
    rows = [row for table in blocks_of(page, Figures) for row in table.rows]
    favoured = next(row for row in rows if row.words.startswith("tosses that favour"))
    assert favoured.is_changed
    assert favoured.difference is not None
    assert favoured.difference.low <= 0.2 <= favoured.difference.high
    ties = next(row for row in rows if row.words == "matches without a single winner")
    assert not ties.is_changed


def test_a_figure_that_falls_is_said_to_fall():
    options = tosses().state.Options
    page = page_of(plan_of(tosses(), options(luck=70), options(luck=50), matches=4000))
    assert any("Tosses that favour who begins fall from" in text for text in page.findings)


@cache
def short_page(slug):
    game = find(slug)
    return page_of(plan_of(game, game.state.Options(), matches=40, levels=("newcomer", "casual"), level_matches=2))


@pytest.mark.parametrize("slug", sorted(games()))
def test_every_game_has_a_whole_report(slug):
    page = short_page(slug)
    slugs = [section.slug for section in page.sections]
    assert slugs == ["fairness", "scores", "length", "drama", "choices", "rules", "places", "skill"]
    assert len(page.findings) == 4
    assert all(section.answer for section in page.sections)
    places = next(section for section in page.sections if section.slug == "places")
    assert len(places.blocks) == len(find(slug).tally.CHARTS)
    skill = blocks_of(page, BarPlot)[-1]
    assert skill.labels == ("casual against newcomer",)


@pytest.mark.parametrize(("slug", "kind"), [("dobble_connect", Hexagons), ("dot_allot", Grid), ("dot_tiles", Grid)])
def test_boards_are_drawn_where_there_are_places(slug, kind):
    assert blocks_of(short_page(slug), kind)


def test_a_board_of_hexagons_is_a_hexagon():
    for board in blocks_of(short_page("dobble_connect"), Hexagons):
        radius = len(board.values) // 2
        known = sum(cell is not None for row in board.values for cell in row)
        assert known == 3 * radius * (radius + 1) + 1


@pytest.mark.parametrize("seats", [4, 6])
def test_a_team_wins_alone_though_several_seats_win(seats):
    game = find("dobble_connect")
    page = page_of(plan_of(game, game.state.Options(), matches=40, seats=seats))
    rows = [row for table in blocks_of(page, Figures) for row in table.rows]
    ties = next(row for row in rows if row.words.startswith("matches without"))
    assert ties.values[0].value == 0


def test_a_long_tail_of_empty_bars_is_left_out_and_named():
    bar = Estimate(1, 1, 1)
    empty = Estimate(0, 0, 0)
    assert bars_shown([(bar, empty, empty, empty)]) == 4
    assert bars_shown([(bar, empty, empty, empty, empty)]) == 1
    assert bars_shown([(bar, *[empty] * 5), (bar, bar, *[empty] * 4)]) == 2
    assert bars_shown([(None, *[empty] * 5)]) == 1
    assert never_seen(("41-45", "46-50")) == "Never seen: 41-45 to 46-50."
