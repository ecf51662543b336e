"""Console output and file access for commands: status messages, JSON, progress bars, read and write errors."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dottable.cli.interrupts import EXIT_STATUS_INTERRUPTED as EXIT_STATUS_INTERRUPTED
from dottable.core.errors import DottableError
from dottable.core.registry import add_game_folders, find_game

if TYPE_CHECKING:
    from dottable.core.game import Game


def print_status(text: str) -> None:
    """Print a status message on standard error."""
    print(text, file=sys.stderr)


def print_json(value: Any) -> None:
    """Print one JSON object on standard output."""
    import msgspec

    print(json.dumps(msgspec.to_builtins(value), indent=2))


def read_text(path: str) -> str:
    """Return the text of a file. Raise DottableError if it cannot be read."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise DottableError(f"Cannot read the file '{path}': {error.strerror}.") from None
    except UnicodeDecodeError:
        raise DottableError(f"The file '{path}' is not plain text.") from None


@contextmanager
def translate_write_errors(what: str, place: Path | str) -> Iterator[None]:
    """Turn an OSError in a `with` block into a DottableError "Cannot write WHAT to 'PLACE': REASON."."""
    try:
        yield
    except OSError as error:
        raise DottableError(f"Cannot write {what} to '{place}': {error.strerror}.") from None


def require_parent_folder(path: Path) -> None:
    """Raise DottableError if the folder of a file to be written does not exist."""
    if not path.parent.is_dir():
        raise DottableError(f"There is no folder '{path.parent}'. Create it first.")


def load_game(name: str) -> Game:
    """Return a game by name. Print a message if its rules must be compiled.

    Raise GameMistake if its source is broken.
    """
    game = find_game(name)
    prepare_rules(game)
    return game


def prepare_rules(game: Game) -> None:
    """Check the source of a game by another author, and print a message if its rules must be compiled."""
    if not game.is_built_in:
        from dottable.core.authoring.trial_matches import require_sound_sources

        require_sound_sources(game)
    announce_rule_compilation(game)


def install_game_folders(folders: Collection[str]) -> None:
    """Install, check and compile the games in these folders. Raise GameMistake if a game's source is broken."""
    from dottable.core.matches.precompile import precompile_rules

    for game in add_game_folders(folders) if folders else ():
        prepare_rules(game)
        precompile_rules(game)


def announce_rule_compilation(game: Game) -> None:
    """Print a message if the rules of a game must be compiled."""
    from dottable.core.kernels.kernel_loader import must_be_compiled

    if must_be_compiled(game):
        print_status(f"Compiling the rules of {game.title} for this machine: once, some seconds ...")


def announce_policy_compilation(game: Game) -> None:
    """Print a message if the kernels for matches between compiled policies must be compiled."""
    from dottable.core.kernels.kernel_loader import must_be_compiled
    from dottable.lab.series.policy_series import KERNEL_SOURCES, KERNELS_FILE

    if must_be_compiled(game, KERNELS_FILE, KERNEL_SOURCES):
        print_status(f"Compiling whole matches of {game.title} for this machine: once, up to a minute ...")


def announce_bot_compilation(game: Game) -> None:
    """Print a message if the bots of a game must be compiled."""
    from dottable.bots.search.kernel_loader import SEARCH_KERNEL_DEPENDENCIES, SEARCH_KERNELS_FILE
    from dottable.core.kernels.kernel_loader import must_be_compiled

    if must_be_compiled(game, SEARCH_KERNELS_FILE, SEARCH_KERNEL_DEPENDENCIES):
        print_status(f"Compiling the bots of {game.title} for this machine: once, some seconds ...")


@contextmanager
def progress_bar(title: str, total: int, unit: str = "matches") -> Iterator[Callable[[int], None]]:
    """Show a progress bar with rate and remaining time on standard error. Provide `advance(count)`."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(f"{unit}, {{task.fields[rate]}}"),
        TimeRemainingColumn(),
    )
    start, done = time.perf_counter(), 0
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=total, rate="")

        def advance(count: int) -> None:
            nonlocal done
            done += count
            bar.update(task, advance=count, rate=f"{done / (time.perf_counter() - start):.1f} per second")

        yield advance
