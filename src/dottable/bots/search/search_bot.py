"""The search bot: information-set Monte Carlo tree search, compiled for each game.

At the root, all candidates are simulated in the same sampled states with the same random numbers. The worse half is
dropped after each phase (sequential halving). Below the root, UCB1 chooses.
"""

from __future__ import annotations

import random
import threading
import time
from typing import Any, NamedTuple

import numpy as np

from dottable.bots.bot import Budget
from dottable.bots.search.kernel_loader import search_kernels
from dottable.bots.search.search_arguments import SearchMemory, SearchSettings, StatePool
from dottable.bots.search.sequential_halving import phase_count, required_margin, rounds_in_phase, survivor_count
from dottable.bots.search.tree import NODE_DTYPE, ROOT_NODE, add_child
from dottable.bots.seat_access import SeatAccess
from dottable.core.contract import DepthLimit
from dottable.core.game import Game
from dottable.core.kernels.kernel_arguments import InferenceArrays
from dottable.core.portable.portable_kernel import array_allocator_for
from dottable.core.primitives import fast_rng
from dottable.core.primitives.chance import seeded_generator
from dottable.core.primitives.record import Array, rule_array
from dottable.core.primitives.seats import MAX_SEATS

MAX_PATH_LENGTH = 64
"""Maximum depth of the search tree, in nodes."""
SIMULATION_TIME_SHARE = 0.85
"""Share of a time budget that is planned for simulations. The rest is a reserve for delays."""
FULLY_RANDOM_RATE = 1024
"""Random rate (in 1/1024) with which every step of a rollout is random."""
MAX_NODES = 200_000
"""Maximum number of nodes in a search tree."""
SAMPLES_PER_MS = 5
"""Number of states to sample for the pool, per millisecond of the time budget. Applies to games with a pool."""
MIN_CHUNK_MS = 4
"""If a kernel call is shorter than this, the next call runs twice as many simulations, so that reading the clock costs
little."""


class SearchConfig(NamedTuple):
    """Parameters of a search."""

    simulations: int = 1000
    """Simulations per move, unless the budget sets another number."""
    width: int = 24
    """Maximum number of candidates that are compared at the root."""
    exploration: float = 0.6
    """Exploration constant of UCB1 below the root."""
    random_rate: int = 0
    """Probability of a random step in a rollout, in 1/1024. All other steps follow the game's policies."""
    rollout_limit: int = 400
    """Number of steps after which a rollout stops and the state is evaluated."""
    use_heuristics: bool = True
    """Whether to use the game's ranking of candidates and its sampling by likelihood."""
    standard_errors: float = 0.5
    """Number of standard errors by which an action must beat the greedy action to be chosen instead."""


def path_length(game: Game) -> int:
    """Return the length of the array that holds the path of a simulation; its first entry is no node."""
    depth = game.bot.MAX_DEPTH if isinstance(game.bot, DepthLimit) else MAX_PATH_LENGTH
    return min(depth + 1, MAX_PATH_LENGTH)


