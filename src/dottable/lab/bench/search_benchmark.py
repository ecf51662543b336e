"""Benchmark of the search: simulations per second on one CPU core, compared with OpenSpiel's ISMCTS in C++.

Both choose the first move of a match with 200 simulations per decision, and build a new tree each time.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from statistics import median
from typing import Any

import msgspec

from dottable.bots.bot import Budget
from dottable.bots.greedy import plausible_actions
from dottable.bots.levels import levels_of
from dottable.bots.search.search_bot import FULLY_RANDOM_RATE, SearchBot, SearchConfig, thread_workspace
from dottable.bots.seat_access import SeatAccess
from dottable.core.game import Game
from dottable.core.matches.match import Match
from dottable.core.matches.seeded_series import seed_from
from dottable.lab.bench.interleaved_measurement import ROUND_SECONDS, StatusCallback, measure_rounds, median_ratio
from dottable.lab.bench.openspiel_benchmark import first_decision_state, load_openspiel, random_match_length

SIMULATIONS_PER_DECISION = 200
"""Number of simulations per decision."""
OPENSPIEL_SEARCH_GAMES = ("hearts", "gin_rummy")
BENCHMARK_DEAL_COUNT = 8
"""Number of different deals; the benchmark takes them in turn."""
NO_ROLLOUT_LIMIT = 100_000
"""Rollout limit in steps; longer than any round or hand, so that it has no effect."""
SEARCH_CONFIGS_BY_ROLLOUT = {
    "random": SearchConfig(simulations=SIMULATIONS_PER_DECISION, random_rate=FULLY_RANDOM_RATE, use_heuristics=False),
    "random, to the end": SearchConfig(
        simulations=SIMULATIONS_PER_DECISION,
        random_rate=FULLY_RANDOM_RATE,
        use_heuristics=False,
        rollout_limit=NO_ROLLOUT_LIMIT,
    ),
    "greedy": SearchConfig(simulations=SIMULATIONS_PER_DECISION),
}
"""Search configurations by the kind of rollout.

"random" stops at the rollout limit of the level `master`. "random, to the end" plays to the end of the round or hand,
as OpenSpiel's bot does. "greedy" is the kind that Dottable's bots use.
"""


def search_config(game: Game, rollouts: str) -> SearchConfig:
    """Return the search configuration for a kind of rollout.

    Its rollout limit is that of the game's level `master`, unless the kind sets a limit itself.
    """
    config = SEARCH_CONFIGS_BY_ROLLOUT[rollouts]
    if config.rollout_limit == NO_ROLLOUT_LIMIT:
        return config
    return config._replace(rollout_limit=levels_of(game)["master"].rollout_limit)


class SearchRow(msgspec.Struct, kw_only=True):
    """Speed of the search for one game and kind of rollout: median rate, and median ratio to each OpenSpiel game."""

    game: str
    rollouts: str
    simulations_per_second: float
    steps_per_simulation: float
    ratios: dict[str, float]


class OpenSpielSearchRow(msgspec.Struct, kw_only=True):
    """Speed of OpenSpiel's ISMCTS in one of its games."""

    name: str
    simulations_per_second: float
    steps_per_simulation: float


class SearchReport(msgspec.Struct, kw_only=True):
    """Results of the search benchmark for all games, and for OpenSpiel's games (`peers`)."""

    simulations: int
    rounds: int
    games: list[SearchRow]
    peers: list[OpenSpielSearchRow]


