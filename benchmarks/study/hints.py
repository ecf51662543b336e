"""Measures hints: how long one takes, and how a player does who follows hints alone.

    python benchmarks/study/hints.py dot_tiles --against sharp --matches 40

The seats change places from match to match. In a race, where there are no hints, the player acts as the other bot.
"""

from __future__ import annotations

import argparse
import json
from time import perf_counter
from typing import Any

import numpy as np

from dottable.bots.bot import Bot, Budget, Choice
from dottable.bots.registry import find_bot
from dottable.bots.seat_access import SeatAccess
from dottable.core.matches.match import Match
from dottable.core.registry import find_game
from dottable.lab.series.match_runner import run_match
from dottable.lab.statistics.estimates import wilson_interval
from dottable.study.decision_review import is_race
from dottable.study.hints import HINT_MS, make_hint
from dottable.study.rollouts import seed_of


class HintPlayer:
    """Plays the move of every hint."""

    def __init__(self, in_races: Bot) -> None:
        self.in_races = in_races
        self.times_ms: list[float] = []

    def choose(self, access: SeatAccess, budget: Budget, seed: bytes) -> Choice:
        legal = access.legal()
        if is_race(access.game, legal):
            choice = self.in_races.choose(access, budget, seed)
            return choice if isinstance(choice, Choice) else Choice(choice)
        if len(legal) == 1:
            return Choice(legal[0])
        start_s = perf_counter()
        hint = make_hint(access, seed)
        self.times_ms.append(1000 * (perf_counter() - start_s))
        return Choice(hint.action)


def measure(slug: str, against: str, matches: int, seconds: float, name: str) -> dict[str, Any]:
    """Return the share of wins of the player and the times of its hints."""
    game, start_s, wins, played = find_game(slug), perf_counter(), 0.0, 0
    other = find_bot(against, game)
    player = HintPlayer(other)
    while played < matches and perf_counter() - start_s < seconds:
        seed, seat = seed_of(name, slug, played // 2), played % 2
        match = Match(game, seats=2, seed=seed, salt=bytes(16))
        bots: list[Bot] = [player, other] if seat == 0 else [other, player]
        run_match(match, bots, [Budget()] * 2, seed)
        winners = match.winners()
        wins += (seat in winners) / len(winners)
        played += 1
    times = np.array(player.times_ms)
    interval = wilson_interval(wins, played)
    return {
        "game": slug,
        "against": against,
        "matches": played,
        "wins": wins,
        "share": interval.share,
        "interval": [interval.low, interval.high],
        "hints": len(times),
        "median_ms": float(np.median(times)),
        "p95_ms": float(np.percentile(times, 95)),
        "budget_ms": HINT_MS,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+")
    parser.add_argument("--against", default="sharp")
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=600, help="no match begins after this time")
    parser.add_argument("--seed", default="hints")
    args = parser.parse_args()
    results = [measure(slug, args.against, args.matches, args.seconds, args.seed) for slug in args.games]
    print(json.dumps({"games": results}, indent=2))


if __name__ == "__main__":
    main()
