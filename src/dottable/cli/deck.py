"""`dottable deck`: show, check, generate and tune decks."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from dottable.cli import deck_tune
from dottable.cli.arguments import Subparsers, add_json_argument, read_deck
from dottable.cli.console import print_json, print_status, translate_write_errors
from dottable.core.errors import DottableError
from dottable.core.registry import find

if TYPE_CHECKING:
    from dottable.core.decks import Deck
    from dottable.core.game import Game


def add_parser(commands: Subparsers) -> None:
    command = commands.add_parser(
        "deck",
        help="show, check, make or tune decks",
        description="Show, check, make or tune decks. A deck is a TOML file that you can edit.",
    )
    actions = command.add_subparsers(title="actions", metavar="ACTION", required=True)
    add_show_parser(actions)
    check = actions.add_parser("check", help="check a deck file and print its first error")
    check.add_argument("game", metavar="SLUG", help="the game of the deck")
    check.add_argument("file", metavar="FILE", help="a deck file")
    check.set_defaults(run=run_check)
    make = actions.add_parser("make", help="generate a deck from a seed")
    make.add_argument("game", metavar="SLUG", help="a game whose decks can be generated")
    make.add_argument("--seed", type=int, default=1, metavar="S", help="a whole number (default: 1)")
    make.add_argument("--out", metavar="FILE", help="write the deck to this file instead of printing it")
    make.set_defaults(run=run_make)
    deck_tune.add_parser(actions)


def add_show_parser(actions: Subparsers) -> None:
    show = actions.add_parser("show", help="list the pieces of a game, or draw them as SVG")
    show.add_argument("game", metavar="SLUG", help="a game, see 'dottable games'")
    show.add_argument("--deck", metavar="FILE", help="a deck file (default: the house deck)")
    show.add_argument("--svg", metavar="DIR", help="draw every piece into this folder")
    add_json_argument(show)
    show.set_defaults(run=run_show)


def piece_svgs(game: Game, deck: Deck | None) -> Iterator[tuple[str, str]]:
    """Yield the name and the SVG of every piece of a game."""
    if deck is not None:
        return game.deck.card_pictures(deck.numbers)
    if game.piece_pictures is None:
        raise DottableError(f"{game.title} has no pictures of its pieces.")
    return game.piece_pictures.card_pictures()


def run_show(args: argparse.Namespace) -> int:
    game = find(args.game)
    deck = read_deck(game, args.deck)
    drawn = list(piece_svgs(game, deck))
    if args.svg:
        write_piece_svgs(Path(args.svg), drawn)
    names = [name for name, _ in drawn]
    if args.json:
        facts = {"deck": deck.name, "hash": deck.content_hash} if deck else {"deck": None, "hash": None}
        print_json({"game": game.slug, **facts, "pieces": names})
        return 0
    print(f"{game.title}: {len(names)} pieces" + (f", deck {deck.name} ({deck.content_hash[:12]})" if deck else ""))
    if args.svg:
        print(f"Wrote the pictures to {args.svg}.")
    else:
        for name in names:
            print(f"  {name}")
    return 0


def write_piece_svgs(folder: Path, drawn: list[tuple[str, str]]) -> None:
    """Write one SVG file per piece into the folder."""
    with translate_write_errors("the pictures", folder):
        folder.mkdir(parents=True, exist_ok=True)
        for name, svg in drawn:
            (folder / f"{name}.svg").write_text(svg, encoding="utf-8")


def run_check(args: argparse.Namespace) -> int:
    game = find(args.game)
    deck = read_deck(game, args.file)
    assert deck is not None  # read_deck refuses games without decks
    print(f"{deck.name} is a valid deck for {game.title}. Its hash is {deck.content_hash}.")
    return 0


def run_make(args: argparse.Namespace) -> int:
    from dottable.core.decks import read_deck as parse_deck

    game = find(args.game)
    if not game.has_deck or find_spec(f"{game.package}.deck.generate") is None:
        raise DottableError(f"Decks for {game.title} cannot be generated.")
    text = import_module(f"{game.package}.deck.generate").generate_deck(args.seed)
    parse_deck(game, text, f"seed {args.seed}")
    if not args.out:
        sys.stdout.write(text)
        return 0
    with translate_write_errors("the deck", args.out):
        Path(args.out).write_text(text, encoding="utf-8")
    print_status(f"Wrote the deck to {args.out}.")
    return 0
