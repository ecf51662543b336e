"""Plays what a report is about: noted matches of one or two series, and matches between levels."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from dottable.core.decks import Deck
from dottable.core.game import Game
from dottable.core.options import Options
from dottable.core.series import Results
from dottable.lab.bot_series import Advance, BotSeries, Fixture, Outcome, play_all
from dottable.lab.estimates import Measure
from dottable.lab.figures import Noted
from dottable.lab.policy_series import POLICIES, PolicySeries
from dottable.lab.simulate import joined, simulate, win_shares
from dottable.lab.tournament import line_up
from dottable.lab.workers import Crew


@dataclass(frozen=True)
class Variant:
    """A way to play a game."""

    name: str
    """Short: "as it is", "single-colour-bonus=off"."""
    options: Options
    deck: Deck | None


@dataclass(frozen=True)
class Plan:
    """What is to be played."""

    game: Game
    seats: int
    variants: tuple[Variant, ...]
    """One, or two to be compared."""
    bots: tuple[str, ...]
    seed: bytes
    matches: int
    levels: tuple[str, ...]
    level_matches: int
    """For each pair of neighbouring levels; 0 leaves them out."""

    @property
    def total(self) -> int:
        """All matches together, for a progress bar."""
        pairs = max(0, len(self.levels) - 1) if self.level_matches else 0
        return self.matches * len(self.variants) + pairs * self.level_matches * len(self.variants)


@dataclass(frozen=True)
class Duel:
    """Two levels against each other: what the stronger won, and what happened."""

    weaker: str
    stronger: str
    share: Measure
    """The stronger one's wins over the decided matches."""
    noted: Noted


@dataclass(frozen=True)
class Study:
    """All that was played for one variant."""

    variant: Variant
    noted: Noted
    duels: tuple[Duel, ...]


def play_plan(plan: Plan, crew: Crew, advance: Advance) -> list[Study]:
    """Play everything, one variant after the other."""
    return [
        Study(variant, play_noted(plan, variant, crew, advance), play_duels(plan, variant, crew, advance))
        for variant in plan.variants
    ]


def play_noted(plan: Plan, variant: Variant, crew: Crew, advance: Advance) -> Noted:
    """The matches that most of a report is about."""
    series = noted_series(plan, variant, plan.bots)
    parts: list[Results] = []
    with closing(simulate(series, plan.matches, crew)) as played:
        for part in played:
            parts.append(part.results)
            advance(len(part.results.steps))
    return Noted(series, joined(parts))


def noted_series(plan: Plan, variant: Variant, bots: Sequence[str], seats: int | None = None) -> Any:
    """A series of noted matches, compiled if all bots are."""
    kind: Any = PolicySeries if set(bots) <= set(POLICIES) else BotSeries
    play: dict[str, Any] = {"options": variant.options, "deck": variant.deck, "seed": plan.seed}
    return kind(plan.game, seats=seats or plan.seats, bots=list(bots), is_noted=True, **play)


def play_duels(plan: Plan, variant: Variant, crew: Crew, advance: Advance) -> tuple[Duel, ...]:
    """Neighbouring levels against each other with the fewest seats, seats swapped on the same deals."""
    if not plan.level_matches:
        return ()
    seats = plan.game.min_seats
    pairs = list(pairwise(plan.levels))
    fixtures: list[Fixture] = []
    for k in range(plan.level_matches):
        for pair in pairs:
            names, deal = line_up(pair, seats, k)
            fixtures.append((noted_series(plan, variant, names, seats), deal))
    outcomes: dict[int, Outcome] = {}
    with closing(play_all(fixtures, workers=crew.workers, cluster=crew.cluster)) as played:
        for place, outcome in played:
            outcomes[place] = outcome
            advance(1)
    every = range(len(fixtures))
    return tuple(
        duel_of(pair, [(fixtures[k][0], outcomes[k]) for k in every if k % len(pairs) == n])
        for n, pair in enumerate(pairs)
    )


def duel_of(pair: tuple[str, str], played: Sequence[tuple[BotSeries, Outcome]]) -> Duel:
    weaker, stronger = pair
    returns = np.array([outcome.returns for _, outcome in played])
    seated = np.array([[name == stronger for name in series.bots] for series, _ in played])
    shares = win_shares(returns)
    ours, theirs = (shares * seated).sum(axis=1), (shares * ~seated).sum(axis=1)
    is_decided = (ours > theirs) | (theirs > ours)
    measure = Measure((ours > theirs).astype(np.float64), is_decided.astype(np.float64))
    notes = [outcome.notes for _, outcome in played if outcome.notes is not None]
    results = Results(
        np.array([outcome.steps for _, outcome in played], np.int32),
        np.array([outcome.scores for _, outcome in played], np.int32),
        returns.astype(np.float32),
        notes=np.stack(notes),
    )
    return Duel(weaker, stronger, measure, Noted(played[0][0], results))
