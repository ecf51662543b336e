"""Loads the compiled search of each game, and tells whether it is already in the disk cache."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from dottable.core.game import Game
from dottable.core.kernels import kernel_loader

SEARCH_KERNELS_FILE = Path(__file__).resolve().with_name("search_kernels.py")
"""Source file of the search kernels."""
SEARCH_KERNEL_DEPENDENCIES = tuple(SEARCH_KERNELS_FILE.with_name(name) for name in ("tree.py", "search_arguments.py"))
"""Source files that the search kernels import. A change in one of them invalidates the compiled code."""


def search_kernels(game: Game) -> Any:
    """Return the functions of `search_kernels.py`, bound to a game."""
    return kernel_loader.load_kernels(game, SEARCH_KERNELS_FILE, SEARCH_KERNEL_DEPENDENCIES)


def is_search_compiled(game: Game, *functions: str) -> bool:
    """Return whether the disk cache holds the named functions of a game's search.

    Without names, any function suffices.
    """
    return kernel_loader.is_compiled(game, SEARCH_KERNELS_FILE, SEARCH_KERNEL_DEPENDENCIES, functions or ("*",))
