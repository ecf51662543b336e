"""Builds the page of a deck search: whether a deck meets every target and, if none does, the trade-offs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from dottable.core.game import Game
from dottable.core.lab.knobs_and_targets import Target
from dottable.core.options import format_value
from dottable.lab.deck_search import (
    DeckCandidate,
    DeckTrial,
    pareto_frontier,
    rank_trials,
    target_option_sets,
    tuning_module_of,
)
from dottable.lab.report.balance_page import BOTS_ARE_NOT_PEOPLE_NOTE, INTERVAL_NOTE
from dottable.lab.report.number_format import (
    NO_DATA,
    distance_for_sentence,
    estimate_for_sentence,
    range_for_sentence,
    value_for_sentence,
)
from dottable.lab.report.page_model import (
    CandidateRow,
    CandidateTable,
    ReportPage,
    ReportSection,
    ScatterPlot,
    TargetRange,
)
from dottable.lab.statistics.estimates import Estimate
from dottable.lab.statistics.metrics import MetricLabel, metric_labels

MAX_NAMED_DECKS = 6
"""Maximum number of decks named in the description of a plot. The tables show all decks."""
FRONTIER_NOTE = (
    "A deck is on the frontier if no other deck is closer to one target range without being further from another. "
    "Inside a range all values count as equal. The best decks come first."
)
SELECTION_NOTE = (
    "All decks play on the same seed. The best of many looks better than it is, since chance helped to select it: "
    "play it again on another seed before you rely on it."
)


@dataclass(frozen=True)
class TuningRound:
    """One round of a deck search: the trials of several decks, all played by the same bots."""

    bots: str
    matches: int
    planned: int
    """Number of decks to try; larger than the number of trials if the search was stopped."""
    trials: tuple[DeckTrial, ...]

    @property
    def is_complete(self) -> bool:
        return len(self.trials) == self.planned


class TuningPageBuilder:
    """Builds the sections of a deck search page."""

    def __init__(self, game: Game) -> None:
        self.tuning = tuning_module_of(game)
        labels = metric_labels(game)
        self.targets = tuple(target_range(target, labels[target.metric]) for target in self.tuning.TARGETS)

    def deck_name(self, candidate: DeckCandidate) -> str:
        """Return the name of a deck: its seed, and the knobs that differ from the house deck."""
        house = {knob.name: knob.house for knob in self.tuning.KNOBS}
        changed = [f"{name}={value}" for name, value in candidate.knobs.items() if value != house[name]]
        return ", ".join([f"seed {candidate.seed}", *changed]) + (" (house deck)" if candidate.is_house_deck else "")

    # Sentences

    def verdict_sentences(self, played: TuningRound) -> Iterator[str]:
        """Yield sentences on whether a deck meets every target. If none does, say how the best deck misses each."""
        trials = rank_trials(played.trials)
        best, met = trials[0], sum(trial.meets_all_targets for trial in trials)
        count, targets = len(trials), len(self.targets)
        name = self.deck_name(best.candidate)
        if met:
            verb = "meets" if met == 1 else "meet"
            yield f"Between {played.bots} bots, {met} of {count} decks {verb} all {targets} targets."
            inside = sum(
                is_interval_inside_target(target, found)
                for target, found in zip(self.targets, best.estimates, strict=True)
            )
            yield f"The best is {name}; {inside} of its {targets} intervals lie entirely inside the target range."
            return
        missed = sum(slack < 0 for slack in best.slacks)
        yield f"Between {played.bots} bots, none of {count} decks meets all {targets} targets."
        yield f"The best is {name}: it misses {missed} of {targets} targets."
        for target, found, slack in zip(self.targets, best.estimates, best.slacks, strict=True):
            if slack < 0:
                yield miss_sentence(target, found)

    def findings(self, rounds: Sequence[TuningRound]) -> Iterator[str]:
        """Yield the verdict on the search, and a short verdict on each round that played the best decks again."""
        first, *confirmations = rounds
        yield from self.verdict_sentences(first)
        for played in confirmations:
            yield f"Confirmation round: {' '.join(islice(self.verdict_sentences(played), 2))}"
        if not confirmations:
            yield f"The best deck is unconfirmed: {unconfirmed_reason(first)}"

    def early_stop_notes(self, rounds: Sequence[TuningRound]) -> Iterator[str]:
        for played in rounds:
            if not played.is_complete:
                done = f"after {len(played.trials)} of {played.planned} decks between {played.bots} bots"
                yield f"The search was stopped {done}. This page covers these; its command tries all."

    def scatter_description(self, axes: tuple[TargetRange, TargetRange], points: Sequence[CandidateRow]) -> str:
        """Return the text alternative of the scatter plot."""
        met = [
            tuple(is_target_met(target, found) for target, found in zip(axes, point.values, strict=True))
            for point in points
        ]
        across, up = (f"{target.label}, target {range_text(target)}" for target in axes)
        counts = [met.count(kind) for kind in ((True, True), (True, False), (False, True), (False, False))]
        both, first, second, neither = counts
        best = [point for point in points if point.is_on_frontier]
        named = [f"{point.name} at {axis_values_text(axes, point)}" for point in best[:MAX_NAMED_DECKS]]
        more = f"; and {len(best) - MAX_NAMED_DECKS} more" if len(best) > MAX_NAMED_DECKS else ""
        return (
            f"Every point is a deck. Across: {across}. Up: {up}. Of {len(points)} decks, {both} lie in both ranges, "
            f"{first} only in the one across, {second} only in the one up, {neither} in neither. "
            f"On the frontier, the best first: {'; '.join(named)}{more}."
        )

    # Blocks

    def candidate_row(self, trial: DeckTrial, frontier: Sequence[DeckTrial], targets: Sequence[int]) -> CandidateRow:
        values = tuple(trial.estimates[target] for target in targets)
        return CandidateRow(self.deck_name(trial.candidate), values, trial in frontier, trial.candidate.is_house_deck)

    def candidate_table(
        self, title: str, trials: Sequence[DeckTrial], frontier: Sequence[DeckTrial], note: str = ""
    ) -> CandidateTable:
        rows = tuple(self.candidate_row(trial, frontier, range(len(self.targets))) for trial in trials)
        return CandidateTable(title, "deck", self.targets, rows, note)

    def trade_off_plot(self, trials: Sequence[DeckTrial], frontier: Sequence[DeckTrial]) -> ScatterPlot:
        a, b = hardest_targets(frontier)
        axes = (self.targets[a], self.targets[b])
        points = tuple(self.candidate_row(trial, frontier, (a, b)) for trial in trials)
        title = "The two targets that are hardest to meet together"
        return ScatterPlot(title, self.scatter_description(axes, points), axes, points)

    # Sections

    def sections(self, rounds: Sequence[TuningRound]) -> Iterator[ReportSection]:
        first, *confirmations = rounds
        trials = rank_trials(first.trials)
        frontier = pareto_frontier(trials)
        verb = "is" if len(frontier) == 1 else "are"
        answer = (f"{len(frontier)} of {len(trials)} decks {verb} on the frontier.",)
        table = self.candidate_table("Decks on the frontier", frontier, frontier, FRONTIER_NOTE)
        yield ReportSection("frontier", "Which decks are worth a look?", answer, (table,))
        if len(self.targets) > 1:
            answer = ("Every point is a deck. The best place is where the two bands cross.",)
            yield ReportSection(
                "trade-off", "What are the trade-offs?", answer, (self.trade_off_plot(trials, frontier),)
            )
        for number, played in enumerate(confirmations, start=1):
            yield self.confirmation_section(number, played)

    def confirmation_section(self, number: int, played: TuningRound) -> ReportSection:
        """Return the section on the best decks, played again by other bots."""
        trials = rank_trials(played.trials)
        title = f"Confirmation round, {played.matches:,} matches between {played.bots} bots"
        table = self.candidate_table(title, trials, pareto_frontier(trials))
        question = f"Do the best decks hold up between {played.bots} bots?"
        return ReportSection(f"confirmation-{number}", question, tuple(self.verdict_sentences(played)), (table,))


def confirmation_sentences(rounds: Sequence[TuningRound]) -> str:
    """Return sentences on whether stronger bots have confirmed the best deck. Rounds without trials are ignored."""
    first, *confirmations = [played for played in rounds if played.trials]
    if not confirmations:
        return f"It is unconfirmed: {unconfirmed_reason(first)}"
    last = confirmations[-1]
    best = last.trials[0]
    missed = sum(slack < 0 for slack in best.slacks)
    verdict = "meets every target" if best.meets_all_targets else f"misses {missed} of {len(best.slacks)} targets"
    return f"In {last.matches:,} matches between {last.bots} bots, played to confirm it, it {verdict}."


def unconfirmed_reason(played: TuningRound) -> str:
    """Return a sentence that says why stronger bots should play the best deck of a round again."""
    return (
        f"only {played.bots} bots have played it, and the best of many decks looks better than it is. "
        "Have stronger bots play it again with --confirm."
    )


def target_range(target: Target, metric: MetricLabel) -> TargetRange:
    """Return the range of a target. Its label includes the options with which it is measured."""
    options = "".join(f", {name} {format_value(value)}" for name, value in target.options.items())
    return TargetRange(metric.label + options, target.low, target.high, metric.is_share)


def range_text(target: TargetRange) -> str:
    return range_for_sentence(target.low, target.high, is_share=target.is_share)


def is_target_met(target: TargetRange, found: Estimate | None) -> bool:
    return found is not None and target.distance_outside(found.value) == 0


def is_interval_inside_target(target: TargetRange, found: Estimate | None) -> bool:
    """Return whether the whole 95 % interval lies inside the target range."""
    return found is not None and target.distance_outside(found.low) == target.distance_outside(found.high) == 0


def axis_values_text(axes: tuple[TargetRange, TargetRange], point: CandidateRow) -> str:
    pairs = zip(axes, point.values, strict=True)
    texts = (value_for_sentence(f.value, is_share=target.is_share) if f is not None else NO_DATA for target, f in pairs)
    return " and ".join(texts)


def miss_sentence(target: TargetRange, found: Estimate | None) -> str:
    """Return a sentence on how far a metric is outside its range, and whether its interval reaches the range."""
    label = target.label[0].upper() + target.label[1:]
    if found is None:
        return f"{label}: not measured; target {range_text(target)}."
    miss = target.distance_outside(found.value)
    side = "too low" if miss < 0 else "too high"
    by = distance_for_sentence(abs(miss), is_share=target.is_share)
    is_reached = found.high >= target.low if miss < 0 else found.low <= target.high
    chance = " The interval reaches the range." if is_reached else ""
    value = estimate_for_sentence(found, is_share=target.is_share)
    return f"{label}: {value}, {by} {side}; target {range_text(target)}.{chance}"


def hardest_targets(frontier: Sequence[DeckTrial]) -> tuple[int, int]:
    """Return the indices, in ascending order, of the two targets that decks on the frontier miss most."""
    worst = [min(slacks) for slacks in zip(*(trial.slacks for trial in frontier), strict=True)]
    first, second = sorted(sorted(range(len(worst)), key=worst.__getitem__)[:2])
    return first, second


def build_tuning_page(game: Game, rounds: Sequence[TuningRound], seed: str, command: str) -> ReportPage:
    """Return the page of a deck search. The first round holds all decks, later rounds the best of them."""
    builder = TuningPageBuilder(game)
    first, *confirmations = rounds
    played = [tuning_round for tuning_round in rounds if tuning_round.trials]
    unit = "deck and set of options" if len(target_option_sets(game)) > 1 else "deck"
    parameters = (
        ("game", game.title),
        ("decks tried", f"{len(first.trials)}" + ("" if first.is_complete else f" of {first.planned}")),
        ("matches", f"{first.matches:,} per {unit}"),
        ("bots", first.bots),
        *(
            (
                "confirmation",
                f"{len(tuning_round.trials)} decks, {tuning_round.matches:,} matches between {tuning_round.bots} bots",
            )
            for tuning_round in confirmations
        ),
        ("seed", seed),
    )
    return ReportPage(
        title=f"{game.title}: deck search",
        subtitle=f"{len(first.trials)} decks, compared with their targets",
        parameters=parameters,
        findings=(*builder.early_stop_notes(rounds), *builder.findings(played)),
        sections=tuple(builder.sections(played)),
        command=command,
        notes=(INTERVAL_NOTE, SELECTION_NOTE, BOTS_ARE_NOT_PEOPLE_NOTE),
    )
