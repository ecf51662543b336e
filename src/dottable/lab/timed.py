"""Series in virtual time: who is first in a race depends on each seat's tempo."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

import dottable.bots.tempo
from dottable.bots.tempo import Tempo, tempi_of
from dottable.core import chance, quick
from dottable.core.decks import Deck
from dottable.core.game import Game
from dottable.core.kernels import load_kernels
from dottable.core.options import Options, settings
from dottable.core.record import Array, for_rules
from dottable.core.series import Results, Series

TEMPO = Path(dottable.bots.tempo.__file__).resolve()
SOURCE = TEMPO.with_name("tempo_kernels.py")


def read_tempi(text: str, seats: int) -> list[Tempo]:
    """Tempi by name, one for all seats or one for each, separated by commas."""
    return tempi_of(text.split(","), seats)


class TimedSeries(Series):
    """Like a Series, but every seat acts after its own reaction time."""

    def __init__(
        self,
        game: Game,
        *,
        seats: int,
        options: Options,
        seed: bytes,
        tempi: Sequence[Tempo],
        deck: Deck | None = None,
    ) -> None:
        super().__init__(game, seats=seats, options=options, seed=seed, deck=deck)
        self.tempi = list(tempi)

    def _more(self) -> dict[str, Any]:
        return {"tempi": self.tempi}

    def play(self, first: int, count: int) -> Results:
        """Play `count` matches from number `first` on, in compiled code and virtual time."""
        steps = np.zeros(count, np.int32)
        scores, races = (np.zeros((count, self.seats), np.int32) for _ in range(2))
        returns = np.zeros((count, self.seats), np.float32)
        load_kernels(self.game, SOURCE, needs=(TEMPO,)).play_many_in_time(
            *(for_rules(np.zeros(1, self.game.state.STATE)) for _ in range(2)),
            for_rules(chance.key_of(self.seed)),
            first,
            self.seats,
            for_rules(settings(self.options, self.deck)),
            for_rules(np.array([tempo.median_ms for tempo in self.tempi], np.int64)),
            for_rules(chance.generator()),
            for_rules(quick.generator()),
            for_rules(np.zeros(self.game.state.ACTIONS.size, np.int32)),
            for_rules(np.zeros(self.seats, np.int64)),
            *map(for_rules, (races, steps, scores, returns)),
        )
        return Results(steps, scores, returns, races)


def race_share(races: Array) -> list[float]:
    """Every seat's part of all races that somebody won."""
    won = races.sum(axis=0, dtype=np.int64)
    return [float(share) for share in won / max(1, int(won.sum()))]
