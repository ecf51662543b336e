"""Connected players and their round-trip times. Not stored: a new server starts without any."""

from __future__ import annotations

from collections import deque
from statistics import median_low

from dottable.table.decisions.races import MAX_LATENCY_CREDIT_MS

MAX_ROUND_TRIPS = 9
"""Round-trip times per player of which the median is taken."""


class Presence:
    """The connections of the players at one table."""

    __slots__ = ("_connections", "_left_ms", "_round_trips_ms", "_since_ms")

    def __init__(self) -> None:
        self._connections: dict[str, int] = {}
        self._left_ms: dict[str, int] = {}
        self._round_trips_ms: dict[str, deque[int]] = {}
        self._since_ms = 0

    def count_absences_from(self, clock_ms: int) -> None:
        """Count absences from this table time on."""
        self._since_ms = clock_ms

    def add_connection(self, player: str) -> None:
        """Count a new connection of a player."""
        self._connections[player] = self._connections.get(player, 0) + 1

    def remove_connection(self, player: str, clock_ms: int) -> None:
        """Count a closed connection of a player."""
        left = self._connections.pop(player, 0) - 1
        if left > 0:
            self._connections[player] = left
        else:
            self._left_ms[player] = clock_ms
            self._round_trips_ms.pop(player, None)

    def add_round_trip(self, player: str, ms: int) -> None:
        """Record a round-trip time measured by the server."""
        self._round_trips_ms.setdefault(player, deque(maxlen=MAX_ROUND_TRIPS)).append(max(0, ms))

    def is_connected(self, player: str) -> bool:
        """Return whether a player is connected."""
        return player in self._connections

    @property
    def is_anyone_connected(self) -> bool:
        return bool(self._connections)

    def absent_since_ms(self, player: str) -> int:
        """Return the table time since when a player who is not connected has been away."""
        return max(self._since_ms, self._left_ms.get(player, 0))

    def latency_credit_ms(self, player: str | None) -> int:
        """Return the player's latency credit in races: the median round-trip time, capped; 0 if not measured."""
        trips = self._round_trips_ms.get(player) if player is not None else None
        return min(median_low(trips), MAX_LATENCY_CREDIT_MS) if trips else 0
