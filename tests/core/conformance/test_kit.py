"""Tests of the kit itself: a correct game passes, and a broken game is caught for every property."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from dottable.core.conformance import PROPERTY_SENTENCES, check_game
from dottable.core.conformance.execution_mode_checks import check_modes
from dottable.core.registry import load_game_folder
from tests.conftest import ROOT
from tests.core.conformance.mutants import COMPILED_MUTANTS, MUTANTS, write_mutant
from tests.sizes import full_only


@pytest.fixture(scope="module")
def broken_properties(tmp_path_factory) -> list[list[str]]:
    """The broken properties of each mutant, and last of the correct game; interpreted, for speed."""
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
    assert {mutant.breaks for mutant in MUTANTS + COMPILED_MUTANTS} == set(PROPERTY_SENTENCES)


@pytest.mark.parametrize("k", range(len(MUTANTS)), ids=[f"{m.breaks}-{k}" for k, m in enumerate(MUTANTS)])
def test_a_broken_property_is_caught(broken_properties, k):
    assert MUTANTS[k].breaks in broken_properties[k]


def test_the_correct_game_passes_interpreted(broken_properties):
    assert broken_properties[-1] == []


@full_only("compiling takes half a minute")
def test_the_correct_game_passes_compiled(last_dot):
    found = check_game(last_dot, matches=2000, text_matches=20, mode_matches=20)
    assert list(found) == []


@full_only("compiling takes seconds for each mutant")
@pytest.mark.parametrize("mutant", COMPILED_MUTANTS, ids=[m.breaks for m in COMPILED_MUTANTS])
def test_a_difference_between_modes_is_caught(mutant, tmp_path):
    game = load_game_folder(write_mutant(mutant, tmp_path / f"mutant_{mutant.breaks}"))
    broken_properties = {finding.property for finding in check_modes(game, 30, bytes(32))}
    assert mutant.breaks in broken_properties
