"""Series between compiled policies: random and greedy seats, whole matches without a step in Python."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

import dottable.bots.tempo
import dottable.lab.notes
from dottable.bots.tempo import TEMPI
from dottable.core import chance, quick
from dottable.core.decks import Deck
from dottable.core.game import Game
from dottable.core.kernels import load_kernels
from dottable.core.match import Match
from dottable.core.options import Options, settings
from dottable.core.record import Array, for_rules
from dottable.core.series import Results, Series
from dottable.core.tally import width
from dottable.lab.notes import columns_of

SOURCE = Path(__file__).resolve().with_name("policy_kernels.py")
NEEDS = (Path(dottable.bots.tempo.__file__).resolve(), Path(dottable.lab.notes.__file__).resolve())
POLICIES = ("random", "greedy")
"""The bots that are compiled, in the order of their numbers in `policy_kernels.py`."""
TEMPO = TEMPI["steady"]
"""How fast everybody reacts where players race."""


def kernels_of(game: Game) -> Any:
    """The compiled functions over whole matches of a game."""
    return load_kernels(game, SOURCE, needs=NEEDS)


class Room:
    """What the compiled functions work in, made once for many matches."""

    def __init__(self, game: Game, seats: int) -> None:
        self.work, self.blank = (for_rules(np.zeros(1, game.state.STATE)) for _ in range(2))
        self.g, self.q = for_rules(chance.generator()), for_rules(quick.generator())
        self.buffer = for_rules(np.zeros(game.state.ACTIONS.size, np.int32))
        self.due_ms = for_rules(np.zeros(seats, np.int64))
        self.leaders = for_rules(np.zeros(game.max_steps + 1, np.int8))
        self.points, self.worst = (for_rules(np.zeros(seats, np.int32)) for _ in range(2))


class PolicySeries(Series):
    """Like a Series, but every seat has a compiled policy. Noted, it also tells what happened in each match."""

    def __init__(
        self,
        game: Game,
        *,
        seats: int,
        options: Options,
        seed: bytes,
        bots: Sequence[str],
        deck: Deck | None = None,
        is_noted: bool = False,
    ) -> None:
        super().__init__(game, seats=seats, options=options, seed=seed, deck=deck)
        self.bots, self.is_noted = tuple(bots), is_noted

    def _more(self) -> dict[str, Any]:
        return {"bots": self.bots, "is_noted": self.is_noted}

    @cached_property
    def is_timed(self) -> bool:
        """Races are decided by time, unless nobody thinks: random play has no reactions."""
        return bool(self.game.races) and set(self.bots) != {"random"}

    def play(self, first: int, count: int) -> Results:
        """Play `count` matches from number `first` on, in compiled code."""
        return self._play(first, count, np.zeros((0, 3), np.int64))

    def record(self, index: int, most_moves: int | None = None) -> Match:
        """Match number `index` with its history."""
        moves = np.zeros((self.game.max_steps, 3), np.int64)
        steps = int(self._play(index, 1, moves).steps[0])
        match, _ = self.match(index)
        for seat, action, at_ms in moves[: steps if most_moves is None else min(steps, most_moves)].tolist():
            match.apply(seat, action, at_ms)
        return match

    def _play(self, first: int, count: int, moves: Array) -> Results:
        room = Room(self.game, self.seats)
        steps = np.zeros(count, np.int32)
        scores = np.zeros((count, self.seats), np.int32)
        returns = np.zeros((count, self.seats), np.float32)
        notes = np.zeros((count if self.is_noted else 1, width(columns_of(self.game))), np.int32)
        kernels_of(self.game).play_series(
            room.work,
            room.blank,
            for_rules(chance.key_of(self.seed)),
            first,
            self.seats,
            for_rules(settings(self.options, self.deck)),
            for_rules(np.array([POLICIES.index(name) for name in self.bots], np.int64)),
            self.is_timed,
            self.is_noted,
            for_rules(np.full(self.seats, TEMPO.median_ms, np.int64)),
            room.g,
            room.q,
            room.buffer,
            room.due_ms,
            room.leaders,
            room.points,
            room.worst,
            *map(for_rules, (steps, scores, returns, notes, moves)),
        )
        return Results(steps, scores, returns, notes=notes if self.is_noted else None)


def note_match(match: Match) -> Array:
    """The notes of a finished match, whoever played it."""
    room = Room(match.game, match.seats)
    notes = np.zeros(width(columns_of(match.game)), np.int32)
    kernels_of(match.game).note_moves(
        room.work,
        room.blank,
        for_rules(chance.key_of(match.seed)),
        match.seats,
        for_rules(settings(match.options, match.deck)),
        for_rules(np.array(match.moves, np.int64).reshape(-1, 3)),
        room.buffer,
        room.leaders,
        room.points,
        room.worst,
        for_rules(notes),
        for_rules(np.zeros(match.seats, np.float32)),
    )
    return notes
