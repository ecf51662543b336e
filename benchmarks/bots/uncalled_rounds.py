"""Share of rounds of `dots_52` that end without a call (D16), by level and number of seats, as one JSON object."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from typing import Any

from dottable.bots.selectable_bots import LEVEL_NAMES
from dottable.core.matches.match import Match
from dottable.core.matches.seeded_series import SeriesConfig, seed_from
from dottable.core.registry import find_game
from dottable.games.dots_52.state import CALL_WON, NO_CALL, ROUND_OVER
from dottable.lab.series.bot_series import BotSeries

DEFAULT_SEATS = (2, 3, 4)
ROUNDS = 1000
"""Rounds of each line-up."""


def uncalled_share(level: str, seats: int, rounds: int, seed: str) -> dict[str, Any]:
    """Play matches between bots of one level until `rounds` rounds are over. Return the counts and the shares."""
    game = find_game("dots_52")
    series = BotSeries(SeriesConfig(game, seats, game.state.Options(), seed_from(seed)), [level] * seats)
    ended: list[tuple[int, int]] = []
    matches = 0
    while len(ended) < rounds:
        ended += ends_of_rounds(series.played_match(matches))
        matches += 1
    outcomes = [outcome for outcome, _ in ended]
    uncalled, won = outcomes.count(NO_CALL), outcomes.count(CALL_WON)
    return {
        "level": level,
        "seats": seats,
        "matches": matches,
        "rounds": len(ended),
        "uncalled": uncalled,
        "uncalled_share": uncalled / len(ended),
        "turns_per_seat": sum(turns for _, turns in ended) / len(ended) / seats,
        "calls_won_share": won / (len(ended) - uncalled) if len(ended) > uncalled else None,
    }


def ends_of_rounds(match: Match) -> Iterator[tuple[int, int]]:
    """Yield the outcome of every round of a match and the number of its turns, by replaying the match."""
    again = match.before_first_move()
    for move in match.moves:
        was_over = again.record["phase"] >= ROUND_OVER
        again.apply(*move)
        if again.record["phase"] >= ROUND_OVER and not was_over:
            yield int(again.record["outcome"]), int(again.record["turns"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--levels", default=",".join(LEVEL_NAMES), help="levels, separated by commas (default: all)")
    parser.add_argument("--seats", default=",".join(map(str, DEFAULT_SEATS)), help="numbers of seats (default: 2,3,4)")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"rounds of each line-up (default: {ROUNDS})")
    parser.add_argument("--seed", default="uncalled", help="text from which all chance follows (default: uncalled)")
    args = parser.parse_args()
    lineups = []
    for level in args.levels.split(","):
        for seats in args.seats.split(","):
            lineups.append(uncalled_share(level, int(seats), args.rounds, args.seed))
            print(json.dumps(lineups[-1]), file=sys.stderr, flush=True)
    print(json.dumps({"lineups": lineups}, indent=2))


if __name__ == "__main__":
    main()
