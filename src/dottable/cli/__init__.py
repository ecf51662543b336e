"""The command line. Heavy things are imported only by the command that needs them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from dottable import __version__
from dottable.cli import bench, bot, check, deck, drill, games, play, replay, report, serve, simulate, tournament
from dottable.core.errors import DottableError

COMMANDS = (serve, play, bot, drill, games, simulate, tournament, report, bench, deck, replay, check)

EPILOG = """\
examples:
  dottable serve --open                tables for you and your friends in a browser
  dottable play dot_tiles              a match against a bot
  dottable simulate dots_52 --matches 100000 --seats 4
  dottable tournament dot_tiles --bots greedy,sharp,master
  dottable report dot_allot            is it fair, long, lively? One page for designers
  dottable bench --peers               how fast the rules run, next to OpenSpiel
  dottable verify match.log            replay a log and check every line of it
  dottable check path/to/your_game     does your own game keep the contract?
"""


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    top = argparse.ArgumentParser(
        prog="dottable",
        description="Five dot games at one table: play them, simulate them, study them.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"dottable {__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add(commands)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0 if all is well, 1 if a check failed, 2 for bad input."""
    given = parser().parse_args(arguments)
    try:
        return int(given.run(given))
    except DottableError as error:
        print(f"dottable: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except KeyboardInterrupt:
        print("\ndottable: stopped.", file=sys.stderr)
        return 130


def entry() -> None:
    """What the installed `dottable` runs."""
    sys.exit(main())