class SearchWorkspace:
    """Arrays for the searches of one game, allocated once per thread."""

    def __init__(self, game: Game, nodes: int) -> None:
        actions = game.state.ACTIONS.size
        self.kernels = search_kernels(game)
        self.nodes = nodes
        zeros = array_allocator_for(self.kernels.simulate)
        self.states = zeros(4, game.state.STATE)
        self.tree = zeros(nodes, NODE_DTYPE)
        self.rng = fast_rng.new_generator()
        self.children, self.actions, self.candidates = (zeros(actions, np.int32) for _ in range(3))
        self.pool_states = zeros(max(1, self.kernels.POOL_SIZE + self.kernels.SCRATCH_STATES), game.state.STATE)
        self.pool_scratch = zeros(self.kernels.SCRATCH_SHAPE, np.int64)
        self.pool_weights = zeros(len(self.pool_states), np.float64)
        self.steps = np.zeros(1, np.int64)
        self.root_child_count = 0
        self._path = np.zeros(path_length(game), np.int64)
        self._round_seeds = np.zeros(2, np.int64)
        self._values = np.zeros(MAX_SEATS, np.float32)

    def kernel_memory(self, generator: Array) -> SearchMemory:
        """Return the arrays in the structure that the kernels take."""
        return SearchMemory(
            states=self.states,
            tree=self.tree,
            path=self._path,
            generator=generator,
            rng=self.rng,
            round_seeds=self._round_seeds,
            children=self.children,
            actions=self.actions,
            candidates=self.candidates,
            values=self._values,
            steps=self.steps,
        )

    def set_root_and_seed(self, record: Any, seeds: random.Random) -> None:
        """Set the root state and seed the fast generator."""
        self.states[ROOT_NODE] = record
        fast_rng.set_seed(rule_array(self.rng), seeds.getrandbits(32), seeds.getrandbits(32))

    def write_history(self, history: Array) -> None:
        """Write the length and the entries of the public history to the array that the game's `infer_states` reads.

        Do nothing if the history is longer than that array.
        """
        row = self.pool_scratch[0]
        row[0] = len(history) if len(history) < len(row) else 0
        row[1 : 1 + row[0]] = history[: row[0]]

    def greedy_action(self, seat: int) -> int:
        """Return the action of the game's greedy policy in the root state."""
        return int(self.kernels.greedy_at(self.states, ROOT_NODE, seat, *self._rng_and_actions()))

    def rollout_policy_action(self, seat: int) -> int:
        """Return the action of the game's rollout policy in the root state."""
        return int(self.kernels.rollout_policy_at(self.states, ROOT_NODE, seat, *self._rng_and_actions()))

    def root_candidates(self, seat: int, legal: list[int], *, is_ranked: bool) -> list[int]:
        """Return the candidates in the root state, best first if ranked.

        If there are none, return all legal actions.
        """
        out = self.candidates
        count = self.kernels.candidates_at(self.states, ROOT_NODE, seat, is_ranked, *self._rng_and_actions(), out)
        allowed = set(legal)
        return [action for action in self.candidates[:count].tolist() if action in allowed] or legal

    def _rng_and_actions(self) -> tuple[Any, Any]:
        return self.rng, self.actions


_workspaces = threading.local()


def thread_workspace(game: Game, nodes: int) -> SearchWorkspace:
    """Return this thread's workspace for a game, with space for at least `nodes` tree nodes."""
    by_game: dict[str, SearchWorkspace] = _workspaces.__dict__.setdefault("by_game", {})
    if game.package not in by_game or by_game[game.package].nodes < nodes:
        by_game[game.package] = SearchWorkspace(game, nodes)
    return by_game[game.package]


class SearchBot:
    """A bot that chooses by tree search. The same number of simulations and the same seed give the same choice."""

    def __init__(self, config: SearchConfig = SearchConfig(), *, peek: Any = None) -> None:  # noqa: B008
        """Set the search parameters. `peek` is the true match, or None.

        With `peek`, the search knows all hidden cards. This measures what hidden information is worth.
        """
        self.config = config
        self._peek = peek

    def choose(self, access: SeatAccess, budget: Budget, seed: bytes) -> int:
        legal = access.legal()
        if len(legal) == 1:
            return legal[0]
        return SearchRun(self.config, access, budget, seed, self._peek).best_action()


