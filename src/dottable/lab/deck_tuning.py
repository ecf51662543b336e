"""Search seeds and knobs of generated decks for those that meet the targets of their game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import log
from random import Random

import msgspec

from dottable.core.contract import DeckVariation, TuningModule
from dottable.core.decks import Deck, read_deck
from dottable.core.errors import DottableError
from dottable.core.game import Game
from dottable.core.lab.deck_tuning import Target
from dottable.core.matches.series import seed_from
from dottable.core.options import Options
from dottable.lab.report.experiment import ExperimentPlan, Variant, play_variant
from dottable.lab.series.bot_series import ProgressCallback
from dottable.lab.statistics.estimates import Estimate
from dottable.lab.worker_pool import WorkerPool

KnobValues = Mapping[str, int]
COMFORTABLE_SLACK = 0.1
"""Slack that `climb` wants of every target: a little inside its range, since metrics are estimates."""
START_TEMPERATURE = 0.4
"""Miss by which `climb` accepts a worse deck at its start with probability 1/e."""


@dataclass(frozen=True)
class Candidate:
    """A deck, with the seed and the knob values that generate it."""

    seed: int
    knobs: KnobValues
    deck: Deck
    is_house_deck: bool
    """Whether it is the deck that the game uses now."""


@dataclass(frozen=True)
class Trial:
    """Measured metrics of a candidate, one per target."""

    candidate: Candidate
    estimates: tuple[Estimate | None, ...]
    slacks: tuple[float, ...]
    """Per target: distance inside its range, as a fraction of the range; negative outside."""

    @property
    def worst_slack(self) -> float:
        return min(self.slacks)

    @property
    def meets_all_targets(self) -> bool:
        """Whether every target is met."""
        return self.worst_slack >= 0


class TuningUnavailable(DottableError):
    """The game's decks cannot be tuned."""


def tuning_module_of(game: Game) -> TuningModule:
    """Return the game's `tuning.py`. Raise TuningUnavailable if it has none."""
    if game.tuning is None:
        raise TuningUnavailable(f"Decks for {game.title} cannot be tuned: the game defines no targets.")
    return game.tuning


def check_knob_names(tuning: TuningModule, names: Sequence[str]) -> None:
    """Raise DottableError for a name that is not a knob of the game."""
    known = [knob.name for knob in tuning.KNOBS]
    for name in names:
        if name not in known:
            raise DottableError(f"Unknown knob '{name}'. Available: {', '.join(known) or 'none'}.")


def make_candidates(game: Game, seeds: Sequence[int], knobs: Mapping[str, Sequence[int]]) -> list[Candidate]:
    """Return the house deck, and one deck for every seed and combination of knob values."""
    tuning = tuning_module_of(game)
    check_knob_names(tuning, list(knobs))
    house = {knob.name: knob.house for knob in tuning.KNOBS}
    recipes = [(tuning.HOUSE_SEED, house)]
    for seed, values in product(seeds, product(*knobs.values())):
        recipe = (seed, {**house, **dict(zip(knobs, values, strict=True))})
        if recipe not in recipes:
            recipes.append(recipe)
    return [
        Candidate(
            seed, values, read_deck(game, tuning.make_deck_text(seed, values), f"seed {seed}"), is_house_deck=k == 0
        )
        for k, (seed, values) in enumerate(recipes)
    ]


def candidate_of(game: Game, seed: int, knobs: KnobValues) -> Candidate:
    """Return the deck that a seed and knob values generate."""
    text = tuning_module_of(game).make_deck_text(seed, knobs)
    return Candidate(seed, knobs, read_deck(game, text, f"seed {seed}"), is_house_deck=False)


def deck_variation_of(game: Game) -> DeckVariation:
    """Return the game's hook for similar decks. Raise TuningUnavailable if it has none."""
    tuning: object = game.tuning
    if not isinstance(tuning, DeckVariation):
        raise TuningUnavailable(f"Decks for {game.title} cannot be varied step by step. Leave out --climb.")
    return tuning


def total_miss(trial: Trial) -> float:
    """Return the energy of a deck in the search: the sum of what its slacks lack to COMFORTABLE_SLACK."""
    return sum(max(0.0, COMFORTABLE_SLACK - slack) for slack in trial.slacks)


