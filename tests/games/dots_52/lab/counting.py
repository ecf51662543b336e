"""Counts the statistics of single matches, and returns the counts by name."""

from __future__ import annotations

import numpy as np

from dottable.core.lab.statistics_definitions import offsets_by_count_name, total_size
from dottable.core.primitives.record import rule_array
from dottable.games.dots_52.lab import statistics
from dottable.games.dots_52.pieces import JACK, RANK_TEXTS
from dottable.games.dots_52.state import CALLING
from dottable.games.dots_52.view import notation
from tests.games.dots_52.positions import play, seat_of, table

SHAPES = {count.name: count.shape for count in statistics.COUNTS}
STARTS = offsets_by_count_name(statistics.COUNTS)


def by_name(rows):
    """Return rows of counts, or a single row, as arrays by name."""
    return {
        count.name: rows[..., STARTS[count.name] : STARTS[count.name] + count.size].reshape(
            rows.shape[:-1] + count.shape
        )
        for count in statistics.COUNTS
    }


def counted(match, moves):
    """Return the counts of moves written in one line, without zeros."""
    row = np.zeros(total_size(statistics.COUNTS), np.int32)
    for text in moves.split(", "):
        who, move = text.split()
        seat, action = seat_of(who), notation.read_action(move)
        statistics.count_before_move(match.state, seat, action, rule_array(row))
        play(match, text)
        statistics.count_after_move(match.state, seat, action, rule_array(row))
    return {name: found.tolist() for name, found in by_name(row).items() if found.any()}


def at_rank(*texts):
    """Return ones at the given ranks and zeros elsewhere."""
    return [int(text in texts) for text in RANK_TEXTS]


def on_rank(text):
    return at_rank(text)[:JACK]


def after_call(*tableaux, moves="p2 draw, p2 discard, clock time-up", stock="2c", **rest):
    """Return the counts after seat 0 calls and the others have their turns."""
    return counted(table(*tableaux, phase=CALLING, stock=stock, pile="6d", **rest), f"p1 call, {moves}")


def reasons(found):
    """Return how often calls ended in each way."""
    return {name: found[name] for name in ("won", "high", "tied", "beaten") if name in found}
