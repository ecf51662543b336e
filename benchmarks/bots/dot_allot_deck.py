"""Measures the house deck of Dot Allot against the targets of A20, batch by batch; it can be stopped and continued.

    python benchmarks/bots/dot_allot_deck.py sharp 2000 results.jsonl     play until every combination has 2,000 matches
    python benchmarks/bots/dot_allot_deck.py --print results.jsonl        print the table of what has been played

A line of the file has the counts of one batch: bots, options, first match, and sums. The seed is fixed: match n is the
same match in every run. Lines of another deck than the present house deck are left out.

`dot_allot_deck_gpu.py` plays the same matches on a GPU.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from dottable.core.matches.seeded_series import SeriesConfig, seed_from
from dottable.core.registry import find_game
from dottable.lab.series.bot_series import BotSeries
from dottable.lab.statistics.estimates import WilsonInterval, wilson_interval
from dottable.lab.statistics.metrics import MatchStatistics

GAME = find_game("dot_allot")
COMBINATIONS = list(product(("dark", "light"), ("vertical", "horizontal"), ("standard", "colour-locked")))
BATCH_SIZE = 25
"""Matches of one combination before the next combination has its turn."""
SUMMED_COUNTS = ("tied", "colours", "dots_in_groups", "groups", "refused", "reaching", "covering")


def batch_series(bots: str, combination: tuple[str, str, str]) -> BotSeries:
    """Return the series of all matches of one line-up and combination of options."""
    side, orientation, scoring = combination
    options = GAME.state.Options(side=side, orientation=orientation, scoring=scoring)
    config = SeriesConfig(GAME, seats=2, options=options, seed=seed_from("A20"))
    return BotSeries(config, (bots, bots), has_statistics=True)


def play_batch(bots: str, combination: tuple[str, str, str], first: int) -> dict[str, Any]:
    """Return the sums over BATCH_SIZE matches from match `first` on."""
    series = batch_series(bots, combination)
    return batch_sums(bots, combination, first, MatchStatistics(series, series.play(first, BATCH_SIZE)))


def batch_sums(bots: str, combination: tuple[str, str, str], first: int, played: MatchStatistics) -> dict[str, Any]:
    """Return the line of the file for one batch."""
    decided = played.is_decided
    return {
        "deck": deck_hash(),
        "bots": bots,
        "combination": combination,
        "first": first,
        "matches": played.matches,
        "decided": int(decided.sum()),
        "starter_wins": int(((played.wins_by_turn_order[:, 0] > 0) & decided).sum()),
        "group_sums": played.counts_by_name["dots_in_groups"].tolist(),
        "tied_sums": played.counts_by_name["tied"].tolist(),
        **{name: int(played.counts_by_name[name].sum()) for name in SUMMED_COUNTS},
    }


def deck_hash() -> str:
    assert GAME.house_deck is not None
    return GAME.house_deck.content_hash[:16]


def read_batches(path: Path) -> list[dict[str, Any]]:
    """Return the batches of the present house deck that the file holds."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [batch for batch in map(json.loads, lines) if batch["deck"] == deck_hash()]


def measure(bots: str, matches: int, path: Path) -> None:
    """Play until every combination has `matches` matches, and append each batch to the file."""
    done: defaultdict[tuple[str, ...], set[int]] = defaultdict(set)
    for batch in read_batches(path):
        if batch["bots"] == bots:
            done[tuple(batch["combination"])].add(batch["first"])
    for first in range(0, matches, BATCH_SIZE):
        for combination in COMBINATIONS:
            if first not in done[combination]:
                with path.open("a", encoding="utf-8") as out:
                    out.write(json.dumps(play_batch(bots, combination, first)) + "\n")


def mean_with_interval(values: list[int], per_match: float) -> tuple[float, float]:
    """Return the mean of sums per match divided by `per_match`, and half of its 95 % interval."""
    sums = np.array(values, np.float64) / per_match
    return float(sums.mean()), float(1.96 * sums.std(ddof=1) / np.sqrt(len(sums)))


def table_rows(path: Path) -> Iterator[str]:
    """Yield the rows of the table as Markdown: one per level and combination."""
    yield "| bots | options | matches | starter wins (decided) | matches tied | colours tied | group | refused |"
    yield "|---|---|---|---|---|---|---|---|"
    grouped: defaultdict[tuple[str, tuple[str, ...]], list[dict[str, Any]]] = defaultdict(list)
    for batch in read_batches(path):
        grouped[batch["bots"], tuple(batch["combination"])].append(batch)
    for bots in sorted({bots for bots, _ in grouped}, reverse=True):
        for combination in COMBINATIONS:
            if batches := grouped.get((bots, combination)):
                yield f"| {bots} | {', '.join(combination)} | {row_text(batches)} |"


def row_text(batches: list[dict[str, Any]]) -> str:
    """Return the cells of one row: number of matches and the metrics with their 95 % intervals."""
    total = {
        key: sum(batch[key] for batch in batches) for key in ("matches", "decided", "starter_wins", *SUMMED_COUNTS)
    }
    wins = wilson_interval(total["starter_wins"], total["decided"])
    ties = wilson_interval(total["matches"] - total["decided"], total["matches"])
    colours = total["colours"] / total["matches"]
    tied, tied_half = mean_with_interval([n for batch in batches for n in batch["tied_sums"]], colours)
    group, group_half = mean_with_interval([n for batch in batches for n in batch["group_sums"]], 2 * colours)
    refused = total["refused"] / total["reaching"]
    cells = [
        f"{total['matches']:,}",
        share_text(wins),
        share_text(ties),
        f"{100 * tied:.1f} % ± {100 * tied_half:.1f}",
        f"{group:.2f} ± {group_half:.2f}",
        f"{100 * refused:.1f} %",
    ]
    return " | ".join(cells)


def share_text(share: WilsonInterval) -> str:
    """Return a share in percent with its interval."""
    if share.share is None or share.low is None or share.high is None:
        return "-"
    return f"{100 * share.share:.1f} % ({100 * share.low:.1f} to {100 * share.high:.1f})"


if __name__ == "__main__":
    if sys.argv[1] == "--print":
        print("\n".join(table_rows(Path(sys.argv[2]))))
    else:
        measure(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]))
