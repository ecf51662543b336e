"""Jobs of study workers: functions of plain arguments that yield results as gzip-compressed JSON."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from math import inf
from time import perf_counter
from typing import Any

import msgspec

from dottable.core.matches.match_log import read_log, verify_log
from dottable.core.registry import find_game
from dottable.study.puzzles import daily_puzzle
from dottable.study.review import review_match

COMPRESSION_LEVEL = 5
MIN_INTERVAL_S = 0.4
"""Minimum time in seconds between two partial results of a job, because compression costs time."""


def gzipped_json(result: Any) -> bytes:
    """Return a result as gzip-compressed JSON. Equal results give equal bytes."""
    return gzip.compress(msgspec.json.encode(result), COMPRESSION_LEVEL, mtime=0)


def review_log(text: str) -> Iterator[bytes]:
    """Yield partial reviews of the match in a log, each with more of it judged, and finally the complete review."""
    log = read_log(text)
    last_s = -inf
    for review in review_match(verify_log(log), players=log.players):
        if review.is_complete or perf_counter() - last_s >= MIN_INTERVAL_S:
            yield gzipped_json(review)
            last_s = perf_counter()


def make_daily_puzzle(slug: str, day: str) -> Iterator[bytes]:
    """Yield the puzzle of a game for a day (`YYYY-MM-DD`); nothing if there is no clear one."""
    puzzle = daily_puzzle(find_game(slug), day)
    if puzzle is not None:
        yield gzipped_json(puzzle)
