"""Measures the ledger: its parts over equal bots, and how many matches it saves to tell two levels apart.

    python benchmarks/study/ledger.py dot_tiles --matches 200 --levels sharp,steady

With two different levels, the seats change places from match to match. The result of the first level is compared with
its luck-adjusted result. The ratio of their variances is the factor by which fewer matches suffice, if both have the
same mean. The same is done for its lead in points.
"""

from __future__ import annotations

import argparse
import json
from typing import Any

import numpy as np
from line_ups import play
from msgspec.structs import asdict

from dottable.core.primitives.record import Array
from dottable.core.registry import find_game
from dottable.lab.worker_pool import WorkerPool, run_jobs
from dottable.study.evaluation_settings import ReviewSettings
from dottable.study.result_ledger import make_ledger, residual
from dottable.study.review import review_seed
from dottable.study.review_types import REVIEW_VERSION
from dottable.study.rollouts import seed_of

PARTS = ("deal", "chance", "own_errors", "other_errors")


def measure_match(slug: str, levels: tuple[str, str], index: int, settings: ReviewSettings, name: str) -> list[float]:
    """Return start, parts, result, luck-adjusted result and residual of the first level, in wins and in points."""
    seat = index % 2
    line_up = levels if seat == 0 else levels[::-1]
    match = play(find_game(slug), line_up, seed_of(name, slug, index // 2 if levels[0] != levels[1] else index))
    one = make_ledger(match, seed_of(review_seed(match), "ledger"), settings).seats[seat]
    row = []
    for book in (one, one.points):
        parts = [getattr(book, part) for part in PARTS]
        row += [book.start, *parts, book.result, book.result - book.deal - book.chance, residual(book)]
    return row


def mean_and_error(values: Array) -> dict[str, float]:
    return {"mean": float(values.mean()), "standard_error": float(values.std(ddof=1) / len(values) ** 0.5)}


def summary(rows: Array) -> dict[str, Any]:
    """Return the figures of all matches."""
    named = {part: mean_and_error(rows[:, 1 + k]) for k, part in enumerate(PARTS)}
    result, adjusted = rows[:, 5], rows[:, 6]
    return {
        "matches": len(rows),
        **named,
        "result": mean_and_error(result),
        "luck_adjusted_result": mean_and_error(adjusted),
        "variance_ratio": float(result.var(ddof=1) / adjusted.var(ddof=1)),
        "largest_residual": float(abs(rows[:, 7]).max()),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--levels", default="greedy,greedy", help="two levels; equal ones measure the bias")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--rollouts", type=int, default=100)
    parser.add_argument("--choice-error", type=float, default=0.02, help="standard error of the worth of each choice")
    parser.add_argument("--max-choice-deals", type=int, default=2000)
    parser.add_argument("--pool", type=int, default=192, help="states to infer for each choice in DOTS")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", default="ledger")
    args = parser.parse_args()
    levels = tuple(args.levels.split(","))
    settings = ReviewSettings(
        ledger_rollouts=args.rollouts,
        choice_error=args.choice_error,
        max_choice_deals=args.max_choice_deals,
        screening_pool=args.pool,
    )
    jobs = [(args.game, levels, n, settings, args.seed) for n in range(args.matches)]
    rows = np.array([row for _, row in run_jobs(measure_match, jobs, WorkerPool(args.workers))])
    facts = {"game": args.game, "levels": levels, "settings": asdict(settings), "version": REVIEW_VERSION}
    wins, points = summary(rows[:, :8]), summary(rows[:, 8:])
    print(json.dumps({**facts, "wins": wins, "points": points}, indent=2))


if __name__ == "__main__":
    main()
