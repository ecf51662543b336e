"""`dottable drill`: find the shared symbol, against your own times."""

from __future__ import annotations

import argparse
import secrets
from pathlib import Path

from dottable.cli.shared import Commands, chosen_deck, whole_number
from dottable.core.registry import find


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "drill",
        help="practise finding the shared symbol (Dobble Connect)",
        description="Two cards of Dobble Connect side by side: name the symbol they share, as fast as you can. "
        "Your times are kept between runs.",
    )
    command.add_argument("--pairs", type=whole_number, default=10, metavar="N", help="how many (default: 10)")
    command.add_argument("--seed", metavar="S", help="the same pairs for the same text")
    command.add_argument("--deck", metavar="FILE", help="practise with a deck of your own")
    command.add_argument("--times", metavar="FILE", help="where your times are kept (default: your data folder)")
    command.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    from dottable.terminal.drill import Drill, default_times_file

    deck = chosen_deck(find("dobble_connect"), given.deck)
    assert deck is not None
    times_file = Path(given.times) if given.times else default_times_file()
    Drill(deck, seed=given.seed or secrets.token_hex(8), times_file=times_file).run(given.pairs)
    return 0
