"""The OpenSpiel examples run at a tiny size."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.conftest import ROOT

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'dottable[openspiel]'")

EXAMPLES = ROOT / "examples" / "research"
MAX_LINES = 150


def run_example(name: str, *arguments: str) -> str:
    command = [sys.executable, str(EXAMPLES / f"{name}.py"), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=300).stdout


def test_ismcts_plays_against_our_search():
    output = run_example("ismcts_against_search", "--matches", "2", "--simulations", "8")
    assert "dottable_dot_tiles, 8 simulations per move, 2 matches" in output
    assert output.count("ms per move") == 2


def test_exploitability_at_least_halves():
    output = run_example("exploitability_dots_52", "--cards", "A♠ 9♠ 9♥", "--iterations", "20")
    rows = [list(map(float, line.split())) for line in output.splitlines()[2:-1]]
    assert len(rows) == 10
    for column in (1, 3):
        assert rows[-1][column] < rows[0][column] / 2


@pytest.mark.parametrize("name", ["ismcts_against_search", "exploitability_dots_52"])
def test_an_example_stays_short(name):
    assert len((EXAMPLES / f"{name}.py").read_text(encoding="utf-8").splitlines()) < MAX_LINES
