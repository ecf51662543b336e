"""One search for all games: an information-set Monte Carlo tree search, compiled for each game.

At the root the candidates are compared in the same imagined states and with the same luck, and the
worse half is dropped again and again (sequential halving); below, upper confidence bounds decide.
"""

from __future__ import annotations

import random
import threading
import time
from math import ceil, log2
from typing import Any, NamedTuple

import numpy as np

from dottable.bots.bot import Budget
from dottable.bots.chair import SOURCE, Chair, generator_of
from dottable.core import quick
from dottable.core.game import Game
from dottable.core.kernels import load_kernels
from dottable.core.record import Array, for_rules
from dottable.core.seats import MAX_SEATS

NODE = np.dtype(
    (
        np.record,
        [
            ("first_child", np.int32),
            ("sibling", np.int32),
            ("action", np.int32),
            ("seat", np.int32),
            ("seen", np.int64),
            ("visits", np.int32),
            ("available", np.int32),
            ("total", np.float64),
        ],
    )
)
ROOT = 0
DEEPEST = 64
SHARE_OF_TIME = 0.85
"""How much of a time budget is planned; the rest is for what cannot be foreseen."""

ALL_RANDOM = 1024
"""The share of stray steps, in 1024ths, that makes simulations purely random."""
MOST_NODES = 200_000
DREAMS_PER_MS = 5
"""How many states a game with a `POOL` imagines at first, for every ms of a time budget."""
CHUNK_MS = 4


class Manner(NamedTuple):
    """How a search goes about it."""

    simulations: int = 1000
    """What a move costs unless the budget says otherwise."""
    width: int = 24
    """So many candidates are compared at the root at most."""
    explore: float = 0.6
    """How much the upper bounds below the root favour what was seldom tried."""
    stray: int = 0
    """So many of 1024 steps in a simulation are random instead of greedy."""
    patience: int = 400
    """Steps after which a simulation stops and takes the outlook."""
    is_advised: bool = True
    """Whether to compare only what the game's policy ranks, instead of all that is legal."""
    doubt: float = 0.5
    """By how many standard errors another action must look better than the greedy one to be preferred."""


class Workspace:
    """Everything a search of one game needs, allocated once per thread."""

    def __init__(self, game: Game, nodes: int) -> None:
        actions = game.state.ACTIONS.size
        self.kernels = load_kernels(game, SOURCE)
        self.nodes = nodes
        self.states = np.zeros(4, game.state.STATE)
        self.tree = np.zeros(nodes, NODE)
        self.q = quick.generator()
        self.marks = for_rules(np.zeros(actions, np.int32))
        self.buffer = for_rules(np.zeros(actions, np.int32))
        self.candidates = for_rules(np.zeros(actions, np.int32))
        self.path = for_rules(np.zeros(DEEPEST, np.int64))
        self.kept_q = for_rules(np.zeros(2, np.int64))
        self.pool = np.zeros(max(1, self.kernels.POOL + self.kernels.SCENES), game.state.STATE)
        self.notes = np.zeros(self.kernels.NOTES, np.int64)
        self.likelihoods = np.zeros(len(self.pool))
        self.utilities = for_rules(np.zeros(MAX_SEATS, np.float32))
        self.steps = np.zeros(1, np.int64)
        self.root_children = 0


_workspaces = threading.local()


def workspace(game: Game, nodes: int) -> Workspace:
    """This thread's workspace for a game, with room for at least so many nodes."""
    by_game: dict[str, Workspace] = _workspaces.__dict__.setdefault("by_game", {})
    if game.package not in by_game or by_game[game.package].nodes < nodes:
        by_game[game.package] = Workspace(game, nodes)
    return by_game[game.package]


def path_for(game: Game, room: Workspace) -> Array:
    """Room for a way down the tree; a game's policy may say in `DEPTH` how far one grows (1: the first moves)."""
    depth = getattr(game.policy, "DEPTH", DEEPEST - 1)
    return room.path if depth >= DEEPEST - 1 else for_rules(np.zeros(depth + 1, np.int64))


class Search:
    """Chooses by tree search; the same simulations and seed give the same choice."""

    def __init__(self, manner: Manner = Manner(), *, peek: Any = None) -> None:  # noqa: B008
        """`peek` is a true match to search in, which no player has: it measures how far luck reaches."""
        self.manner = manner
        self._peek = peek

    def choose(self, chair: Chair, budget: Budget, seed: bytes) -> int:
        legal = chair.legal()
        if len(legal) == 1:
            return legal[0]
        return Thought(self.manner, chair, budget, seed, self._peek).best()


