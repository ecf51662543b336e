"""Finding games."""

from __future__ import annotations

import pytest

from dottable.core.errors import UnknownGame
from dottable.core.registry import find, find_known, games, load_folder
from dottable.core.rule import GAMES


def test_every_game_package_is_found_by_itself():
    folders = {folder.name for folder in GAMES.iterdir() if (folder / "__init__.py").exists()}
    assert set(games()) == folders
    assert {"dot_tiles", "dots_52"} <= folders


def test_a_near_miss_gets_a_hint():
    with pytest.raises(UnknownGame, match=r"Did you mean dot_tiles\?"):
        find("dot_tile")


def test_a_folder_without_a_game_is_refused(tmp_path):
    with pytest.raises(UnknownGame, match="no game package"):
        load_folder(tmp_path / "nothing")
    empty = tmp_path / "empty_game"
    empty.mkdir()
    (empty / "__init__.py").write_text("")
    with pytest.raises(UnknownGame, match="exports no GAME"):
        load_folder(empty)


def test_a_package_that_cannot_be_loaded_says_why(tmp_path):
    broken = tmp_path / "broken_game"
    broken.mkdir()
    (broken / "__init__.py").write_text("import nothing_of_that_name")
    with pytest.raises(UnknownGame, match="cannot be loaded: No module named"):
        load_folder(broken)


def test_a_name_from_outside_never_loads_code(tmp_path):
    folder = tmp_path / "stranger"
    folder.mkdir()
    (folder / "__init__.py").write_text("raise SystemExit('this ran')")
    with pytest.raises(UnknownGame, match="There is no game"):
        find_known(str(folder))
