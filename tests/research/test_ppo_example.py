"""The PPO example runs at a tiny size."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "examples" / "research" / "ppo_dot_tiles.py"
TINY_RUN_ARGUMENTS = ["--minutes", "0", "--envs", "8", "--steps", "16", "--matches", "20"]
RESULT_PATTERN = r"\d+\.\d% of {} matches won against {} \(95 %: \d+\.\d% to \d+\.\d%\)"


def run_example(*arguments):
    ran = subprocess.run(
        [sys.executable, str(SCRIPT), *TINY_RUN_ARGUMENTS, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.mark.skipif(find_spec("torch") is None, reason="torch is not installed (not in the lock file: too large)")
def test_the_example_learns_saves_loads_and_plays_against_a_level(tmp_path):
    checkpoint = tmp_path / "tiles.pt"
    first = run_example("--save", checkpoint)
    assert "1 updates, 128 steps" in first
    assert re.search(RESULT_PATTERN.format(20, "random"), first)
    second = run_example("--load", checkpoint, "--levels", "newcomer", "--level-matches", 2)
    assert first.splitlines()[-1] == second.splitlines()[-2], "the loaded network plays as the saved one"
    assert re.search(RESULT_PATTERN.format(2, "newcomer"), second)


def test_the_example_is_one_short_file():
    lines = SCRIPT.read_text(encoding="utf-8").splitlines()
    assert len(lines) < 225