class Thought:
    """One search for one move."""

    def __init__(self, manner: Manner, chair: Chair, budget: Budget, seed: bytes, peek: Any) -> None:
        self.started = time.perf_counter()
        self.manner, self.chair, self.is_peeking = manner, chair, peek is not None
        self.limit_ms = budget.ms
        simulations = budget.simulations or (MOST_NODES if budget.ms else manner.simulations)
        self.simulations = max(2, simulations)
        self.room = workspace(chair.game, min(self.simulations, MOST_NODES) + chair.game.state.ACTIONS.size + 2)
        self.is_ranked = int(manner.is_advised and self.room.kernels.has_ranks)
        self.luck = random.Random(seed)
        self.room.states[ROOT] = chair.record if peek is None else peek.record
        self.g: Array = generator_of(self.luck.randbytes(32))
        quick.start(for_rules(self.room.q), self.luck.getrandbits(32), self.luck.getrandbits(32))
        self.states = for_rules(self.room.states)
        self.tree = for_rules(self.room.tree)
        self.path = path_for(chair.game, self.room)
        self.room.steps[0] = 0
        self.used = 1
        self.pooled = 0

    def best(self) -> int:
        """The action that stood the comparison longest; the greedy one is compared to the end."""
        advice, actions = self.root_candidates()
        advised, *others = self.plant([advice, *(action for action in actions if action != advice)])
        if not others:
            return advice
        self.fill_pool()
        phases = max(1, ceil(log2(1 + len(others))))
        for phase in range(phases):
            self.compare([advised, *others], phase, phases)
            others = sorted(others, key=self.mean, reverse=True)[: max(1, len(others) // 2)]
        preferred = self.mean(others[0]) > self.mean(advised) + self.margin(others[0], advised)
        return int(self.room.tree[others[0] if preferred else advised].action)

    def fill_pool(self) -> None:
        """Imagine many states at once and weigh them, where the game can tell how likely each of them is."""
        room = self.room
        most = self.simulations if self.limit_ms is None else int(self.limit_ms * DREAMS_PER_MS)
        self.pooled = min(room.kernels.POOL, max(1, most)) if self.is_ranked and not self.is_peeking else 0
        if self.pooled:
            arrays = map(for_rules, (room.pool, room.notes, room.likelihoods, self.g))
            room.kernels.fill_pool(self.states, *arrays, self.pooled, self.chair.seat, room.buffer)

    def margin(self, child: int, advised: int) -> float:
        """How much better another action has to look: outcomes lie within one of their mean."""
        if not self.room.kernels.is_advised:
            return 0.0
        visits = self.room.tree["visits"]
        return self.manner.doubt * float(1 / visits[child] + 1 / visits[advised]) ** 0.5

    def root_candidates(self) -> tuple[int, list[int]]:
        """The greedy action, and those worth comparing with it, best first where the game ranks them."""
        room, seat = self.room, self.chair.seat
        q = for_rules(room.q)
        advice = int(room.kernels.recommend(self.states, ROOT, seat, q, room.buffer))
        count = room.kernels.list_candidates(self.states, ROOT, seat, self.is_ranked, q, room.buffer, room.candidates)
        legal = set(self.chair.legal())
        listed = [action for action in (int(room.candidates[k]) for k in range(count)) if action in legal]
        listed = listed or sorted(legal)
        most = max(2, min(self.manner.width, self.simulations))
        if len(listed) > most and not self.is_ranked:
            listed = self.luck.sample(listed, most)
        return advice if advice in legal else listed[0], listed[:most]

    def plant(self, actions: list[int]) -> list[int]:
        """A tree of the root and one child for every candidate; the children."""
        self.room.tree[ROOT] = 0
        add_child = self.room.kernels.add_child
        children = [
            int(add_child(self.tree, 1 + k, ROOT, self.chair.seat, 0, action)) for k, action in enumerate(actions)
        ]
        self.used = 1 + len(children)
        self.room.root_children = len(children)
        return children

    def compare(self, alive: list[int], phase: int, phases: int) -> None:
        """Spend one phase's share of the budget on the candidates that are left."""
        rounds = max(1, self.simulations // phases // len(alive))
        if self.limit_ms is None:
            self.simulate(alive, rounds)
            return
        until = self.started + self.limit_ms / 1000 * SHARE_OF_TIME * (phase + 1) / phases
        done, chunk = 0, 1
        while done < rounds:
            before = time.perf_counter()
            self.simulate(alive, min(chunk, rounds - done))
            done += chunk
            now = time.perf_counter()
            if now + (now - before) / 2 >= until:
                return
            if now - before < CHUNK_MS / 1000:
                chunk *= 2

    def simulate(self, alive: list[int], rounds: int) -> None:
        room, manner = self.room, self.manner
        self.used = room.kernels.try_candidates(
            self.states,
            self.tree,
            self.used,
            self.path,
            self.chair.seat,
            self.chair.now_ms,
            for_rules(np.array(alive, np.int64)),
            rounds,
            manner.patience,
            manner.stray,
            manner.explore,
            self.is_ranked,
            int(self.is_peeking),
            self.pooled,
            *map(for_rules, (room.pool, room.likelihoods, self.g, room.q)),
            room.kept_q,
            room.marks,
            room.buffer,
            room.candidates,
            room.utilities,
            for_rules(room.steps),
        )

    def mean(self, child: int) -> float:
        node = self.room.tree[child]
        return float(node.total / node.visits)