class GameSearchBenchmark:
    """Dottable's search at the first decisions of a game."""

    def __init__(self, game: Game, rollouts: str) -> None:
        self.game, self.rollouts = game, rollouts
        self.new_bot = SearchBot(search_config(game, rollouts))
        self.positions = [first_decision_seat_access(game, deal) for deal in range(BENCHMARK_DEAL_COUNT)]
        self.simulations = self.steps = 0
        self.make_decision(0)

    def make_decision(self, k: int) -> None:
        """Make one decision, and count its simulations and steps."""
        self.new_bot.choose(self.positions[k % BENCHMARK_DEAL_COUNT], Budget(), k.to_bytes(4))
        space = thread_workspace(self.game, 1)
        self.simulations += int(space.tree["visits"][1 : 1 + space.root_child_count].sum())
        self.steps += int(space.steps[0])

    def measure_rate(self, _: int) -> float:
        """Make decisions for one measurement. Return the simulations per second."""
        before, start, k = self.simulations, time.perf_counter(), 0
        while time.perf_counter() - start < ROUND_SECONDS:
            self.make_decision(k)
            k += 1
        return (self.simulations - before) / (time.perf_counter() - start)


def first_decision_seat_access(game: Game, deal: int) -> SeatAccess:
    """Return the SeatAccess at the first position of a match in which a seat has several candidate actions."""
    match = Match(game, seed=seed_from(f"search {deal}"))
    while True:
        access = SeatAccess(match, match.to_act[0])
        if len(plausible_actions(access, random.Random(deal))) > 1:
            return access
        match.apply(access.seat, access.legal()[0])


class OpenSpielIsmctsBenchmark:
    """OpenSpiel's ISMCTS bot at the first decisions of a game, with one random rollout per simulation."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.spiel = load_openspiel()
        game = self.spiel.load_game(name)
        rng = random.Random(1)
        deals = (first_decision_state(game, rng) for _ in range(20 * BENCHMARK_DEAL_COUNT))
        self.states = [state for state in deals if len(state.legal_actions()) > 1][:BENCHMARK_DEAL_COUNT]
        self.steps_per_simulation = median(random_match_length(state.clone(), rng) for state in self.states)

    def measure_rate(self, _: int) -> float:
        """Make decisions for one measurement. Return the simulations per second."""
        start, k = time.perf_counter(), 0
        while time.perf_counter() - start < ROUND_SECONDS:
            self.new_bot(k).step(self.states[k % len(self.states)])
            k += 1
        return k * SIMULATIONS_PER_DECISION / (time.perf_counter() - start)

    def new_bot(self, seed: int) -> Any:
        """Return a new ISMCTS bot."""
        evaluator = self.spiel.RandomRolloutEvaluator(1, seed)
        final = self.spiel.ISMCTSFinalPolicyType.NORMALIZED_VISIT_COUNT
        return self.spiel.ISMCTSBot(seed, evaluator, 2.0, SIMULATIONS_PER_DECISION, -1, final, False, False)  # noqa: FBT003


def bench_searches(games: Sequence[Game], *, peers: bool, rounds: int, progress: StatusCallback) -> SearchReport:
    """Measure the search of every game with every kind of rollout in `rounds` rounds, and return the report.

    With `peers`, also measure OpenSpiel's search.
    """
    ours = [GameSearchBenchmark(game, rollouts) for game in games for rollouts in SEARCH_CONFIGS_BY_ROLLOUT]
    openspiel_benchmarks = [OpenSpielIsmctsBenchmark(name) for name in OPENSPIEL_SEARCH_GAMES] if peers else []
    rates = measure_rounds([*ours, *openspiel_benchmarks], rounds, progress, "search, round")
    peer_rates = dict(zip((peer.name for peer in openspiel_benchmarks), rates[len(ours) :], strict=True))
    return SearchReport(
        simulations=SIMULATIONS_PER_DECISION,
        rounds=rounds,
        games=[
            SearchRow(
                game=mine.game.slug,
                rollouts=mine.rollouts,
                simulations_per_second=median(measured),
                steps_per_simulation=mine.steps / mine.simulations,
                ratios={name: median_ratio(measured, other) for name, other in peer_rates.items()},
            )
            for mine, measured in zip(ours, rates, strict=False)
        ],
        peers=[
            OpenSpielSearchRow(
                name=peer.name,
                simulations_per_second=median(peer_rates[peer.name]),
                steps_per_simulation=peer.steps_per_simulation,
            )
            for peer in openspiel_benchmarks
        ],
    )
