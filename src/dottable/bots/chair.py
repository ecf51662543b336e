"""What a bot gets: its view, its legal actions, and imagined matches that agree with both."""

from __future__ import annotations

from copy import copy
from pathlib import Path
from typing import Any

from dottable.core import chance
from dottable.core.game import Game, View
from dottable.core.kernels import load_kernels
from dottable.core.match import Match
from dottable.core.record import Array, for_rules

SOURCE = Path(__file__).with_name("search_kernels.py")
"""What bots need compiled, all in one place: warm that up, and no move waits for it."""
FORGETS_NOTHING = -1
FIRST_DREAM = bytes(32)


class Chair:
    """A seat at a match, as its player may use it.

    Not even a bot that rummages in it can peek: the chair keeps no true match but an imagined one,
    which depends only on what the seat knows.
    """

    def __init__(self, match: Match, seat: int) -> None:
        self.seat = seat
        self.game: Game = match.game
        self.seats = match.seats
        self.now_ms = match.now_ms
        self._dream = match.imagine(seat, generator_of(FIRST_DREAM))
        self._legal = self._dream.legal(seat)

    def forgetting(self, capacity: int) -> Chair:
        """The same chair for somebody who remembers only about so many of the things they saw.

        A game says in its policy what there is to forget; the legal actions stay the same.
        """
        if capacity == FORGETS_NOTHING or not hasattr(self.game.policy, "forget"):
            return self
        dulled = copy(self)
        dream = self._dream.copy()
        load_kernels(self.game, SOURCE).forget_most(dream.state, self.seat, capacity)
        dulled._dream = dream.imagine(self.seat, generator_of(FIRST_DREAM))
        return dulled

    def view(self) -> View:
        return self._dream.view(self.seat)

    def legal(self) -> list[int]:
        return list(self._legal)

    def imagine(self, key: bytes) -> Match:
        """A match that may be the true one, for all this seat knows; the same key gives the same one."""
        return self._dream.imagine(self.seat, generator_of(key))

    @property
    def record(self) -> Any:
        """An imagined record, for compiled searches: they redraw what is hidden before every use."""
        return self._dream.record


def generator_of(key: bytes) -> Array:
    """A chance generator started from 32 bytes."""
    g = chance.generator()
    chance.start(for_rules(g), for_rules(chance.key_of(key)))
    return g
