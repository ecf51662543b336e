"""Ratings of all built-in agents in every game, as the Markdown table of docs/research.md.

    python benchmarks/research/agent_ratings.py --matches 20

Each game is a round robin with two seats. Every pair plays each deal twice, with the seats swapped. Ratings are Elo
with 95 % intervals around a mean of 1500. The same seed gives the same table, on any machine.
"""

from __future__ import annotations

import argparse
import sys

from dottable.bots.selectable_bots import LEVEL_NAMES
from dottable.core.game import Game
from dottable.core.matches.seeded_series import SeriesConfig, seed_from
from dottable.core.registry import installed_games
from dottable.lab.tournament import Tournament
from dottable.lab.worker_pool import WorkerPool

AGENTS = ("random", "greedy", *LEVEL_NAMES)
SEATS = 2


def rate(game: Game, matches: int, seed: str, workers: int | None) -> dict[str, str]:
    """Return the rating of every agent with half of its 95 % interval."""
    config = SeriesConfig(game, SEATS, game.state.Options(), seed_from(seed))
    tournament = Tournament(config, AGENTS, matches=matches)
    tournament.play(WorkerPool(workers))
    report = tournament.report()
    ratings = {standing.bot: standing.rating for standing in report.standings if standing.rating is not None}
    print(f"{game.slug}: {report.matches} matches in {report.seconds:.0f} s", file=sys.stderr, flush=True)
    return {bot: f"{rating.rating:.0f} ± {rating.high - rating.rating:.0f}" for bot, rating in ratings.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", default=list(installed_games()), metavar="SLUG")
    parser.add_argument("--matches", type=int, default=20, help="matches per pair (default: 20)")
    parser.add_argument("--seed", default="ratings")
    parser.add_argument("--workers", type=int, help="processes (default: one per core)")
    args = parser.parse_args()
    columns = [rate(installed_games()[slug], args.matches, args.seed, args.workers) for slug in args.games]
    print(f"| agent | {' | '.join(f'`{slug}`' for slug in args.games)} |")
    print("|---" * (len(columns) + 1) + "|")
    for bot in AGENTS:
        print(f"| `{bot}` | {' | '.join(column[bot] for column in columns)} |")


if __name__ == "__main__":
    main()
