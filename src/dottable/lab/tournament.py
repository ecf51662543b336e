"""Round robins between bots: everybody against everybody, seats rotated, the same deals for all."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import combinations
from typing import Any

import msgspec
import numpy as np

from dottable.bots.bot import Budget
from dottable.core.decks import Deck
from dottable.core.errors import DottableError
from dottable.core.game import Game
from dottable.core.options import Options
from dottable.core.record import Array
from dottable.lab.bot_series import Advance, BotSeries, Fixture, Outcome, play_all
from dottable.lab.ratings import Rating, Result, Share, rate, wilson
from dottable.lab.simulate import win_shares

LineUp = tuple[str, ...]


class Faults(msgspec.Struct, frozen=True):
    """How often a bot did something wrong, and what it was the first time."""

    count: int
    first: str


class Thinking(msgspec.Struct, frozen=True):
    """How long a bot took to answer."""

    moves: int
    mean_ms: float
    p50_ms: float
    max_ms: float


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """How a bot did."""

    bot: str
    rating: Rating | None
    matches: int
    """How often it sat at a table, counted once for every seat."""
    wins: float
    """Won matches; a shared win counts in parts."""
    thinking: Thinking | None
    faults: dict[str, Faults]
    """By kind, see `bots/asking.py`."""


class Pair(msgspec.Struct, frozen=True, kw_only=True):
    """How two bots did against each other, in the matches where both sat and one of them won or both shared."""

    bots: tuple[str, str]
    wins: tuple[int, int]
    draws: int
    share: Share
    """The first one's part of the decided matches."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """All of a tournament; times are the only parts that vary between runs or with the number of workers."""

    game: str
    options: dict[str, Any]
    seats: int
    seed: str
    budget_ms: int | None
    matches: int
    planned: int
    """Fewer were played if somebody stopped it."""
    draws: int
    seconds: float
    standings: list[Standing]
    """The strongest first."""
    pairs: list[Pair]


class Tournament:
    """A plan of matches and what came out so far."""

    def __init__(
        self,
        game: Game,
        bots: Sequence[str],
        *,
        matches: int,
        seats: int,
        options: Options,
        seed: bytes,
        deck: Deck | None = None,
        budget: Budget = Budget(),  # noqa: B008
    ) -> None:
        game.check_seats(seats)
        if len(bots) < 2 or len(set(bots)) < len(bots):
            raise DottableError("A tournament takes two or more bots, each named once.")
        self.bots, self.budget = list(bots), budget
        self.series = BotSeries(
            game, seats=seats, options=options, seed=seed, bots=[bots[0]] * seats, deck=deck, budget=budget
        )
        self.fixtures = list(self._plan(matches))
        self.outcomes: dict[int, Outcome] = {}
        self.seconds = 0.0

    def _plan(self, matches: int) -> Iterator[Fixture]:
        """Every group that a table seats plays `matches` matches, all groups side by side."""
        by_line_up: dict[LineUp, BotSeries] = {}
        for k in range(matches):
            for group in combinations(self.bots, min(len(self.bots), self.series.seats)):
                names, deal = line_up(group, self.series.seats, k)
                if names not in by_line_up:
                    by_line_up[names] = self.series.between(names)
                yield by_line_up[names], deal

    def play(self, *, workers: int | None = None, advance: Advance = lambda _: None) -> None:
        """Play all that is not played yet; KeyboardInterrupt leaves what is done."""
        start = time.perf_counter()
        left = [place for place in range(len(self.fixtures)) if place not in self.outcomes]
        try:
            with closing(play_all([self.fixtures[place] for place in left], workers=workers)) as played:
                for k, outcome in played:
                    self.outcomes[left[k]] = outcome
                    advance(1)
        finally:
            self.seconds += time.perf_counter() - start

    def report(self) -> Report:
        """What came out so far."""
        played = [(self.fixtures[place][0].bots, self.outcomes[place]) for place in sorted(self.outcomes)]
        shares = win_shares(np.array([o.returns for _, o in played])) if played else np.zeros((0, self.series.seats))
        standings = [self._standing(bot, played, shares) for bot in self.bots]
        ratings = rate(len(self.bots), self._results(played, shares)) if played else [None] * len(self.bots)
        rated = [msgspec.structs.replace(s, rating=r) for s, r in zip(standings, ratings, strict=True)]
        return Report(
            game=self.series.game.slug,
            options=msgspec.to_builtins(self.series.options),
            seats=self.series.seats,
            seed=self.series.seed.hex(),
            budget_ms=self.budget.ms,
            matches=len(played),
            planned=len(self.fixtures),
            draws=int((shares.max(axis=1) < 1).sum()) if played else 0,
            seconds=self.seconds,
            standings=sorted(rated, key=lambda s: -s.rating.rating if s.rating else 0),
            pairs=[pair_of(a, b, played, shares) for a, b in combinations(self.bots, 2)],
        )

    def _results(self, played: list[tuple[LineUp, Outcome]], shares: Array) -> Iterator[Result]:
        numbers = {bot: n for n, bot in enumerate(self.bots)}
        for (names, _), won in zip(played, shares, strict=True):
            yield [numbers[name] for name in names], won

    def _standing(self, bot: str, played: list[tuple[LineUp, Outcome]], shares: Array) -> Standing:
        seats = np.array([[name == bot for name in names] for names, _ in played], bool).reshape(shares.shape)
        times = [o.took_ms[seat] for names, o in played for seat, name in enumerate(names) if name == bot]
        faults: dict[str, Faults] = {}
        for names, outcome in played:
            for fault in outcome.faults:
                if names[fault.seat] == bot:
                    known = faults.get(fault.kind, Faults(0, fault.message))
                    faults[fault.kind] = Faults(known.count + 1, known.first)
        return Standing(
            bot=bot,
            rating=None,
            matches=int(seats.sum()),
            wins=float(shares[seats].sum()),
            thinking=thinking_of(times),
            faults=faults,
        )


def line_up(group: LineUp, seats: int, k: int) -> tuple[LineUp, int]:
    """Who sits where in a group's match number k, and which deal they play.

    A deal is played once for every rotation of the group, so that luck favours nobody; every other
    deal has the group turned round, for with three or more it matters who sits behind whom.
    """
    deal, turn = divmod(k, len(group))
    order = group[::-1] if deal % 2 else group
    return tuple(order[(seat + turn) % len(order)] for seat in range(seats)), deal


def thinking_of(times: list[Array]) -> Thinking | None:
    """The figures of all times to answer; none if it was never asked."""
    whole = np.concatenate(times) if times else np.zeros(0)
    if not len(whole):
        return None
    return Thinking(len(whole), float(whole.mean(dtype=np.float64)), float(np.median(whole)), float(whole.max()))


def pair_of(first: str, second: str, played: list[tuple[LineUp, Outcome]], shares: Array) -> Pair:
    """Two bots compared by the wins of each, wherever both sat at one table."""
    wins, draws = [0, 0], 0
    for (names, _), won in zip(played, shares, strict=True):
        ours, theirs = (float(sum(won[s] for s, n in enumerate(names) if n == bot)) for bot in (first, second))
        if first not in names or second not in names or ours == theirs == 0:
            continue
        if ours == theirs:
            draws += 1
        else:
            wins[ours < theirs] += 1
    return Pair(bots=(first, second), wins=(wins[0], wins[1]), draws=draws, share=wilson(wins[0], sum(wins)))
