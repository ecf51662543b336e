"""How fast the search runs: simulations per second on one core, next to OpenSpiel's C++ ISMCTS.

Both decide the first move of a match with 200 simulations each, anew for every repetition. Ours is
measured with random simulations, as OpenSpiel's evaluator plays them, and as our bots use it.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

import msgspec

from dottable.bots.bot import Budget
from dottable.bots.chair import Chair
from dottable.bots.greedy import plausible
from dottable.bots.levels import levels_of
from dottable.bots.search import ALL_RANDOM, Manner, Search, workspace
from dottable.core.game import Game
from dottable.core.match import Match
from dottable.core.series import seed_from
from dottable.lab.peers import after_deal, count_steps, load_openspiel

SIMULATIONS = 200
SECONDS = 0.4
PEERS = ("hearts", "gin_rummy")
DEALS = 8
"""So many first positions take turns."""
ENDLESS = 100_000
WAYS = {
    "random": Manner(simulations=SIMULATIONS, stray=ALL_RANDOM, is_advised=False),
    "random, to the end": Manner(simulations=SIMULATIONS, stray=ALL_RANDOM, is_advised=False, patience=ENDLESS),
    "greedy": Manner(simulations=SIMULATIONS),
}
"""Plain, but no further than `master` looks in that game; plain to the end of the round or hand, as OpenSpiel's bot
does it; as our bots use it."""


def manner_of(game: Game, way: str) -> Manner:
    """A way of simulating, with the patience that the game's `master` has unless it says otherwise."""
    manner = WAYS[way]
    return manner if manner.patience == ENDLESS else manner._replace(patience=levels_of(game)["master"].patience)


class SearchRow(msgspec.Struct, kw_only=True):
    """One game and way of simulating: the median rate, and the ratio to each peer."""

    game: str
    way: str
    simulations_per_second: float
    steps_per_simulation: float
    ratios: dict[str, float]


class SearchPeerRow(msgspec.Struct, kw_only=True):
    name: str
    simulations_per_second: float
    steps_per_simulation: float


class SearchReport(msgspec.Struct, kw_only=True):
    simulations: int
    rounds: int
    games: list[SearchRow]
    peers: list[SearchPeerRow]


class Searcher:
    """Our search at the first decisions of a game."""

    def __init__(self, game: Game, way: str) -> None:
        self.game, self.way = game, way
        self.bot = Search(manner_of(game, way))
        self.chairs = [first_choice(game, deal) for deal in range(DEALS)]
        self.done = self.steps = 0
        self.decide(0)

    def decide(self, k: int) -> None:
        """Choose once, and count what it took."""
        self.bot.choose(self.chairs[k % DEALS], Budget(), k.to_bytes(4))
        room = workspace(self.game, 1)
        self.done += int(room.tree["visits"][1 : 1 + room.root_children].sum())
        self.steps += int(room.steps[0])

    def rate(self) -> float:
        """Simulations per second."""
        before, start, k = self.done, time.perf_counter(), 0
        while time.perf_counter() - start < SECONDS:
            self.decide(k)
            k += 1
        return (self.done - before) / (time.perf_counter() - start)


def first_choice(game: Game, deal: int) -> Chair:
    """The first position of a match in which somebody has more than one action worth a thought."""
    match = Match(game, seed=seed_from(f"search {deal}"))
    while True:
        chair = Chair(match, match.to_act[0])
        if len(plausible(chair, random.Random(deal))) > 1:
            return chair
        match.apply(chair.seat, chair.legal()[0])


class Ismcts:
    """OpenSpiel's bot at the first decisions of a game, random rollouts, one a simulation."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.spiel = load_openspiel()
        game = self.spiel.load_game(name)
        luck = random.Random(1)
        deals = (after_deal(game, luck) for _ in range(20 * DEALS))
        self.states = [state for state in deals if len(state.legal_actions()) > 1][:DEALS]
        self.steps_per_simulation = median(count_steps(state.clone(), luck) for state in self.states)

    def rate(self) -> float:
        """Simulations per second."""
        start, k = time.perf_counter(), 0
        while time.perf_counter() - start < SECONDS:
            self.bot(k).step(self.states[k % len(self.states)])
            k += 1
        return k * SIMULATIONS / (time.perf_counter() - start)

    def bot(self, seed: int) -> Any:
        evaluator = self.spiel.RandomRolloutEvaluator(1, seed)
        final = self.spiel.ISMCTSFinalPolicyType.NORMALIZED_VISIT_COUNT
        return self.spiel.ISMCTSBot(seed, evaluator, 2.0, SIMULATIONS, -1, final, False, False)  # noqa: FBT003


def search_bench(games: Sequence[Game], *, peers: bool, rounds: int, progress: Callable[[str], None]) -> SearchReport:
    """Measure every game in both ways, and the peers, in each of `rounds` rounds."""
    ours = [Searcher(game, way) for game in games for way in WAYS]
    others = [Ismcts(name) for name in PEERS] if peers else []
    our_rates: list[list[float]] = [[] for _ in ours]
    their_rates: list[list[float]] = [[] for _ in others]
    for k in range(rounds):
        progress(f"search, round {k + 1} of {rounds}")
        for contestants, rates in ((ours, our_rates), (others, their_rates)):
            for contestant, row in zip(contestants, rates, strict=True):
                row.append(contestant.rate())  # type: ignore[attr-defined]
    rows = [
        SearchRow(
            game=mine.game.slug,
            way=mine.way,
            simulations_per_second=median(rates),
            steps_per_simulation=mine.steps / mine.done,
            ratios={
                peer.name: median(a / b for a, b in zip(rates, their, strict=True))
                for peer, their in zip(others, their_rates, strict=True)
            },
        )
        for mine, rates in zip(ours, our_rates, strict=True)
    ]
    peer_rows = [
        SearchPeerRow(
            name=peer.name, simulations_per_second=median(rates), steps_per_simulation=peer.steps_per_simulation
        )
        for peer, rates in zip(others, their_rates, strict=True)
    ]
    return SearchReport(simulations=SIMULATIONS, rounds=rounds, games=rows, peers=peer_rows)
