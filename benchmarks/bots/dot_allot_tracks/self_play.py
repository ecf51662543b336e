"""Plays Dot Allot's search levels against themselves in compiled code, and keeps the result of every round.

Nothing runs in Python between two moves, which saves about a quarter of the time of `sharp`. The search is that of
`bots/search/search_bot.py`; only the seeds of its random numbers differ.
"""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from dottable.bots.levels import levels_of
from dottable.bots.search.kernel_loader import search_kernels
from dottable.bots.search.search_arguments import SearchMemory, SearchSettings, StatePool
from dottable.bots.search.search_bot import MAX_PATH_LENGTH
from dottable.bots.search.tree import NODE_DTYPE, ROOT_NODE, add_child
from dottable.core.deck_files import Deck
from dottable.core.options import settings_array
from dottable.core.primitives import chance, fast_rng
from dottable.core.primitives.chance import seeded_generator
from dottable.core.primitives.seats import MAX_SEATS
from dottable.core.registry import find_game
from dottable.games.dot_allot.lab.event_counting import count_placements
from dottable.games.dot_allot.lab.statistics import COUNTS, PLACEMENTS_REACHING_INDEX, PLACEMENTS_REFUSED_INDEX
from dottable.games.dot_allot.state import DEAL, LAYING_CARDS, OVER, ROUND_OVER

GAME = find_game("dot_allot")
RULES: Any = GAME.rules
KERNELS: Any = search_kernels(GAME)
MAX_ROUNDS = 6
IS_RANKED, USES_TRUE_STATE = True, False
legal, play, to_act = RULES.legal, RULES.play, RULES.to_act
greedy_at, candidates_at, simulate = KERNELS.greedy_at, KERNELS.candidates_at, KERNELS.simulate


class Played(NamedTuple):
    """Results of matches. The axes are match, round, side and colour; side 0 starts round 1."""

    points: Any
    largest: Any
    """Size of the largest group."""
    totals: Any
    placements: Any
    """Per match: placements that reach the opponent's rows, and those of them that A10 refuses."""


@njit
def sorted_by_mean(tree: Any, nodes: Any) -> None:
    """Sort nodes by their mean return, best first, by insertion."""
    for i in range(1, len(nodes)):
        node, k = nodes[i], i - 1
        mean = tree[node].total / tree[node].visits
        while k >= 0 and tree[nodes[k]].total / tree[nodes[k]].visits < mean:
            nodes[k + 1] = nodes[k]
            k -= 1
        nodes[k + 1] = node


