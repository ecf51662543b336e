"""Counts the statistics of a match while it is played, and returns the counts by name."""

from __future__ import annotations

from collections import Counter

import numpy as np

from dottable.core.lab.statistics_definitions import offsets_by_count_name, total_size
from dottable.core.primitives.record import rule_array
from dottable.games.dots_72.lab import statistics
from dottable.games.dots_72.lab.statistics import CALL_MOMENT_NAMES, CARD_CLASS_NAMES, CARD_USE_NAMES
from dottable.games.dots_72.view import notation

from .positions import play, table

OTHER = "y y g g y2 g2"
STARTS = offsets_by_count_name(statistics.COUNTS)
SHAPES = {count.name: count.shape for count in statistics.COUNTS}
COLOURS = ("red", "blue", "yellow", "green", "o", "p", "c", "k")


def by_name(rows):
    """Return rows of counts, or a single row, as arrays by name."""
    return {
        count.name: rows[..., STARTS[count.name] : STARTS[count.name] + count.size].reshape(
            rows.shape[:-1] + count.shape
        )
        for count in statistics.COUNTS
    }


class Counted:
    """A match whose moves are counted while they are played. Counts can be read by name."""

    def __init__(self, match):
        self.match, self.row = match, np.zeros(total_size(statistics.COUNTS), np.int32)

    def play(self, *texts):
        for text in texts:
            seat, action = self.match.to_act[0], notation.read_action(text)
            self.count(statistics.count_before_move, seat, action)
            play(self.match, text)
            self.count(statistics.count_after_move, seat, action)
        return self

    def count(self, function, seat, action):
        whole = self.match.state_bytes
        function(self.match.state, seat, action, rule_array(self.row))
        assert self.match.state_bytes == whole, "counting changes nothing"

    def __getitem__(self, name):
        found = by_name(self.row)[name]
        return int(found) if found.ndim == 0 else found.tolist()

    def all(self, *names):
        return tuple(self[name] for name in names)

    def cards(self, way):
        """Return the classes of the cards used in a way, with their counts."""
        return {
            sort: n for sort, n in zip(CARD_CLASS_NAMES, self["cards"][CARD_USE_NAMES.index(way)], strict=True) if n
        }

    def pairs(self):
        """Return the sets by pair, such as "red 2", with their counts."""
        return Counter(
            {f"{colour} {2 * k + 2}": n for colour, row in zip(COLOURS, self["pairs"], strict=True)
             for k, n in enumerate(row) if n}
        )  # fmt: skip

    def moments(self):
        return {moment: n for moment, n in zip(CALL_MOMENT_NAMES, self["moments"], strict=True) if n}


def counted(match, *texts):
    return Counted(match).play(*texts)


def used_up(*hands, seats=2, **more):
    """Return a match in which seat 0 is about to draw the last card of the pile.

    The discards are y8 on top, then b4 and r4.
    """
    return table(*hands, seats=seats, pile="b2", discards="y8 b4 r4", **more)


def called(cards):
    """Return the counts of a call with six cards."""
    return counted(table(cards, OTHER), "call")
