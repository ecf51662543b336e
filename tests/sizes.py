"""The sizes of long tests: quick for `make test`, full for CI, and for some of them a larger size before a release."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import TypeVar

import pytest

Size = TypeVar("Size")

FULL_VARIABLE = "DOTTABLE_FULL"
"""Environment variable that `pytest --full` sets to `1` and `pytest --release` to `release`, also for the workers."""
RELEASE_VALUE = "release"
IS_FULL = os.environ.get(FULL_VARIABLE, "0") not in ("", "0")
IS_RELEASE = os.environ.get(FULL_VARIABLE) == RELEASE_VALUE
QUICK_SEQUENCES = 1_000
"""Maximum number of move sequences that a quick run counts from one position; an oracle needs about 0.1 s for them."""

INTERPRETED_KIT_SLUGS = ("dot_allot", "dot_tiles", "dots_52")
"""Games with short matches: a quick run checks them interpreted, which takes less time than compiling the checks."""
QUICK_SERIES_SLUGS = ("dot_tiles", "dots_72")
"""Games whose series between policies a quick run compiles, which takes about 20 s of CPU time for each game."""


def sized(quick: Size, full: Size, release: Size | None = None) -> Size:
    """Return the size for this run. `--full-rest` runs the tests of every module that imports this function."""
    if IS_RELEASE and release is not None:
        return release
    return full if IS_FULL else quick


def full_only(reason: str) -> pytest.MarkDecorator:
    """Return a mark that leaves a slow test out of quick runs. `--full-rest` runs every test of a module with it."""
    return pytest.mark.skipif(not IS_FULL, reason=f"{reason}; pytest --full runs it")


def sized_series_slugs(slugs: Iterable[str]) -> list[str]:
    """Return the games whose series between policies are tested: all, or in a quick run those that it compiles."""
    return [slug for slug in slugs if IS_FULL or slug in QUICK_SERIES_SLUGS]


def sized_depths(counts: Sequence[int]) -> list[int]:
    """Return the depths at which to count move sequences: all depths, or in a quick run those up to QUICK_SEQUENCES."""
    return [depth for depth in range(len(counts)) if IS_FULL or max(counts[: depth + 1]) <= QUICK_SEQUENCES]
