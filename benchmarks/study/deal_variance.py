"""Splits the variance of results between two levels into the deal with the seat, and the bots' own random choices.

    python benchmarks/study/deal_variance.py dot_allot --levels sharp,steady --deals 60

Every deal is played several times in both line-ups. The part between deals is what knowing the deal could take out.
Matches of a reference level against itself on the same deals estimate it: `saved_by_self_play` is the factor by which
fewer matches suffice if their mean is taken off each result. `saved_by_pairs` is that of playing each deal twice, with
the seats changed.
"""

from __future__ import annotations

import argparse
import json

import numpy as np

from dottable.bots.bot import Budget
from dottable.bots.registry import find_bot
from dottable.core.matches.match import Match
from dottable.core.primitives.record import Array
from dottable.core.registry import find_game
from dottable.lab.series.match_runner import run_match
from dottable.study.result_ledger import win_shares
from dottable.study.rollouts import seed_of


def first_shares(slug: str, line_up: tuple[str, str], deal: int, replays: int, name: str) -> list[float]:
    """Return the win share of seat 0 in several matches on one deal, each with other random choices of the bots."""
    game = find_game(slug)
    bots = [find_bot(level, game) for level in line_up]
    found = []
    for n in range(replays):
        match = Match(game, seats=2, seed=seed_of(name, deal), salt=bytes(16))
        run_match(match, bots, [Budget()] * 2, seed_of(name, "choices", deal, *line_up, n))
        found.append(float(win_shares(match)[0]))
    return found


def results_by_deal(slug: str, levels: tuple[str, str], deals: int, replays: int, name: str) -> Array:
    """Return the win shares of the first level: one row per deal, then both seats, then the replays."""
    rows = []
    for deal in range(deals):
        in_seat_0 = np.array(first_shares(slug, levels, deal, replays, name))
        in_seat_1 = 1 - np.array(first_shares(slug, levels[::-1], deal, replays, name))
        rows.append([in_seat_0, in_seat_1])
    return np.array(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--levels", default="sharp,steady")
    parser.add_argument("--reference", default="steady")
    parser.add_argument("--deals", type=int, default=60)
    parser.add_argument("--replays", type=int, default=6)
    parser.add_argument("--self-play", type=int, default=30, help="matches of the reference level on each deal")
    parser.add_argument("--seed", default="deal variance")
    args = parser.parse_args()
    first, second = args.levels.split(",")
    results = results_by_deal(args.game, (first, second), args.deals, args.replays, args.seed)
    mirror = (args.reference, args.reference)
    own = [np.mean(first_shares(args.game, mirror, deal, args.self_play, args.seed)) for deal in range(args.deals)]
    worth = np.stack([np.array(own), 1 - np.array(own)], axis=1)[:, :, None] - 0.5
    total, within = results.var(ddof=1), results.var(axis=2, ddof=1).mean()
    found = {
        "game": args.game,
        "matches": results.size,
        "result": float(results.mean()),
        "variance": float(total),
        "share_of_random_choices": float(within / total),
        "most_saved_by_the_deal": float(total / within),
        "saved_by_self_play": float(total / (results - worth).var(ddof=1)),
        "saved_by_pairs": float(total / 2 / results.mean(axis=1).var(ddof=1)),
    }
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
