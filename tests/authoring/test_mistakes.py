"""A mistake by an author gives one sentence with file and line."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from dottable.cli import main
from dottable.core.authoring.contract_check import check_against_contract
from dottable.core.authoring.exception_explanations import mistake_from_exception
from dottable.core.authoring.trial_matches import require_sound_sources
from dottable.core.primitives.rule import compile_on_demand
from dottable.core.registry import installed_games, load_game_folder
from tests.authoring.mistake_cases import MISTAKES, Mistake, write_mistaken_game

NUMBA_MISTAKES = [
    Mistake(
        "makes_list",
        "rules.py",
        "dots = 1 if action == TIMEOUT else action + 1",
        "dots = [1, action + 1][action != TIMEOUT]",
        "rules.py:70: Numba cannot compile this line. Use numbers, fields of the record, fixed arrays and loops;"
        " no lists, dicts, strings or allocation.",
    ),
    Mistake(
        "makes_text",
        "rules.py",
        "    s.heap -= dots",
        "    s.heap -= int(str(dots))",
        "rules.py:71: Numba cannot compile this line. Use numbers, fields of the record, fixed arrays and loops;"
        " no lists, dicts, strings or allocation.",
    ),
    Mistake(
        "calls_plain_function",
        "rules.py",
        "    s.heap -= dots",
        "    s.heap -= plain(dots)\n\n\ndef plain(dots):\n    return dots\n",
        "rules.py:71: 'plain' is a plain function. Decorate it with @rule.",
    ),
]


@pytest.fixture(scope="session")
def sentences(tmp_path_factory):
    where = tmp_path_factory.mktemp("mistakes")
    command = [sys.executable, "-m", "tests.authoring.mistake_cases", str(where)]
    ran = subprocess.run(
        command, env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, stdout=subprocess.PIPE, text=True, check=True
    )
    return json.loads(ran.stdout)


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name)
def test_a_mistake_gives_one_sentence_with_file_and_line(sentences, mistake):
    assert sentences[mistake.name] == mistake.says


@pytest.mark.parametrize("mistake", NUMBA_MISTAKES, ids=lambda mistake: mistake.name)
def test_a_line_that_numba_cannot_compile_is_named(tmp_path, mistake):
    game = load_game_folder(write_mistaken_game(mistake, tmp_path))
    play: Any = game.rules.play
    compile_on_demand()
    with pytest.raises(Exception) as raised:  # noqa: PT011 (Numba's own types)
        getattr(play, "compiled", play)(np.zeros(1, game.state.STATE)[0], 0, 0, 0)
    assert str(mistake_from_exception(raised.value, game)).replace(f"{game.folder}/", "") == mistake.says


@pytest.mark.parametrize("command", ["check", "simulate", "play", "report"])
def test_every_command_prints_the_sentence_and_nothing_else(tmp_path, capsys, command):
    mistake = next(one for one in MISTAKES if one.name == "unknown_field")
    folder = write_mistaken_game(mistake._replace(name=f"unknown_field_{command}"), tmp_path)
    assert main([command, str(folder)]) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"dottable: {folder}/{mistake.says}\n")


def test_a_loop_without_end_is_named(tmp_path):
    change = ("    s.heap -= dots", "    while dots > 0:\n        dots += 0\n    s.heap -= dots")
    folder = write_mistaken_game(Mistake("endless_loop", "rules.py", *change, ""), tmp_path)
    program = (
        "import sys; from dottable.core.authoring import trial_matches as trial; "
        "trial.STUCK_AFTER_S = 1; sys.exit(trial.main())"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program, str(folder)],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert ran.returncode == 1
    said = r"rules.py:7[12]: This loop has not ended after 1 s. Check its condition."
    assert re.fullmatch(said, ran.stdout.strip().removeprefix(f"{folder}/"))


def test_the_whole_traceback_can_be_shown(tmp_path, monkeypatch):
    monkeypatch.setenv("DOTTABLE_TRACEBACK", "1")
    folder = write_mistaken_game(MISTAKES[0]._replace(name="shows_traceback"), tmp_path)
    with pytest.raises(Exception, match="does not export GAME"):
        main(["check", str(folder)])


def test_the_example_has_no_mistakes(last_dot):
    require_sound_sources(last_dot)


@pytest.mark.parametrize("slug", list(installed_games()))
def test_the_rooms_of_every_game_keep_the_contract(slug):
    check_against_contract(installed_games()[slug])
