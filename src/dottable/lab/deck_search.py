"""Searches for generated decks that meet the targets of their game, over seeds and knobs of the deck generator."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import log
from random import Random

import msgspec

from dottable.core.contract import DeckVariation, TuningModule
from dottable.core.deck_files import Deck, read_deck
from dottable.core.errors import DottableError
from dottable.core.game import Game
from dottable.core.lab.knobs_and_targets import Target
from dottable.core.matches.seeded_series import seed_from
from dottable.core.options import Options
from dottable.lab.report.play_experiment import ExperimentPlan, ReportVariant, play_variant
from dottable.lab.series.bot_series import ProgressCallback
from dottable.lab.statistics.estimates import Estimate
from dottable.lab.worker_pool import WorkerPool

KnobValues = Mapping[str, int]
COMFORTABLE_SLACK = 0.1
"""Slack that `anneal_decks` aims at for every target: slightly inside the range, because metrics are only estimates."""
START_TEMPERATURE = 0.4
"""Initial temperature of the simulated annealing in `anneal_decks`, in units of `sum_of_target_misses`.

At the start, a deck that is worse by this much is accepted with probability 1/e.
"""


@dataclass(frozen=True)
class DeckCandidate:
    """A deck, with the seed and the knob values that generate it."""

    seed: int
    knobs: KnobValues
    deck: Deck
    is_house_deck: bool
    """Whether it is the deck that the game uses at present."""


@dataclass(frozen=True)
class DeckTrial:
    """The metrics measured for a candidate, one per target."""

    candidate: DeckCandidate
    estimates: tuple[Estimate | None, ...]
    slacks: tuple[float, ...]
    """Per target: distance to the nearer end of its range, as a fraction of the range; negative outside the range."""

    @property
    def worst_slack(self) -> float:
        return min(self.slacks)

    @property
    def meets_all_targets(self) -> bool:
        """Whether every target is met."""
        return self.worst_slack >= 0


class TuningUnavailable(DottableError):
    """Raised when the decks of a game cannot be tuned."""


def tuning_module_of(game: Game) -> TuningModule:
    """Return the module `lab` of a game that can generate decks. Raise TuningUnavailable for any other game."""
    if game.tuning is None:
        raise TuningUnavailable(f"Decks for {game.title} cannot be tuned: the game defines no targets.")
    return game.tuning


def check_knob_names(tuning: TuningModule, names: Sequence[str]) -> None:
    """Raise DottableError if a name is not a knob of the game's deck generator."""
    known = [knob.name for knob in tuning.KNOBS]
    for name in names:
        if name not in known:
            raise DottableError(f"Unknown knob '{name}'. Available: {', '.join(known) or 'none'}.")


def make_candidates(game: Game, seeds: Sequence[int], knobs: Mapping[str, Sequence[int]]) -> list[DeckCandidate]:
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
        DeckCandidate(
            seed, values, read_deck(game, tuning.make_deck_text(seed, values), f"seed {seed}"), is_house_deck=k == 0
        )
        for k, (seed, values) in enumerate(recipes)
    ]


def candidate_of(game: Game, seed: int, knobs: KnobValues) -> DeckCandidate:
    """Return the deck that a seed and knob values generate."""
    text = tuning_module_of(game).make_deck_text(seed, knobs)
    return DeckCandidate(seed, knobs, read_deck(game, text, f"seed {seed}"), is_house_deck=False)


def deck_variation_of(game: Game) -> DeckVariation:
    """Return the game's hook that generates similar decks. Raise TuningUnavailable if it has none."""
    tuning: object = game.tuning
    if not isinstance(tuning, DeckVariation):
        raise TuningUnavailable(f"Decks for {game.title} cannot be varied step by step. Leave out --climb.")
    return tuning


def sum_of_target_misses(trial: DeckTrial) -> float:
    """Return the energy of a trial in the simulated annealing.

    It is the sum, over all targets, of the amount by which the slack is below COMFORTABLE_SLACK.
    """
    return sum(max(0.0, COMFORTABLE_SLACK - slack) for slack in trial.slacks)


