"""`dottable deck`: show, check, copy, generate and tune decks."""

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
from dottable.core.contract import CardTexts
from dottable.core.errors import DottableError
from dottable.core.registry import find_game

if TYPE_CHECKING:
    from dottable.core.deck_files import CardText, Deck
    from dottable.core.game import Game

GENERATOR_MODULE = "deck.deck_generator"
"""Module of a game that has `generate_deck(seed)`, if its decks can be generated."""


def add_parser(commands: Subparsers) -> None:
    command = commands.add_parser(
        "deck",
        help="show, check, copy, make or tune decks",
        description="Show, check, copy, make or tune decks. A deck is a TOML file that you can edit.",
    )
    actions = command.add_subparsers(title="actions", metavar="ACTION", required=True)
    add_show_parser(actions)
    add_check_parser(actions)
    add_copy_parser(actions)
    add_make_parser(actions)
    deck_tune.add_parser(actions)


def add_check_parser(actions: Subparsers) -> None:
    check = actions.add_parser(
        "check",
        help="check a deck file and print its first error",
        description="Check a deck file and print its first error with its line. The exit status is 2 if there is one.",
    )
    check.add_argument("game", metavar="SLUG", help="the game of the deck")
    check.add_argument("file", metavar="FILE", help="a deck file")
    check.set_defaults(run=run_check)


def add_copy_parser(actions: Subparsers) -> None:
    copy = actions.add_parser(
        "copy",
        help="begin a deck of your own with a copy of the house deck",
        description="Copy the house deck of a game, with the notes on how to write one. Edit the copy, check it with "
        "'dottable deck check' and read it through with 'dottable deck show --deck FILE'.",
    )
    copy.add_argument("game", metavar="SLUG", help="a game with deck files")
    copy.add_argument("--out", metavar="FILE", help="write the copy to this file instead of printing it")
    copy.add_argument("--force", action="store_true", help="replace the file if it exists")
    copy.set_defaults(run=run_copy)


def add_make_parser(actions: Subparsers) -> None:
    make = actions.add_parser(
        "make",
        help="generate a deck from a seed",
        description="Generate a deck from a seed and print it. The same seed gives the same deck.",
    )
    make.add_argument("game", metavar="SLUG", help="a game whose decks can be generated")
    make.add_argument("--seed", type=int, default=1, metavar="S", help="a whole number (default: 1)")
    make.add_argument("--out", metavar="FILE", help="write the deck to this file instead of printing it")
    make.set_defaults(run=run_make)


def add_show_parser(actions: Subparsers) -> None:
    show = actions.add_parser(
        "show",
        help="print every card of a deck as text, or draw them as SVG",
        description="Print every card of a deck as text, or draw the cards as SVG files.",
    )
    show.add_argument("game", metavar="SLUG", help="a game, see 'dottable games'")
    show.add_argument("--deck", metavar="FILE", help="a deck file (default: the house deck)")
    show.add_argument("--svg", metavar="FOLDER", help="draw every piece into this folder")
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
    game = find_game(args.game)
    deck = read_deck(game, args.deck, shows_warnings=False)
    texts = card_texts(game, deck)
    names = None
    if args.svg or args.json or texts is None:
        drawn = list(piece_svgs(game, deck))
        names = [name for name, _ in drawn]
        if args.svg:
            write_piece_svgs(Path(args.svg), drawn)
    if args.json:
        print_json(deck_facts(game, deck, texts, names or []))
        return 0
    count = card_count_text(texts) if texts is not None else f"{len(names or [])} different pieces"
    print(f"{game.title}: {count}" + (f", deck {deck.name} ({deck.content_hash[:12]})" if deck else ""))
    if args.svg:
        print(f"Wrote the pictures to {args.svg}.")
    else:
        for line in card_list_lines(texts, names or []):
            print(line)
    for warning in deck.warnings if deck else ():
        print(f"Warning: {warning}")
    return 0


