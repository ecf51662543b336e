"""`dottable check`: does a game keep the contract?"""

from __future__ import annotations

import argparse
from functools import partial

from dottable.cli.shared import Commands, load, note, show_json, whole_number
from dottable.core.registry import games


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "check",
        help="run the conformance kit on a game",
        description="Run the conformance kit on games, installed ones or package folders of your own: "
        "every property over every option set. Exit code 1 if one is broken.",
    )
    command.add_argument("games", metavar="SLUG|FOLDER", nargs="*", help="default: every game")
    command.add_argument("--matches", type=whole_number, default=10_000, metavar="N", help="per option set")
    command.add_argument("--seed", default="0", metavar="S", help="any text or number")
    command.add_argument("--list", action="store_true", help="list the properties")
    command.add_argument("--json", action="store_true", help="print one JSON object")
    command.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    from dottable.core.conformance import PROPERTIES, check_game
    from dottable.core.series import seed_from

    if given.list:
        for name, sentence in PROPERTIES.items():
            print(f"{name:18} {sentence}")
        return 0
    report: dict[str, list[dict[str, str]]] = {}
    for name in given.games or games():
        game = load(name)
        report[game.slug] = []
        silent = given.json
        tell = _silence if silent else partial(_tell, game.slug)
        for found in check_game(game, matches=given.matches, seed=seed_from(given.seed), progress=tell):
            report[game.slug].append({"property": found.property, "where": found.where})
            if not silent:
                print(f"{game.slug}: {found}")
        if not report[game.slug] and not silent:
            print(f"{game.slug}: all {len(PROPERTIES)} properties hold.")
    whole = not any(report.values())
    if given.json:
        show_json({"ok": whole, "games": report})
    return 0 if whole else 1


def _tell(slug: str, what: str) -> None:
    note(f"{slug}: {what}")


def _silence(_: str) -> None:
    pass
