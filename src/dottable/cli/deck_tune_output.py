"""Output of `dottable deck tune`: a table, a JSON object or a page."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dottable.cli.report import write_page

if TYPE_CHECKING:
    from dottable.core.contract import TuningModule
    from dottable.core.game import Game
    from dottable.core.lab.knobs_and_targets import Target
    from dottable.lab.deck_search import DeckTrial
    from dottable.lab.report.tuning_page import TuningRound

MAX_PRINTED_DECKS = 12
"""Maximum number of decks printed after the first round."""
MAX_TARGET_COLUMNS = 12
"""Maximum number of targets for which the printed tables have one column each. `--json` and the page always show
all."""
MAX_KNOB_VALUES = 20
"""Maximum number of values of a knob whose mean metrics are printed."""


def print_trials(game: Game, rounds: Sequence[TuningRound]) -> None:
    """Print the targets, the best decks of the first round and of each confirmation, and the effect of each knob."""
    from dottable.lab.deck_search import pareto_frontier, tuning_module_of
    from dottable.lab.report.tuning_page import confirmation_sentences

    tuning, (first, *confirmations) = tuning_module_of(game), rounds
    trials = first.trials
    print(f"{game.title}: {len(trials)} decks, screened by {first.matches:,} matches between {first.bots} bots each\n")
    for number, target in enumerate(tuning.TARGETS, start=1):
        print(f"  T{number}  {target_text(target)}")
    print_trial_table(tuning, trials[:MAX_PRINTED_DECKS])
    print_knob_effects(tuning, trials)
    met = sum(trial.meets_all_targets for trial in trials)
    frontier = "" if met else f" {len(pareto_frontier(trials))} are on the Pareto frontier."
    print(f"\n{met} of {len(trials)} decks meet every target.{frontier}")
    for played in confirmations:
        if played.trials:
            print(f"\nconfirmation round, {played.matches:,} matches between {played.bots} bots each")
            print_trial_table(tuning, played.trials)
    best = next(played for played in reversed(rounds) if played.trials).trials[0]
    print(f"\nThe best deck is that of seed {best.candidate.seed}. {confirmation_sentences(rounds)}")


def print_knob_effects(tuning: TuningModule, trials: Sequence[DeckTrial]) -> None:
    """Print the mean metrics by value, for each knob with several tried values."""
    from dottable.lab.deck_search import mean_metrics_by_knob_value

    for knob in tuning.KNOBS:
        rows = mean_metrics_by_knob_value(trials, knob.name)
        if 1 < len(rows) <= MAX_KNOB_VALUES and len(tuning.TARGETS) <= MAX_TARGET_COLUMNS:
            print(f"\neffect of {knob.name} ({knob.description}), means over seeds:")
            for value, means in rows:
                cells = (metric_cell_text(t, v) for t, v in zip(tuning.TARGETS, means, strict=True))
                print(f"  {value:4}  {'  '.join(cells)}")


def print_trial_table(tuning: TuningModule, trials: Sequence[DeckTrial]) -> None:
    """Print one row per deck. An exclamation mark follows a metric outside its range.

    If there are many targets, a row shows only the metrics outside their ranges.
    """
    if len(tuning.TARGETS) > MAX_TARGET_COLUMNS:
        print_missed_targets(tuning, trials)
        return
    columns = "  ".join(f"{f'T{n}':>7}" for n in range(1, len(tuning.TARGETS) + 1))
    print(f"\n   seed  {columns}   worst   knobs")
    for trial in trials:
        found = zip(tuning.TARGETS, trial.estimates, trial.slacks, strict=True)
        cells = "  ".join(metric_cell_text(t, f.value if f else None) + ("!" if s < 0 else " ") for t, f, s in found)
        knobs = " ".join(f"{name}={value}" for name, value in trial.candidate.knobs.items())
        mark = "house" if trial.candidate.is_house_deck else ""
        print(f"{mark:>5} {trial.candidate.seed:4} {cells} {trial.worst_slack:+6.2f}   {knobs}")


def print_missed_targets(tuning: TuningModule, trials: Sequence[DeckTrial]) -> None:
    """Print one row per deck: the number of targets it meets, its knobs, and the metrics outside their ranges."""
    print("\n   seed  met    worst   missed")
    for trial in trials:
        found = enumerate(zip(tuning.TARGETS, trial.estimates, trial.slacks, strict=True), start=1)
        missed = [f"T{n} {metric_cell_text(t, f.value if f else None).strip()}" for n, (t, f, s) in found if s < 0]
        met = f"{len(tuning.TARGETS) - len(missed)}/{len(tuning.TARGETS)}"
        mark = "house" if trial.candidate.is_house_deck else ""
        print(f"{mark:>5} {trial.candidate.seed:4}  {met}  {trial.worst_slack:+6.2f}   {', '.join(missed) or 'none'}")
        print(f"{'':12}{' '.join(f'{name}={value}' for name, value in trial.candidate.knobs.items())}")


def metric_cell_text(target: Target, value: float | None) -> str:
    """Return a metric as a text of seven characters. Targets up to 1 are shares, shown in percent."""
    if value is None:
        return f"{'-':>7}"
    return f"{100 * value:5.1f} %" if target.high <= 1 else f"{value:7.2f}"


def target_text(target: Target) -> str:
    options = ", ".join(f"{name}={value}" for name, value in target.options.items())
    low, high = (metric_cell_text(target, end).strip() for end in (target.low, target.high))
    return f"{target.metric} from {low} to {high}" + (f" with {options}" if options else "") + f" ({target.rule})"


def trials_as_json(game: Game, rounds: Sequence[TuningRound]) -> dict[str, Any]:
    """Return the JSON object that `--json` prints: all evaluated decks with their metrics."""
    from dottable.lab.deck_search import tuning_module_of

    first, *confirmations = rounds
    targets = [
        {"metric": t.metric, "low": t.low, "high": t.high, "rule": t.rule, "options": dict(t.options)}
        for t in tuning_module_of(game).TARGETS
    ]
    confirmed = [row for played in confirmations for row in trial_json_rows(played.trials)]
    return {"game": game.slug, "targets": targets, "trials": trial_json_rows(first.trials), "confirmed": confirmed}


def trial_json_rows(trials: Sequence[DeckTrial]) -> list[dict[str, Any]]:
    from dottable.lab.deck_search import pareto_frontier

    frontier = {id(trial) for trial in pareto_frontier(trials)}
    return [
        {
            "seed": trial.candidate.seed,
            "knobs": dict(trial.candidate.knobs),
            "is_house": trial.candidate.is_house_deck,
            "metrics": [found._asdict() if found else None for found in trial.estimates],
            "slacks": list(trial.slacks),
            "is_met": trial.meets_all_targets,
            "is_on_frontier": id(trial) in frontier,
        }
        for trial in trials
    ]


def write_tuning_page(game: Game, args: argparse.Namespace, out: Path, rounds: Sequence[TuningRound]) -> None:
    """Write the HTML page on the best decks of a search."""
    from dottable.lab.report.tuning_page import build_tuning_page

    write_page(build_tuning_page(game, rounds, args.seed, rerun_command(args, out)), out)


def rerun_command(args: argparse.Namespace, out: Path) -> str:
    """Return the shell command that repeats the search."""
    words = ["dottable", "deck", "tune", args.game, "--seeds", args.seeds]
    words += [word for knob in args.knob for word in ("--knob", knob)]
    words += ["--climb", str(args.climb)] if args.climb else []
    words += ["--matches", str(args.matches), "--bots", args.bots, "--confirm", str(args.confirm)]
    if args.confirm > 0:
        words += ["--confirm-bots", args.confirm_bots, "--confirm-matches", str(args.confirm_matches)]
    return shlex.join([*words, "--seed", args.seed, "--report", str(out)])
