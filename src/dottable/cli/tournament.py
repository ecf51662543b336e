"""`dottable tournament`: which bot is the better one, and how sure is that?"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from dottable.bots.names import CHOICES
from dottable.cli.shared import (
    STOPPED,
    Commands,
    add_game_arguments,
    announce_bots,
    chosen_deck,
    chosen_options,
    chosen_seed,
    load,
    note,
    progress_bar,
    show_json,
    whole_number,
    with_rate,
)

if TYPE_CHECKING:
    from dottable.lab.ratings import Share
    from dottable.lab.tournament import Report, Tournament


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "tournament",
        help="let bots play each other and rate them",
        description="Every bot plays every other, seats rotated, all with the same deals. The same seed gives the "
        "same result, whatever the number of workers. With more than two seats, groups of that many play.",
    )
    add_game_arguments(command)
    command.add_argument("--bots", required=True, metavar="A,B[,...]", help=CHOICES)
    command.add_argument("--matches", type=whole_number, default=100, metavar="N", help="per pair (default: 100)")
    command.add_argument("--budget-ms", type=whole_number, metavar="MS", help="time for a move (default: as bots like)")
    command.add_argument("--seed", metavar="S", help="any text or number (default: a new one, which is shown)")
    command.add_argument("--workers", type=whole_number, metavar="N", help="processes (default: one per core)")
    command.add_argument("--json", action="store_true", help="print one JSON object")
    command.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    tournament = chosen_tournament(given)
    finished = play_with_bar(tournament, given.workers)
    report = tournament.report()
    if not finished:
        note(f"Stopped after {report.matches} of {report.planned} matches; the figures are of these.")
    if given.json:
        show_json(report)
    else:
        show(report)
    return 0 if finished else STOPPED


def chosen_tournament(given: argparse.Namespace) -> Tournament:
    """The tournament that the arguments ask for."""
    from dottable.bots.bot import Budget
    from dottable.bots.registry import require_bots
    from dottable.lab.tournament import Tournament

    game = load(given.game)
    tournament = Tournament(
        game,
        [name.strip() for name in given.bots.split(",")],
        matches=given.matches,
        seats=given.seats or game.min_seats,
        options=chosen_options(game, given.option),
        deck=chosen_deck(game, given.deck, given.option),
        seed=chosen_seed(given),
        budget=Budget(ms=given.budget_ms),
    )
    require_bots(tournament.bots, game)
    announce_bots(game)
    return tournament


def play_with_bar(tournament: Tournament, workers: int | None) -> bool:
    """Play it; whether it came to its end or somebody stopped it."""
    with progress_bar(tournament.series.game.title, len(tournament.fixtures)) as advance:
        try:
            tournament.play(workers=workers, advance=with_rate(advance))
        except KeyboardInterrupt:
            return False
    return True


def show(report: Report) -> None:
    from dottable.core.options import spell

    options = ", ".join(f"{name}={spell(value)}" for name, value in report.options.items())
    print(f"{report.game}, {report.seats} seats" + (f", {options}" if options else ""))
    print(f"{report.matches:,} matches in {report.seconds:.1f} s, {report.draws:,} drawn")
    show_standings(report)
    show_pairs(report)
    for standing in report.standings:
        for kind, faults in standing.faults.items():
            print(f"fault  {standing.bot}: {kind}, {faults.count} times; first: {faults.first}")
    print(f"seed {report.seed}")


def show_standings(report: Report) -> None:
    width = max(len("bot"), *(len(s.bot) for s in report.standings))
    print(f"\n{'bot':{width}}  rating  95 % interval    won   mean ms    p50 ms    max ms  faults")
    for s in report.standings:
        rating = f"{s.rating.rating:6.0f}  {s.rating.low:6.0f}..{s.rating.high:<5.0f}" if s.rating else f"{'':21}"
        won = f"{100 * s.wins / s.matches:5.1f}%" if s.matches else f"{'':6}"
        t = s.thinking
        times = f"{t.mean_ms:10.2f}{t.p50_ms:10.2f}{t.max_ms:10.2f}" if t else f"{'':30}"
        print(f"{s.bot:{width}}  {rating}  {won}{times}  {sum(f.count for f in s.faults.values()):6}")


def show_pairs(report: Report) -> None:
    width = max(len(f"{a} : {b}") for a, b in (pair.bots for pair in report.pairs))
    print(f"\n{'pair':{width}}    wins   draws   share of decided matches")
    for pair in report.pairs:
        wins = f"{pair.wins[0]}:{pair.wins[1]}"
        print(f"{' : '.join(pair.bots):{width}} {wins:>9} {pair.draws:6}   {share_text(pair.share)}")


def share_text(share: Share) -> str:
    """A share and its interval in percent."""
    if share.share is None or share.low is None or share.high is None:
        return "none decided"
    return f"{100 * share.share:5.1f}%  ({100 * share.low:.1f}..{100 * share.high:.1f})"
