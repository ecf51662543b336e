"""The registry of games."""

from __future__ import annotations

import pytest

from dottable.core.errors import GameMistake, UnknownGame
from dottable.core.registry import find_game, find_known_game, installed_games, load_game_folder
from dottable.core.source_folders import GAMES_FOLDER


def test_every_game_package_is_found_without_a_central_list():
    folders = {folder.name for folder in GAMES_FOLDER.iterdir() if (folder / "__init__.py").exists()}
    assert set(installed_games()) == folders
    assert {"dot_tiles", "dots_52"} <= folders


def test_a_misspelled_name_gets_a_hint():
    with pytest.raises(UnknownGame, match=r"Did you mean dot_tiles\?"):
        find_game("dot_tile")


def test_a_folder_without_a_game_is_refused(tmp_path):
    with pytest.raises(UnknownGame, match="No game package"):
        load_game_folder(tmp_path / "nothing")
    empty = tmp_path / "empty_game"
    empty.mkdir()
    (empty / "__init__.py").write_text("")
    with pytest.raises(GameMistake, match="does not export GAME"):
        load_game_folder(empty)


def test_a_package_that_cannot_be_loaded_gives_the_reason(tmp_path):
    broken = tmp_path / "broken_game"
    broken.mkdir()
    (broken / "__init__.py").write_text("import nothing_of_that_name")
    with pytest.raises(GameMistake, match=r"__init__.py:1: There is no module 'nothing_of_that_name'"):
        load_game_folder(broken)


def test_find_known_never_loads_code(tmp_path):
    folder = tmp_path / "stranger"
    folder.mkdir()
    (folder / "__init__.py").write_text("raise SystemExit('this ran')")
    with pytest.raises(UnknownGame, match="Unknown game"):
        find_known_game(str(folder))
