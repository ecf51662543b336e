"""Shared by all tests: the pytest options for the size of a run, and the example game, loaded once."""

from __future__ import annotations

import os
from pathlib import Path
from types import ModuleType

import pytest

from dottable.core.game import Game
from dottable.core.registry import load_game_folder

FULL_VARIABLE, RELEASE_VALUE = "DOTTABLE_FULL", "release"
"""Names that `tests.sizes` has too; it reads the variable when it is imported, so it cannot be imported here."""
ROOT = Path(__file__).parents[1]
LONG_FIRST = [ROOT / "tests" / folder for folder in ("web", "cluster", "docs", "cli")]
"""Folders with long tests. They run first, so that no worker is left alone with a long one at the end."""
LAST_DOT = ROOT / "examples" / "last_dot"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("dottable")
    group.addoption("--full", action="store_true", help="run every test at its full size, as in CI")
    group.addoption("--release", action="store_true", help="as --full, with the largest sizes, which take hours")
    group.addoption("--full-rest", action="store_true", help="as --full, but only tests whose size differs")


def pytest_configure(config: pytest.Config) -> None:
    """Set the variable that `tests.sizes` reads when the first test module imports it, here and in the workers."""
    if config.getoption("--full") or config.getoption("--full-rest"):
        os.environ[FULL_VARIABLE] = "1"
    if config.getoption("--release"):
        os.environ[FULL_VARIABLE] = RELEASE_VALUE


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--full-rest"):
        kept = {item for item in items if isinstance(item, pytest.Function) and has_two_sizes(item.module)}
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = [item for item in items if item in kept]
    items.sort(key=lambda item: folder_rank(item.path))


def folder_rank(path: Path) -> int:
    """Return the place of a test file's folder in LONG_FIRST. All other folders share the last place."""
    return next((n for n, folder in enumerate(LONG_FIRST) if folder in path.parents), len(LONG_FIRST))


def has_two_sizes(module: ModuleType) -> bool:
    """Return whether a full run of a test module differs from a quick run: whether it uses `tests.sizes`."""
    return not {"sized", "sized_depths", "sized_series_slugs", "full_only"}.isdisjoint(vars(module))


@pytest.fixture(scope="session")
def last_dot() -> Game:
    """The example game Last Dot, which is the smallest game."""
    return load_game_folder(LAST_DOT)
