"""`dottable simulate`: plays many matches, with random moves or between bots."""

from __future__ import annotations

import argparse
import time
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING

from dottable.bots.selectable_bots import BOT_NAMES_HELP, LEVEL_NAMES
from dottable.cli import trajectories
from dottable.cli.arguments import (
    Subparsers,
    add_game_arguments,
    add_json_argument,
    add_matches_argument,
    add_seed_argument,
    add_worker_arguments,
    series_config_from_arguments,
    worker_pool_from_arguments,
)
from dottable.cli.console import (
    EXIT_STATUS_INTERRUPTED,
    announce_bot_compilation,
    announce_policy_compilation,
    print_json,
    print_status,
    progress_bar,
    translate_write_errors,
)
from dottable.cli.interrupts import DeferredInterrupts
from dottable.core.errors import DottableError

if TYPE_CHECKING:
    from dottable.core.matches.seeded_series import Series, SeriesConfig
    from dottable.lab.series.bot_series import BotSeries
    from dottable.lab.series.policy_series import PolicySeries
    from dottable.lab.simulation.simulate import SimulationSummary
    from dottable.lab.worker_pool import WorkerPool


def add_parser(commands: Subparsers) -> None:
    command = commands.add_parser(
        "simulate",
        help="play many matches and print a summary",
        description="Play many matches, at random or between bots. Random and greedy play are compiled. The same seed "
        "gives the same result, whatever the number of workers. Ctrl-C keeps the matches played so far.",
    )
    add_game_arguments(command)
    add_matches_argument(command, 10_000)
    add_seed_argument(command)
    add_worker_arguments(command)
    add_output_arguments(command)
    add_player_arguments(command)
    command.set_defaults(run=run)


def add_output_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments for the files to write and the format of the summary."""
    command.add_argument("--out", metavar="FILE", help="write one row per match to a .parquet or .csv file")
    command.add_argument(
        "--statistics", action="store_true", help="record rules, choices and leads of every match; needs --out"
    )
    command.add_argument("--logs", metavar="FOLDER", help="also write the log of every match into this folder")
    trajectories.add_argument(command)
    add_json_argument(command)


def add_player_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments for the bots or the reaction times of the seats."""
    command.add_argument("--bots", metavar="A[,B...]", help=f"one bot for all seats or one per seat: {BOT_NAMES_HELP}")
    command.add_argument(
        "--reaction-times",
        metavar="LEVEL[,LEVEL...]",
        help="play at random in virtual time, where the faster seat wins a race. "
        f"One level for all seats or one per seat: {', '.join(LEVEL_NAMES)}",
    )


def run(args: argparse.Namespace) -> int:
    if args.trajectories is not None:
        trajectories.check_arguments(args)
        played = make_bot_series(series_config_from_arguments(args), args.bots or "random")
        return trajectories.write_trajectories(played, args, worker_pool_from_arguments(args))
    if args.statistics and args.out is None:
        raise DottableError("--statistics needs a file to write to. Add --out FILE.")
    series = series_from_arguments(args)
    summary, seconds = run_simulation(
        series, args.matches, worker_pool_from_arguments(args), args.out and Path(args.out)
    )
    is_complete = summary.matches == args.matches
    if args.logs:
        write_logs(series, summary.matches, Path(args.logs))
    if not is_complete:
        print_status(f"Stopped after {summary.matches:,} of {args.matches:,} matches. The results cover these.")
    if args.out and summary.matches:
        print_status(f"Wrote {summary.matches:,} matches to {args.out}.")
    if args.json:
        print_json(summary)
    else:
        print_summary(summary, seconds)
    return 0 if is_complete else EXIT_STATUS_INTERRUPTED


def series_from_arguments(args: argparse.Namespace) -> Series:
    """Return the series to play: random moves, bots, or random moves with reaction times."""
    from dottable.core.matches.seeded_series import Series

    config = series_config_from_arguments(args)
    if args.reaction_times is not None:
        return make_reaction_series(config, args)
    if args.bots is None and not args.statistics:
        return Series(config)
    return make_bot_series(config, args.bots or "random", has_statistics=args.statistics)


def make_bot_series(config: SeriesConfig, bots: str, *, has_statistics: bool = False) -> PolicySeries | BotSeries:
    """Return a series between bots. It is a PolicySeries if all bots are compiled policies."""
    from dottable.bots.registry import read_bot_names, require_bots
    from dottable.lab.series.bot_series import BotSeries
    from dottable.lab.series.policy_series import POLICY_NAMES, PolicySeries

    names = read_bot_names(bots, config.seats)
    require_bots(names, config.game)
    if set(names) <= set(POLICY_NAMES):
        announce_policy_compilation(config.game)
        return PolicySeries(config, names, has_statistics=has_statistics)
    announce_bot_compilation(config.game)
    return BotSeries(config, names, has_statistics=has_statistics)


