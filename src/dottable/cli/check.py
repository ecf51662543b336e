"""`dottable check`: tests whether games keep the contract of a game package, by the conformance kit."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from dottable.cli.arguments import Subparsers, add_json_argument, positive_int
from dottable.cli.console import load_game, print_json, print_status
from dottable.core.registry import installed_games

if TYPE_CHECKING:
    from dottable.core.game import Game


def add_parser(commands: Subparsers) -> None:
    command = commands.add_parser(
        "check",
        help="run the conformance kit on a game",
        description="Run the conformance kit on installed games or on your own package folders: every property over "
        "every option set. The exit status is 1 if a property is violated.",
    )
    command.add_argument("games", metavar="SLUG|FOLDER", nargs="*", help="games to check (default: every game)")
    command.add_argument(
        "--matches", type=positive_int, default=10_000, metavar="N", help="matches per option set (default: 10000)"
    )
    command.add_argument("--seed", default="0", metavar="S", help="seed of the matches: any text or number")
    command.add_argument("--list", action="store_true", help="list the properties and exit")
    add_json_argument(command)
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from dottable.core.conformance import PROPERTY_SENTENCES

    if args.list:
        for name, sentence in PROPERTY_SENTENCES.items():
            print(f"{name:18} {sentence}")
        return 0
    report = {game.slug: check_game(game, args) for game in map(load_game, args.games or installed_games())}
    is_ok = not any(report.values())
    if args.json:
        print_json({"ok": is_ok, "games": report})
    return 0 if is_ok else 1


def check_game(game: Game, args: argparse.Namespace) -> list[dict[str, str]]:
    """Check one game and return the properties that it breaks.

    Print them as they are found, unless the output is JSON.
    """
    from dottable.core.conformance import PROPERTY_SENTENCES, check_game
    from dottable.core.matches.seeded_series import seed_from

    def print_progress(text: str) -> None:
        if not args.json:
            print_status(f"{game.slug}: {text}")

    violations = []
    for found in check_game(game, matches=args.matches, seed=seed_from(args.seed), progress=print_progress):
        place = responsible_source_line(game, found.property)
        violations.append({"property": found.property, "where": found.where, "place": place})
        if not args.json:
            print(f"{place}: {found}")
    if not violations and not args.json:
        print(f"{game.slug}: all {len(PROPERTY_SENTENCES)} properties hold.")
    return violations


def responsible_source_line(game: Game, broken: str) -> str:
    """Return the file and line of the function that is responsible for a broken property.

    Return the game's slug for a property without a responsible function.
    """
    from dottable.core.authoring.source_locations import place_of_name
    from dottable.core.conformance.properties import RESPONSIBLE_FUNCTIONS

    if broken not in RESPONSIBLE_FUNCTIONS:
        return game.slug
    module, name = RESPONSIBLE_FUNCTIONS[broken]
    return str(place_of_name(getattr(game, module), name))
