"""Series played by bots: match number i depends on the seed, on i and on who sits where, on nothing else."""

from __future__ import annotations

import hashlib
import os
import signal
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import closing, contextmanager
from functools import cache
from itertools import islice
from typing import Any

import msgspec
import numpy as np

from dottable.bots.asking import ask
from dottable.bots.bot import Bot, Budget
from dottable.bots.chair import Chair
from dottable.bots.external import ExternalBot, name_of
from dottable.bots.registry import dismiss, find_bot
from dottable.core.decks import Deck
from dottable.core.game import Game
from dottable.core.match import Match
from dottable.core.options import Options
from dottable.core.record import Array
from dottable.core.registry import find
from dottable.core.series import Results, Series
from dottable.lab.referee import Fault, Referee

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
    ) -> None:
        super().__init__(game, seats=seats, options=options, seed=seed, deck=deck)
        self.bots, self.budget = tuple(bots), budget

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
        )

    def play_one(self, index: int) -> Outcome:
        """Play match number `index`."""
        referee = self._referee(index)
        referee.play()
        match = referee.match
        took_ms = [np.array(times, np.float32) for times in referee.took_ms]
        return Outcome(len(match.moves), match.scores(), match.returns(), took_ms, referee.faults)

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

    def __reduce__(self) -> Any:
        deck = None if self.deck == self.game.house_deck else self.deck
        options = msgspec.json.encode(self.options)
        return rebuilt, (name_of(self.game), self.seats, options, self.seed, deck, self.bots, self.budget)


@cache
def rebuilt(
    game_name: str, seats: int, options: bytes, seed: bytes, deck: Deck | None, bots: Sequence[str], budget: Budget
) -> BotSeries:
    """A series as it arrives in another process."""
    game = find(game_name)
    chosen = msgspec.json.decode(options, type=game.state.Options)
    return BotSeries(game, seats=seats, options=chosen, seed=seed, deck=deck, bots=bots, budget=budget)


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
    return Results(
        np.array([outcome.steps for outcome in outcomes], np.int32),
        np.array([outcome.scores for outcome in outcomes], np.int32),
        np.array([outcome.returns for outcome in outcomes], np.float32),
    )


Fixture = tuple[BotSeries, int]
"""A match to be played: who sits where, and its number."""


def play_all(fixtures: Sequence[Fixture], *, workers: int | None = None) -> Generator[tuple[int, Outcome], None, None]:
    """Play matches over processes; gives their place in the list and their outcome as they end."""
    count = min(workers or os.cpu_count() or 1, len(fixtures))
    if count <= 1:
        yield from in_this_process(fixtures)
        return
    dismiss(bots_in(fixtures))  # asked once here, or every worker would compile for itself
    with crew(count) as submit:
        jobs = iter([(place, *fixture) for place, fixture in enumerate(fixtures)])
        running = {submit(play_fixture, *job) for job in islice(jobs, 2 * count)}
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            yield from [future.result() for future in done]
            running |= {submit(play_fixture, *job) for job in islice(jobs, len(done))}


@contextmanager
def crew(workers: int) -> Iterator[Callable[..., Future[Any]]]:
    """Worker processes for as long as needed; they end at once if somebody stops early."""
    from joblib.externals.loky import ProcessPoolExecutor

    executor = ProcessPoolExecutor(workers, initializer=leave_interrupts, env={"OMP_NUM_THREADS": "1"})
    try:
        yield executor.submit
    finally:
        executor.shutdown(wait=True, kill_workers=True)


def leave_interrupts() -> None:
    """Ctrl-C is for whoever started the workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def in_this_process(fixtures: Sequence[Fixture]) -> Iterator[tuple[int, Outcome]]:
    """One match after the other; foreign bots' processes end with the last."""
    try:
        for place, (series, index) in enumerate(fixtures):
            yield place, series.play_one(index)
    finally:
        dismiss(bots_in(fixtures))


def bots_in(fixtures: Sequence[Fixture]) -> list[Bot]:
    """Every bot that plays in one of the matches."""
    names = dict.fromkeys((name, name_of(series.game)) for series, _ in fixtures for name in series.bots)
    return [bot_of(name, game_name) for name, game_name in names]


def play_fixture(place: int, series: BotSeries, index: int) -> tuple[int, Outcome]:
    """One match, and its place in the list."""
    return place, series.play_one(index)


def simulate_bots(
    series: BotSeries, matches: int, *, workers: int | None = None, advance: Advance = lambda _: None
) -> list[Outcome]:
    """Matches 0 to `matches` - 1 of a series, in this order, spread over processes."""
    outcomes: dict[int, Outcome] = {}
    with closing(play_all([(series, index) for index in range(matches)], workers=workers)) as played:
        for place, outcome in played:
            outcomes[place] = outcome
            advance(1)
    return [outcomes[place] for place in range(matches)]
