"""`dottable simulate`: play in bulk, at random or between bots."""

from __future__ import annotations

import argparse
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dottable.bots.names import CHOICES
from dottable.cli.shared import (
    Commands,
    add_game_arguments,
    announce_bots,
    chosen_deck,
    chosen_options,
    load,
    note,
    progress_bar,
    show_json,
    whole_number,
    with_rate,
)
from dottable.core.errors import DottableError

if TYPE_CHECKING:
    from dottable.core.game import Game
    from dottable.core.series import Series
    from dottable.lab.bot_series import BotSeries
    from dottable.lab.simulate import Summary

WORTH_A_BAR = 20_000


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "simulate",
        help="play many matches and show what came out",
        description="Play many matches, at random in compiled code or between bots. The same seed gives the same "
        "result, whatever the number of workers.",
    )
    add_game_arguments(command)
    command.add_argument("--matches", type=whole_number, default=10_000, metavar="N", help="default: 10000")
    command.add_argument("--seed", metavar="S", help="any text or number (default: a new one, which is shown)")
    command.add_argument("--workers", type=whole_number, metavar="N", help="default: one per core")
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
    play: dict[str, Any] = {
        "seats": seats,
        "options": chosen_options(game, given.option),
        "deck": chosen_deck(game, given.deck, given.option),
        "seed": seed_from(given.seed if given.seed is not None else secrets.token_hex(32)),
    }
    if given.bots is not None and given.tempo is not None:
        raise DottableError("Bots have a tempo of their own; leave out --tempo or --bots.")
    if given.bots is not None:
        return bot_series(game, given.bots, play)
    return Series(game, **play) if given.tempo is None else timed_series(game, given, play)


def bot_series(game: Game, bots: str, play: dict[str, Any]) -> Series:
    from dottable.bots.registry import read_names, require_bots
    from dottable.lab.bot_series import BotSeries

    names = read_names(bots, play["seats"])
    require_bots(names, game)
    announce_bots(game)
    return BotSeries(game, bots=names, **play)


def timed_series(game: Game, given: argparse.Namespace, play: dict[str, Any]) -> Series:
    from dottable.lab.timed import TimedSeries, read_tempi

    if given.logs:
        raise DottableError("Logs are written of untimed play only; leave out --tempo or --logs.")
    return TimedSeries(game, tempi=read_tempi(given.tempo, play["seats"]), **play)


def simulate_with_bar(series: Series, matches: int, workers: int | None) -> Summary:
    """Simulate; a bar appears if it takes a while."""
    from dottable.lab.bot_series import BotSeries
    from dottable.lab.simulate import simulate, summarize, timed

    if isinstance(series, BotSeries):
        return simulate_bots_with_bar(series, matches, workers)
    series.play(0, 1)  # compiles or loads the rules, which is not part of the measured time
    if matches < WORTH_A_BAR:
        results, seconds = timed(lambda: simulate(series, matches, workers=workers))
    else:
        with progress_bar(series.game.title, matches) as advance:
            results, seconds = timed(
                lambda: simulate(series, matches, workers=workers, progress=lambda done, _: advance(done))
            )
    return summarize(series, results, seconds)


def simulate_bots_with_bar(series: BotSeries, matches: int, workers: int | None) -> Summary:
    from dottable.lab.bot_series import simulate_bots
    from dottable.lab.simulate import summarize_bots, timed

    with progress_bar(series.game.title, matches) as advance:
        outcomes, seconds = timed(lambda: simulate_bots(series, matches, workers=workers, advance=with_rate(advance)))
    return summarize_bots(series, outcomes, seconds)


def write_logs(series: Series, matches: int, folder: Path) -> None:
    from dottable.core.log import write_log

    players = getattr(series, "bots", ())
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with progress_bar("Writing logs", matches) as advance:
            for index in range(matches):
                path = folder / f"{series.game.slug}-{series.seed.hex()[:8]}-{index}.log"
                path.write_text(write_log(series.record(index), players), encoding="utf-8")
                advance(1)
    except OSError as error:
        raise DottableError(f"The logs cannot be written to '{folder}': {error.strerror}.") from None
    note(f"{matches} logs written to {folder}.")


def show(summary: Summary) -> None:
    from dottable.core.options import spell

    options = ", ".join(f"{name}={spell(value)}" for name, value in summary.options.items())
    print(f"{summary.game}, {summary.seats} seats" + (f", {options}" if options else ""))
    kind = "random matches" if summary.bots is None else "matches between bots"
    print(f"{summary.matches:,} {kind}, {summary.steps:,} steps in {summary.seconds:.2f} s", end="")
    rate = summary.steps_per_second
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
