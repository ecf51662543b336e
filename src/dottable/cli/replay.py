"""`dottable replay` and `dottable verify`: logs shown and logs checked."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from dottable.cli.shared import Commands, announce_compiling, read_text, show_json

if TYPE_CHECKING:
    from dottable.core.log import Log
    from dottable.core.match import Match


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "replay", help="show a match from its log", description="Show a match move by move from its log."
    )
    command.add_argument("file", metavar="FILE", help="a log")
    command.add_argument("--seat", type=int, metavar="N", help="see it as player N did (default: as a spectator)")
    command.add_argument("--to", type=int, metavar="MOVE", help="stop after this move")
    command.add_argument("--boards", action="store_true", help="draw the table after every move")
    command.set_defaults(run=run_replay)
    command = commands.add_parser(
        "verify",
        help="check a log line by line",
        description="Replay a log and check that every line of it holds: the seed against its commitment, every "
        "move against the rules, and the result. The first wrong line is named.",
    )
    command.add_argument("file", metavar="FILE", help="a log")
    command.add_argument("--json", action="store_true", help="print one JSON object")
    command.set_defaults(run=run_verify)


def open_log(path: str) -> Log:
    from dottable.core.log import read_log

    log = read_log(read_text(path))
    announce_compiling(log.game)
    return log


def run_replay(given: argparse.Namespace) -> int:
    from dottable.core.errors import BadSeats
    from dottable.core.seats import SPECTATOR

    log = open_log(given.file)
    match = log.new_match()
    viewer = SPECTATOR if given.seat is None else given.seat - 1
    if given.seat is not None and viewer not in range(match.seats):
        raise BadSeats(f"This match has players 1 to {match.seats}, not {given.seat}.")
    print(f"{log.game.title}, {match.seats} players")
    view = match.view(viewer)
    print(log.game.screen.draw(view))
    for n, (match, move) in enumerate(log.replay(), start=1):
        after = match.view(viewer)
        print(f"{n:4}. {log.game.view.narrate(view, move.seat, move.action, after)}")
        if given.boards:
            print(log.game.screen.draw(after))
        view = after
        if n == given.to:
            break
    print(log.game.screen.draw(view))
    if match.is_over:
        show_result(match)
    return 0


def show_result(match: Match) -> None:
    scores = ", ".join(f"player {seat + 1}: {score}" for seat, score in enumerate(match.scores()))
    print(f"Result: {scores}.")


def run_verify(given: argparse.Namespace) -> int:
    from dottable.core.log import verify

    log = open_log(given.file)
    match = verify(log)
    if given.json:
        facts = {"game": log.game.slug, "moves": len(match.moves), "finished": match.is_over, "scores": match.scores()}
        show_json({"verified": True, **facts, "state": match.state_hash})
        return 0
    end = "to its end" if match.is_over else "as far as it was played"
    print(f"The log holds: {len(match.moves)} moves of {log.game.title}, {end}, by the seed that was committed to.")
    show_result(match)
    return 0
