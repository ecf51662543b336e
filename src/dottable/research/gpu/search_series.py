"""Whole matches between search bots on the GPU: thousands of searches at once, with the choices of `SearchBot`.

The GPU runs the simulations, one root child per thread (`search_series_kernels.py`). NumPy compares the root children
between launches (`batched_halving.py`). The same number of simulations and the same seeds give the choices that
`SearchBot` makes on the CPU, up to rounding: the GPU's logarithm and its fused multiply-add in UCB1 may differ from
the CPU's in the last bit.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from math import inf
from typing import Any, NamedTuple

import numpy as np

from dottable.bots.levels import levels_of, search_config
from dottable.bots.search.kernel_loader import search_kernels
from dottable.bots.search.search_arguments import SearchSettings
from dottable.bots.search.search_bot import SearchConfig
from dottable.bots.search.tree import NODE_DTYPE
from dottable.bots.seat_access import DETERMINIZATION_SEED, UNLIMITED_MEMORY
from dottable.core.errors import DottableError
from dottable.core.game import Game
from dottable.core.kernels.kernel_arguments import SeriesInput
from dottable.core.matches.seeded_series import Series
from dottable.core.options import settings_array
from dottable.core.primitives import chance
from dottable.core.primitives.record import GENERATOR_WORDS, Array
from dottable.core.primitives.refusals import ACCEPTED
from dottable.core.primitives.seats import CLOCK
from dottable.research.gpu.batched_halving import BatchedHalving, chosen_child, nodes_per_match
from dottable.research.gpu.cuda_access import require_gpu
from dottable.research.gpu.kernel_loader import compiled_search_kernel
from dottable.research.kernel_arguments import RootChildArrays, SearchChunk, SearchMatchArrays, SearchStarts

ALIGNED_NODE = np.dtype(
    (np.record, np.dtype([(name, NODE_DTYPE[name]) for name in NODE_DTYPE.names or ()], align=True))
)
"""`NODE_DTYPE` with the same layout, marked as aligned. Otherwise the GPU would read numbers byte by byte."""

SeedOfChoice = Callable[[int, int, int], bytes]
"""A function (match in the batch, number of moves made, seat) that returns the seed of a choice."""


class UnsupportedSearch(DottableError):
    """Raised for a game or a bot whose search does not run on the GPU. The message says why."""


class SeriesMatch(NamedTuple):
    """A match to play, by its number in a series."""

    series: Series
    number: int


class LaunchSettings(NamedTuple):
    """How kernels are launched. These settings change the speed, not the choices; they may change between launches."""

    threads_per_block: int = 64
    max_rounds: int = 100
    """Maximum number of simulations per thread and launch, so that a launch takes less than a few seconds."""
    max_registers: int | None = 128
    """Maximum number of registers per thread of the simulations; None for no limit."""


class ChunkTiming(NamedTuple):
    """Size and duration of one launch of simulations."""

    threads: int
    simulations: int
    seconds: float


def level_search(name: str, game: Game) -> SearchConfig:
    """Return the search of a level. Raise UnsupportedSearch if the level does not always choose by search."""
    level = levels_of(game)[name]
    if level.method != "search" or level.noise or level.random_moves or level.memory != UNLIMITED_MEMORY:
        raise UnsupportedSearch(f"The level '{name}' of {game.title} does not only search. Play it on the CPU.")
    return search_config(level)


def check_support(game: Game, configs: Sequence[SearchConfig]) -> None:
    """Raise UnsupportedSearch unless the searches of these seats can run on the GPU."""
    kernels = search_kernels(game)
    if game.races or game.offered_actions is not None:
        raise UnsupportedSearch(f"{game.title} has races or leaves legal actions out. Search it on the CPU.")
    if not kernels.has_ranking or kernels.POOL_SIZE > 0:
        raise UnsupportedSearch(f"{game.title} has no ranking of candidates or a pool of states. Search it on the CPU.")
    shared = {config._replace(simulations=0, standard_errors=0.0) for config in configs}
    if len(shared) != 1 or not configs[0].use_heuristics:
        raise UnsupportedSearch("Searches may differ only in simulations and standard errors.")


class SearchSeries:
    """Matches of one game between search bots, played together. `play` goes on until all are over or time is up."""

    def __init__(
        self,
        matches: Sequence[SeriesMatch],
        configs: Sequence[SearchConfig],
        seed_of_choice: SeedOfChoice,
        *,
        recorded: Sequence[Sequence[int]] = (),
        launch: LaunchSettings = LaunchSettings(),  # noqa: B008
    ) -> None:
        """Set up the matches. `configs` has one search per seat. The actions in `recorded` are played first."""
        self._cuda = require_gpu()
        self.matches, self.configs, self.launch = matches, configs, launch
        self.game = matches[0].series.game
        check_support(self.game, configs)
        self._seed_of_choice, self._recorded = seed_of_choice, recorded
        size, self._width = len(matches), 1 + max(2, *(config.width for config in configs))
        simulations = [max(2, config.simulations) for config in configs]
        self.actions = np.full((size, self.game.max_steps), -1, np.int32)
        """The actions of every match; -1 after the last."""
        self.moves = np.zeros(size, np.int32)
        """Number of moves made in every match."""
        self.timings: list[ChunkTiming] = []
        self.halving = BatchedHalving(size, self._width, simulations)
        self._limits = np.array(
            [max(2, min(config.width, n)) for config, n in zip(configs, simulations, strict=True)], np.int32
        )
        self._make_arrays(size, nodes_per_match(max(simulations), self._width))
        self._begin_matches()

    def _make_arrays(self, size: int, nodes: int) -> None:
        state, width = self.game.state.STATE, self._width
        self._matches = SearchMatchArrays(
            states=self._zeros(size, state),
            turns=self._zeros(size, np.int32),
            roots=self._zeros(size, state),
            child_counts=self._zeros(size, np.int32),
            trees=self._cuda.device_array((size, nodes), ALIGNED_NODE),
        )
        self._children = RootChildArrays(
            actions=self._zeros((size, width), np.int32),
            generators=self._zeros((size, width, GENERATOR_WORDS), np.uint32),
            rngs=self._zeros((size, width, 2), np.int64),
            used=self._zeros((size, width), np.int32),
            visits=self._zeros((size, width), np.int32),
            totals=self._zeros((size, width), np.float64),
        )
        self._access_key = self._to_device(chance.key_from_seed(DETERMINIZATION_SEED))

    def _begin_matches(self) -> None:
        """Set up all matches in device memory."""
        series = list({id(match.series): match.series for match in self.matches}.values())
        row_of = {id(one): row for row, one in enumerate(series)}
        given = SeriesInput(
            blank=self._zeros(1, self.game.state.STATE),
            root=self._to_device(np.stack([chance.key_from_seed(one.seed) for one in series])),
            seats=series[0].seats,
            settings=self._to_device(np.stack([settings_array(one.options, one.deck) for one in series])),
        )
        rows = self._to_device(np.array([row_of[id(match.series)] for match in self.matches], np.int32))
        indices = self._to_device(np.array([match.number for match in self.matches], np.int64))
        self._run("begin_matches", len(rows), given, rows, indices, self._matches)
        self.turns: Array = self._matches.turns.copy_to_host()

    def compile(self) -> None:
        """Compile the kernel of the simulations for the present launch settings, by a launch without simulations."""
        nothing = self._zeros(0, np.int32)
        self._run("simulate", 1, self._settings(), SearchChunk(nothing, nothing), self._matches, self._children)
        self._cuda.synchronize()

    def play(self, limit_s: float = inf, most_moves: int | None = None) -> bool:
        """Play until all matches are over, or have `most_moves` moves. Return whether they are.

        Play stops after `limit_s` seconds.
        """
        started_s = time.perf_counter()
        while self.advance(most_moves):
            if time.perf_counter() - started_s >= limit_s:
                return False
        return True

    def advance(self, most_moves: int | None = None) -> bool:
        """Make one launch of simulations, and the moves before and after it. Return whether there was one to make."""
        self._start_moves(self.game.max_steps if most_moves is None else most_moves)
        if not self.halving.counts.any():
            return False
        self._simulate()
        self._end_phases()
        return True

    def _start_moves(self, most_moves: int) -> None:
        """Start the searches of all matches that wait for one. Play recorded actions and single legal actions."""
        while True:
            waiting = np.flatnonzero((self.turns >= 0) & (self.halving.counts == 0) & (self.moves < most_moves))
            if len(waiting) == 0:
                return
            known = [m for m in waiting.tolist() if m < len(self._recorded) and self.moves[m] < len(self._recorded[m])]
            if known:
                actions = [self._recorded[m][self.moves[m]] for m in known]
                self._play_actions(np.array(known, np.int32), np.array(actions, np.int32))
            else:
                self._start_searches(waiting.astype(np.int32))

    def _start_searches(self, which: Array) -> None:
        """List the root actions of matches and start the searches. Play the action where only one is legal."""
        seats = self.turns[which]
        starts = SearchStarts(*map(self._to_device, (which, *self._draw_seeds(which), self._limits[seats])))
        self._run("start_searches", len(which), starts, self._access_key, self._matches, self._children)
        counts = self._matches.child_counts.copy_to_host()[which]
        is_forced = counts == 1
        self.halving.start(which[~is_forced], counts[~is_forced], seats[~is_forced])
        if is_forced.any():
            forced = which[is_forced]
            self._play_actions(forced, self._children.actions.copy_to_host()[forced, 0])

    def _draw_seeds(self, which: Array) -> tuple[Array, Array]:
        """Return key words of the ChaCha generator and seed words of the fast generator for the next choices."""
        keys, fast_seeds = np.zeros((len(which), chance.KEY_WORDS), np.uint32), np.zeros((len(which), 2), np.int64)
        for k, m in enumerate(which.tolist()):
            seed = self._seed_of_choice(m, int(self.moves[m]), int(self.turns[m]))
            source = random.Random(seed)  # the draws and their order are those of `SearchRun`
            keys[k] = chance.key_from_seed(source.randbytes(32))
            fast_seeds[k] = source.getrandbits(32), source.getrandbits(32)
        return keys, fast_seeds

    def _simulate(self) -> None:
        """Run the next simulations of all searches and wait for them."""
        pairs, rounds = self.halving.take_rounds(self.launch.max_rounds)
        chunk = SearchChunk(self._to_device(pairs), self._to_device(rounds))
        started_s = time.perf_counter()
        self._run("simulate", len(pairs), self._settings(), chunk, self._matches, self._children)
        self._cuda.synchronize()
        self.timings.append(ChunkTiming(len(pairs), int(rounds.sum()), time.perf_counter() - started_s))

    def _settings(self) -> SearchSettings:
        config = self.configs[0]
        return SearchSettings(
            seat=0,
            now_ms=0,
            rollout_limit=config.rollout_limit,
            random_rate=config.random_rate,
            exploration=config.exploration,
            is_ranked=True,
            pool_size=0,
            uses_true_state=False,
        )

    def _end_phases(self) -> None:
        """Drop root children whose phase is over, and play the actions of finished searches."""
        which = self.halving.finished_phases()
        if len(which) == 0:
            return
        visits = self._children.visits.copy_to_host()
        means = self._children.totals.copy_to_host() / np.maximum(visits, 1)
        done = self.halving.end_phase(which, means[which])
        if len(done) == 0:
            return
        errors = [self.configs[seat].standard_errors for seat in self.turns[done].tolist()]
        best = self.halving.order[done, 1].tolist()
        chosen = [chosen_child(b, visits[m], means[m], e) for m, b, e in zip(done.tolist(), best, errors, strict=True)]
        actions = self._children.actions.copy_to_host()[done, chosen]
        self._play_actions(done.astype(np.int32), actions)

    def _play_actions(self, which: Array, actions: Array) -> None:
        """Play one action in each of these matches and record it."""
        reasons = self._zeros(len(which), np.int32)
        given = self._to_device(which), self._to_device(actions), reasons
        self._run("play_actions", len(which), self._matches, *given)
        refused = np.flatnonzero(reasons.copy_to_host() != ACCEPTED)
        if len(refused):
            raise RuntimeError(f"Action {actions[refused[0]]} was refused in match {which[refused[0]]}.")
        self.actions[which, self.moves[which]] = actions
        self.moves[which] += 1
        self.turns = self._matches.turns.copy_to_host()
        if (self.turns == CLOCK).any():
            raise UnsupportedSearch(f"{self.game.title} has deadlines. Search it on the CPU.")

    def _zeros(self, shape: Any, dtype: Any) -> Any:
        return self._to_device(np.zeros(shape, dtype))

    def _to_device(self, array: Array) -> Any:
        return self._cuda.to_device(np.ascontiguousarray(array))

    def _run(self, name: str, threads: int, *args: Any) -> None:
        """Launch the kernel with this name with at least this many threads."""
        registers = self.launch.max_registers if name == "simulate" else None
        block = self.launch.threads_per_block
        compiled_search_kernel(self.game, name, registers)[-(-threads // block), block](*args)
