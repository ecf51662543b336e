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


@pytest.mark.skipif(find_spec("torch") is None, reason="torch is not installed (not in the lock file: too large)")
def test_the_example_learns_and_prints_a_win_rate_with_its_interval():
    ran = subprocess.run(
        [sys.executable, str(SCRIPT), *TINY_RUN_ARGUMENTS], capture_output=True, text=True, check=False, timeout=300
    )
    assert ran.returncode == 0, ran.stderr
    assert re.search(r"\d+\.\d% of 20 matches won against random \(95 %: \d+\.\d% to \d+\.\d%\)", ran.stdout)


def test_the_example_is_one_short_file():
    lines = SCRIPT.read_text(encoding="utf-8").splitlines()
    assert len(lines) < 150
