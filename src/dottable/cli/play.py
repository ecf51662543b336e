"""`dottable play`: a match in the terminal."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from dottable.bots.names import CHOICES, USUAL_LEVEL
from dottable.cli.shared import (
    Commands,
    add_game_arguments,
    announce_bots,
    announce_compiling,
    chosen_deck,
    chosen_options,
    chosen_seats,
)
from dottable.core.registry import find

if TYPE_CHECKING:
    from dottable.core.game import Game


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "play",
        help="play a match in the terminal",
        description="Play a match against bots in the terminal. Without SLUG a menu asks what to play.",
    )
    add_game_arguments(command, optional=True)
    command.add_argument(
        "--bots",
        metavar="A[,B...]",
        help=f"who plays against you, one for all or one for each (default: {USUAL_LEVEL}): {CHOICES}",
    )
    command.add_argument("--name", default="You", help="your name in the log")
    command.add_argument("--seed", metavar="S", help="play the match of this seed (default: a secret new one)")
    command.add_argument("--log", metavar="FILE", help="where the log goes (default: your data folder)")
    command.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    from dottable.terminal.menu import choose_game, choose_level
    from dottable.terminal.play import Sitting

    game = find(given.game) if given.game else choose_game()
    if game is None:
        return 0
    bots = given.bots or (USUAL_LEVEL if given.game else choose_level())
    if bots is None:
        return 0
    announce_compiling(game)
    seats = chosen_seats(game, given)
    names = opponents(game, bots, seats - 1)
    sitting = Sitting(
        game,
        seats=seats,
        options=chosen_options(game, given.option),
        deck=chosen_deck(game, given.deck, given.option),
        bots=names,
        name=given.name,
        seed=given.seed,
        log_file=given.log,
    )
    sitting.play()
    return 0


def opponents(game: Game, bots: str, seats: int) -> list[str]:
    """The names of the bots at so many seats."""
    from dottable.bots.registry import read_names, require_bots

    names = read_names(bots, seats)
    require_bots(names, game)
    if any(name != "random" for name in names):
        announce_bots(game)
    return names
