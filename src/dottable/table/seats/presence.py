"""Connected players and their round-trip times. Not stored: a new server starts without any."""

from __future__ import annotations

from dottable.table.decisions.races import MAX_LATENCY_CREDIT_MS

ABSENCE_GRACE_MS = 60_000
"""Time in which a player who lost the connection can return before others may act on the absence."""


class Presence:
    """Who is connected to a table, since when the others are away, and each player's lowest round-trip time."""

    __slots__ = ("_connections", "_left_ms", "_round_trips_ms", "_since_ms")

    def __init__(self) -> None:
        self._connections: dict[str, int] = {}
        self._left_ms: dict[str, int] = {}
        self._round_trips_ms: dict[str, int] = {}
        """Lowest round-trip time of each connected player over all connections."""
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
        """Record a round-trip time that the server's kernel measured. Only the lowest one counts.

        A client can make single measurements longer but none of them shorter than its line.
        """
        self._round_trips_ms[player] = max(0, min(ms, self._round_trips_ms.get(player, ms)))

    def round_trip_ms(self, player: str) -> int | None:
        """Return the lowest round-trip time of a connected player, if it was measured."""
        return self._round_trips_ms.get(player)

    def is_connected(self, player: str) -> bool:
        """Return whether a player is connected."""
        return player in self._connections

    @property
    def is_anyone_connected(self) -> bool:
        return bool(self._connections)

    def absent_since_ms(self, player: str) -> int:
        """Return the table time since when a player who is not connected has been away."""
        return max(self._since_ms, self._left_ms.get(player, 0))

    def grace_until_ms(self, player: str) -> int | None:
        """Return the table time at which the grace of an absent player ends; None while the player is connected."""
        return None if player in self._connections else self.absent_since_ms(player) + ABSENCE_GRACE_MS

    def is_gone(self, player: str, clock_ms: int) -> bool:
        """Return whether a player has been away for longer than the grace at a table time."""
        until_ms = self.grace_until_ms(player)
        return until_ms is not None and until_ms <= clock_ms

    def latency_credit_ms(self, player: str | None) -> int:
        """Return the player's latency credit in races: the lowest round-trip time, capped; 0 if not measured."""
        return min(self._round_trips_ms.get(player, 0), MAX_LATENCY_CREDIT_MS) if player is not None else 0