@njit
def choose(settings: Any, memory: Any, pool: Any, simulations: int) -> int:
    """Return the winner of sequential halving in the root state, as `SearchRun.best_action` does."""
    states, tree, seat = memory.states, memory.tree, settings.seat
    if legal(states[ROOT_NODE], seat, memory.actions) == 1:
        return np.int64(memory.actions[0])
    greedy = greedy_at(states, ROOT_NODE, seat, memory.rng, memory.actions)
    if simulations == 0:
        return greedy
    count = candidates_at(states, ROOT_NODE, seat, True, memory.rng, memory.actions, memory.candidates)  # noqa: FBT003
    tree[ROOT_NODE].first_child = 0
    add_child(tree, 1, ROOT_NODE, seat, 0, greedy)
    used = 2
    for k in range(count):
        if memory.candidates[k] != greedy:
            add_child(tree, used, ROOT_NODE, seat, 0, memory.candidates[k])
            used += 1
    rivals = np.arange(2, used)
    if len(rivals) == 0:
        return greedy
    phases = max(1, int(np.ceil(np.log2(1 + len(rivals)))))
    for _ in range(phases):
        nodes = np.concatenate((np.ones(1, np.int64), rivals))
        used = simulate(settings, memory, pool, nodes, max(1, simulations // phases // len(nodes)), used)
        sorted_by_mean(tree, rivals)
        rivals = rivals[: max(1, len(rivals) // 2)].copy()
    best, own = tree[rivals[0]], tree[1]
    margin = 0.5 * (1.0 / best.visits + 1.0 / own.visits) ** 0.5
    return np.int64(best.action) if best.total / best.visits > own.total / own.visits + margin else greedy


@njit
def play_to_end(starts: Any, memory: Any, pool: Any, simulations: int, counts: Any, played: Any) -> None:
    """Play every match of `starts` to its end and write the results to `played`."""
    for m in range(len(starts)):
        memory.states[ROOT_NODE] = starts[m]
        s = memory.states[ROOT_NODE]
        while s.phase != OVER:
            seat, active = 0, to_act(s)
            while (active >> seat) & 1 == 0:
                seat += 1
            if s.phase == ROUND_OVER:
                play(s, seat, DEAL, 0)
                continue
            counts[:] = 0
            count_placements(s, counts)
            played.placements[m, 0] += counts[PLACEMENTS_REACHING_INDEX]
            played.placements[m, 1] += counts[PLACEMENTS_REFUSED_INDEX]
            settings = SearchSettings(seat, 0, 400, 0, 0.6, IS_RANKED, 0, USES_TRUE_STATE)
            round_index = s.round_index
            play(s, seat, choose(settings, memory, pool, simulations), 0)
            if s.phase != LAYING_CARDS:
                for side in range(2):
                    played.points[m, round_index, side] = s.round_points[side]
                    played.largest[m, round_index, side, :] = s.largest[side]
        for side in range(2):
            played.totals[m, side] = s.totals[s.seat_at[side]]


class SelfPlay:
    """Plays matches of a level against itself. Its random numbers depend on `seed` only."""

    def __init__(self, level: str, seed: int) -> None:
        self.simulations = 0 if level == "greedy" else levels_of(GAME)[level].simulations
        actions, self._rng = GAME.state.ACTIONS.size, fast_rng.new_generator()
        fast_rng.set_seed(self._rng, 7919 * seed + 13, 104729 * seed + 7)
        self._memory = SearchMemory(
            states=np.zeros(4, GAME.state.STATE),
            tree=np.zeros(self.simulations + actions + 2, NODE_DTYPE),
            path=np.zeros(MAX_PATH_LENGTH, np.int64),
            generator=seeded_generator(seed.to_bytes(32, "big")),
            rng=self._rng,
            round_seeds=np.zeros(2, np.int64),
            children=np.zeros(actions, np.int32),
            actions=np.zeros(actions, np.int32),
            candidates=np.zeros(actions, np.int32),
            values=np.zeros(MAX_SEATS, np.float32),
            steps=np.zeros(1, np.int64),
        )
        self._pool = StatePool(np.zeros(1, GAME.state.STATE), np.zeros(1, np.float64))
        self._counts = np.zeros(sum(count.size for count in COUNTS), np.int32)

    def play(self, deck: Deck, combination: tuple[str, str, str], first: int, count: int) -> Played:
        """Play `count` matches from number `first` on. Equal numbers have equal hands, with any deck."""
        side, orientation, scoring = combination
        options = GAME.state.Options(side=side, orientation=orientation, scoring=scoring)
        settings = settings_array(options, deck)
        starts, blank = np.zeros(count, GAME.state.STATE), np.zeros(1, GAME.state.STATE)
        for k in range(count):
            seed = hashlib.sha256(b"tracks" + (first + k).to_bytes(8, "big")).digest()
            GAME.kernels.begin_match(starts, k, blank, chance.key_from_seed(seed), 2, settings)
        played = Played(
            points=np.zeros((count, MAX_ROUNDS, 2), np.int8),
            largest=np.zeros((count, MAX_ROUNDS, 2, 3), np.int8),
            totals=np.zeros((count, 2), np.int16),
            placements=np.zeros((count, 2), np.int64),
        )
        play_to_end(starts, self._memory, self._pool, self.simulations, self._counts, played)
        return played
