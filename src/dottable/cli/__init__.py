"""The command line. It imports only the module of the chosen command, and heavy modules only when the command runs."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module

from dottable import __version__
from dottable.cli.rules_backend import choose_backend

COMMANDS = {
    "serve": "run the server for browsers and network bots",
    "site": "write a static web site that plays all games",
    "admin": "back up, restore, prune, list, close, delete, export or check stored matches",
    "cluster": "show the servers that share a database, or drain one",
    "play": "play a match in the terminal",
    "bot": "connect your own bot to a table",
    "drill": "practise finding the shared symbol (Dobble Connect)",
    "games": "list the games, or one game's options",
    "simulate": "play many matches and print a summary",
    "tournament": "rate bots in a round-robin tournament",
    "report": "write a page on fairness, length, lead changes and choices of a game",
    "bench": "measure steps per second on one core",
    "deck": "show, check, copy, make or tune decks",
    "replay": "show a match from its log",
    "verify": "check a log line by line",
    "review": "judge a finished match: worst moves, luck and skill",
    "check": "run the conformance kit on a game",
    "doctor": "check this installation and say what to do",
    "completion": "print the completion script for bash, zsh or fish",
}
"""Help text of every command. The module with the command's name adds its parser with the same text."""
SHARED_MODULES = {"verify": "replay"}
"""Module of each command that has no module of its own, by the command's name."""
ARGUMENTS_IF_EMPTY = ("serve", "--open")
"""Arguments that are used if `dottable` is started in a terminal without arguments."""

EPILOG = """\
Without a command, the server starts and opens in your browser.

examples:
  dottable serve --lan                 play with friends in your network
  dottable admin backup matches.db     back up a running server
  dottable play dot_tiles              play a match against a bot
  dottable simulate dots_52 --matches 100000 --seats 4
  dottable tournament dot_tiles --bots greedy,sharp,master
  dottable report dot_allot            one page for designers: fairness, length, lead changes, choices
  dottable bench --peers               measure the speed of the rules beside OpenSpiel
  dottable verify match.log            replay a log and check every line of it
  dottable review match.log            worst moves of a finished match, luck and skill
  dottable check path/to/your_game     check your own game against the conformance kit
"""


def make_parser(only: str | None = None) -> argparse.ArgumentParser:
    """Return the parser of the whole command line. With `only`, the parsers of all other commands are left empty."""
    top = argparse.ArgumentParser(
        prog="dottable",
        description="Five dot games: play them, simulate them, analyse them.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"dottable {__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, text in COMMANDS.items():
        module = SHARED_MODULES.get(name, name)
        if only is not None and module != SHARED_MODULES.get(only, only):
            commands.add_parser(name, help=text)
        elif name not in SHARED_MODULES:
            import_module(f"dottable.cli.{module}").add_parser(commands)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command.

    Return its exit status: 0 for success, 1 for a failed check, 2 for bad input, 130 for Ctrl-C.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    if not given and sys.stdout.isatty():
        given = list(ARGUMENTS_IF_EMPTY)
    command = next((word for word in given if not word.startswith("-")), "")
    choose_backend(command)
    args = make_parser(command).parse_args(given)
    try:
        return int(args.run(args))
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except Exception as error:
        from dottable.cli.error_messages import print_error

        return print_error(error)
    except KeyboardInterrupt:
        print("\ndottable: stopped.", file=sys.stderr)
        return 130
