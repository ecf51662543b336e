"""Measures the verdicts of reviews: planted blunders that are found, and moves of `master` that are flagged.

    python benchmarks/study/judgement.py dot_tiles --seconds 120 --level casual

Each part gets an equal share of the CPU time. A match that has begun is finished. `--level` plays the matches in which
blunders are planted; a quick level leaves more time for blunders.
"""

from __future__ import annotations

import argparse
import json
from time import process_time
from typing import Any

from line_ups import play, play_with_blunders

from dottable.core.game import Game
from dottable.core.registry import find_game
from dottable.lab.statistics.estimates import wilson_interval
from dottable.study.decision_review import review_decision
from dottable.study.evaluation_settings import DEFAULT_SETTINGS
from dottable.study.reasons import ERROR_VERDICTS
from dottable.study.review import decisions_of, review_seed
from dottable.study.review_types import REVIEW_VERSION
from dottable.study.rollouts import seed_of

LEAST_JUDGED = 150
"""Decisions to judge even if playing took all of the time."""
TURN_BASED = ("dot_tiles", "dots_52", "dot_allot", "dots_72")


def measure_planted(game: Game, level: str, seconds: float, name: str) -> dict[str, Any]:
    """Return how many planted blunders reviews find in matches of a level."""
    start_s, found, planted, matches = process_time(), 0, 0, 0
    while process_time() - start_s < seconds:
        match, moves = play_with_blunders(game, level, seed_of(name, "planted", game.slug, matches))
        wanted = {one.move for one in moves}
        for decision in decisions_of(match):
            if decision.move in wanted and process_time() - start_s < 1.5 * seconds:
                planted += 1
                found += review_decision(decision, DEFAULT_SETTINGS, review_seed(match)).verdict in ERROR_VERDICTS
        matches += 1
    return {"level": level, "matches": matches, "planted": planted, "found": found, **share(found, planted)}


def measure_flagged(game: Game, level: str, seconds: float, name: str) -> dict[str, Any]:
    """Return how many decisions of a level are called errors."""
    start_s, flagged, judged, matches = process_time(), 0, 0, 0
    while process_time() - start_s < seconds:
        match = play(game, (level, level), seed_of(name, level, game.slug, matches))
        for decision in decisions_of(match):
            if judged < LEAST_JUDGED or process_time() - start_s < 1.5 * seconds:
                judged += 1
                flagged += review_decision(decision, DEFAULT_SETTINGS, review_seed(match)).verdict in ERROR_VERDICTS
        matches += 1
    return {"level": level, "matches": matches, "judged": judged, "flagged": flagged, **share(flagged, judged)}


def share(hits: int, count: int) -> dict[str, Any]:
    """Return a share with its 95 % Wilson interval."""
    if not count:
        return {"share": None}
    interval = wilson_interval(hits, count)
    return {"share": hits / count, "interval": [interval.low, interval.high]}


def measure(game: Game, args: argparse.Namespace) -> dict[str, Any]:
    """Return the wanted parts for one game, each in an equal share of the CPU time."""
    seconds, found = args.seconds / len(args.parts), dict[str, Any]()
    if "planted" in args.parts:
        found["planted"] = measure_planted(game, args.level, seconds, args.seed)
    if "flagged" in args.parts:
        found["flagged"] = measure_flagged(game, "master", seconds, args.seed)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=TURN_BASED)
    parser.add_argument("--seconds", type=float, default=240, help="CPU time per game")
    parser.add_argument("--level", default="sharp", help="level of the bots among whose moves blunders are planted")
    parser.add_argument("--parts", nargs="+", default=["planted", "flagged"], choices=["planted", "flagged"])
    parser.add_argument("--seed", default="judgement")
    args = parser.parse_args()
    results = {slug: measure(find_game(slug), args) for slug in args.games}
    print(json.dumps({"version": REVIEW_VERSION, "games": results}, indent=2))


if __name__ == "__main__":
    main()
