"""`dottable games`: list the games and their options."""

from __future__ import annotations

import argparse
import sys

from dottable.cli.arguments import Subparsers, add_json_argument
from dottable.cli.console import print_json
from dottable.core.registry import find_game, installed_games


def add_parser(commands: Subparsers) -> None:
    command = commands.add_parser(
        "games", help="list the games, or one game's options", description="List the games, or one game's options."
    )
    command.add_argument("game", metavar="SLUG|FOLDER", nargs="?", help="show the options of this game")
    add_json_argument(command)
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    if args.game:
        return print_game(args.game, as_json=args.json)
    if args.json:
        rows = [
            {"slug": g.slug, "title": g.title, "summary": g.summary, "seats": [g.min_seats, g.max_seats]}
            for g in installed_games().values()
        ]
        print_json({"games": rows})
        return 0
    for game in installed_games().values():
        print(f"{game.slug:15} {game.title}, {game.min_seats} to {game.max_seats} players")
        print(f"{'':15} {game.summary}")
    if sys.stdout.isatty():
        print("\nPlay one: dottable play SLUG. Its options: dottable games SLUG.")
    return 0


def print_game(name: str, *, as_json: bool) -> int:
    from dottable.core.options import format_value, list_options

    game = find_game(name)
    options = list_options(game.state.Options)
    if as_json:
        rows = [{"name": o.name, "help": o.help, "default": o.default, "choices": list(o.choices)} for o in options]
        print_json({"slug": game.slug, "title": game.title, "summary": game.summary, "options": rows})
        return 0
    print(f"{game.title} ({game.slug}), {game.min_seats} to {game.max_seats} players")
    print(game.summary)
    for option in options:
        print(f"  --option {option}  (default {format_value(option.default)})")
        print(f"      {option.help}")
    return 0
