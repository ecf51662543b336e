"""The command line. Each command imports heavy modules only when it runs."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from dottable import __version__
from dottable.cli import admin, bench, bot, check, deck, drill, games, play, replay, report, serve, simulate, tournament
from dottable.cli.error_report import print_error

COMMANDS = (serve, admin, play, bot, drill, games, simulate, tournament, report, bench, deck, replay, check)

EPILOG = """\
examples:
  dottable serve --open                play with friends in a browser
  dottable admin backup matches.db     back up a running server
  dottable play dot_tiles              play a match against a bot
  dottable simulate dots_52 --matches 100000 --seats 4
  dottable tournament dot_tiles --bots greedy,sharp,master
  dottable report dot_allot            one page for designers: fairness, length, lead changes, choices
  dottable bench --peers               measure the speed of the rules beside OpenSpiel
  dottable verify match.log            replay a log and check every line of it
  dottable check path/to/your_game     check your own game against the conformance kit
"""


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    top = argparse.ArgumentParser(
        prog="dottable",
        description="Five dot games: play them, simulate them, analyse them.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"dottable {__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add_parser(commands)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Return its exit status: 0 for success, 1 for a failed check, 2 for bad input, 130 for Ctrl-C."""
    args = make_parser().parse_args(arguments)
    try:
        return int(args.run(args))
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except Exception as error:
        return print_error(error)
    except KeyboardInterrupt:
        print("\ndottable: stopped.", file=sys.stderr)
        return 130


def entry() -> None:
    """Run the command line and exit: the entry point of the installed `dottable`."""
    sys.exit(main())
