"""`dottable drill`: practise to find the symbol that two cards share."""

from __future__ import annotations

import argparse
import secrets
from pathlib import Path

from dottable.cli.arguments import Subparsers, positive_int, read_deck
from dottable.cli.interrupts import cleanup_on_interrupt
from dottable.core.registry import find_game


def add_parser(commands: Subparsers) -> None:
    command = commands.add_parser(
        "drill",
        help="practise finding the shared symbol (Dobble Connect)",
        description="See two cards of Dobble Connect side by side and name the symbol they share, as fast as you can. "
        "Your times are saved.",
    )
    command.add_argument("--pairs", type=positive_int, default=10, metavar="N", help="number of pairs (default: 10)")
    command.add_argument("--seed", metavar="S", help="any text; the same seed gives the same pairs")
    command.add_argument("--deck", metavar="FILE", help="practise with this deck file")
    command.add_argument("--times", metavar="FILE", help="file of your times (default: in your data folder)")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from dottable.terminal.symbol_drill import Drill, default_times_file

    deck = read_deck(find_game("dobble_connect"), args.deck)
    assert deck is not None
    times_file = Path(args.times) if args.times else default_times_file()
    with cleanup_on_interrupt():
        Drill(deck, seed=args.seed or secrets.token_hex(8), times_file=times_file).run_drill(args.pairs)
    return 0
