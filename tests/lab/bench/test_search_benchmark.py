"""Benchmark of the search."""

from __future__ import annotations

import pytest

from dottable.core.registry import find_game, installed_games
from dottable.lab.bench import search_benchmark
from dottable.lab.bench.search_benchmark import (
    SEARCH_CONFIGS_BY_ROLLOUT,
    SIMULATIONS_PER_DECISION,
    GameSearchBenchmark,
    bench_searches,
)
from tests.sizes import sized


@pytest.mark.parametrize("slug", sized(["dot_tiles"], list(installed_games())))
def test_simulations_are_counted_for_every_kind_of_rollouts_in_every_game(slug):
    for rollouts in SEARCH_CONFIGS_BY_ROLLOUT:
        search = GameSearchBenchmark(find_game(slug), rollouts)
        assert SIMULATIONS_PER_DECISION / 2 < search.simulations <= SIMULATIONS_PER_DECISION
        assert search.steps >= search.simulations


def test_a_report_has_a_row_per_game_and_kind_of_rollouts(monkeypatch):
    monkeypatch.setattr(search_benchmark, "ROUND_SECONDS", 0.01)
    report = bench_searches([find_game("dot_tiles")], peers=False, rounds=1, progress=lambda _: None)
    assert [row.rollouts for row in report.games] == list(SEARCH_CONFIGS_BY_ROLLOUT)
    assert all(row.simulations_per_second > 0 and row.ratios == {} for row in report.games)
