"""`dottable play`: play a match in the terminal, against bots or at a table on a server."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

from dottable.bots.selectable_bots import BOT_NAMES_HELP, DEFAULT_LEVEL
from dottable.cli.arguments import Subparsers, add_game_arguments, read_deck, read_options
from dottable.cli.console import announce_bot_compilation, prepare_rules
from dottable.cli.interrupts import cleanup_on_interrupt
from dottable.core.registry import find_game

if TYPE_CHECKING:
    from dottable.core.game import Game
    from dottable.terminal.match.setup_questions import MatchSetup
    from dottable.terminal.tables.local_table import LocalTable
    from dottable.terminal.tables.remote_table import RemoteTable

PACES = ("quick", "natural", "calm")
DESCRIPTION = """\
Play a match in the terminal. Without SLUG, questions ask for game, players and level. With the link of a table on a
server (http://HOST/table/ID), join it: sit down, play or watch. Clocks, snaps and locks run in real time.
"""


def add_parser(commands: Subparsers) -> None:
    command = commands.add_parser(
        "play",
        help="play a match in the terminal",
        description=DESCRIPTION,
        epilog="The client needs 80 columns and 24 rows. NO_COLOR=1 switches colours off. "
        "'?' shows the keys; Ctrl-C leaves at once, and the match so far is saved as a log.",
    )
    add_game_arguments(command, optional=True, or_link=True)
    command.add_argument(
        "--bots",
        metavar="A[,B...]",
        help=f"your opponents: one bot for all or one each (default: {DEFAULT_LEVEL}): {BOT_NAMES_HELP}",
    )
    command.add_argument("--pace", choices=PACES, default="natural", help="how fast bots move (default: natural)")
    command.add_argument("--name", help="your name (default: You; on a server: Guest, or the name you had there)")
    command.add_argument("--token", help="play on a server as this player instead of a guest")
    command.add_argument("--seed", metavar="S", help="seed of the match (default: a new secret one)")
    command.add_argument("--log", metavar="FILE", help="log file (default: a new one in your data folder)")
    command.add_argument(
        "--lines",
        action="store_true",
        help="plain sentences and numbered questions, nothing is drawn twice: for screen readers and simple terminals",
    )
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    if args.game and "://" in args.game:
        return join_table(args)
    with cleanup_on_interrupt():
        setup = complete_setup(args)
    if setup is None:
        return 0
    plays_again = True
    while plays_again:
        plays_again = play_at_table(make_local_table(args, *setup), args, can_play_again=True)
        args.seed = args.log = None  # the next match has other cards and its own log file
    return 0


def uses_line_client(args: argparse.Namespace) -> bool:
    """Return whether to use the line client: on request, or if the terminal cannot show a full screen."""
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    return args.lines or not is_terminal or os.environ.get("TERM", "dumb") in ("dumb", "")


def complete_setup(args: argparse.Namespace) -> tuple[Game, int, str] | None:
    """Return the game, the seats and the bots. If no game is given, ask for what is missing.

    None if the player leaves.
    """
    if args.game:
        game = find_game(args.game)
        return game, args.seats or game.min_seats, args.bots or DEFAULT_LEVEL
    setup = ask_for_setup(args)
    if setup is None:
        return None
    args.option = [*(f"{name}={value}" for name, value in setup.options.items()), *args.option]
    return setup.game, setup.seats, setup.level


def ask_for_setup(args: argparse.Namespace) -> MatchSetup | None:
    """Ask for the game and for every setting that the arguments lack. Return None if the player leaves."""
    if uses_line_client(args):
        from dottable.terminal.lines.setup_questions import ask_setup

        return ask_setup(seats=args.seats, level=args.bots)
    from dottable.terminal.fullscreen.setup_app import SetupApp

    return SetupApp(seats=args.seats, level=args.bots).run()


def make_local_table(args: argparse.Namespace, game: Game, seats: int, bots: str) -> LocalTable:
    """Return a new table in this process, with the settings of the arguments."""
    from dottable.core.matches.seeded_series import seed_from
    from dottable.terminal.tables.local_table import LocalTable, LocalTableSetup
    from dottable.terminal.tables.match_log_file import MatchLogFile

    game.check_seats(seats)
    prepare_rules(game)
    setup = LocalTableSetup(
        game,
        read_options(game, args.option),
        args.name or "You",
        read_opponent_names(game, bots, seats - 1),
        deck=read_deck(game, args.deck, args.option),
        seed=seed_from(args.seed) if args.seed else None,
        pace=args.pace,
    )
    return LocalTable(setup, MatchLogFile(game, args.log))


def read_opponent_names(game: Game, bots: str, seats: int) -> list[str]:
    """Return one bot name per opponent. Print a message if bots have to be compiled."""
    from dottable.bots.registry import read_bot_names, require_bots

    names = read_bot_names(bots, seats)
    require_bots(names, game)
    if any(name != "random" for name in names):
        announce_bot_compilation(game)
    return names


def join_table(args: argparse.Namespace) -> int:
    """Join the table of a link, play, and return the exit status."""
    from dottable.server.bot_client import parse_table_url
    from dottable.terminal.tables.remote_table import RemoteTable

    address = parse_table_url(args.game)
    name = args.name or (None if args.token else ask_name(address.server_url))
    play_at_table(RemoteTable(address, name=name, token=args.token), args, can_play_again=False)
    return 0


def ask_name(server_url: str) -> str | None:
    """Ask a new player of a server for a name and return it; None if the input is not a terminal."""
    from dottable.terminal.lines.setup_questions import read_line
    from dottable.terminal.tables.saved_players import saved_player

    if saved_player(server_url) is not None or not sys.stdin.isatty():
        return None
    with cleanup_on_interrupt():
        return (read_line("Your name at the table (Enter for Guest): ") or "").strip() or None


def play_at_table(table: LocalTable | RemoteTable, args: argparse.Namespace, *, can_play_again: bool) -> bool:
    """Play at a table, full-screen or with the line client. Return whether the player wants to play again."""
    if uses_line_client(args):
        from dottable.terminal.lines.line_client import play_in_lines

        with cleanup_on_interrupt():
            return play_in_lines(table, can_play_again=can_play_again)
    from dottable.terminal.fullscreen.play_full_screen import play_full_screen

    return play_full_screen(table, can_play_again=can_play_again)