def climb(game: Game, start: Trial, steps: int, evaluate: Callable[[Candidate], Trial], seed: str) -> Iterator[Trial]:
    """Yield the trials of a search by simulated annealing, which begins at the deck of `start`.

    Each step evaluates a similar deck. A worse one is kept with a probability that falls during the search.
    """
    variation, rng, now = deck_variation_of(game), Random(seed), start
    for step in range(steps):
        found = evaluate(candidate_of(game, *variation.vary_deck(now.candidate.seed, now.candidate.knobs, rng)))
        yield found
        temperature = START_TEMPERATURE * (1 - step / steps)
        if total_miss(found) <= total_miss(now) - temperature * log(1 - rng.random()):
            now = found


def target_option_sets(game: Game) -> list[tuple[Options, list[int]]]:
    """Return the options that targets are measured with, each with the indices of its targets."""
    sets: dict[bytes, tuple[Options, list[int]]] = {}
    for index, target in enumerate(tuning_module_of(game).TARGETS):
        options = msgspec.convert(dict(target.options), game.state.Options)
        sets.setdefault(msgspec.json.encode(options), (options, []))[1].append(index)
    return list(sets.values())


def total_matches(game: Game, candidates: int, matches: int) -> int:
    """Return the number of matches of a search, for a progress bar."""
    return candidates * len(target_option_sets(game)) * matches


def evaluate_candidate(
    game: Game, candidate: Candidate, *, matches: int, bots: str, seed: str, pool: WorkerPool, advance: ProgressCallback
) -> Trial:
    """Return the metrics of a deck from `matches` matches per option set. All candidates share the seed."""
    targets: tuple[Target, ...] = tuning_module_of(game).TARGETS
    found: list[Estimate | None] = [None] * len(targets)
    for options, indices in target_option_sets(game):
        variant = Variant("candidate", options, candidate.deck)
        statistics = play_variant(evaluation_plan(game, variant, matches, bots, seed), variant, pool, advance)
        for index in indices:
            found[index] = statistics.metrics[targets[index].metric].estimate
    slacks = tuple(target_slack(target, value) for target, value in zip(targets, found, strict=True))
    return Trial(candidate, tuple(found), slacks)


def evaluation_plan(game: Game, variant: Variant, matches: int, bots: str, seed: str) -> ExperimentPlan:
    """Return a plan for matches with the fewest seats, all played by the same bot."""
    seats = game.min_seats
    return ExperimentPlan(
        game, seats, (variant,), (bots,) * seats, seed_from(seed), matches, levels=(), level_matches=0
    )


def target_slack(target: Target, found: Estimate | None) -> float:
    """Return the distance to the nearer end of the target's range, as a fraction of the range; negative outside.

    A lower end of 0 cannot be missed, so only the upper end counts then. A metric without data has a slack of -1.
    """
    if found is None:
        return -1.0
    above = found.value - target.low if target.low > 0 else target.high
    return min(above, target.high - found.value) / (target.high - target.low)


def rank_trials(trials: Sequence[Trial]) -> list[Trial]:
    """Return the trials in descending order of their worst slack."""
    return sorted(trials, key=lambda trial: -trial.worst_slack)


def pareto_frontier(trials: Sequence[Trial]) -> list[Trial]:
    """Return the trials that no other trial dominates. Inside a target's range all values count as equal."""
    misses = {id(trial): tuple(min(0.0, s) for s in trial.slacks) for trial in trials}

    def is_dominated(trial: Trial) -> bool:
        own = misses[id(trial)]
        others = (misses[id(other)] for other in trials)
        return any(all(a >= b for a, b in zip(other, own, strict=True)) and other != own for other in others)

    return [trial for trial in trials if not is_dominated(trial)]


def mean_metrics_by_knob_value(trials: Sequence[Trial], name: str) -> list[tuple[int, tuple[float | None, ...]]]:
    """Return every tried value of a knob with the mean metrics of the trials that use it."""
    values = sorted({trial.candidate.knobs[name] for trial in trials})
    return [(value, mean_metrics([t for t in trials if t.candidate.knobs[name] == value])) for value in values]


def mean_metrics(trials: Sequence[Trial]) -> tuple[float | None, ...]:
    """Return the mean of each metric over the trials that measured it."""
    columns = zip(*(trial.estimates for trial in trials), strict=True)
    measured = ([found.value for found in column if found is not None] for column in columns)
    return tuple(sum(column) / len(column) if column else None for column in measured)
