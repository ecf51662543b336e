"""The figures of noted matches: those that every game has, and those that its tally names.

Every figure is a Measure, so that all of them are estimated and compared in the same way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from dottable.core.game import Game
from dottable.core.record import Array
from dottable.core.series import Results, Series
from dottable.core.tally import MATCH, Chart, Count
from dottable.lab.estimates import Estimate, Measure, estimate, ones_like
from dottable.lab.notes import (
    BINS,
    CHOICE_BINS,
    CHOICES,
    COMEBACK,
    DECISIONS,
    DEFICIT,
    FORCED,
    HALFWAY,
    LEAD_CHANGES,
    MARGIN,
    MS,
    OPENER,
    STEPS,
    WINNING_SIDES,
    columns_of,
)
from dottable.lab.simulate import win_shares


class Meaning(NamedTuple):
    """What a figure tells, whatever comes out."""

    words: str
    is_share: bool = False


SHARED = {
    "opener_wins": Meaning("decided matches won by whoever begins", is_share=True),
    "ties": Meaning("matches without a single winner", is_share=True),
    "score": Meaning("points of a player at the end"),
    "best_score": Meaning("points of the winner"),
    "margin": Meaning("points between the winner and the next"),
    "steps": Meaning("moves in a match"),
    "minutes": Meaning("minutes in a match, in virtual time"),
    "choices": Meaning("legal moves to choose from"),
    "forced": Meaning("moves without a choice", is_share=True),
    "lead_changes": Meaning("changes of the lead in a match"),
    "comebacks": Meaning("matches not won by who led halfway", is_share=True),
    "deficit": Meaning("points that the winner was behind at worst"),
}
"""The figures that every game has."""


def meanings(game: Game) -> dict[str, Meaning]:
    """All figures that can be measured in a game, by name."""
    own = game.tally.FIGURES if game.tally is not None else ()
    return {**SHARED, **{figure.name: Meaning(figure.words, figure.is_share) for figure in own}}


@dataclass(frozen=True)
class Known:
    """A figure with a name, words and what it was measured from."""

    name: str
    words: str
    measure: Measure
    is_share: bool = False
    rule: str = ""

    @property
    def estimate(self) -> Estimate | None:
        return estimate(self.measure, is_share=self.is_share)


def shared(name: str, measure: Measure) -> Known:
    """One of the figures that every game has."""
    words, is_share = SHARED[name]
    return Known(name, words, measure, is_share)


class Noted:
    """Noted matches of a series, and all that can be read from them."""

    def __init__(self, series: Series, results: Results) -> None:
        assert results.notes is not None, "the series was not noted"
        self.series, self.game, self.seats = series, series.game, series.seats
        self.notes: Array = results.notes
        self.scores, self.returns = results.scores, results.returns
        self.matches = len(results.steps)

    @cached_property
    def wins(self) -> Array:
        """Every seat's part of each win."""
        return win_shares(self.returns)

    @cached_property
    def is_decided(self) -> Array:
        """Whether a match had one winner, or one winning team."""
        return self.note(WINNING_SIDES) == 1

    @property
    def lowest_wins(self) -> bool:
        return self.game.tally is not None and self.game.tally.LOWEST_WINS

    @cached_property
    def opener(self) -> Array:
        return self.notes[:, OPENER]

    @property
    def has_opener(self) -> bool:
        return bool((self.opener >= 0).all())

    @cached_property
    def wins_by_turn(self) -> Array:
        """Every win by the place in the order of turns: column 0 is whoever begins."""
        order = (self.opener[:, None] + np.arange(self.seats)) % self.seats
        return np.take_along_axis(self.wins, order, axis=1)

    def note(self, place: int) -> Array:
        return self.notes[:, place]

    @cached_property
    def counts(self) -> dict[str, Array]:
        """Every count by name: one row a match, in the count's own shape."""
        found, at = {}, 0
        for count in columns_of(self.game):
            found[count.name] = self._shaped(count, at)
            at += count.size
        return found

    def _shaped(self, count: Count, at: int) -> Array:
        part = self.notes[:, at : at + count.size]
        return part.reshape(self.matches, *count.shape) if count.shape else part[:, 0]

    def over(self, name: str) -> Array:
        return np.ones(self.matches) if name == MATCH else self.counts[name]

    # Figures

    @cached_property
    def known(self) -> dict[str, Known]:
        """Every figure by its name."""
        return {known.name: known for known in (*self._shared(), *self._own())}

    def _shared(self) -> Iterator[Known]:
        every = np.ones(self.matches)
        decided = self.is_decided.astype(np.float64)
        if self.has_opener:
            won = (np.take_along_axis(self.wins, self.opener[:, None], axis=1)[:, 0] > 0) * decided
            yield shared("opener_wins", Measure(won, decided))
        yield shared("ties", Measure(1 - decided, every))
        yield shared("score", Measure(self.scores.sum(axis=1), every * self.seats))
        yield shared("best_score", Measure(self._best(), every))
        yield shared("margin", Measure(self.note(MARGIN), every))
        yield shared("steps", Measure(self.note(STEPS), every))
        if self.note(MS).any():
            yield shared("minutes", Measure(self.note(MS) / 60_000, every))
        yield shared("choices", Measure(self.note(CHOICES), self.note(DECISIONS)))
        yield shared("forced", Measure(self.note(FORCED), self.note(DECISIONS)))
        yield shared("lead_changes", Measure(self.note(LEAD_CHANGES), every))
        led = (self.note(HALFWAY) >= 0).astype(np.float64)
        yield shared("comebacks", Measure(self.note(COMEBACK), led))
        yield shared("deficit", Measure(self.note(DEFICIT), every))

    def _best(self) -> Array:
        return self.scores.min(axis=1) if self.lowest_wins else self.scores.max(axis=1)

    def _own(self) -> Iterator[Known]:
        tally = self.game.tally
        for figure in tally.FIGURES if tally is not None else ():
            measure = Measure(self.counts[figure.count], self.over(figure.over))
            yield Known(figure.name, figure.words, measure, figure.is_share, figure.rule)

    # Plots

    def seat_measures(self) -> list[Measure]:
        """Every seat's part of the wins."""
        return [Measure(self.wins[:, seat], ones_like(self.wins)) for seat in range(self.seats)]

    def turn_measures(self) -> list[Measure]:
        """The same by the place in the order of turns."""
        return [Measure(self.wins_by_turn[:, place], ones_like(self.wins)) for place in range(self.seats)]

    def chart_measures(self, chart: Chart) -> list[Measure]:
        """One for every entry of a chart, row by row."""
        counts = self.counts[chart.count].reshape(self.matches, -1)
        over = self.over(chart.over).reshape(self.matches, -1)
        return [Measure(counts[:, k], over[:, k if over.shape[1] > 1 else 0]) for k in range(counts.shape[1])]

    def choice_bins(self) -> Array:
        """The share of decisions by the number of legal moves, in powers of two."""
        bins = self.notes[:, CHOICE_BINS : CHOICE_BINS + BINS].sum(axis=0, dtype=np.float64)
        return bins / max(1.0, bins.sum())
