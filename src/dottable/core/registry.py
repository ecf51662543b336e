"""Finds games: packages below `dottable.games`, entry points of other distributions, or a folder."""

from __future__ import annotations

import difflib
import importlib.util
import pkgutil
import sys
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path

from dottable.core.errors import UnknownGame
from dottable.core.game import Game
from dottable.core.rule import GAMES

ENTRY_POINTS = "dottable.games"

_from_folders: dict[str, Game] = {}


@cache
def games() -> dict[str, Game]:
    """Every game there is, by slug."""
    found = [f"dottable.games.{entry.name}" for entry in pkgutil.iter_modules([str(GAMES)]) if entry.ispkg]
    found += [entry.value for entry in entry_points(group=ENTRY_POINTS)]
    return {game.slug: game for game in sorted(map(game_in, found), key=lambda game: game.slug)}


def game_in(package: str) -> Game:
    """The game that a package exports."""
    game = getattr(import_module(package), "GAME", None)
    if not isinstance(game, Game):
        raise UnknownGame(f"The package '{package}' exports no GAME.")
    return game


def find(name: str) -> Game:
    """A game by its slug, or by the path of a package folder, whose code is then run: for names that a person typed."""
    if name not in known() and ("/" in name or Path(name).is_dir()):
        return load_folder(Path(name))
    return find_known(name)


def name_of(game: Game) -> str:
    """The name by which another process finds the game."""
    return game.slug if games().get(game.slug) is game else str(game.folder)


def known() -> dict[str, Game]:
    """Every game that is installed or was loaded from a folder before, by slug."""
    return {**games(), **_from_folders}


def find_known(name: str) -> Game:
    """A game by its slug alone: for names that come with a log or over the network."""
    if name in known():
        return known()[name]
    near = difflib.get_close_matches(name, known(), n=1)
    hint = f" Did you mean {near[0]}?" if near else ""
    raise UnknownGame(f"There is no game '{name}'; there is: {', '.join(known())}.{hint}")


def load_folder(folder: Path) -> Game:
    """The game in a package folder that is not installed."""
    folder = folder.resolve()
    init = folder / "__init__.py"
    if not init.is_file():
        raise UnknownGame(f"There is no game package in '{folder}'.")
    name = folder.name
    loaded = sys.modules.get(name)
    if loaded is not None and Path(loaded.__file__ or "").resolve() != init:
        raise UnknownGame(f"A package named '{name}' is loaded already; give the folder another name.")
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
            raise UnknownGame(f"The package in '{folder}' cannot be loaded: {error}") from error
    game = _from_folders[name] = game_in(name)
    return game
