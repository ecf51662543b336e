"""Paths of Dottable's own source folders."""

from __future__ import annotations

from pathlib import Path

CORE_FOLDER = Path(__file__).resolve().parent
PACKAGE_FOLDER = CORE_FOLDER.parent
GAMES_FOLDER = PACKAGE_FOLDER / "games"
