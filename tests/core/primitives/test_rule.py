"""Compiled code is never stale: the cache depends on all sources."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from dottable.core.primitives import rule
from dottable.core.source_folders import CORE_FOLDER
from tests.conftest import LAST_DOT
from tests.sizes import full_only

SCRIPT = """
import sys
from pathlib import Path
from dottable.core.registry import load_game_folder
from dottable.core.matches.match import Match
match = Match(load_game_folder(Path(sys.argv[1])), seed=bytes(32))
match.apply(0, 0)
print(match.scores())
"""


def first_scores(folder, cache) -> str:
    environment = os.environ | {"DOTTABLE_CACHE": str(cache)}
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(folder)], env=environment, capture_output=True, text=True, check=True
    )
    return ran.stdout.strip()


@full_only("compiles four times")
def test_an_edited_rule_is_recompiled_even_if_its_caller_was_not_edited(tmp_path):
    """`scores` and the kernels call `total`, which moves into a file of its own and is edited there."""
    copy = tmp_path / "last_dot_edited"
    shutil.copytree(LAST_DOT, copy, ignore=shutil.ignore_patterns("__pycache__"))
    rules = (copy / "rules.py").read_text()
    before, total, after = rules.partition("@rule\ndef total")
    body, rest = after.split("\n\n\n", 1)
    (copy / "sums.py").write_text(
        "from typing import Any\nfrom dottable.core.primitives.rule import rule\n\n\n" + total + body + "\n"
    )
    (copy / "rules.py").write_text(before.replace("from .state", "from .sums import total\nfrom .state") + rest)
    assert first_scores(copy, tmp_path / "cache") == "[1, 0]"

    sums = (copy / "sums.py").read_text()
    (copy / "sums.py").write_text(sums.replace("s.taken[seat] +", "10 * s.taken[seat] +"))
    assert first_scores(copy, tmp_path / "cache") == "[10, 0]"

    (copy / "sums.py").write_text(sums)
    before_loading = compiled_files(tmp_path)
    assert first_scores(copy, tmp_path / "cache") == "[1, 0]"
    assert compiled_files(tmp_path) == before_loading != {}, "the code is loaded from disk the second time"


def compiled_files(folder) -> dict[Path, int]:
    """Return the times at which compiled code was written, by file."""
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*.nbc")}


def test_the_fingerprint_depends_on_sources_data_and_checking_mode(tmp_path, monkeypatch):
    (tmp_path / "rules.py").write_text("a = 1\n")
    seen = {rule.source_fingerprint((tmp_path,))}
    (tmp_path / "rules.py").write_text("a = 2\n")
    seen.add(rule.source_fingerprint((tmp_path,)))
    (tmp_path / "deck.toml").write_text("b = 1\n")
    seen.add(rule.source_fingerprint((tmp_path,)))
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    seen.add(rule.source_fingerprint((tmp_path,)))
    assert len(seen) == 4
    (tmp_path / "notes.txt").write_text("not a source")
    assert rule.source_fingerprint((tmp_path,)) in seen


def test_old_cache_folders_are_removed(tmp_path):
    for k in range(rule.MAX_CACHE_FOLDERS + 5):
        folder = tmp_path / f"cache{k:02}"
        folder.mkdir()
        os.utime(folder, (k, k))
    rule.remove_oldest_caches(tmp_path)
    left = sorted(folder.name for folder in tmp_path.iterdir())
    assert len(left) == rule.MAX_CACHE_FOLDERS
    assert left[0] == "cache05"


@pytest.mark.skipif(rule.CALLS_ARE_INTERPRETED, reason="interpreted rules are plain functions")
def test_a_rule_that_allocates_does_not_compile():
    import numba
    import numpy as np

    def allocate(n):
        return np.zeros(n)[0]

    with pytest.raises(numba.core.errors.NumbaError):
        rule.rule(allocate)(3)


def test_every_module_of_core_that_has_rules_counts_for_the_cache():
    decorators = ("\n@rule\n", "\n@noinline_rule\n")
    # The conformance kit declares sources of its own.
    modules = [path for path in CORE_FOLDER.rglob("*.py") if "conformance" not in path.parts]
    with_rules = [path for path in modules if any(mark in path.read_text() for mark in decorators)]
    assert len(with_rules) >= 5
    assert all(any(path.is_relative_to(source) for source in rule.CORE_SOURCES) for path in with_rules)
    assert all(path.exists() for path in rule.CORE_SOURCES)
