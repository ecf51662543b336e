"""`dottable simulate`: play in bulk, at random or between bots."""

from __future__ import annotations

import argparse
import time
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dottable.bots.names import CHOICES
from dottable.cli.interrupts import Interrupts
from dottable.cli.shared import (
    STOPPED,
    Commands,
    add_crew_arguments,
    add_game_arguments,
    announce_bots,
    announce_policies,
    chosen_crew,
    chosen_deck,
    chosen_options,
    chosen_seats,
    chosen_seed,
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
    from dottable.core.series import Series
    from dottable.lab.simulate import Summary
    from dottable.lab.tables import Table
    from dottable.lab.workers import Crew


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "simulate",
        help="play many matches and show what came out",
        description="Play many matches, at random or between bots; random and greedy play are compiled. The same seed "
        "gives the same result, whatever the number of workers. Ctrl-C keeps what is done.",
    )
    add_game_arguments(command)
    command.add_argument("--matches", type=whole_number, default=10_000, metavar="N", help="default: 10000")
    command.add_argument("--seed", metavar="S", help="any text or number (default: a new one, which is shown)")
    add_crew_arguments(command)
    command.add_argument("--out", metavar="FILE", help="write a row for every match to a .parquet or .csv file")
    command.add_argument("--notes", action="store_true", help="also count rules, choices and leads, for --out")
    command.add_argument("--logs", metavar="DIR", help="also write the log of every match into this folder")
    command.add_argument("--bots", metavar="A[,B...]", help=f"who plays, one for all or one a seat: {CHOICES}")
    command.add_argument(
        "--tempo",
        metavar="SKILL[,SKILL...]",
        help="play in virtual time: races go to the quicker seat. "
        "One skill for all or one a seat: newcomer, casual, steady, sharp, master",
    )
    command.add_argument("--json", action="store_true", help="print one JSON object")
    command.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    if given.notes and given.out is None:
        raise DottableError("Notes go into a table: say where with --out FILE.")
    series = chosen_series(given)
    summary, seconds = simulate_with_bar(series, given.matches, chosen_crew(given), given.out and Path(given.out))
    is_whole = summary.matches == given.matches
    if given.logs:
        write_logs(series, summary.matches, Path(given.logs))
    if not is_whole:
        note(f"Stopped after {summary.matches:,} of {given.matches:,} matches; the figures are of these.")
    if given.out and summary.matches:
        note(f"{summary.matches:,} matches are in {given.out}.")
    if given.json:
        show_json(summary)
    else:
        show(summary, seconds)
    return 0 if is_whole else STOPPED


def chosen_series(given: argparse.Namespace) -> Series:
    """The series that the arguments ask for."""
    from dottable.core.series import Series

    game = load(given.game)
    play: dict[str, Any] = {
        "seats": chosen_seats(game, given),
        "options": chosen_options(game, given.option),
        "deck": chosen_deck(game, given.deck, given.option),
        "seed": chosen_seed(given),
    }
    if given.tempo is not None:
        return timed_series(game, given, play)
    if given.bots is None and not given.notes:
        return Series(game, **play)
    return bot_series(game, given.bots or "random", play, is_noted=given.notes)


def bot_series(game: Game, bots: str, play: dict[str, Any], *, is_noted: bool = False) -> Series:
    """A series between bots; compiled, if all of them are."""
    from dottable.bots.registry import read_names, require_bots
    from dottable.lab.bot_series import BotSeries
    from dottable.lab.policy_series import POLICIES, PolicySeries

    names = read_names(bots, play["seats"])
    require_bots(names, game)
    if set(names) <= set(POLICIES):
        announce_policies(game)
        return PolicySeries(game, bots=names, is_noted=is_noted, **play)
    announce_bots(game)
    return BotSeries(game, bots=names, is_noted=is_noted, **play)


def timed_series(game: Game, given: argparse.Namespace, play: dict[str, Any]) -> Series:
    from dottable.lab.timed import TimedSeries, read_tempi

    if given.bots is not None:
        raise DottableError("Bots have a tempo of their own; leave out --tempo or --bots.")
    if given.logs or given.notes:
        raise DottableError("Logs and notes are taken of untimed play only; leave out --tempo, --logs and --notes.")
    return TimedSeries(game, tempi=read_tempi(given.tempo, play["seats"]), **play)


def simulate_with_bar(series: Series, matches: int, crew: Crew, out: Path | None) -> tuple[Summary, float]:
    """Simulate under a bar; what came out until the end or until somebody stopped it, and the seconds it took."""
    from dottable.lab.bot_series import BotSeries
    from dottable.lab.simulate import Totals, simulate
    from dottable.lab.tables import columns_of, table_of

    if not isinstance(series, BotSeries):
        series.play(0, 1)  # compiles or loads the rules, which is not part of the measured time
    totals = Totals(series, matches)
    start = time.perf_counter()
    with ExitStack() as stack:
        table: Table | None = stack.enter_context(table_of(out, series)) if out is not None else None
        advance = with_rate(stack.enter_context(progress_bar(series.game.title, matches)))
        interrupts = stack.enter_context(Interrupts().watched())
        parts = stack.enter_context(closing(simulate(series, matches, crew)))
        try:
            for part in parts:
                with interrupts.held():
                    totals.add(part)
                    if table is not None:
                        table.write(columns_of(series, part))
                    advance(len(part.results.steps))
        except KeyboardInterrupt:
            note("Stopping ...")
    return totals.summary(), time.perf_counter() - start


def write_logs(series: Series, matches: int, folder: Path) -> None:
    from dottable.core.log import write_log

    players = getattr(series, "bots", ())
    with writing("The logs", folder):
        folder.mkdir(parents=True, exist_ok=True)
        with progress_bar("Writing logs", matches) as advance:
            for index in range(matches):
                path = folder / f"{series.game.slug}-{series.seed.hex()[:8]}-{index}.log"
                path.write_text(write_log(series.record(index), players), encoding="utf-8")
                advance(1)
    note(f"{matches} logs written to {folder}.")


def show(summary: Summary, seconds: float) -> None:
    from dottable.core.options import spell

    options = ", ".join(f"{name}={spell(value)}" for name, value in summary.options.items())
    print(f"{summary.game}, {summary.seats} seats" + (f", {options}" if options else ""))
    kind = "random matches" if summary.bots is None else "matches between bots"
    print(f"{summary.matches:,} {kind}, {summary.steps:,} steps in {seconds:.2f} s", end="")
    rate = summary.steps / seconds
    print(f" ({rate / 1e6:.1f} million steps a second)" if rate > 1e5 else f" ({rate:,.0f} steps a second)")
    print(f"steps a match: {summary.mean_steps:.1f} on average, {summary.max_steps} at most")
    timed = summary.tempi is not None
    more = "   races won   tempo" if timed else "   bot" if summary.bots is not None else ""
    print(f"seat   win share   mean return   mean score{more}")
    for seat in range(summary.seats):
        win, gain = summary.win_share[seat], summary.mean_returns[seat]
        row = f"{seat + 1:4} {100 * win:10.2f}% {gain:+13.4f} {summary.mean_scores[seat]:12.2f}"
        if summary.tempi is not None and summary.race_share is not None:
            row += f" {100 * summary.race_share[seat]:10.2f}%   {summary.tempi[seat]}"
        print(row + (f"   {summary.bots[seat]}" if summary.bots is not None else ""))
    for bot, count in (summary.faults or {}).items():
        if count:
            print(f"fault  {bot}: {count} times; 'dottable tournament' tells more")
    print(f"seed {summary.seed}")
