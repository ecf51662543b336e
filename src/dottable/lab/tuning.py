"""Searches seeds and knobs of a deck for the targets that its game states, and shows what is traded for what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import msgspec

from dottable.core.decks import Deck, read_deck
from dottable.core.errors import DottableError
from dottable.core.game import Game, Tuning
from dottable.core.options import Options
from dottable.core.series import seed_from
from dottable.core.tuning import Target
from dottable.lab.bot_series import Advance
from dottable.lab.estimates import Estimate
from dottable.lab.report.study import Plan, Variant, play_noted
from dottable.lab.workers import Crew

Knobs = Mapping[str, int]


@dataclass(frozen=True)
class Candidate:
    """A deck by what it is made from."""

    seed: int
    knobs: Knobs
    deck: Deck
    is_house: bool


@dataclass(frozen=True)
class Trial:
    """What a candidate came to, target by target."""

    candidate: Candidate
    found: tuple[Estimate | None, ...]
    slacks: tuple[float, ...]
    """How far inside its range each figure lies, as a part of the range; negative outside."""

    @property
    def worst(self) -> float:
        return min(self.slacks)

    @property
    def is_met(self) -> bool:
        return self.worst >= 0


class NoTuning(DottableError):
    """A game whose decks cannot be tuned."""


def tuning_of(game: Game) -> Tuning:
    """The game's `tuning.py`."""
    if game.tuning is None:
        raise NoTuning(f"Decks for {game.title} cannot be tuned.")
    return game.tuning


def candidates(game: Game, seeds: Sequence[int], knobs: Mapping[str, Sequence[int]]) -> list[Candidate]:
    """The house deck, and every seed with every mixture of knobs."""
    tuning = tuning_of(game)
    known = {knob.name: knob for knob in tuning.KNOBS}
    for name in knobs:
        if name not in known:
            raise DottableError(f"There is no knob '{name}'; there is: {', '.join(known)}.")
    house = {knob.name: knob.house for knob in tuning.KNOBS}
    asked = [(tuning.HOUSE_SEED, house)]
    for seed, values in product(seeds, product(*knobs.values())):
        made = (seed, {**house, **dict(zip(knobs, values, strict=True))})
        if made not in asked:
            asked.append(made)
    return [
        Candidate(seed, turned, read_deck(game, tuning.make(seed, turned), f"seed {seed}"), is_house=k == 0)
        for k, (seed, turned) in enumerate(asked)
    ]


def option_sets(game: Game) -> list[tuple[Options, list[int]]]:
    """The options that targets are measured with, each with the numbers of its targets."""
    sets: dict[bytes, tuple[Options, list[int]]] = {}
    for number, target in enumerate(tuning_of(game).TARGETS):
        options = msgspec.convert(dict(target.options), game.state.Options)
        sets.setdefault(msgspec.json.encode(options), (options, []))[1].append(number)
    return list(sets.values())


def matches_in(game: Game, tried: int, matches: int) -> int:
    """How many matches a search takes, for a progress bar."""
    return tried * len(option_sets(game)) * matches


def try_out(
    game: Game, candidate: Candidate, *, matches: int, bots: str, seed: str, crew: Crew, advance: Advance
) -> Trial:
    """Play matches with a deck under all options that targets ask for; all candidates get the same seed."""
    targets: tuple[Target, ...] = tuning_of(game).TARGETS
    found: list[Estimate | None] = [None] * len(targets)
    for options, numbers in option_sets(game):
        variant = Variant("candidate", options, candidate.deck)
        noted = play_noted(plan_of(game, variant, matches, bots, seed), variant, crew, advance)
        for number in numbers:
            found[number] = noted.known[targets[number].figure].estimate
    slacks = tuple(slack(target, value) for target, value in zip(targets, found, strict=True))
    return Trial(candidate, tuple(found), slacks)


def plan_of(game: Game, variant: Variant, matches: int, bots: str, seed: str) -> Plan:
    """Matches with the fewest seats, all played by the same bot."""
    seats = game.min_seats
    return Plan(game, seats, (variant,), (bots,) * seats, seed_from(seed), matches, levels=(), level_matches=0)


def slack(target: Target, found: Estimate | None) -> float:
    """How far inside the range; the distance to the nearer end as a part of the range. Nothing lies below a 0."""
    if found is None:
        return -1.0
    above = found.value - target.low if target.low > 0 else target.high
    return min(above, target.high - found.value) / (target.high - target.low)


def ranked(trials: Sequence[Trial]) -> list[Trial]:
    """The one whose worst target is best comes first."""
    return sorted(trials, key=lambda trial: -trial.worst)


def frontier(trials: Sequence[Trial]) -> list[Trial]:
    """Those that no other beats in one target without losing in another; inside a range all are equally good."""
    short = {id(trial): tuple(min(0.0, s) for s in trial.slacks) for trial in trials}

    def is_beaten(trial: Trial) -> bool:
        own = short[id(trial)]
        others = (short[id(other)] for other in trials)
        return any(all(a >= b for a, b in zip(other, own, strict=True)) and other != own for other in others)

    return [trial for trial in trials if not is_beaten(trial)]


def by_knob(trials: Sequence[Trial], name: str) -> list[tuple[int, tuple[float | None, ...]]]:
    """Every value of a knob with the mean of each figure over the trials that have it."""
    values = sorted({trial.candidate.knobs[name] for trial in trials})
    return [(value, means([t for t in trials if t.candidate.knobs[name] == value])) for value in values]


def means(trials: Sequence[Trial]) -> tuple[float | None, ...]:
    columns = zip(*(trial.found for trial in trials), strict=True)
    known = ([found.value for found in column if found is not None] for column in columns)
    return tuple(sum(column) / len(column) if column else None for column in known)
