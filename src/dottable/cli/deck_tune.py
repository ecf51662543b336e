"""`dottable deck tune`: look for a deck that meets its game's targets."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dottable.bots.names import CHOICES
from dottable.cli.deck_tune_report import write_frontier
from dottable.cli.report import chosen_place
from dottable.cli.shared import (
    STOPPED,
    add_crew_arguments,
    announce_bots,
    announce_policies,
    chosen_crew,
    load,
    note,
    progress_bar,
    show_json,
    whole_number,
    with_rate,
    writing,
)
from dottable.core.errors import DottableError

if TYPE_CHECKING:
    from dottable.core.game import Game
    from dottable.core.tuning import Target
    from dottable.lab.tuning import Candidate, Trial

SHOWN = 12


def add(actions: Any) -> None:
    tune = actions.add_parser(
        "tune",
        help="search seeds and knobs for a deck that meets the game's targets",
        description="Make decks from seeds, play matches with each, and compare what comes out with the targets. "
        "The best are played again by stronger bots. All decks play on the same seed. Ctrl-C keeps what is done.",
    )
    tune.add_argument("game", metavar="SLUG", help="a game whose decks can be generated")
    tune.add_argument("--seeds", default="1..12", metavar="A..B", help="seeds of decks to try (default: 1..12)")
    tune.add_argument(
        "--knob",
        action="append",
        default=[],
        metavar="NAME=V1,V2",
        help="values to try; may be repeated. 'NAME' alone tries all that the game suggests",
    )
    tune.add_argument("--matches", type=whole_number, default=2000, metavar="N", help="per deck (default: 2000)")
    tune.add_argument("--bots", default="greedy", metavar="BOT", help=f"who plays (default: greedy): {CHOICES}")
    tune.add_argument("--confirm", type=int, default=3, metavar="N", help="best decks to play again (default: 3)")
    tune.add_argument("--confirm-bots", default="sharp", metavar="BOT", help="by whom (default: sharp)")
    tune.add_argument("--confirm-matches", type=whole_number, default=400, metavar="N", help="default: 400")
    tune.add_argument("--seed", default="tune", metavar="S", help="of the matches (default: tune)")
    tune.add_argument("--out", metavar="FILE", help="write the best deck here")
    tune.add_argument("--report", metavar="FILE", help="write a page here: the nearest decks, and what is traded")
    add_crew_arguments(tune)
    tune.add_argument("--json", action="store_true", help="print one JSON object")
    tune.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    from dottable.bots.registry import require_bots
    from dottable.lab import tuning

    page = chosen_place(given.report) if given.report else None
    game = load(given.game)
    own = tuning.tuning_of(game)
    decks = tuning.candidates(game, seeds_of(given.seeds), knobs_of(own, given.knob))
    require_bots([given.bots, given.confirm_bots], game)
    announce_policies(game)
    trials = tuning.ranked(tried(game, decks, given, given.bots, given.matches))
    if not trials:
        return STOPPED
    again: list[Candidate] = []
    if given.confirm > 0 and len(trials) == len(decks):
        announce_bots(game)
        again = [trial.candidate for trial in trials[: given.confirm]]
        again += [deck for deck in decks if deck.is_house and deck not in again]
    confirmed = tuning.ranked(tried(game, again, given, given.confirm_bots, given.confirm_matches)) if again else []
    best = (confirmed or trials)[0]
    if given.json:
        show_json(as_json(game, trials, confirmed))
    else:
        show(game, trials, confirmed, given)
    if given.out:
        write_deck(best.candidate, Path(given.out))
    if page is not None:
        write_frontier(game, given, page, (len(decks), trials), (len(again), confirmed))
    return 0 if len(trials) == len(decks) and len(confirmed) == len(again) else STOPPED


def seeds_of(text: str) -> list[int]:
    """`3`, `1..12` or `1,5,9`."""
    first, dots, last = text.partition("..")
    try:
        found = list(range(int(first), int(last) + 1)) if dots else [int(part) for part in text.split(",")]
    except ValueError:
        found = []
    if not found:
        raise DottableError(f"'{text}' names no seeds; write 7, or 1..12, or 1,5,9.")
    return found


def knobs_of(own: Any, given: list[str]) -> dict[str, tuple[int, ...]]:
    """The values that `--knob` arguments ask for."""
    known = {knob.name: knob for knob in own.KNOBS}
    found: dict[str, tuple[int, ...]] = {}
    for text in given:
        name, equals, values = text.partition("=")
        if name not in known:
            raise DottableError(f"There is no knob '{name}'; there is: {', '.join(known) or 'none'}.")
        try:
            found[name] = tuple(int(value) for value in values.split(",")) if equals else known[name].values
        except ValueError:
            raise DottableError(f"'{text}' should be written as {name}=1,2,3.") from None
    return found


def tried(game: Game, decks: list[Candidate], given: argparse.Namespace, bots: str, matches: int) -> list[Trial]:
    """What the decks come to; if somebody stops it, those that are done."""
    from dottable.lab.tuning import matches_in, try_out

    crew = chosen_crew(given)
    done: list[Trial] = []
    with progress_bar(f"{len(decks)} decks, {bots}", matches_in(game, len(decks), matches)) as advance:
        tell = with_rate(advance)
        play: dict[str, Any] = {"matches": matches, "bots": bots, "seed": given.seed, "crew": crew, "advance": tell}
        try:
            for deck in decks:
                done.append(try_out(game, deck, **play))
        except KeyboardInterrupt:
            note(f"Stopped after {len(done)} of {len(decks)} decks.")
    return done


def show(game: Game, trials: list[Trial], confirmed: list[Trial], given: argparse.Namespace) -> None:
    from dottable.lab.tuning import by_knob, frontier, tuning_of

    own = tuning_of(game)
    print(f"{game.title}: {len(trials)} decks, {given.matches:,} matches of {given.bots} each\n")
    for number, target in enumerate(own.TARGETS, start=1):
        print(f"  T{number}  {target_text(target)}")
    print()
    show_trials(own, trials[:SHOWN])
    for knob in own.KNOBS:
        rows = by_knob(trials, knob.name)
        if len(rows) > 1:
            print(f"\nwhat {knob.name} trades ({knob.words}), means over seeds:")
            for value, figures in rows:
                print(f"  {value:4}  {'  '.join(shown(t, v) for t, v in zip(own.TARGETS, figures, strict=True))}")
    met = [trial for trial in trials if trial.is_met]
    print(f"\n{len(met)} of {len(trials)} decks meet every target.", end="")
    print("" if met else f" {len(frontier(trials))} are not beaten in one without losing in another.")
    if confirmed:
        print(f"\nthe best again, {given.confirm_matches:,} matches of {given.confirm_bots} each")
        show_trials(own, confirmed)


def show_trials(own: Any, trials: list[Trial]) -> None:
    columns = "  ".join(f"{f'T{n}':>7}" for n in range(1, len(own.TARGETS) + 1))
    print(f"   seed  {columns}   worst   knobs")
    for trial in trials:
        found = zip(own.TARGETS, trial.found, trial.slacks, strict=True)
        cells = "  ".join(shown(t, f.value if f else None) + ("!" if s < 0 else " ") for t, f, s in found)
        knobs = " ".join(f"{name}={value}" for name, value in trial.candidate.knobs.items())
        mark = "house" if trial.candidate.is_house else ""
        print(f"{mark:>5} {trial.candidate.seed:4} {cells} {trial.worst:+6.2f}   {knobs}")


def shown(target: Target, value: float | None) -> str:
    if value is None:
        return f"{'-':>7}"
    return f"{100 * value:5.1f} %" if target.high <= 1 else f"{value:7.2f}"


def target_text(target: Target) -> str:
    options = ", ".join(f"{name}={value}" for name, value in target.options.items())
    low, high = (shown(target, end).strip() for end in (target.low, target.high))
    return f"{target.figure} from {low} to {high}" + (f" with {options}" if options else "") + f" ({target.rule})"


def as_json(game: Game, trials: list[Trial], confirmed: list[Trial]) -> dict[str, Any]:
    from dottable.lab.tuning import frontier, tuning_of

    def rows(some: list[Trial]) -> list[dict[str, Any]]:
        best = {id(trial) for trial in frontier(some)}
        return [
            {
                "seed": trial.candidate.seed,
                "knobs": dict(trial.candidate.knobs),
                "is_house": trial.candidate.is_house,
                "figures": [found._asdict() if found else None for found in trial.found],
                "slacks": list(trial.slacks),
                "is_met": trial.is_met,
                "is_on_frontier": id(trial) in best,
            }
            for trial in some
        ]

    targets = [
        {"figure": t.figure, "low": t.low, "high": t.high, "rule": t.rule, "options": dict(t.options)}
        for t in tuning_of(game).TARGETS
    ]
    return {"game": game.slug, "targets": targets, "trials": rows(trials), "confirmed": rows(confirmed)}


def write_deck(best: Candidate, out: Path) -> None:
    with writing("The deck", out):
        out.write_text(best.deck.text, encoding="utf-8")
    note(f"The deck of seed {best.seed} is in {out}.")
