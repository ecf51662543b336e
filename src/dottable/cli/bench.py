"""`dottable bench`: how fast the rules run, next to peers."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from dottable.cli.shared import Commands, load, note, show_json, whole_number
from dottable.core.errors import DottableError
from dottable.core.registry import games

if TYPE_CHECKING:
    from dottable.lab.search_bench import SearchReport


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "bench",
        help="measure steps per second on one core",
        description="Measure random playouts on one core; with --peers also our search, and OpenSpiel's C++ rollouts "
        "and ISMCTS in the same run.",
    )
    command.add_argument("game", metavar="SLUG", nargs="?", help="default: every game")
    command.add_argument("--seats", type=whole_number, metavar="N", help="how many play (default: the fewest)")
    command.add_argument("--peers", action="store_true", help="measure OpenSpiel too")
    command.add_argument("--rounds", type=whole_number, default=5, metavar="N", help="repetitions; the median counts")
    command.add_argument("--json", action="store_true", help="print one JSON object")
    command.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    from dottable.lab.bench import bench
    from dottable.lab.peers import PeersMissing

    names = [given.game] if given.game else list(games())
    chosen = [load(name) for name in names]
    try:
        report = bench(
            chosen,
            seats=given.seats,
            peers=given.peers,
            rounds=given.rounds,
            progress=(lambda _: None) if given.json else note,
        )
    except PeersMissing as error:
        raise DottableError(str(error)) from None
    if given.json:
        show_json(report)
        return 0
    for row in report.games:
        ratios = ", ".join(f"{ratio:.1f} x {peer}" for peer, ratio in row.ratios.items())
        rate = f"{row.steps_per_second / 1e6:7.2f} M steps/s"
        print(f"{row.game:15} {row.seats} seats {rate} {row.steps_per_match:7.1f} steps a match  {ratios}")
    for peer in report.peers:
        rate = f"{peer.steps_per_second / 1e6:7.2f} M steps/s"
        print(f"{peer.name:23} {rate} {peer.steps_per_match:7.1f} steps a match  OpenSpiel, {peer.method}")
    if report.search is not None:
        show_search(report.search)
    return 0


def show_search(report: SearchReport) -> None:
    print(f"search, {report.simulations} simulations for the first decision of a match:")
    for row in report.games:
        ratios = ", ".join(f"{ratio:.1f} x {peer}" for peer, ratio in row.ratios.items())
        rate = f"{row.simulations_per_second:9,.0f} simulations/s"
        print(f"{row.game:15} {row.way:17} {rate} of {row.steps_per_simulation:5.1f} steps  {ratios}")
    for peer in report.peers:
        rate = f"{peer.simulations_per_second:9,.0f} simulations/s"
        print(f"{peer.name:33} {rate} of {peer.steps_per_simulation:5.1f} steps  OpenSpiel's ISMCTS")
