"""A study worker for tests. A file (DOTTABLE_TEST_STUDY) says how a review goes: quick, slow, crash or fail."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

from dottable.core.matches.match_log import read_log
from dottable.server.study.worker_process import serve_jobs
from dottable.study.review_types import REVIEW_VERSION, MatchReview
from dottable.study.worker_jobs import gzipped_json

CONDUCT_VARIABLE = "DOTTABLE_TEST_STUDY"


def fake_review(text: str) -> Iterator[bytes]:
    path = Path(os.environ[CONDUCT_VARIABLE])
    log = read_log(text)
    for part in range(3):
        yield gzipped_json(part_of_review(log.game.slug, tuple(log.players), part / 3))
        conduct = path.read_text()
        if conduct == "crash":
            os.abort()
        if conduct == "fail":
            raise ZeroDivisionError
        while path.read_text() == "slow":
            time.sleep(0.02)
    yield gzipped_json(part_of_review(log.game.slug, tuple(log.players), 1.0))


def part_of_review(slug: str, names: tuple[str, ...], progress: float) -> MatchReview:
    return MatchReview(
        version=REVIEW_VERSION,
        game=slug,
        moves=1,
        players=names,
        is_complete=progress == 1,
        progress=progress,
        is_rough=False,
        seats=(),
        curve=(),
        turning_points=(),
        decisions=(),
        races=(),
        ledger=(),
    )


if __name__ == "__main__":
    serve_jobs({"review": fake_review})
