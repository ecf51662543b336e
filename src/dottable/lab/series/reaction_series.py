"""Series of random play in virtual time. The seat with the shorter reaction time wins a race."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from dottable.bots.timing import reaction_time
from dottable.bots.timing.reaction_time import ReactionTime, reaction_times_of
from dottable.core.kernels.kernel_arguments import ResultArrays, match_memory
from dottable.core.kernels.kernel_loader import load_kernels
from dottable.core.matches.seeded_series import Results, Series, SeriesConfig
from dottable.core.primitives.record import Array

KERNELS_FILE = Path(reaction_time.__file__).resolve().with_name("timed_play_kernels.py")


def read_reaction_levels(text: str, seats: int) -> list[ReactionTime]:
    """Return one ReactionTime per seat from comma-separated level names. A single name is used for all seats."""
    return reaction_times_of(text.split(","), seats)


class ReactionTimeSeries(Series):
    """A series of random play in which every seat acts after its own reaction time."""

    def __init__(self, config: SeriesConfig, levels: Sequence[ReactionTime]) -> None:
        super().__init__(config)
        self.levels = list(levels)

    def play(self, first: int, count: int) -> Results:
        """Play `count` matches from index `first` on, in compiled code and virtual time, and return their results."""
        steps = np.zeros(count, np.int32)
        scores, races = (np.zeros((count, self.seats), np.int32) for _ in range(2))
        returns = np.zeros((count, self.seats), np.float32)
        load_kernels(self.game, KERNELS_FILE, dependencies=reaction_time.__sources__).play_many_timed(
            self.kernel_input,
            first,
            np.array([level.median_ms for level in self.levels], np.int64),
            np.zeros(self.seats, np.int64),
            match_memory(self.game),
            ResultArrays(steps, scores, returns),
            races,
        )
        return Results(steps, scores, returns, races)


def race_win_shares(races: Array) -> list[float]:
    """Return the share of all races that each seat won."""
    won = races.sum(axis=0, dtype=np.int64)
    return [float(share) for share in won / max(1, int(won.sum()))]