class SearchRun:
    """The search for one move."""

    def __init__(self, config: SearchConfig, access: SeatAccess, budget: Budget, seed: bytes, peek: Any) -> None:
        self.started_s = time.perf_counter()
        self.config, self.access, self.uses_true_state = config, access, peek is not None
        self.limit_ms = budget.ms
        simulations = budget.simulations or (MAX_NODES if budget.ms else config.simulations)
        self.simulations = max(2, simulations)
        nodes = min(self.simulations, MAX_NODES) + access.game.state.ACTIONS.size + 2
        self.workspace = thread_workspace(access.game, nodes)
        self.is_ranked = config.use_heuristics and self.workspace.kernels.has_ranking
        self.random = random.Random(seed)
        generator = seeded_generator(self.random.randbytes(32))
        self.workspace.set_root_and_seed(access.record if peek is None else peek.record, self.random)
        self.memory = self.workspace.kernel_memory(generator)
        self.pool = StatePool(self.workspace.pool_states, self.workspace.pool_weights)
        self.workspace.steps[0] = 0
        self.used_nodes = 1
        self.pool_size = 0

    def best_action(self) -> int:
        """Return the winner of sequential halving. The greedy action stays in the comparison to the end."""
        greedy, actions = self.root_actions()
        greedy_node, *rivals = self.add_root_children([greedy, *(action for action in actions if action != greedy)])
        if not rivals:
            return greedy
        self.fill_pool()
        phases = phase_count(len(rivals))
        for phase in range(phases):
            self.run_phase([greedy_node, *rivals], phase, phases)
            rivals = sorted(rivals, key=self.mean_return, reverse=True)[: survivor_count(len(rivals))]
        best = rivals[0]
        is_better = self.mean_return(best) > self.mean_return(greedy_node) + self.required_margin(best, greedy_node)
        return int(self.workspace.tree[best if is_better else greedy_node].action)

    def root_actions(self) -> tuple[int, list[int]]:
        """Return the action of the game's rollout policy, and the candidates to compare it with.

        The candidates are sorted best first if the game ranks them.
        """
        legal = self.access.legal()
        greedy = self.workspace.rollout_policy_action(self.access.seat)
        candidates = self.workspace.root_candidates(self.access.seat, legal, is_ranked=self.is_ranked)
        limit = max(2, min(self.config.width, self.simulations))
        if len(candidates) > limit and not self.is_ranked:
            candidates = self.random.sample(candidates, limit)
        return greedy if greedy in legal else candidates[0], candidates[:limit]

    def add_root_children(self, actions: list[int]) -> list[int]:
        """Clear the tree, add one child of the root per action, and return the node numbers of the children."""
        self.workspace.tree[ROOT_NODE] = 0
        for node, action in enumerate(actions, 1):
            add_child(self.memory.tree, node, ROOT_NODE, self.access.seat, 0, action)
        self.used_nodes = 1 + len(actions)
        self.workspace.root_child_count = len(actions)
        return list(range(1, self.used_nodes))

    def fill_pool(self) -> None:
        """Fill the pool with likely states, if the game uses a pool."""
        workspace = self.workspace
        samples = self.simulations if self.limit_ms is None else int(self.limit_ms * SAMPLES_PER_MS)
        self.pool_size = (
            min(workspace.kernels.POOL_SIZE, max(1, samples)) if self.is_ranked and not self.uses_true_state else 0
        )
        if self.pool_size:
            workspace.write_history(self.access.history)
            arrays = InferenceArrays(
                states=self.memory.states,
                pool=self.pool.states,
                scratch=workspace.pool_scratch,
                log_likelihoods=self.pool.cumulative_weights,
                g=self.memory.generator,
                buffer=self.memory.actions,
            )
            workspace.kernels.fill_pool(arrays, self.pool_size, self.access.seat)

    def run_phase(self, root_children: list[int], phase: int, phases: int) -> None:
        """Simulate the remaining candidates for one phase's share of the budget."""
        rounds = rounds_in_phase(self.simulations, phases, len(root_children))
        if self.limit_ms is None:
            self.simulate_rounds(root_children, rounds)
            return
        end_s = self.started_s + self.limit_ms / 1000 * SIMULATION_TIME_SHARE * (phase + 1) / phases
        done, chunk = 0, 1
        while done < rounds:
            before_s = time.perf_counter()
            self.simulate_rounds(root_children, min(chunk, rounds - done))
            done += chunk
            now_s = time.perf_counter()
            if now_s + (now_s - before_s) / 2 >= end_s:
                return
            if now_s - before_s < MIN_CHUNK_MS / 1000:
                chunk *= 2

    def simulate_rounds(self, root_children: list[int], rounds: int) -> None:
        """Run `rounds` simulations of every child of the root."""
        settings = SearchSettings(
            seat=self.access.seat,
            now_ms=self.access.now_ms,
            rollout_limit=self.config.rollout_limit,
            random_rate=self.config.random_rate,
            exploration=self.config.exploration,
            is_ranked=self.is_ranked,
            pool_size=self.pool_size,
            uses_true_state=self.uses_true_state,
        )
        nodes = np.array(root_children, np.int64)
        self.used_nodes = self.workspace.kernels.simulate(
            settings, self.memory, self.pool, nodes, rounds, self.used_nodes
        )

    def mean_return(self, child: int) -> float:
        """Return the mean return of a node's simulations, from -1 to 1."""
        node = self.workspace.tree[child]
        return float(node.total / node.visits)

    def required_margin(self, child: int, greedy_node: int) -> float:
        """Return the smallest lead in mean return with which a child is preferred to the greedy action."""
        if not self.workspace.kernels.has_policy:
            return 0.0
        visits = self.workspace.tree["visits"]
        return required_margin(self.config.standard_errors, visits[child], visits[greedy_node])
