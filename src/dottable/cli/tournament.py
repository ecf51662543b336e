"""`dottable tournament`: rates bots by playing them against each other."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from dottable.bots.selectable_bots import BOT_NAMES_HELP
from dottable.cli.arguments import (
    Subparsers,
    add_game_arguments,
    add_json_argument,
    add_matches_argument,
    add_seed_argument,
    positive_int,
    series_config_from_arguments,
)
from dottable.cli.console import (
    EXIT_STATUS_INTERRUPTED,
    announce_bot_compilation,
    print_json,
    print_status,
    progress_bar,
)
from dottable.cli.interrupts import cleanup_on_interrupt

if TYPE_CHECKING:
    from dottable.lab.statistics.estimates import WilsonInterval
    from dottable.lab.tournament import Tournament, TournamentReport


def add_parser(commands: Subparsers) -> None:
    command = commands.add_parser(
        "tournament",
        help="rate bots in a round-robin tournament",
        description="Every bot plays every other, with rotated seats and the same deals for all. The same seed gives "
        "the same result, whatever the number of workers. With more than two seats, groups of that size play.",
    )
    add_game_arguments(command)
    command.add_argument("--bots", required=True, metavar="A,B[,...]", help=BOT_NAMES_HELP)
    add_matches_argument(command, 100, "per pair")
    command.add_argument(
        "--budget-ms", type=positive_int, metavar="MS", help="milliseconds per move (default: each bot's own)"
    )
    add_seed_argument(command)
    command.add_argument("--workers", type=positive_int, metavar="N", help="processes (default: one per core)")
    add_json_argument(command)
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    tournament = tournament_from_arguments(args)
    is_complete = play_with_progress_bar(tournament, args.workers)
    report = tournament.report()
    if not is_complete:
        print_status(f"Stopped after {report.matches} of {report.planned} matches. The results cover these.")
    if args.json:
        print_json(report)
    else:
        print_report(report)
    return 0 if is_complete else EXIT_STATUS_INTERRUPTED


def tournament_from_arguments(args: argparse.Namespace) -> Tournament:
    """Return the tournament that the arguments describe."""
    from dottable.bots.bot import Budget
    from dottable.bots.registry import require_bots
    from dottable.lab.tournament import Tournament

    config = series_config_from_arguments(args)
    bots = [name.strip() for name in args.bots.split(",")]
    tournament = Tournament(config, bots, matches=args.matches, budget=Budget(ms=args.budget_ms))
    require_bots(tournament.bots, config.game)
    announce_bot_compilation(config.game)
    return tournament


def play_with_progress_bar(tournament: Tournament, workers: int | None) -> bool:
    """Play a tournament with a progress bar. Return False if Ctrl-C stopped it."""
    from dottable.lab.worker_pool import WorkerPool

    with progress_bar(tournament.series.game.title, len(tournament.schedule)) as advance, cleanup_on_interrupt():
        try:
            tournament.play(WorkerPool(workers), advance=advance)
        except KeyboardInterrupt:
            return False
    return True


def print_report(report: TournamentReport) -> None:
    from dottable.core.options import format_value

    options = ", ".join(f"{name}={format_value(value)}" for name, value in report.options.items())
    print(f"{report.game}, {report.seats} seats" + (f", {options}" if options else ""))
    print(f"{report.matches:,} matches in {report.seconds:.1f} s, {report.draws:,} drawn")
    print_standings(report)
    print_pairings(report)
    for standing in report.standings:
        for kind, faults in standing.faults.items():
            print(f"fault  {standing.bot}: {kind}, {faults.count} times; first: {faults.first}")
    print(f"seed {report.seed}")


def print_standings(report: TournamentReport) -> None:
    width = max(len("bot"), *(len(s.bot) for s in report.standings))
    print(f"\n{'bot':{width}}  rating  95 % interval    won   mean ms    p50 ms    max ms  faults")
    for s in report.standings:
        rating = f"{s.rating.rating:6.0f}  {s.rating.low:6.0f}..{s.rating.high:<5.0f}" if s.rating else f"{'':21}"
        won = f"{100 * s.wins / s.matches:5.1f}%" if s.matches else f"{'':6}"
        t = s.thinking
        times = f"{t.mean_ms:10.2f}{t.p50_ms:10.2f}{t.max_ms:10.2f}" if t else f"{'':30}"
        print(f"{s.bot:{width}}  {rating}  {won}{times}  {sum(f.count for f in s.faults.values()):6}")


def print_pairings(report: TournamentReport) -> None:
    width = max(len(f"{a} : {b}") for a, b in (pair.bots for pair in report.pairs))
    print(f"\n{'pair':{width}}    wins   draws   share of decided matches")
    for pair in report.pairs:
        wins = f"{pair.wins[0]}:{pair.wins[1]}"
        print(f"{' : '.join(pair.bots):{width}} {wins:>9} {pair.draws:6}   {share_text(pair.share)}")


def share_text(share: WilsonInterval) -> str:
    """Return a share and its interval in percent, as text."""
    if share.share is None or share.low is None or share.high is None:
        return "none decided"
    return f"{100 * share.share:5.1f}%  ({100 * share.low:.1f}..{100 * share.high:.1f})"
