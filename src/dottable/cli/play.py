"""`dottable play`: play a match against bots in the terminal."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from dottable.bots.level_names import BOT_NAMES_HELP, DEFAULT_LEVEL
from dottable.cli.arguments import Subparsers, add_game_arguments, read_deck, read_options
from dottable.cli.console import announce_bot_compilation, prepare_rules
from dottable.cli.interrupts import cleanup_on_interrupt
from dottable.core.registry import find

if TYPE_CHECKING:
    from dottable.core.game import Game
    from dottable.core.matches.match import Match


def add_parser(commands: Subparsers) -> None:
    command = commands.add_parser(
        "play",
        help="play a match in the terminal",
        description="Play a match against bots in the terminal. Without SLUG, choose the game from a menu.",
    )
    add_game_arguments(command, optional=True)
    command.add_argument(
        "--bots",
        metavar="A[,B...]",
        help=f"your opponents: one bot for all or one each (default: {DEFAULT_LEVEL}): {BOT_NAMES_HELP}",
    )
    command.add_argument("--name", default="You", help="your name in the log")
    command.add_argument("--seed", metavar="S", help="seed of the match (default: a new secret one)")
    command.add_argument("--log", metavar="FILE", help="log file (default: a new one in your data folder)")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from dottable.terminal.play import TerminalMatch

    with cleanup_on_interrupt():
        game, bots = choose_game_and_bots(args)
    if game is None or bots is None:
        return 0
    prepare_rules(game)
    match = match_from_arguments(game, args)
    opponents = read_opponent_names(game, bots, match.seats - 1)
    terminal_match = TerminalMatch(match, opponents, name=args.name, seed=args.seed, log_file=args.log)
    with cleanup_on_interrupt():
        terminal_match.play()
    return 0


def choose_game_and_bots(args: argparse.Namespace) -> tuple[Game | None, str | None]:
    """Return game and bots from the arguments, else from a menu. None means that the person left the menu."""
    from dottable.terminal.menu import choose_game, choose_level

    if args.game:
        return find(args.game), args.bots or DEFAULT_LEVEL
    game = choose_game()
    return game, args.bots or (choose_level() if game is not None else None)


def match_from_arguments(game: Game, args: argparse.Namespace) -> Match:
    """Return the match that the arguments describe."""
    from dottable.core.matches.match import Match
    from dottable.core.matches.series import seed_from

    return Match(
        game,
        seats=args.seats or game.min_seats,
        options=read_options(game, args.option),
        deck=read_deck(game, args.deck, args.option),
        seed=seed_from(args.seed) if args.seed else None,
    )


def read_opponent_names(game: Game, bots: str, seats: int) -> list[str]:
    """Return one bot name per opponent. Print a message if bots have to be compiled."""
    from dottable.bots.registry import read_bot_names, require_bots

    names = read_bot_names(bots, seats)
    require_bots(names, game)
    if any(name != "random" for name in names):
        announce_bot_compilation(game)
    return names
