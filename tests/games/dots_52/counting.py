"""Counts while a match is played, and finds the counts again by name."""

from __future__ import annotations

import numpy as np

from dottable.core.record import for_rules
from dottable.core.tally import offsets, width
from dottable.games.dots_52 import notation, tally
from dottable.games.dots_52.pieces import JACK, RANK_TEXTS
from dottable.games.dots_52.state import CALLING

from .positions import play, seat_of, table

SHAPES = {count.name: count.shape for count in tally.COUNTS}
STARTS = offsets(tally.COUNTS)


def by_name(rows):
    """Rows of counts, or a single one, as arrays by name."""
    return {
        count.name: rows[..., STARTS[count.name] : STARTS[count.name] + count.size].reshape(
            rows.shape[:-1] + count.shape
        )
        for count in tally.COUNTS
    }


def counted(match, moves):
    """The counts of moves written in one line; those that stayed at nothing are left out."""
    row = np.zeros(width(tally.COUNTS), np.int32)
    for text in moves.split(", "):
        who, move = text.split()
        seat, action = seat_of(who), notation.read(move)
        tally.before(match.state, seat, action, for_rules(row))
        play(match, text)
        tally.after(match.state, seat, action, for_rules(row))
    return {name: found.tolist() for name, found in by_name(row).items() if found.any()}


def at_rank(*texts):
    """Ones at the ranks, by their texts, and nothing at the others."""
    return [int(text in texts) for text in RANK_TEXTS]


def on_rank(text):
    return at_rank(text)[:JACK]


def after_call(*tableaux, moves="p2 draw, p2 discard, clock time-up", stock="2c", **rest):
    """Seat 0 calls, and the others have their turns."""
    return counted(table(*tableaux, phase=CALLING, stock=stock, pile="6d", **rest), f"p1 call, {moves}")


def reasons(found):
    """How the calls ended."""
    return {name: found[name] for name in ("won", "high", "tied", "beaten") if name in found}