def make_reaction_series(config: SeriesConfig, args: argparse.Namespace) -> Series:
    """Return a series in virtual time. Raise DottableError for arguments that it does not support."""
    from dottable.lab.series.reaction_series import ReactionTimeSeries, read_reaction_levels

    if args.bots is not None:
        raise DottableError("Bots have reaction times of their own. Leave out --reaction-times or --bots.")
    if args.logs or args.statistics:
        raise DottableError("--reaction-times supports neither --logs nor --statistics. Leave them out.")
    return ReactionTimeSeries(config, read_reaction_levels(args.reaction_times, config.seats))


def run_simulation(series: Series, matches: int, pool: WorkerPool, out: Path | None) -> tuple[SimulationSummary, float]:
    """Simulate with a progress bar until the end or Ctrl-C. Return the summary and the duration in seconds."""
    from dottable.lab.series.bot_series import BotSeries
    from dottable.lab.simulation.row_writers import match_columns, open_row_writer
    from dottable.lab.simulation.simulate import RunningTotals, simulate

    if not isinstance(series, BotSeries):
        series.play(0, 1)  # compile or load the rules before the time measurement starts
    totals = RunningTotals(series, matches)
    start = time.perf_counter()
    with ExitStack() as stack:
        writer = stack.enter_context(open_row_writer(out, series)) if out is not None else None
        advance = stack.enter_context(progress_bar(series.game.title, matches))
        interrupts = stack.enter_context(DeferredInterrupts().install_handler())
        batches = stack.enter_context(closing(simulate(series, matches, pool)))
        try:
            for batch in batches:
                with interrupts.hold_interrupts():
                    totals.add_batch(batch)
                    if writer is not None:
                        writer.write(match_columns(series, batch))
                    advance(len(batch.results.steps))
        except KeyboardInterrupt:
            print_status("Stopping ...")
    return totals.summary(), time.perf_counter() - start


def write_logs(series: Series, matches: int, folder: Path) -> None:
    """Write one log file per match into the folder."""
    from dottable.core.matches.match_log import write_log

    players = getattr(series, "bots", ())
    with translate_write_errors("the logs", folder):
        folder.mkdir(parents=True, exist_ok=True)
        with progress_bar("Writing logs", matches) as advance:
            for index in range(matches):
                path = folder / f"{series.game.slug}-{series.seed.hex()[:8]}-{index}.log"
                path.write_text(write_log(series.played_match(index), players), encoding="utf-8")
                advance(1)
    print_status(f"Wrote {matches} logs to {folder}.")


def print_summary(summary: SimulationSummary, seconds: float) -> None:
    from dottable.core.options import format_value

    options = ", ".join(f"{name}={format_value(value)}" for name, value in summary.options.items())
    print(f"{summary.game}, {summary.seats} seats" + (f", {options}" if options else ""))
    kind = "random matches" if summary.bots is None else "matches between bots"
    rate = summary.steps / seconds
    speed = f"{rate / 1e6:.1f} million steps per second" if rate > 1e5 else f"{rate:,.0f} steps per second"
    print(f"{summary.matches:,} {kind}, {summary.steps:,} steps in {seconds:.2f} s ({speed})")
    print(f"steps per match: mean {summary.mean_steps:.1f}, maximum {summary.max_steps}")
    print_seat_results(summary)
    for bot, count in (summary.faults or {}).items():
        if count:
            print(f"fault  {bot}: {count} times; 'dottable tournament' shows details")
    print(f"seed {summary.seed}")


def print_seat_results(summary: SimulationSummary) -> None:
    """Print one row of results per seat."""
    is_timed = summary.reaction_levels is not None
    more = "   races won   reaction times" if is_timed else "   bot" if summary.bots is not None else ""
    print(f"seat   win share   mean return   mean score{more}")
    for seat in range(summary.seats):
        win, gain = summary.win_share[seat], summary.mean_returns[seat]
        row = f"{seat + 1:4} {100 * win:10.2f}% {gain:+13.4f} {summary.mean_scores[seat]:12.2f}"
        if summary.reaction_levels is not None and summary.race_share is not None:
            row += f" {100 * summary.race_share[seat]:10.2f}%   {summary.reaction_levels[seat]}"
        print(row + (f"   {summary.bots[seat]}" if summary.bots is not None else ""))
