"""Loads `study_kernels.py` once per game, with the functions of that game's rules and bot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from dottable.bots.search.kernel_loader import SEARCH_KERNEL_DEPENDENCIES, SEARCH_KERNELS_FILE, search_kernels
from dottable.core.game import Game
from dottable.core.kernels import kernel_loader

STUDY_KERNELS_FILE = Path(__file__).resolve().with_name("study_kernels.py")
STUDY_KERNEL_DEPENDENCIES = (SEARCH_KERNELS_FILE, *SEARCH_KERNEL_DEPENDENCIES)


def study_kernels(game: Game) -> Any:
    """Return the functions of `study_kernels.py`, bound to a game."""
    search_kernels(game)  # `study_kernels.py` uses functions of this module
    return kernel_loader.load_kernels(game, STUDY_KERNELS_FILE, STUDY_KERNEL_DEPENDENCIES)
