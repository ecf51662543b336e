"""Counts the statistics of single matches, and returns the counts by name."""

from __future__ import annotations

import numpy as np

from dottable.core.lab.statistics_definitions import total_size
from dottable.core.primitives.record import rule_array
from dottable.games.dobble_connect.lab import statistics
from dottable.games.dobble_connect.state import ACTIONS
from tests.games.dobble_connect.positions import claim, position

PINK_ROW = "p5@1,0 p6@2,0 p7@3,0"
DEAL, UNLOCK = ACTIONS.encode("deal"), ACTIONS.encode("unlock")
SHAPES = {count.name: count.shape for count in statistics.COUNTS}
NOTES_FOR_THE_NEXT_MOVE = {"waiting", "last_scorer"}


class Counted:
    """A match and its counts so far."""

    def __init__(self, match):
        self.match = match
        self.numbers = rule_array(np.zeros(total_size(statistics.COUNTS), np.int32))

    def play(self, seat, action, at_ms=None):
        statistics.count_before_move(self.match.state, seat, action, self.numbers)
        refused = self.match.apply(seat, action, at_ms)
        assert refused is None, refused
        statistics.count_after_move(self.match.state, seat, action, self.numbers)
        return self

    def lay(self, seat, where, at_ms=None):
        return self.play(seat, claim(self.match, seat, where), at_ms)

    def err(self, seat, where, at_ms=None):
        return self.play(seat, claim(self.match, seat, where, wrong=True), at_ms)

    def deal(self):
        return self.play(self.match.to_act[0], DEAL)

    def __getitem__(self, name):
        at, shape = statistics.COUNT_INDEX[name], SHAPES[name]
        return int(self.numbers[at]) if not shape else self.numbers.tolist()[at : at + int(np.prod(shape))]

    def nonzero(self):
        """Return all single counts that are not zero."""
        names = [name for name, shape in SHAPES.items() if not shape and name not in NOTES_FOR_THE_NEXT_MOVE]
        return {name: self[name] for name in names if self[name] != 0}

    def places(self, name):
        """Return the hexagons (q, r) on a map with their counts."""
        found = np.array(self[name]).reshape(SHAPES[name])
        return {
            (int(q) - statistics.MAP_RADIUS, int(r) - statistics.MAP_RADIUS): int(found[r, q])
            for r, q in np.argwhere(found)
        }


def counted(*args, **settings):
    return Counted(position(*args, **settings))
