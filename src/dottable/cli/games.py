"""`dottable games`: what can be played."""

from __future__ import annotations

import argparse
import sys

from dottable.cli.shared import Commands, show_json
from dottable.core.registry import find, games


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "games", help="list the games, or one game's options", description="List the games, or one game's options."
    )
    command.add_argument("game", metavar="SLUG", nargs="?", help="show the options of this game")
    command.add_argument("--json", action="store_true", help="print one JSON object")
    command.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    if given.game:
        return show_one(given.game, as_json=given.json)
    if given.json:
        rows = [
            {"slug": g.slug, "title": g.title, "summary": g.summary, "seats": [g.min_seats, g.max_seats]}
            for g in games().values()
        ]
        show_json({"games": rows})
        return 0
    for game in games().values():
        print(f"{game.slug:15} {game.title}, {game.min_seats} to {game.max_seats} players")
        print(f"{'':15} {game.summary}")
    if sys.stdout.isatty():
        print("\nPlay one: dottable play SLUG. Its options: dottable games SLUG.")
    return 0


def show_one(name: str, *, as_json: bool) -> int:
    from dottable.core.options import options_of, spell

    game = find(name)
    options = options_of(game.state.Options)
    if as_json:
        rows = [{"name": o.name, "help": o.help, "default": o.default, "choices": list(o.choices)} for o in options]
        show_json({"slug": game.slug, "title": game.title, "summary": game.summary, "options": rows})
        return 0
    print(f"{game.title} ({game.slug}), {game.min_seats} to {game.max_seats} players")
    print(game.summary)
    for option in options:
        print(f"  --option {option}  (default {spell(option.default)})")
        print(f"      {option.help}")
    return 0
