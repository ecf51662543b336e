"""Who is connected, and how long their connections take. Never stored: it begins anew with every server."""

from __future__ import annotations

from collections import deque
from statistics import median_low

from dottable.table.races import CREDIT_CAP_MS

TRIPS_KEPT = 9


class Presence:
    """The connections of one table's players."""

    __slots__ = ("_connections", "_left_ms", "_since_ms", "_trips_ms")

    def __init__(self) -> None:
        self._connections: dict[str, int] = {}
        self._left_ms: dict[str, int] = {}
        self._trips_ms: dict[str, deque[int]] = {}
        self._since_ms = 0

    def begin(self, clock_ms: int) -> None:
        """From now on whoever is not connected counts as away."""
        self._since_ms = clock_ms

    def connected(self, player: str) -> None:
        self._connections[player] = self._connections.get(player, 0) + 1

    def disconnected(self, player: str, clock_ms: int) -> None:
        left = self._connections.pop(player, 0) - 1
        if left > 0:
            self._connections[player] = left
        else:
            self._left_ms[player] = clock_ms
            self._trips_ms.pop(player, None)

    def round_trip(self, player: str, ms: int) -> None:
        """A round trip as the server has measured it."""
        self._trips_ms.setdefault(player, deque(maxlen=TRIPS_KEPT)).append(max(0, ms))

    def is_here(self, player: str) -> bool:
        return player in self._connections

    @property
    def is_anyone_here(self) -> bool:
        return bool(self._connections)

    def away_since_ms(self, player: str) -> int:
        """Table time since when a player who is not here has been away."""
        return max(self._since_ms, self._left_ms.get(player, 0))

    @property
    def empty_since_ms(self) -> int:
        """Table time since when nobody has been here, if nobody is."""
        return max(self._since_ms, *self._left_ms.values(), 0)

    def credit_ms(self, player: str | None) -> int:
        """How much of a claim's time the player's connection took; nothing until it was measured."""
        trips = self._trips_ms.get(player) if player is not None else None
        return min(median_low(trips), CREDIT_CAP_MS) if trips else 0
