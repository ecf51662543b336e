"""The registry of games: finds them in `dottable.games`, in entry points of other distributions, and in folders."""

from __future__ import annotations

import difflib
import importlib.util
import os
import pkgutil
import sys
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path

from dottable.core.authoring.exception_explanations import import_mistake, mistake_at
from dottable.core.authoring.source_locations import SourcePlace
from dottable.core.errors import UnknownGame
from dottable.core.game import Game
from dottable.core.source_folders import GAMES_FOLDER

ENTRY_POINT_GROUP = "dottable.games"
"""Entry point group in which other distributions list their game packages."""
FOLDERS_VARIABLE = "DOTTABLE_GAMES"
"""Environment variable with the folders of further games, separated by commas. Child processes inherit it."""

_games_from_folders: dict[str, Game] = {}


@cache
def installed_games() -> dict[str, Game]:
    """Return the installed games and those in the folders of DOTTABLE_GAMES, by slug."""
    packages = [f"dottable.games.{entry.name}" for entry in pkgutil.iter_modules([str(GAMES_FOLDER)]) if entry.ispkg]
    packages += [entry.value for entry in entry_points(group=ENTRY_POINT_GROUP)]
    found = list(map(game_from_package, packages))
    for folder in filter(None, os.environ.get(FOLDERS_VARIABLE, "").split(",")):
        game = load_game_folder(Path(folder.strip()))
        if game.slug in [other.slug for other in found]:
            raise UnknownGame(f"There is a game '{game.slug}' already. Rename the folder '{game.folder}'.")
        found.append(game)
    return {game.slug: game for game in sorted(found, key=lambda game: game.slug)}


def add_game_folders(folders: Iterable[str]) -> list[Game]:
    """Add the games in these package folders, for this process and its child processes. Return the added games."""
    paths = sorted(str(Path(folder).resolve()) for folder in folders)
    os.environ[FOLDERS_VARIABLE] = ",".join(paths)
    installed_games.cache_clear()
    return [game for game in installed_games().values() if str(game.folder) in paths]


def folder_games() -> list[Game]:
    """Return the games that were loaded from folders."""
    return list(_games_from_folders.values())


def game_from_package(package: str) -> Game:
    """Import a package and return the game that it exports as GAME; raise UnknownGame if there is none."""
    game = getattr(import_module(package), "GAME", None)
    if not isinstance(game, Game):
        raise UnknownGame(f"The package '{package}' does not export GAME.")
    return game


def find_game(name: str) -> Game:
    """Return a game by its slug or by the path of a package folder.

    A folder's code is executed, so use this only for names that a person typed.
    """
    if name not in known_games() and ("/" in name or Path(name).is_dir()):
        return load_game_folder(Path(name))
    return find_known_game(name)


def lookup_name(game: Game) -> str:
    """Return the name by which `find_game` gets the game in another process: its slug or its folder."""
    return game.slug if installed_games().get(game.slug) is game else str(game.folder)


def known_games() -> dict[str, Game]:
    """Return the games that are installed or were loaded from a folder, by slug."""
    return {**installed_games(), **_games_from_folders}


def find_known_game(name: str) -> Game:
    """Return an installed or loaded game by its slug; raise UnknownGame. Safe for names from a log or the network."""
    if name in known_games():
        return known_games()[name]
    near = difflib.get_close_matches(name, known_games(), n=1)
    hint = f" Did you mean {near[0]}?" if near else ""
    raise UnknownGame(f"Unknown game '{name}'. Available: {', '.join(known_games())}.{hint}")


def load_game_folder(folder: Path) -> Game:
    """Import the game package in a folder that is not installed, and return its game."""
    folder = folder.resolve()
    init = folder / "__init__.py"
    if not init.is_file():
        raise UnknownGame(f"No game package in '{folder}'. Give a folder with a file __init__.py that exports GAME.")
    name = folder.name
    loaded = sys.modules.get(name)
    if loaded is not None and Path(loaded.__file__ or "").resolve() != init:
        raise UnknownGame(f"Another package named '{name}' is already loaded. Rename the folder.")
    if loaded is None:
        spec = importlib.util.spec_from_file_location(name, init, submodule_search_locations=[str(folder)])
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        try:
            spec.loader.exec_module(module)
        except Exception as error:
            del sys.modules[name]
            raise import_mistake(error, folder) from error
    if not isinstance(getattr(sys.modules[name], "GAME", None), Game):
        raise mistake_at(
            SourcePlace(init, 1), "The package does not export GAME. Add GAME = Game(package=__name__, ...)."
        )
    game = _games_from_folders[name] = game_from_package(name)
    return game
