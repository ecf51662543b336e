"""Arguments and messages that several commands have."""

from __future__ import annotations

import argparse
import json
import secrets
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dottable.core.errors import BadOption, DottableError
from dottable.core.registry import find

if TYPE_CHECKING:
    from dottable.core.decks import Deck
    from dottable.core.game import Game
    from dottable.core.options import Options
    from dottable.lab.workers import Crew

DECK = "deck"
STOPPED = 130
"""The exit status of a command that somebody stopped."""
Commands = Any
"""What argparse calls subparsers; its type has no public name."""


def whole_number(text: str) -> int:
    """A positive whole number."""
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number above 0")
    return int(text)


def add_game_arguments(command: argparse.ArgumentParser, *, optional: bool = False) -> None:
    """The game and how it is played."""
    command.add_argument("game", metavar="SLUG", nargs="?" if optional else None, help="a game, see 'dottable games'")
    command.add_argument("--seats", type=whole_number, metavar="N", help="how many play (default: the fewest)")
    command.add_argument(
        "-o",
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game; may be repeated",
    )
    command.add_argument("--deck", metavar="FILE", help="play with a deck of your own")


def add_crew_arguments(command: argparse.ArgumentParser) -> None:
    """Who does the work."""
    command.add_argument("--workers", type=whole_number, metavar="N", help="default: one per core")
    command.add_argument(
        "--cluster",
        metavar="ray|ray://HOST:PORT",
        help="spread the work with Ray, here or on a cluster (needs 'dottable[ray]')",
    )


def chosen_crew(given: argparse.Namespace) -> Crew:
    """The crew that the arguments ask for."""
    from dottable.lab.workers import Crew

    if given.cluster is not None and given.cluster != "ray" and not given.cluster.startswith("ray://"):
        raise DottableError(f"'{given.cluster}' is no cluster: write ray, or ray://host:port.")
    return Crew(given.workers, given.cluster)


def chosen_seats(game: Game, given: argparse.Namespace) -> int:
    """How many play: as many as `--seats` asks for, if the game takes them, or the fewest."""
    seats: int = given.seats or game.min_seats
    game.check_seats(seats)
    return seats


def chosen_seed(given: argparse.Namespace) -> bytes:
    """The seed of `--seed`, or a new one."""
    from dottable.core.series import seed_from

    return seed_from(given.seed if given.seed is not None else secrets.token_hex(32))


def chosen_options(game: Game, given: list[str]) -> Options:
    """The options that `--option` arguments ask for."""
    from dottable.core.options import read_options

    pairs = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadOption(f"'{text}' should be written as name=value.")
        if name != DECK:
            pairs[name] = value
    return read_options(game.state.Options, pairs)


def chosen_deck(game: Game, given: str | None, options: Sequence[str] = ()) -> Deck | None:
    """The deck of `--deck` or of `--option deck=FILE`, or the game's own."""
    from dottable.core.decks import BadDeck, load_deck

    asked = [given] if given is not None else [o.partition("=")[2] for o in options if o.startswith(f"{DECK}=")]
    if not asked:
        return game.house_deck
    if not game.has_deck:
        raise BadDeck(f"{game.title} is not played with a deck file.")
    return load_deck(game, Path(asked[-1]))


def read_text(path: str) -> str:
    """The text of a file; one clear sentence if there is none."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise DottableError(f"The file '{path}' cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise DottableError(f"The file '{path}' is not plain text.") from None


@contextmanager
def writing(what: str, place: Path | str) -> Iterator[None]:
    """Says in one clear sentence that something cannot be written to its place."""
    try:
        yield
    except OSError as error:
        raise DottableError(f"{what} cannot be written to '{place}': {error.strerror}.") from None


def load(name: str) -> Game:
    """A game with its compiled rules; says so when they have to be compiled first."""
    game = find(name)
    announce_compiling(game)
    return game


def announce_compiling(game: Game) -> None:
    """Say on the error stream that the first start takes longer."""
    from dottable.core.kernels import is_compiled

    if not is_compiled(game):
        note(f"Compiling the rules of {game.title} for this machine; once, some seconds ...")


def announce_policies(game: Game) -> None:
    """The same for whole matches between compiled policies."""
    from dottable.core.kernels import is_compiled
    from dottable.lab.policy_series import NEEDS, SOURCE

    if not is_compiled(game, SOURCE, NEEDS):
        note(f"Compiling whole matches of {game.title} for this machine; once, up to a minute ...")


def announce_bots(game: Game) -> None:
    """Say on the error stream that the bots' thinking has to be compiled first."""
    from dottable.bots.registry import is_compiled

    if not is_compiled(game):
        note(f"Compiling the bots of {game.title} for this machine; once, some seconds ...")


def note(text: str) -> None:
    """A remark beside the output."""
    print(text, file=sys.stderr)


def show_json(value: Any) -> None:
    """One JSON object on the output."""
    import msgspec

    print(json.dumps(msgspec.to_builtins(value), indent=2))


def with_rate(advance: Any) -> Callable[[int], None]:
    """A bar's `advance` that also tells how fast it goes."""
    start, done = time.perf_counter(), 0

    def tell(more: int) -> None:
        nonlocal done
        done += more
        advance(more, f"{done / (time.perf_counter() - start):.1f} a second")

    return tell


@contextmanager
def progress_bar(title: str, total: int, unit: str = "matches") -> Iterator[Any]:
    """A live bar with rate and time left on the error stream; `advance(n)` moves it on."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(f"{unit}, {{task.fields[rate]}}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=total, rate="")

        def advance(done: int, rate: str = "") -> None:
            bar.update(task, advance=done, rate=rate)

        yield advance
