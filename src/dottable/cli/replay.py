"""`dottable replay` and `dottable verify`: shows a log, or checks it."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from dottable.cli.arguments import Subparsers, add_json_argument
from dottable.cli.console import prepare_rules, print_json, read_text
from dottable.core.errors import BadLog, BadSeats, DottableError
from dottable.core.registry import find_game, known_games

if TYPE_CHECKING:
    from dottable.core.game import Game
    from dottable.core.matches.match import Match
    from dottable.core.matches.match_log import Log


def add_parser(commands: Subparsers) -> None:
    command = commands.add_parser(
        "replay", help="show a match from its log", description="Show a match move by move from its log."
    )
    add_log_arguments(command)
    command.add_argument("--seat", type=int, metavar="N", help="show what player N saw (default: a spectator)")
    command.add_argument("--to", type=int, metavar="MOVE", help="stop after this move")
    command.add_argument("--boards", action="store_true", help="draw the board after every move")
    command.set_defaults(run=run_replay)
    command = commands.add_parser(
        "verify",
        help="check a log line by line",
        description="Replay a log and check every line of it: the seed against its commitment, every move against "
        "the rules, and the result. Print the first wrong line.",
    )
    add_log_arguments(command)
    add_json_argument(command)
    command.set_defaults(run=run_verify)


def add_log_arguments(command: argparse.ArgumentParser) -> None:
    """Add the log file and the folder of its game."""
    command.add_argument("file", metavar="FILE", help="a log file")
    command.add_argument("--game", metavar="FOLDER", help="folder of the log's game, if that is not installed")


def open_log(args: argparse.Namespace) -> Log:
    """Return the log in a file. Print a message if its game must be compiled."""
    from dottable.core.matches.match_log import read_log

    text = read_text(args.file)
    require_game_of_log(text, args.game)
    log = read_log(text)
    prepare_rules(log.game)
    return log


def require_game_of_log(text: str, folder: str | None) -> None:
    """Load the game in `folder`, if given. Raise BadLog if the log's game is not available."""
    from dottable.core.matches.match_log import game_name_in_log

    needed = game_name_in_log(text)
    loaded_slug = find_game(folder).slug if folder is not None else None
    if needed is None:
        return
    if loaded_slug is not None and loaded_slug != needed:
        raise BadLog(f"The log is of the game '{needed}', but --game gives '{loaded_slug}'.", line=2)
    if needed not in known_games():
        raise BadLog(f"The log needs the game '{needed}', which is not installed. Add --game FOLDER.", line=2)


@contextmanager
def hint_at_changed_rules(game: Game) -> Iterator[None]:
    """Add a hint to errors in a log: the rules of a game by another author may have changed since the match."""
    try:
        yield
    except BadLog as error:
        if game.is_built_in:
            raise
        raise DottableError(f"{error} If you changed '{game.folder}' since, increase rules_version in GAME.") from error


def run_replay(args: argparse.Namespace) -> int:
    from dottable.core.primitives.seats import SPECTATOR

    log = open_log(args)
    seats = log.new_match().seats
    viewer = SPECTATOR if args.seat is None else args.seat - 1
    if args.seat is not None and viewer not in range(seats):
        raise BadSeats(f"There is no player {args.seat} in this match. Choose 1 to {seats}.")
    print(f"{log.game.title}, {seats} players")
    with hint_at_changed_rules(log.game):
        match = print_moves(log, viewer, args)
    print(log.game.view.draw_screen(match.view(viewer)))
    if match.is_over:
        print_result(match)
    return 0


def print_moves(log: Log, viewer: int, args: argparse.Namespace) -> Match:
    """Print the first position and every move, as the viewer saw them. Return the match after the last printed move."""
    from dottable.core.primitives.seats import SPECTATOR
    from dottable.core.views.narration import render_narration

    match = log.new_match()
    view = match.view(viewer)
    print(log.game.view.draw_screen(view))
    for n, (match, move) in enumerate(log.replay(), start=1):
        after = match.view(viewer)
        narration = log.game.view.narrate(view, move.seat, move.action, after)
        print(f"{n:4}. {render_narration(log.game, narration, SPECTATOR)}")
        if args.boards:
            print(log.game.view.draw_screen(after))
        view = after
        if n == args.to:
            break
    return match


def print_result(match: Match) -> None:
    scores = ", ".join(f"player {seat + 1}: {score}" for seat, score in enumerate(match.scores()))
    print(f"Result: {scores}.")


def run_verify(args: argparse.Namespace) -> int:
    from dottable.core.matches.match_log import verify_log

    log = open_log(args)
    with hint_at_changed_rules(log.game):
        match = verify_log(log)
    if args.json:
        facts = {"game": log.game.slug, "moves": len(match.moves), "finished": match.is_over, "scores": match.scores()}
        print_json({"verified": True, **facts, "state": match.state_hash})
        return 0
    end = "finished" if match.is_over else "not finished"
    print(f"The log is valid: {len(match.moves)} moves of {log.game.title}, {end}. The seed matches its commitment.")
    print_result(match)
    return 0
