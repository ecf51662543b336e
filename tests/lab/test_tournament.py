"""Tournaments: all pairings, fair seats and deals, and no faulty bot can stop one."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from pathlib import Path

import msgspec
import numpy as np
import pytest

from dottable.bots.bot import Budget
from dottable.core.errors import DottableError
from dottable.core.matches.seeded_series import SeriesConfig, seed_from
from dottable.core.registry import find_game
from dottable.lab.series.bot_series import BotSeries, MatchOutcome
from dottable.lab.simulation.simulate import simulate, summarize_batches
from dottable.lab.tournament import Tournament, line_up_and_deal_index
from dottable.lab.worker_pool import WorkerPool

FAULTY_BOTS_FILE = Path(__file__).parents[1] / "bots" / "faulty_bots.py"
ONE_PLY_BOT_FILE = Path(__file__).parents[2] / "examples" / "bots" / "one_ply.py"


def new_tournament(game, *bots, matches=4, seats=2, seed="cup", **more):
    config = SeriesConfig(game, seats=seats, options=game.state.Options(), seed=seed_from(seed))
    return Tournament(config, bots, matches=matches, **more)


def report_without_times(played):
    """Return a report without its times."""
    report = msgspec.to_builtins(played.report())
    del report["seconds"]
    for standing in report["standings"]:
        standing["thinking"] = standing["thinking"] and standing["thinking"]["moves"]
    return report


def test_every_pair_plays_every_deal_from_both_sides(last_dot):
    plan = new_tournament(last_dot, "random", "greedy", "search", matches=6)
    scheduled = Counter((series.bots, deal) for series, deal in plan.schedule)
    assert scheduled == Counter(
        (pair, deal) for deal in range(3) for pair in permutations(("random", "greedy", "search"), 2)
    )


def test_pairs_are_interleaved(last_dot):
    """So a tournament that is stopped has results of every pair."""
    plan = new_tournament(last_dot, "random", "greedy", "search", matches=6)
    assert len({frozenset(series.bots) for series, _ in plan.schedule[:3]}) == 3


def test_at_larger_tables_all_orders_of_seats_are_played():
    seatings = [line_up_and_deal_index(("a", "b", "c"), 3, k) for k in range(6)]
    assert {names for names, _ in seatings} == set(permutations("abc"))
    assert [deal for _, deal in seatings] == [0, 0, 0, 1, 1, 1]


def test_two_bots_alternate_at_a_larger_table():
    assert [line_up_and_deal_index(("a", "b"), 3, k)[0] for k in range(2)] == [tuple("aba"), tuple("bab")]


def test_a_deal_is_the_same_for_all_line_ups(last_dot):
    plan = new_tournament(last_dot, "random", "greedy", "search", matches=2)
    starts = {series.match(deal)[0].state_hash for series, deal in plan.schedule}
    assert len(starts) == 1


def test_the_number_of_workers_changes_nothing(last_dot):
    reports = []
    for workers in (1, 2):
        played = new_tournament(last_dot, "random", "greedy", "search:20", matches=4)
        played.play(WorkerPool(workers))
        reports.append(report_without_times(played))
    assert reports[0] == reports[1]
    assert reports[0]["matches"] == 12


def test_an_additional_bot_changes_no_match_of_the_others(last_dot):
    small, large = (
        new_tournament(last_dot, "random", "greedy"),
        new_tournament(last_dot, "random", "greedy", "search:10"),
    )
    for played in (small, large):
        played.play(WorkerPool(1))
    assert small.report().pairs[0] == large.report().pairs[0]


def test_the_better_bot_is_rated_higher_and_the_results_agree():
    played = new_tournament(find_game("dot_tiles"), "random", "greedy", matches=20)
    played.play(WorkerPool(1))
    report = played.report()
    best, worst = report.standings
    assert (best.bot, worst.bot) == ("greedy", "random")
    assert best.rating.rating > worst.rating.rating + 300
    (pair,) = report.pairs
    assert pair.wins[1] + pair.draws / 2 == best.wins > 15
    assert sum(pair.wins) + pair.draws == report.matches == best.matches == 20
    assert best.thinking.moves == worst.thinking.moves == 20 * 30
    assert 0 <= best.thinking.p50_ms <= best.thinking.max_ms


def test_pairs_count_decided_matches_and_draws(last_dot):
    played = new_tournament(last_dot, "random", "greedy", "search", matches=2, seats=3)
    results = {("random", "greedy", "search"): [1, -0.5, -0.5], ("greedy", "search", "random"): [0.25, 0.25, -0.5]}
    for place, (series, _) in enumerate(played.schedule):
        returns = results[series.bots]
        played.outcomes[place] = MatchOutcome(1, [0, 0, 0], returns, [np.zeros(1, np.float32)] * 3, [])
    pairs = {pair.bots: (pair.wins, pair.draws) for pair in played.report().pairs}
    assert pairs == {
        ("random", "greedy"): ((1, 1), 0),
        ("random", "search"): ((1, 1), 0),
        ("greedy", "search"): ((0, 0), 1),
    }


FAULT_KIND_BY_BOT = {
    "Crashing": "exception",
    "ChoosingIllegally": "illegal",
    "Hanging": "timeout",
    "Computing": "timeout",
    "Dying": "death",
}


@pytest.fixture
def quick_starts(monkeypatch):
    monkeypatch.setenv("DOTTABLE_BOTS_INTERPRETED", "1")


@pytest.mark.usefixtures("quick_starts")
@pytest.mark.parametrize("name", list(FAULT_KIND_BY_BOT))
def test_a_faulty_bot_is_reported_and_the_tournament_ends(last_dot, name):
    faulty = f"{FAULTY_BOTS_FILE}:{name}"
    budget = Budget(
        ms=100 if FAULT_KIND_BY_BOT[name] == "timeout" else 5000
    )  # a busy machine is no fault of the others
    played = new_tournament(last_dot, "random", faulty, matches=2, budget=budget)
    played.play(WorkerPool(1))
    report = played.report()
    standings = {standing.bot: standing for standing in report.standings}
    assert report.matches == report.planned == 2
    assert standings["random"].faults == {}
    assert set(standings[faulty].faults) - {"dropped"} == {FAULT_KIND_BY_BOT[name]}  # a long match may drop it besides
    assert standings[faulty].faults[FAULT_KIND_BY_BOT[name]].count == standings[faulty].thinking.moves > 2


@pytest.mark.usefixtures("quick_starts")
def test_external_bots_play_in_worker_processes_too(last_dot):
    played = new_tournament(last_dot, f"{ONE_PLY_BOT_FILE}:OnePly", f"{FAULTY_BOTS_FILE}:Crashing", matches=4)
    played.play(WorkerPool(2))
    one_ply, crashing = sorted(played.report().standings, key=lambda standing: len(standing.faults))
    assert one_ply.faults == {}
    assert crashing.faults["exception"].first == "ValueError: I am lost"


@pytest.mark.parametrize("workers", [1, 2])
def test_a_stopped_tournament_keeps_its_outcomes_and_can_go_on(last_dot, workers):
    whole, stopped = (new_tournament(last_dot, "random", "greedy", matches=30) for _ in range(2))
    whole.play(WorkerPool(1))

    def stop_at_five(_):
        if len(stopped.outcomes) == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped.play(WorkerPool(workers), advance=stop_at_five)
    assert (stopped.report().matches, stopped.report().planned) == (5, 30)
    stopped.play(WorkerPool(1))
    assert report_without_times(stopped) == report_without_times(whole)


def test_a_tournament_without_matches_has_a_report(last_dot):
    report = new_tournament(last_dot, "random", "greedy").report()
    assert (report.matches, report.planned) == (0, 4)
    assert report.pairs[0].share.share is None


@pytest.mark.parametrize("bots", [["random"], ["random", "random"]])
def test_a_tournament_takes_two_different_bots(last_dot, bots):
    with pytest.raises(DottableError, match="two or more bots"):
        new_tournament(last_dot, *bots)


def test_a_simulation_between_bots_is_the_same_for_any_number_of_workers(last_dot):
    series = BotSeries(
        SeriesConfig(last_dot, seats=2, options=last_dot.state.Options(), seed=seed_from("s")), ["search:20", "random"]
    )
    summaries = [summarize_batches(series, simulate(series, 12, WorkerPool(n)), 12) for n in (1, 2)]
    assert summaries[0] == summaries[1]
    assert summaries[0].bots == ["search:20", "random"]
    assert summaries[0].win_share[0] > 0.5


def test_a_recorded_match_of_bots_ends_as_the_played_one(last_dot):
    series = BotSeries(
        SeriesConfig(last_dot, seats=2, options=last_dot.state.Options(), seed=seed_from("s")), ["greedy", "random"]
    )
    assert series.played_match(3).scores() == series.play_match(3).scores == series.play(3, 1).scores[0].tolist()
