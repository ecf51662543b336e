"""What all tests share: the example game, loaded once."""

from __future__ import annotations

from pathlib import Path

import pytest

from dottable.core.game import Game
from dottable.core.registry import load_game_folder

ROOT = Path(__file__).parents[1]
LAST_DOT = ROOT / "examples" / "last_dot"


@pytest.fixture(scope="session")
def last_dot() -> Game:
    """The smallest game."""
    return load_game_folder(LAST_DOT)
