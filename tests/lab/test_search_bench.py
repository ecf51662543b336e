"""Measuring the search."""

from __future__ import annotations

import pytest

from dottable.core.registry import find, games
from dottable.lab import search_bench
from dottable.lab.search_bench import SIMULATIONS, WAYS, Searcher


@pytest.mark.parametrize("slug", list(games()))
def test_every_way_of_simulating_is_counted_in_every_game(slug):
    for way in WAYS:
        searcher = Searcher(find(slug), way)
        assert SIMULATIONS / 2 < searcher.done <= SIMULATIONS
        assert searcher.steps >= searcher.done


def test_a_report_has_a_row_for_every_game_and_way(monkeypatch):
    monkeypatch.setattr(search_bench, "SECONDS", 0.01)
    report = search_bench.search_bench([find("dot_tiles")], peers=False, rounds=1, progress=lambda _: None)
    assert [row.way for row in report.games] == list(WAYS)
    assert all(row.simulations_per_second > 0 and row.ratios == {} for row in report.games)
