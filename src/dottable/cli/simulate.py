"""`dottable simulate`: random play in bulk."""

from __future__ import annotations

import argparse
import secrets
from pathlib import Path
from typing import TYPE_CHECKING

from dottable.cli.shared import (
    Commands,
    add_game_arguments,
    chosen_deck,
    chosen_options,
    load,
    note,
    progress_bar,
    show_json,
    whole_number,
)
from dottable.core.errors import DottableError

if TYPE_CHECKING:
    from dottable.core.series import Series
    from dottable.lab.simulate import Summary

WORTH_A_BAR = 20_000


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "simulate",
        help="play many random matches and show what came out",
        description="Play many random matches in compiled code. The same seed gives the same result, "
        "whatever the number of workers.",
    )
    add_game_arguments(command)
    command.add_argument("--matches", type=whole_number, default=10_000, metavar="N", help="default: 10000")
    command.add_argument("--seed", metavar="S", help="any text or number (default: a new one, which is shown)")
    command.add_argument("--workers", type=whole_number, metavar="N", help="threads (default: one per core)")
    command.add_argument("--logs", metavar="DIR", help="also write the log of every match into this folder")
    command.add_argument(
        "--tempo",
        metavar="SKILL[,SKILL...]",
        help="play in virtual time: races go to the quicker seat. "
        "One skill for all or one a seat: newcomer, casual, steady, sharp, master",
    )
    command.add_argument("--json", action="store_true", help="print one JSON object")
    command.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    series = chosen_series(given)
    summary = simulate_with_bar(series, given.matches, given.workers)
    if given.logs:
        write_logs(series, given.matches, Path(given.logs))
    if given.json:
        show_json(summary)
    else:
        show(summary)
    return 0


def chosen_series(given: argparse.Namespace) -> Series:
    """The series that the arguments ask for."""
    from dottable.core.series import Series, seed_from

    game = load(given.game)
    seats = given.seats or game.min_seats
    game.check_seats(seats)
    options, deck = chosen_options(game, given.option), chosen_deck(game, given.deck, given.option)
    seed = seed_from(given.seed if given.seed is not None else secrets.token_hex(32))
    if given.tempo is None:
        return Series(game, seats=seats, options=options, deck=deck, seed=seed)
    if given.logs:
        raise DottableError("Logs are written of untimed play only; leave out --tempo or --logs.")
    from dottable.lab.timed import TimedSeries, read_tempi

    tempi = read_tempi(given.tempo, seats)
    return TimedSeries(game, seats=seats, options=options, deck=deck, seed=seed, tempi=tempi)


def simulate_with_bar(series: Series, matches: int, workers: int | None) -> Summary:
    """Simulate; a bar appears if it takes a while."""
    from dottable.lab.simulate import simulate, summarize, timed

    series.play(0, 1)  # compiles or loads the rules, which is not part of the measured time
    if matches < WORTH_A_BAR:
        results, seconds = timed(lambda: simulate(series, matches, workers=workers))
    else:
        with progress_bar(series.game.title, matches) as advance:
            results, seconds = timed(
                lambda: simulate(series, matches, workers=workers, progress=lambda done, _: advance(done))
            )
    return summarize(series, results, seconds)


def write_logs(series: Series, matches: int, folder: Path) -> None:
    from dottable.core.log import write_log

    try:
        folder.mkdir(parents=True, exist_ok=True)
        with progress_bar("Writing logs", matches) as advance:
            for index in range(matches):
                path = folder / f"{series.game.slug}-{series.seed.hex()[:8]}-{index}.log"
                path.write_text(write_log(series.record(index)), encoding="utf-8")
                advance(1)
    except OSError as error:
        raise DottableError(f"The logs cannot be written to '{folder}': {error.strerror}.") from None
    note(f"{matches} logs written to {folder}.")


def show(summary: Summary) -> None:
    from dottable.core.options import spell

    options = ", ".join(f"{name}={spell(value)}" for name, value in summary.options.items())
    print(f"{summary.game}, {summary.seats} seats" + (f", {options}" if options else ""))
    print(f"{summary.matches:,} random matches, {summary.steps:,} steps in {summary.seconds:.2f} s", end="")
    print(f" ({summary.steps_per_second / 1e6:.1f} million steps a second)")
    print(f"steps a match: {summary.mean_steps:.1f} on average, {summary.max_steps} at most")
    timed = summary.tempi is not None
    print("seat   win share   mean return   mean score" + ("   races won   tempo" if timed else ""))
    for seat in range(summary.seats):
        win, gain = summary.win_share[seat], summary.mean_returns[seat]
        row = f"{seat + 1:4} {100 * win:10.2f}% {gain:+13.4f} {summary.mean_scores[seat]:12.2f}"
        if summary.tempi is not None and summary.race_share is not None:
            row += f" {100 * summary.race_share[seat]:10.2f}%   {summary.tempi[seat]}"
        print(row)
    print(f"seed {summary.seed}")
