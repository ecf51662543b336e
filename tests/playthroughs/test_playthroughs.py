"""Every game has golden playthroughs, and plays as they say."""

from __future__ import annotations

import pytest

from dottable.core.registry import find_game, installed_games
from tests.playthroughs.make import FOLDER, MAX_BYTES, playthroughs


@pytest.mark.parametrize("slug", list(installed_games()))
def test_a_game_plays_as_in_its_golden_playthroughs(slug):
    files = {path.name: path.read_text(encoding="utf-8") for path in (FOLDER / slug).glob("*.txt")}
    assert files, "no playthroughs; write them with python -m tests.playthroughs.make"
    assert dict(playthroughs(find_game(slug))) == files


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.txt")), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_playthrough_stays_small_enough_to_read(path):
    assert path.stat().st_size < MAX_BYTES
