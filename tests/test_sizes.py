"""The sizes of a quick run, a full run, and a run before a release."""

from __future__ import annotations

from tests import sizes
from tests.conftest import has_two_sizes
from tests.docs import test_examples
from tests.games.dot_tiles.rules import test_count_positions, test_oracle, test_turns


def test_the_rest_of_a_full_run_is_the_modules_that_have_two_sizes():
    assert has_two_sizes(test_oracle)
    assert has_two_sizes(test_count_positions)
    assert has_two_sizes(test_examples)
    assert not has_two_sizes(test_turns)


def test_a_quick_run_counts_no_deeper_than_its_limit(monkeypatch):
    counts = [1, 20, sizes.QUICK_SEQUENCES, sizes.QUICK_SEQUENCES + 1, 0]
    monkeypatch.setattr(sizes, "IS_FULL", False)
    monkeypatch.setattr(sizes, "IS_RELEASE", False)
    assert sizes.sized_depths(counts) == [0, 1, 2]
    assert sizes.sized(1, 2) == 1
    monkeypatch.setattr(sizes, "IS_FULL", True)
    assert sizes.sized_depths(counts) == [0, 1, 2, 3, 4]
    assert sizes.sized(1, 2) == 2
    assert sizes.sized(1, 2, 3) == 2
    monkeypatch.setattr(sizes, "IS_RELEASE", True)
    assert sizes.sized(1, 2) == 2
    assert sizes.sized(1, 2, 3) == 3
