"""Arguments that several commands share, and functions that turn them into objects."""

from __future__ import annotations

import argparse
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dottable.cli.console import load_game, print_status
from dottable.core.errors import BadOption, DottableError

if TYPE_CHECKING:
    from dottable.core.deck_files import Deck
    from dottable.core.game import Game
    from dottable.core.matches.seeded_series import SeriesConfig
    from dottable.core.options import Options
    from dottable.lab.worker_pool import WorkerPool

DECK_OPTION_NAME = "deck"
"""Name of the option that stands for the deck: `--option deck=FILE` means the same as `--deck FILE`."""
Subparsers = Any
"""The object that argparse's `add_subparsers` returns; its type has no public name."""


def positive_int(text: str) -> int:
    """Return a text as a positive integer. Used as a `type` of argparse."""
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number above 0")
    return int(text)


def add_game_arguments(command: argparse.ArgumentParser, *, optional: bool = False, or_link: bool = False) -> None:
    """Add arguments for the game, its number of seats, its options and its deck.

    With `or_link`, the link of a table may replace the name of the game.
    """
    link, text = ("|LINK", ", or the link of a table on a server") if or_link else ("", "")
    command.add_argument(
        "game",
        metavar=f"SLUG|FOLDER{link}",
        nargs="?" if optional else None,
        help=f"a game, see 'dottable games'{text}",
    )
    command.add_argument("--seats", type=positive_int, metavar="N", help="number of players (default: the fewest)")
    command.add_argument(
        "-o",
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game; may be repeated",
    )
    command.add_argument("--deck", metavar="FILE", help="play with this deck file")


def add_matches_argument(command: argparse.ArgumentParser, default: int, per: str = "") -> None:
    """Add the argument for the number of matches."""
    text = f"matches {per} (default: {default})" if per else f"number of matches (default: {default})"
    command.add_argument("--matches", type=positive_int, default=default, metavar="N", help=text)


def add_seed_argument(command: argparse.ArgumentParser) -> None:
    """Add the argument for the seed of a series."""
    command.add_argument("--seed", metavar="S", help="any text or number (default: a new one, which is shown)")


def add_json_argument(command: argparse.ArgumentParser, text: str = "print one JSON object") -> None:
    """Add the flag `--json` for machine-readable output."""
    command.add_argument("--json", action="store_true", help=text)


def add_worker_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments for the number of workers and the Ray cluster."""
    command.add_argument("--workers", type=positive_int, metavar="N", help="number of workers (default: one per core)")
    command.add_argument(
        "--cluster",
        metavar="ray|ray://HOST:PORT",
        help="run on Ray, on this machine or on a cluster (needs 'dottable[ray]')",
    )


def worker_pool_from_arguments(args: argparse.Namespace) -> WorkerPool:
    """Return the worker pool that `--workers` and `--cluster` describe."""
    from dottable.lab.worker_pool import WorkerPool

    if args.cluster is not None and args.cluster != "ray" and not args.cluster.startswith("ray://"):
        raise DottableError(f"Unknown cluster '{args.cluster}'. Write ray, or ray://host:port.")
    return WorkerPool(args.workers, args.cluster)


def series_config_from_arguments(args: argparse.Namespace) -> SeriesConfig:
    """Return the game, seats, options, deck and seed that the arguments describe.

    Also compile the game if necessary.
    """
    from dottable.core.matches.seeded_series import SeriesConfig, seed_from

    game = load_game(args.game)
    return SeriesConfig(
        game,
        seats=args.seats or game.min_seats,
        options=read_options(game, args.option),
        deck=read_deck(game, args.deck, args.option),
        seed=seed_from(args.seed if args.seed is not None else secrets.token_hex(32)),
    )


def read_options(game: Game, texts: list[str]) -> Options:
    """Return a game's options, with the values that `--option` arguments set."""
    from dottable.core.options import read_options as options_from_pairs

    pairs = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadOption(f"'{text}' is not an option. Write name=value.")
        if name != DECK_OPTION_NAME:
            pairs[name] = value
    return options_from_pairs(game.state.Options, pairs)


def read_deck(game: Game, file: str | None, options: Sequence[str] = (), *, shows_warnings: bool = True) -> Deck | None:
    """Return the deck of `--deck` or `--option deck=FILE`, or else the game's house deck. Print its warnings."""
    from dottable.core.deck_files import BadDeck, load_deck

    prefix = f"{DECK_OPTION_NAME}="
    files = [file] if file is not None else [text.removeprefix(prefix) for text in options if text.startswith(prefix)]
    if not files:
        return game.house_deck
    if not game.has_deck:
        raise BadDeck(f"{game.title} has no deck files. Leave out --deck.")
    deck = load_deck(game, Path(files[-1]))
    for warning in deck.warnings if shows_warnings else ():
        print_status(f"Warning: {warning}")
    return deck
