"""`dottable deck`: look at decks, check files, make new ones and tune them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from dottable.cli import deck_tune
from dottable.cli.shared import Commands, chosen_deck, note, show_json, writing
from dottable.core.errors import DottableError
from dottable.core.registry import find

if TYPE_CHECKING:
    from dottable.core.decks import Deck
    from dottable.core.game import Game


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "deck", help="show, check, make or tune decks", description="Decks are TOML files that a person can edit."
    )
    actions = command.add_subparsers(title="actions", metavar="ACTION", required=True)
    show = actions.add_parser("show", help="list the pieces of a game, or draw them as SVG")
    show.add_argument("game", metavar="SLUG", help="a game, see 'dottable games'")
    show.add_argument("--deck", metavar="FILE", help="another deck than the house's")
    show.add_argument("--svg", metavar="DIR", help="draw every piece into this folder")
    show.add_argument("--json", action="store_true", help="print one JSON object")
    show.set_defaults(run=run_show)
    check = actions.add_parser("check", help="say whether a deck file is right, and if not, what is wrong where")
    check.add_argument("game", metavar="SLUG", help="the game it is for")
    check.add_argument("file", metavar="FILE", help="the deck")
    check.set_defaults(run=run_check)
    make = actions.add_parser("make", help="generate a deck from a seed")
    make.add_argument("game", metavar="SLUG", help="a game whose decks can be generated")
    make.add_argument("--seed", type=int, default=1, metavar="S", help="a whole number (default: 1)")
    make.add_argument("--out", metavar="FILE", help="write it here instead of printing it")
    make.set_defaults(run=run_make)
    deck_tune.add(actions)


def pictures(game: Game, deck: Deck | None) -> Iterator[tuple[str, str]]:
    """Every piece of a game as a name and an SVG."""
    if deck is not None:
        return game.deck.draw_cards(deck.numbers)
    if find_spec(f"{game.package}.pictures") is None:
        raise DottableError(f"{game.title} has no pictures yet.")
    return import_module(f"{game.package}.pictures").draw_cards()


def run_show(given: argparse.Namespace) -> int:
    game = find(given.game)
    deck = chosen_deck(game, given.deck)
    drawn = list(pictures(game, deck))
    if given.svg:
        write_pictures(Path(given.svg), drawn)
    names = [name for name, _ in drawn]
    if given.json:
        facts = {"deck": deck.name, "hash": deck.content_hash} if deck else {"deck": None, "hash": None}
        show_json({"game": game.slug, **facts, "pieces": names})
        return 0
    print(f"{game.title}: {len(names)} pieces" + (f", deck {deck.name} ({deck.content_hash[:12]})" if deck else ""))
    if given.svg:
        print(f"Drawn into {given.svg}.")
    else:
        for name in names:
            print(f"  {name}")
    return 0


def write_pictures(folder: Path, drawn: list[tuple[str, str]]) -> None:
    with writing("The pictures", folder):
        folder.mkdir(parents=True, exist_ok=True)
        for name, svg in drawn:
            (folder / f"{name}.svg").write_text(svg, encoding="utf-8")


def run_check(given: argparse.Namespace) -> int:
    game = find(given.game)
    deck = chosen_deck(game, given.file)
    assert deck is not None  # chosen_deck refuses games without decks
    print(f"{deck.name} is a deck for {game.title}. Its hash is {deck.content_hash}.")
    return 0


def run_make(given: argparse.Namespace) -> int:
    from dottable.core.decks import read_deck

    game = find(given.game)
    if not game.has_deck or find_spec(f"{game.package}.make_deck") is None:
        raise DottableError(f"Decks for {game.title} cannot be generated.")
    text = import_module(f"{game.package}.make_deck").make(given.seed)
    read_deck(game, text, f"seed {given.seed}")
    if not given.out:
        sys.stdout.write(text)
        return 0
    with writing("The deck", given.out):
        Path(given.out).write_text(text, encoding="utf-8")
    note(f"Deck written to {given.out}.")
    return 0
