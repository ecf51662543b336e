"""Games with known answers."""

from __future__ import annotations

from pathlib import Path

from dottable.core.game import Game
from dottable.core.registry import load_folder


def tosses() -> Game:
    """A coin that may be loaded."""
    return load_folder(Path(__file__).parent / "tosses")
