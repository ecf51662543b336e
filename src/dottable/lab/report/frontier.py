"""Turns a search for a deck into a page: does one meet every target, and if not, what is traded for what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from dottable.core.game import Game
from dottable.core.options import spell
from dottable.core.tuning import Target
from dottable.lab.estimates import Estimate
from dottable.lab.figures import Meaning, meanings
from dottable.lab.report.build import BOTS, INTERVALS
from dottable.lab.report.contents import Contender, Contest, Page, Scatter, Section, Wanted
from dottable.lab.report.wording import plain_amount, plain_distance, plain_range, plain_said
from dottable.lab.tuning import Candidate, Trial, frontier, option_sets, ranked, tuning_of

MOST_NAMED = 6
"""Decks that are named in words; all are in the tables."""


@dataclass(frozen=True)
class Round:
    """Decks that were played by the same bots."""

    bots: str
    matches: int
    planned: int
    """Decks to be tried; fewer were if somebody stopped it."""
    trials: tuple[Trial, ...]

    @property
    def is_whole(self) -> bool:
        return len(self.trials) == self.planned


class FrontierBuilder:
    """Makes the sections of the page."""

    def __init__(self, game: Game) -> None:
        self.tuning = tuning_of(game)
        known = meanings(game)
        self.wanted = tuple(wanted_of(target, known[target.figure]) for target in self.tuning.TARGETS)

    def name(self, candidate: Candidate) -> str:
        """A deck by its seed and by the knobs that are not as in the house deck."""
        house = {knob.name: knob.house for knob in self.tuning.KNOBS}
        turned = [f"{name}={value}" for name, value in candidate.knobs.items() if value != house[name]]
        return ", ".join([f"seed {candidate.seed}", *turned]) + (" (house deck)" if candidate.is_house else "")

    # Sentences

    def verdict(self, played: Round) -> Iterator[str]:
        """Whether a deck meets every target; if none does, by how much the nearest misses each."""
        trials = ranked(played.trials)
        best, met = trials[0], sum(trial.is_met for trial in trials)
        count, targets = len(trials), len(self.wanted)
        name = self.name(best.candidate)
        if met:
            verb = "meets" if met == 1 else "meet"
            yield f"Between {played.bots} bots, {met} of {count} decks {verb} all {targets} targets."
            inside = sum(is_inside(one, found) for one, found in zip(self.wanted, best.found, strict=True))
            yield f"The best is {name}; of its {targets} intervals {inside} lie wholly inside their ranges."
            return
        missed = sum(slack < 0 for slack in best.slacks)
        yield f"Between {played.bots} bots, none of {count} decks meets all {targets} targets."
        yield f"The nearest is {name}: it misses {missed} of {targets} targets."
        for wanted, found, slack in zip(self.wanted, best.found, best.slacks, strict=True):
            if slack < 0:
                yield about_miss(wanted, found)

    def findings(self, rounds: Sequence[Round]) -> Iterator[str]:
        """The whole verdict on the search, and in short whether it holds where the best were played again."""
        first, *again = rounds
        yield from self.verdict(first)
        for played in again:
            yield f"The best again. {' '.join(islice(self.verdict(played), 2))}"

    def stops(self, rounds: Sequence[Round]) -> Iterator[str]:
        for played in rounds:
            if not played.is_whole:
                done = f"after {len(played.trials)} of {played.planned} decks between {played.bots} bots"
                yield f"The search was stopped {done}: this page tells of these, and its command would try them all."

    def trade_words(self, axes: tuple[Wanted, Wanted], points: Sequence[Contender]) -> str:
        """The plot for those who cannot see it."""
        within = [tuple(is_met(one, found) for one, found in zip(axes, point.values, strict=True)) for point in points]
        across, up = (f"{one.words}, wanted {range_of(one)}" for one in axes)
        counts = [within.count(kind) for kind in ((True, True), (True, False), (False, True), (False, False))]
        both, first, second, neither = counts
        best = [point for point in points if point.is_best]
        named = [f"{point.name} at {values_of(axes, point)}" for point in best[:MOST_NAMED]]
        more = f"; and {len(best) - MOST_NAMED} more" if len(best) > MOST_NAMED else ""
        return (
            f"Every point is a deck. Across: {across}. Up: {up}. Of {len(points)} decks {both} lie in both ranges, "
            f"{first} only in the one across, {second} only in the one up, {neither} in neither. "
            f"Not beaten, the nearest first: {'; '.join(named)}{more}."
        )

    # Blocks

    def contender(self, trial: Trial, best: Sequence[Trial], targets: Sequence[int]) -> Contender:
        values = tuple(trial.found[target] for target in targets)
        return Contender(self.name(trial.candidate), values, trial in best, trial.candidate.is_house)

    def contest(self, title: str, trials: Sequence[Trial], best: Sequence[Trial], note: str = "") -> Contest:
        rows = tuple(self.contender(trial, best, range(len(self.wanted))) for trial in trials)
        return Contest(title, "deck", self.wanted, rows, note)

    def trade_off(self, trials: Sequence[Trial], best: Sequence[Trial]) -> Scatter:
        a, b = hardest(best)
        axes = (self.wanted[a], self.wanted[b])
        points = tuple(self.contender(trial, best, (a, b)) for trial in trials)
        return Scatter("The two that are hardest to meet together", self.trade_words(axes, points), axes, points)

    # Sections

    def sections(self, rounds: Sequence[Round]) -> Iterator[Section]:
        first, *again = rounds
        trials = ranked(first.trials)
        best = frontier(trials)
        verb = "is" if len(best) == 1 else "are"
        answer = (f"{len(best)} of {len(trials)} decks {verb} not beaten by any other.",)
        table = self.contest("Decks that are not beaten", best, best, BEATEN)
        yield Section("frontier", "Which decks are worth a look?", answer, (table,))
        if len(self.wanted) > 1:
            answer = ("Every point is a deck; it should lie where the two bands cross.",)
            yield Section("trade", "What is traded for what?", answer, (self.trade_off(trials, best),))
        for number, played in enumerate(again, start=1):
            trials = ranked(played.trials)
            title = f"The best again, {played.matches:,} matches of {played.bots} bots"
            table = self.contest(title, trials, frontier(trials))
            question = f"What do {played.bots} bots make of the best?"
            yield Section(f"again-{number}", question, tuple(self.verdict(played)), (table,))


def wanted_of(target: Target, meaning: Meaning) -> Wanted:
    options = "".join(f", {name} {spell(value)}" for name, value in target.options.items())
    return Wanted(meaning.words + options, target.low, target.high, meaning.is_share)


def range_of(wanted: Wanted) -> str:
    return plain_range(wanted.low, wanted.high, is_share=wanted.is_share)


def is_met(wanted: Wanted, found: Estimate | None) -> bool:
    return found is not None and wanted.miss(found.value) == 0


def is_inside(wanted: Wanted, found: Estimate | None) -> bool:
    """Whether all that may be true lies inside the range."""
    return found is not None and wanted.miss(found.low) == wanted.miss(found.high) == 0


def values_of(axes: tuple[Wanted, Wanted], point: Contender) -> str:
    pairs = zip(axes, point.values, strict=True)
    said = (plain_amount(f.value, is_share=one.is_share) if f is not None else "no data" for one, f in pairs)
    return " and ".join(said)


def about_miss(wanted: Wanted, found: Estimate | None) -> str:
    """By how much a figure misses its range, and whether that may be chance."""
    words = wanted.words[0].upper() + wanted.words[1:]
    if found is None:
        return f"{words}: not measured, wanted {range_of(wanted)}."
    miss = wanted.miss(found.value)
    side = "too low" if miss < 0 else "too high"
    by = plain_distance(abs(miss), is_share=wanted.is_share)
    reached = found.high >= wanted.low if miss < 0 else found.low <= wanted.high
    chance = " The interval reaches the range." if reached else ""
    return f"{words}: {plain_said(found, is_share=wanted.is_share)}, {by} {side}; wanted {range_of(wanted)}.{chance}"


def hardest(best: Sequence[Trial]) -> tuple[int, int]:
    """The two targets that are missed most by decks that are not beaten, in the order of the game."""
    worst = [min(slacks) for slacks in zip(*(trial.slacks for trial in best), strict=True)]
    first, second = sorted(sorted(range(len(worst)), key=worst.__getitem__)[:2])
    return first, second


def build_frontier(game: Game, rounds: Sequence[Round], seed: str, command: str) -> Page:
    """The page of a search. All decks that were tried are in the first round; the best of them in those that follow."""
    builder = FrontierBuilder(game)
    first, *again = rounds
    played = [one for one in rounds if one.trials]
    each = "deck and set of options" if len(option_sets(game)) > 1 else "deck"
    facts = (
        ("game", game.title),
        ("decks tried", f"{len(first.trials)}" + ("" if first.is_whole else f" of {first.planned}")),
        ("matches", f"{first.matches:,} for each {each}"),
        ("bots", first.bots),
        *(("played again", f"{len(one.trials)} decks, {one.matches:,} matches of {one.bots} bots") for one in again),
        ("seed", seed),
    )
    return Page(
        title=f"{game.title}: the search for a deck",
        subtitle=f"What {len(first.trials)} decks come to, beside what is wanted of them",
        facts=facts,
        findings=(*builder.stops(rounds), *builder.findings(played)),
        sections=tuple(builder.sections(played)),
        command=command,
        notes=(INTERVALS, BEST_OF_MANY, BOTS),
    )


BEATEN = (
    "A deck is beaten if another comes nearer to one range without being further from any. Inside a range all are "
    "equally good. The nearest come first."
)
BEST_OF_MANY = (
    "All decks play on the same seed. The best of many looks better than it is, since chance helped to choose it: play "
    "it again on another seed before you trust it."
)
