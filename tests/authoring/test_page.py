"""The page for authors, `docs/add-a-game.md`: its modules work, and its sentences are those that Dottable says."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from dottable.core.registry import installed_games
from tests.authoring.mistake_cases import MISTAKES
from tests.authoring.test_mistakes import NUMBA_MISTAKES
from tests.conftest import LAST_DOT, ROOT

PAGE = (ROOT / "docs" / "add-a-game.md").read_text("utf-8")
ROOM_BLOCK = re.compile(r"```python\n# (\w+\.py)\n(.*?)```", re.DOTALL)
SENTENCE = re.compile(r"`my_game/(\w+\.py:\d+: [^|]*)` \|")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of Last Dot with all modules of the page."""
    folder = tmp_path_factory.mktemp("page") / "my_game"
    shutil.copytree(LAST_DOT, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for name, text in ROOM_BLOCK.findall(PAGE):
        (folder / name).write_text(text, "utf-8")
    assert {"bot.py", "lab.py", "deck.py"} <= {path.name for path in folder.iterdir()}
    return folder


def run_interpreted(folder: Path, *command: str) -> str:
    """Return the output of `python -m` with rules in plain Python, which needs no compilation."""
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    ran = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=folder.parent,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def test_the_rooms_of_the_page_pass_the_trial(folder):
    assert run_interpreted(folder, "dottable.core.authoring.trial_matches", "my_game") == ""


def test_the_statistics_and_pictures_of_the_page_are_written(folder):
    run_interpreted(
        folder,
        *[
            "dottable",
            "simulate",
            "my_game",
            "--matches",
            "2",
            "--statistics",
            "--out",
            "matches.csv",
            "--workers",
            "1",
        ],
    )
    assert "timeouts,takes_0,takes_1,takes_2" in (folder.parent / "matches.csv").read_text()
    run_interpreted(folder, *["dottable", "deck", "show", "my_game", "--svg", "pictures"])
    assert len(list((folder.parent / "pictures").glob("*.svg"))) == 6


def test_a_report_on_a_game_without_statistics_does_not_deny_its_turns(last_dot):
    from dottable.lab.report.finding_sentences import first_turn_finding

    statistics: Any = SimpleNamespace(game=last_dot, metrics={})
    assert first_turn_finding(statistics).startswith("It is not known who begins")


def test_the_page_quotes_what_dottable_says():
    quoted = [sentence.rstrip("…") for sentence in SENTENCE.findall(PAGE)]
    assert len(quoted) >= 5
    said = [mistake.says for mistake in (*MISTAKES, *NUMBA_MISTAKES)]
    assert [sentence for sentence in quoted if not any(one.startswith(sentence) for one in said)] == []


@pytest.mark.parametrize("slug", [slug for slug, game in installed_games().items() if game.is_built_in])
def test_every_built_in_game_has_a_board(slug):
    assert (ROOT / "web" / "src" / "games" / slug / "index.ts").is_file()
