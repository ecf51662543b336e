"""Toy games with known statistics."""

from __future__ import annotations

from pathlib import Path

from dottable.core.game import Game
from dottable.core.registry import load_game_folder


def tosses() -> Game:
    """Return the game of a coin that may be loaded."""
    return load_game_folder(Path(__file__).parent / "tosses")