def anneal_decks(
    game: Game, start: DeckTrial, steps: int, evaluate: Callable[[DeckCandidate], DeckTrial], seed: str
) -> Iterator[DeckTrial]:
    """Search for better decks by simulated annealing from the deck of `start`, and yield every trial.

    Each step evaluates a similar deck. A worse deck is kept with a probability that falls during the search.
    """
    variation, rng, now = deck_variation_of(game), Random(seed), start
    for step in range(steps):
        found = evaluate(candidate_of(game, *variation.vary_deck(now.candidate.seed, now.candidate.knobs, rng)))
        yield found
        temperature = START_TEMPERATURE * (1 - step / steps)
        if sum_of_target_misses(found) <= sum_of_target_misses(now) - temperature * log(1 - rng.random()):
            now = found


def target_option_sets(game: Game) -> list[tuple[Options, list[int]]]:
    """Return the option sets under which the game's tuning targets are measured.

    Each comes with the indices in `TARGETS` of the targets that are measured under it.
    """
    sets: dict[bytes, tuple[Options, list[int]]] = {}
    for index, target in enumerate(tuning_module_of(game).TARGETS):
        options = msgspec.convert(dict(target.options), game.state.Options)
        sets.setdefault(msgspec.json.encode(options), (options, []))[1].append(index)
    return list(sets.values())


def total_matches(game: Game, candidates: int, matches: int) -> int:
    """Return the total number of matches of a search, for a progress bar."""
    return candidates * len(target_option_sets(game)) * matches


def evaluate_candidate(
    game: Game,
    candidate: DeckCandidate,
    *,
    matches: int,
    bots: str,
    seed: str,
    pool: WorkerPool,
    advance: ProgressCallback,
) -> DeckTrial:
    """Measure a deck in `matches` matches per option set and return the trial. All candidates use the same seed."""
    targets: tuple[Target, ...] = tuning_module_of(game).TARGETS
    found: list[Estimate | None] = [None] * len(targets)
    for options, indices in target_option_sets(game):
        variant = ReportVariant("candidate", options, candidate.deck)
        statistics = play_variant(evaluation_plan(game, variant, matches, bots, seed), variant, pool, advance)
        for index in indices:
            found[index] = statistics.metrics[targets[index].metric].estimate
    slacks = tuple(target_slack(target, value) for target, value in zip(targets, found, strict=True))
    return DeckTrial(candidate, tuple(found), slacks)


def evaluation_plan(game: Game, variant: ReportVariant, matches: int, bots: str, seed: str) -> ExperimentPlan:
    """Return a plan for matches with the minimum number of seats, all played by the same bot."""
    seats = game.min_seats
    return ExperimentPlan(
        game, seats, (variant,), (bots,) * seats, seed_from(seed), matches, levels=(), level_matches=0
    )


def target_slack(target: Target, found: Estimate | None) -> float:
    """Return the distance of a metric to the nearer end of its target range, as a fraction; negative outside.

    If the range starts at 0, only the upper end counts. A metric without data has a slack of -1.
    """
    if found is None:
        return -1.0
    above = found.value - target.low if target.low > 0 else target.high
    return min(above, target.high - found.value) / (target.high - target.low)


def rank_trials(trials: Sequence[DeckTrial]) -> list[DeckTrial]:
    """Return the trials sorted by their worst slack, best first."""
    return sorted(trials, key=lambda trial: -trial.worst_slack)


def pareto_frontier(trials: Sequence[DeckTrial]) -> list[DeckTrial]:
    """Return the trials that no other trial dominates. All values inside a target's range count as equally good."""
    misses = {id(trial): tuple(min(0.0, s) for s in trial.slacks) for trial in trials}

    def is_dominated(trial: DeckTrial) -> bool:
        own = misses[id(trial)]
        others = (misses[id(other)] for other in trials)
        return any(all(a >= b for a, b in zip(other, own, strict=True)) and other != own for other in others)

    return [trial for trial in trials if not is_dominated(trial)]


def mean_metrics_by_knob_value(trials: Sequence[DeckTrial], name: str) -> list[tuple[int, tuple[float | None, ...]]]:
    """Return every tried value of a knob, with the mean metrics of the trials that used it."""
    values = sorted({trial.candidate.knobs[name] for trial in trials})
    return [(value, mean_metrics([t for t in trials if t.candidate.knobs[name] == value])) for value in values]


def mean_metrics(trials: Sequence[DeckTrial]) -> tuple[float | None, ...]:
    """Return the mean of each metric over the trials that measured it; None for a metric without data."""
    columns = zip(*(trial.estimates for trial in trials), strict=True)
    measured = ([found.value for found in column if found is not None] for column in columns)
    return tuple(sum(column) / len(column) if column else None for column in measured)
