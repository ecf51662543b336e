"""`dottable play`: a match in the terminal."""

from __future__ import annotations

import argparse

from dottable.cli.shared import Commands, add_game_arguments, announce_compiling, chosen_deck, chosen_options
from dottable.core.registry import find


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "play",
        help="play a match in the terminal",
        description="Play a match against bots in the terminal. Without SLUG a menu asks what to play.",
    )
    add_game_arguments(command, optional=True)
    command.add_argument("--bot", choices=("sampler", "random"), default="sampler", help="who plays against you")
    command.add_argument("--name", default="You", help="your name in the log")
    command.add_argument("--seed", metavar="S", help="play the match of this seed (default: a secret new one)")
    command.add_argument("--log", metavar="FILE", help="where the log goes (default: your data folder)")
    command.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    from dottable.terminal.menu import choose_game
    from dottable.terminal.play import Sitting

    game = find(given.game) if given.game else choose_game()
    if game is None:
        return 0
    announce_compiling(game)
    sitting = Sitting(
        game,
        seats=given.seats or game.min_seats,
        options=chosen_options(game, given.option),
        deck=chosen_deck(game, given.deck, given.option),
        bot=given.bot,
        name=given.name,
        seed=given.seed,
        log_file=given.log,
    )
    sitting.play()
    return 0
