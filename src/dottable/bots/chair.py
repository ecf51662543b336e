"""What a bot gets: its view, its legal actions, and imagined matches that agree with both."""

from __future__ import annotations

from typing import Protocol

from dottable.core import chance
from dottable.core.game import Game, View
from dottable.core.match import Match
from dottable.core.record import Array, for_rules


class Chair:
    """A seat at a match, as its player may use it. The match itself stays out of reach."""

    def __init__(self, match: Match, seat: int) -> None:
        self.__match = match
        self.seat = seat
        self.game: Game = match.game
        self.seats = match.seats

    def view(self) -> View:
        return self.__match.view(self.seat)

    def legal(self) -> list[int]:
        return self.__match.legal(self.seat)

    def imagine(self, key: Array) -> Match:
        """A match that may be the true one, for all this seat knows; the same key gives the same one."""
        g = chance.generator()
        chance.start(for_rules(g), for_rules(key))
        return self.__match.imagine(self.seat, g)


class Bot(Protocol):
    """Chooses an action for a chair; the same seed and knowledge give the same choice."""

    def choose(self, chair: Chair, seed: bytes) -> int: ...
