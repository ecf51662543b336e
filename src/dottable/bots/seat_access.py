"""SeatAccess: what a bot receives. It offers the seat's view, its legal actions and states that agree with both."""

from __future__ import annotations

from copy import copy
from typing import Any

from dottable.bots.search.kernel_loader import search_kernels
from dottable.core.contract import LimitedMemory
from dottable.core.game import Game, View
from dottable.core.matches.match import EMPTY_HISTORY, Match
from dottable.core.primitives.chance import seeded_generator
from dottable.core.primitives.record import Array

UNLIMITED_MEMORY = -1
"""Memory capacity of a player who forgets nothing."""
DETERMINIZATION_SEED = bytes(32)
"""Seed of the determinized state that a SeatAccess keeps. It is constant, so that the state depends only on what the
seat knows."""


class SeatAccess:
    """A seat's access to a match: what its player may know and do.

    It keeps a determinized state instead of the true state. So a bot cannot learn secrets, not even from private
    attributes.
    """

    def __init__(self, match: Match, seat: int) -> None:
        self.seat = seat
        self.game: Game = match.game
        self.seats = match.seats
        self.now_ms = match.now_ms
        self._sample = match.determinize(seat, seeded_generator(DETERMINIZATION_SEED))
        self._legal = self._sample.offered_actions(seat)

    def with_memory(self, capacity: int) -> SeatAccess:
        """Return the access of a player who remembers only about `capacity` facts. The legal actions stay the same.

        The game's hook `forget` decides which facts are lost. The whole public history is lost.
        """
        if capacity == UNLIMITED_MEMORY or not isinstance(self.game.bot, LimitedMemory):
            return self
        limited = copy(self)
        sample = self._sample.copy()
        search_kernels(self.game).forget_at(sample.states, 0, self.seat, capacity)
        sample.known_history = EMPTY_HISTORY
        limited._sample = sample.determinize(self.seat, seeded_generator(DETERMINIZATION_SEED))
        return limited

    def view(self) -> View:
        return self._sample.view(self.seat)

    def legal(self) -> list[int]:
        return list(self._legal)

    def determinize(self, seed: bytes) -> Match:
        """Return a match that agrees with everything the seat knows. The same seed gives the same match."""
        return self._sample.determinize(self.seat, seeded_generator(seed))

    @property
    def history(self) -> Array:
        """The public history (PublicHistory). Empty if the game keeps none or the player's memory is limited."""
        return self._sample.public_history()

    @property
    def record(self) -> Any:
        """A determinized record for compiled searches, which redraw its hidden information before every use."""
        return self._sample.record