def card_texts(game: Game, deck: Deck | None) -> list[CardText] | None:
    """Return every card of a deck as text; None if the game defines no texts for its cards."""
    if deck is None or not isinstance(game.deck, CardTexts):
        return None
    return list(game.deck.card_texts(deck.numbers))


def card_count_text(texts: list[CardText]) -> str:
    """Return the number of cards and of different cards, such as "72 cards, 43 different"."""
    total, different = sum(text.copies for text in texts), len({text.lines for text in texts})
    return f"{total} cards, {'all' if different == total else different} different"


def card_list_lines(texts: list[CardText] | None, names: list[str]) -> Iterator[str]:
    """Yield the lines that list all cards. A card of one line is beside its name, a larger card below it."""
    if texts is None:
        yield from (f"  {name}" for name in names)
        return
    for text in texts:
        copies = f"{text.copies} x " if any(other.copies > 1 for other in texts) else ""
        if len(text.lines) == 1:
            yield f"  {copies}{text.name}: {text.lines[0]}"
        else:
            yield f"\n  {copies}{text.name}"
            yield from (f"    {line}" for line in text.lines)


def deck_facts(game: Game, deck: Deck | None, texts: list[CardText] | None, names: list[str]) -> dict[str, object]:
    """Return the JSON object that `--json` prints: the deck, its cards as text, its warnings and its picture names."""
    cards = [text._asdict() for text in texts or ()]
    return {
        "game": game.slug,
        "deck": deck.name if deck else None,
        "hash": deck.content_hash if deck else None,
        "total": sum(text.copies for text in texts) if texts else None,
        "cards": cards,
        "warnings": list(deck.warnings) if deck else [],
        "pieces": names,
    }


def write_piece_svgs(folder: Path, drawn: list[tuple[str, str]]) -> None:
    """Write one SVG file per piece into the folder."""
    with translate_write_errors("the pictures", folder):
        folder.mkdir(parents=True, exist_ok=True)
        for name, svg in drawn:
            (folder / f"{name}.svg").write_text(svg, encoding="utf-8")


def run_check(args: argparse.Namespace) -> int:
    game = find_game(args.game)
    deck = read_deck(game, args.file, shows_warnings=False)
    assert deck is not None  # read_deck raises an error for games without decks
    print(f"{deck.name} is a valid deck for {game.title}. Its hash is {deck.content_hash}.")
    for warning in deck.warnings:
        print(f"Warning: {warning}")
    return 0


def run_copy(args: argparse.Namespace) -> int:
    game = find_game(args.game)
    if game.house_deck is None:
        raise DottableError(no_deck_sentence(game))
    write_deck(game.house_deck.text, args.out, is_forced=args.force)
    if args.out:
        print_status(f"Edit it, then run: dottable deck check {game.slug} {args.out}")
    return 0


def run_make(args: argparse.Namespace) -> int:
    from dottable.core.deck_files import read_deck as parse_deck

    game = find_game(args.game)
    if not game.has_deck:
        raise DottableError(no_deck_sentence(game))
    generator = f"{game.package}.{GENERATOR_MODULE}"
    if find_spec(generator) is None:
        raise DottableError(
            f"Decks for {game.title} cannot be generated. Begin with a copy of the house deck: "
            f"dottable deck copy {game.slug} --out own.toml"
        )
    text = import_module(generator).generate_deck(args.seed)
    parse_deck(game, text, f"seed {args.seed}")
    write_deck(text, args.out, is_forced=True)
    return 0


def no_deck_sentence(game: Game) -> str:
    return f"{game.title} has no deck files: its pieces are fixed."


def write_deck(text: str, out: str | None, *, is_forced: bool) -> None:
    """Write a deck to a file, or print it."""
    if not out:
        sys.stdout.write(text)
        return
    if Path(out).exists() and not is_forced:
        raise DottableError(f"{out} exists already. Choose another file, or add --force to replace it.")
    with translate_write_errors("the deck", out):
        Path(out).write_text(text, encoding="utf-8")
    print_status(f"Wrote the deck to {out}.")
