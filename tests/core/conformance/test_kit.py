"""The kit checks itself: a sound game passes, and for every property a broken one is caught."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from dottable.core.conformance import PROPERTIES, check_game
from dottable.core.conformance.modes import check_modes
from dottable.core.registry import load_folder
from tests.conftest import ROOT
from tests.core.conformance.mutants import COMPILED_MUTANTS, MUTANTS, write_mutant


@pytest.fixture(scope="module")
def found(tmp_path_factory) -> list[list[str]]:
    """What the kit finds in each mutant, and last in the sound game; interpreted, for speed."""
    folder = tmp_path_factory.mktemp("mutants")
    ran = subprocess.run(
        [sys.executable, "-m", "tests.core.conformance.mutants", str(folder)],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr[-2000:]
    return json.loads(ran.stdout)


def test_there_is_a_mutant_for_every_property():
    assert {mutant.breaks for mutant in MUTANTS + COMPILED_MUTANTS} == set(PROPERTIES)


@pytest.mark.parametrize("k", range(len(MUTANTS)), ids=[f"{m.breaks}-{k}" for k, m in enumerate(MUTANTS)])
def test_a_broken_property_is_caught(found, k):
    assert MUTANTS[k].breaks in found[k]


def test_the_sound_game_passes_interpreted(found):
    assert found[-1] == []


def test_the_sound_game_passes_compiled(last_dot):
    assert list(check_game(last_dot, matches=2000, people_matches=20, mode_matches=20)) == []


@pytest.mark.parametrize("mutant", COMPILED_MUTANTS, ids=[m.breaks for m in COMPILED_MUTANTS])
def test_a_difference_between_modes_is_caught(mutant, tmp_path):
    game = load_folder(write_mutant(mutant, tmp_path / f"mutant_{mutant.breaks}"))
    found = {finding.property for finding in check_modes(game, 30, bytes(32))}
    assert mutant.breaks in found
