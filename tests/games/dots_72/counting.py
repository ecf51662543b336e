"""Counts while a match is played, and finds the counts again by name."""

from __future__ import annotations

from collections import Counter

import numpy as np

from dottable.core.record import for_rules
from dottable.core.tally import offsets, width
from dottable.games.dots_72 import notation, tally
from dottable.games.dots_72.tally import MOMENTS, SORTS, WAYS

from .positions import play, table

OTHER = "y y g g y2 g2"
STARTS = offsets(tally.COUNTS)
SHAPES = {count.name: count.shape for count in tally.COUNTS}
COLOURS = ("red", "blue", "yellow", "green")


def by_name(rows):
    """Rows of counts, or a single one, as arrays by name."""
    return {
        count.name: rows[..., STARTS[count.name] : STARTS[count.name] + count.size].reshape(
            rows.shape[:-1] + count.shape
        )
        for count in tally.COUNTS
    }


class Counted:
    """A match whose moves are counted while they are played; what was counted comes out by name."""

    def __init__(self, match):
        self.match, self.row = match, np.zeros(width(tally.COUNTS), np.int32)

    def play(self, *texts):
        for text in texts:
            seat, action = self.match.to_act[0], notation.read(text)
            self.count(tally.before, seat, action)
            play(self.match, text)
            self.count(tally.after, seat, action)
        return self

    def count(self, function, seat, action):
        whole = self.match.state_bytes
        function(self.match.state, seat, action, for_rules(self.row))
        assert self.match.state_bytes == whole, "counting changes nothing"

    def __getitem__(self, name):
        found = by_name(self.row)[name]
        return int(found) if found.ndim == 0 else found.tolist()

    def all(self, *names):
        return tuple(self[name] for name in names)

    def cards(self, way):
        """The sorts of cards that something was done with, and how often."""
        return {sort: n for sort, n in zip(SORTS, self["cards"][WAYS.index(way)], strict=True) if n}

    def pairs(self):
        """The sets, as "red 2"."""
        return Counter(
            {f"{colour} {2 * k + 2}": n for colour, row in zip(COLOURS, self["pairs"], strict=True)
             for k, n in enumerate(row) if n}
        )  # fmt: skip

    def moments(self):
        return {moment: n for moment, n in zip(MOMENTS, self["moments"], strict=True) if n}


def counted(match, *texts):
    return Counted(match).play(*texts)


def used_up(*hands, seats=2, **more):
    """Seat 0 is about to draw the last card of the pile; the discards are y8 on top, then b4 and r4."""
    return table(*hands, seats=seats, pile="b2", discards="y8 b4 r4", **more)


def called(cards):
    """A call with six cards."""
    return counted(table(cards, OTHER), "call")
