"""Series between compiled policies: every seat plays randomly or greedily, and whole matches run in compiled code."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from dottable.bots.timing import reaction_time
from dottable.bots.timing.reaction_time import REACTION_TIMES
from dottable.core.game import Game
from dottable.core.kernels.kernel_arguments import series_input
from dottable.core.kernels.kernel_loader import load_kernels
from dottable.core.lab.statistics_definitions import total_size
from dottable.core.matches.match import Match
from dottable.core.matches.seeded_series import Results, Series, SeriesConfig
from dottable.core.primitives import chance, fast_rng
from dottable.core.primitives.record import Array
from dottable.lab.series import kernel_arguments
from dottable.lab.series.kernel_arguments import MatchWorkspace, SeatPolicies, SeriesOutput
from dottable.lab.statistics import statistics_columns

KERNELS_FILE = Path(__file__).resolve().with_name("policy_match_kernels.py")
KERNEL_SOURCES = (*reaction_time.__sources__, *statistics_columns.__sources__, *kernel_arguments.__sources__)
"""Source files that the kernels depend on, besides those of core and of the game."""
POLICY_NAMES = ("random", "greedy")
"""Names of the compiled policies, ordered by their numbers in `policy_match_kernels.py`."""
DEFAULT_REACTION_LEVEL = REACTION_TIMES["steady"]
"""Reaction time of all seats in games with races."""


def policy_kernels(game: Game) -> Any:
    """Return a game's kernels that play whole matches between compiled policies (`policy_match_kernels.py`)."""
    return load_kernels(game, KERNELS_FILE, dependencies=KERNEL_SOURCES)


def new_workspace(game: Game, seats: int) -> MatchWorkspace:
    """Return scratch arrays for matches of this game and number of seats."""
    return MatchWorkspace(
        states=np.zeros(1, game.state.STATE),
        rng=chance.new_generator(),
        fast_rng=fast_rng.new_generator(),
        actions=np.zeros(game.state.ACTIONS.size, np.int32),
        due_ms=np.zeros(seats, np.int64),
        leaders=np.zeros(game.max_steps + 1, np.int8),
        points=np.zeros(seats, np.int32),
        deficits=np.zeros(seats, np.int32),
        returns=np.zeros(seats, np.float32),
    )


class PolicySeries(Series):
    """A series in which every seat follows a compiled policy. It can record the statistics of every match."""

    def __init__(self, config: SeriesConfig, bots: Sequence[str], *, has_statistics: bool = False) -> None:
        super().__init__(config)
        self.bots, self.has_statistics = tuple(bots), has_statistics

    @cached_property
    def is_timed(self) -> bool:
        """Whether matches run in virtual time. True if the game has races and not all seats play at random."""
        return bool(self.game.races) and set(self.bots) != {"random"}

    def play(self, first: int, count: int) -> Results:
        """Play `count` matches from index `first` on in compiled code, and return their results."""
        return self._play(first, count, np.zeros((0, 3), np.int64))

    def played_match(self, index: int, most_moves: int | None = None) -> Match:
        """Play match `index`, or only its first `most_moves` moves, and return it with its move history."""
        match, _ = self.match(index)
        for seat, action, at_ms in self.played_moves(index)[:most_moves].tolist():
            match.apply(seat, action, at_ms)
        return match

    def played_moves(self, index: int) -> Array:
        """Play match `index` and return its moves as rows of (seat, action, time in ms)."""
        moves = np.zeros((self.game.max_steps, 3), np.int64)
        steps = int(self._play(index, 1, moves).steps[0])
        return moves[:steps]

    def _play(self, first: int, count: int, moves: Array) -> Results:
        """Play matches and return their results. The moves of the last match are written to `moves`."""
        steps = np.zeros(count, np.int32)
        scores = np.zeros((count, self.seats), np.int32)
        returns = np.zeros((count, self.seats), np.float32)
        statistics = np.zeros(
            (count if self.has_statistics else 1, total_size(statistics_columns.all_columns(self.game))), np.int32
        )
        policy_kernels(self.game).play_series(
            self.kernel_input,
            first,
            self._seat_policies(),
            new_workspace(self.game, self.seats),
            SeriesOutput(steps, scores, returns, statistics, moves),
        )
        return Results(steps, scores, returns, statistics=statistics if self.has_statistics else None)

    def _seat_policies(self) -> SeatPolicies:
        return SeatPolicies(
            policies=np.array([POLICY_NAMES.index(name) for name in self.bots], np.int64),
            medians_ms=np.full(self.seats, DEFAULT_REACTION_LEVEL.median_ms, np.int64),
            is_timed=self.is_timed,
            has_statistics=self.has_statistics,
        )


def match_statistics(match: Match) -> Array:
    """Return the statistics of a finished match, one number per column of `statistics/statistics_columns.py`."""
    row = np.zeros(total_size(statistics_columns.all_columns(match.game)), np.int32)
    policy_kernels(match.game).replay_statistics(
        series_input(match.game, match.seats, match.options, match.deck, match.seed),
        np.array(match.moves, np.int64).reshape(-1, 3),
        new_workspace(match.game, match.seats),
        row,
    )
    return row
