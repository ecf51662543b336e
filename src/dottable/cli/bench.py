"""`dottable bench`: measures the speed of the rules and of the search, compared with OpenSpiel."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from dottable.cli.arguments import Subparsers, add_json_argument, positive_int
from dottable.cli.console import load_game, print_json, print_status
from dottable.core.registry import installed_games

if TYPE_CHECKING:
    from dottable.lab.bench.playout_benchmark import PlayoutReport
    from dottable.lab.bench.search_benchmark import SearchReport


def add_parser(commands: Subparsers) -> None:
    command = commands.add_parser(
        "bench",
        help="measure steps per second on one core",
        description="Measure random playouts on one core. With --peers, also measure our search, and OpenSpiel's C++ "
        "rollouts and ISMCTS in the same run.",
    )
    command.add_argument("game", metavar="SLUG", nargs="?", help="a game (default: every game)")
    command.add_argument("--seats", type=positive_int, metavar="N", help="number of players (default: the fewest)")
    command.add_argument("--peers", action="store_true", help="measure OpenSpiel too")
    command.add_argument(
        "--rounds", type=positive_int, default=5, metavar="N", help="measure N times and print the median (default: 5)"
    )
    add_json_argument(command)
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from dottable.lab.bench.openspiel_benchmark import load_openspiel
    from dottable.lab.bench.playout_benchmark import bench_playouts

    if args.peers:
        load_openspiel()  # a missing OpenSpiel is reported before anything is compiled or measured
    chosen = [load_game(name) for name in ([args.game] if args.game else installed_games())]
    progress = (lambda _: None) if args.json else print_status
    report = bench_playouts(chosen, seats=args.seats, peers=args.peers, rounds=args.rounds, progress=progress)
    if args.json:
        print_json(report)
    else:
        print_playouts(report)
    return 0


def print_playouts(report: PlayoutReport) -> None:
    for row in report.games:
        rate = f"{row.steps_per_second / 1e6:7.2f} M steps/s"
        ratios = peer_ratios_text(row.ratios)
        print(f"{row.game:15} {row.seats} seats {rate} {row.steps_per_match:7.1f} steps per match  {ratios}")
    for peer in report.peers:
        rate = f"{peer.steps_per_second / 1e6:7.2f} M steps/s"
        print(f"{peer.name:23} {rate} {peer.steps_per_match:7.1f} steps per match  OpenSpiel, {peer.method}")
    if report.search is not None:
        print_searches(report.search)


def print_searches(report: SearchReport) -> None:
    print(f"search, {report.simulations} simulations for the first decision of a match:")
    for row in report.games:
        rate = f"{row.simulations_per_second:9,.0f} simulations/s"
        steps = f"of {row.steps_per_simulation:5.1f} steps"
        print(f"{row.game:15} {row.rollouts:18} {rate} {steps}  {peer_ratios_text(row.ratios)}")
    for peer in report.peers:
        rate = f"{peer.simulations_per_second:9,.0f} simulations/s"
        print(f"{peer.name:34} {rate} of {peer.steps_per_simulation:5.1f} steps  OpenSpiel's ISMCTS")


def peer_ratios_text(ratios: dict[str, float]) -> str:
    return ", ".join(f"{ratio:.1f} x {peer}" for peer, ratio in ratios.items())
