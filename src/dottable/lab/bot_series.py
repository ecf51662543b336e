"""Series played by bots: match number i depends on the seed, on i and on who sits where, on nothing else."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Generator, Sequence
from functools import cache
from typing import Any

import msgspec
import numpy as np

from dottable.bots.asking import ask
from dottable.bots.bot import Bot, Budget
from dottable.bots.chair import Chair
from dottable.bots.external import ExternalBot
from dottable.bots.registry import dismiss, find_bot
from dottable.core.decks import Deck
from dottable.core.game import Game
from dottable.core.match import Match
from dottable.core.options import Options
from dottable.core.record import Array
from dottable.core.registry import find, name_of
from dottable.core.series import Results, Series
from dottable.lab.policy_series import note_match
from dottable.lab.referee import Fault, Referee
from dottable.lab.workers import Crew, spread

REHEARSALS = 60
"""Enough for a bot to do also what it does seldom, such as a level's slips."""
Advance = Callable[[int], None]
"""Told how many more matches are done."""


class Outcome(msgspec.Struct, frozen=True):
    """What one match came to."""

    steps: int
    scores: list[int]
    returns: list[float]
    took_ms: list[Array]
    """Every seat's times to answer; the only part that varies between runs."""
    faults: list[Fault]
    notes: Array | None = None
    """What happened, if the series is noted."""


class BotSeries(Series):
    """Like a Series, but bots choose, by the names that `bots/registry.py` knows. It travels to other processes."""

    def __init__(
        self,
        game: Game,
        *,
        seats: int,
        options: Options,
        seed: bytes,
        bots: Sequence[str],
        deck: Deck | None = None,
        budget: Budget = Budget(),  # noqa: B008
        is_noted: bool = False,
    ) -> None:
        super().__init__(game, seats=seats, options=options, seed=seed, deck=deck)
        self.bots, self.budget, self.is_noted = tuple(bots), budget, is_noted

    def between(self, bots: Sequence[str]) -> BotSeries:
        """The same series with other bots."""
        return BotSeries(
            self.game,
            seats=self.seats,
            options=self.options,
            seed=self.seed,
            deck=self.deck,
            bots=bots,
            budget=self.budget,
            is_noted=self.is_noted,
        )

    def play_one(self, index: int) -> Outcome:
        """Play match number `index`."""
        referee = self._referee(index)
        referee.play()
        match = referee.match
        took_ms = [np.array(times, np.float32) for times in referee.took_ms]
        notes = note_match(match) if self.is_noted else None
        return Outcome(len(match.moves), match.scores(), match.returns(), took_ms, referee.faults, notes)

    def play(self, first: int, count: int) -> Results:
        """Play `count` matches from number `first` on, in this process."""
        return results_of([self.play_one(index) for index in range(first, first + count)])

    def record(self, index: int, most_moves: int | None = None) -> Match:  # noqa: ARG002
        """Match number `index` with its history."""
        referee = self._referee(index)
        referee.play()
        return referee.match

    def _referee(self, index: int) -> Referee:
        match, _ = self.match(index)
        seated = [bot_of(name, name_of(self.game)) for name in self.bots]
        return Referee(match, seated, [self.budget] * self.seats, self.luck_of(index))

    def luck_of(self, index: int) -> bytes:
        """The bots' luck in a match; it differs between line-ups, while the deal does not."""
        names = "\0".join(self.bots).encode()
        return hashlib.sha256(b"bots" + self.seed + index.to_bytes(8, "big") + names).digest()

    def _more(self) -> dict[str, Any]:
        return {"bots": self.bots, "budget": self.budget, "is_noted": self.is_noted}


@cache
def bot_of(name: str, game_name: str) -> Bot:
    """The bot of a name, one for all matches in this process; rehearsed, so that no move waits for compiling."""
    game = find(game_name)
    bot = find_bot(name, game)
    opening = Match(game, seed=bytes(32))
    chair = Chair(opening, opening.to_act[0])
    for k in range(1 if isinstance(bot, ExternalBot) else REHEARSALS):
        ask(bot, chair, Budget(simulations=2), bytes([k] * 32))
    return bot


def results_of(outcomes: Sequence[Outcome]) -> Results:
    """Outcomes as arrays."""
    notes = [outcome.notes for outcome in outcomes if outcome.notes is not None]
    return Results(
        np.array([outcome.steps for outcome in outcomes], np.int32),
        np.array([outcome.scores for outcome in outcomes], np.int32),
        np.array([outcome.returns for outcome in outcomes], np.float32),
        notes=np.stack(notes) if notes else None,
    )


Fixture = tuple[BotSeries, int]
"""A match to be played: who sits where, and its number."""


def play_all(
    fixtures: Sequence[Fixture], *, workers: int | None = None, cluster: str | None = None
) -> Generator[tuple[int, Outcome], None, None]:
    """Play matches over processes; gives their place in the list and their outcome as they end."""
    bots = bots_in(fixtures)  # asked once here, or every worker would compile for itself
    crew = Crew(workers, cluster)
    if crew.size > 1 or cluster is not None:
        dismiss(bots)
    try:
        yield from spread(play_fixture, fixtures, crew)
    finally:
        dismiss(bots)  # the processes of foreign bots end with the last match


def bots_in(fixtures: Sequence[Fixture]) -> list[Bot]:
    """Every bot that plays in one of the matches."""
    names = dict.fromkeys((name, name_of(series.game)) for series, _ in fixtures for name in series.bots)
    return [bot_of(name, game_name) for name, game_name in names]


def play_fixture(series: BotSeries, index: int) -> Outcome:
    """One match."""
    return series.play_one(index)
