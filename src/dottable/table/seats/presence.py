"""Which players are connected to a table, and their network round-trip times. Kept in memory only."""

from __future__ import annotations

from dottable.table.decisions.races import MAX_LATENCY_CREDIT_MS

ABSENCE_GRACE_MS = 60_000
"""Milliseconds in which a disconnected player can return before others may end the match or act as host."""


class Presence:
    """Which players are connected to a table, since when others are away, and each player's lowest round-trip time."""

    __slots__ = ("_connections", "_left_ms", "_round_trips_ms", "_since_ms")

    def __init__(self) -> None:
        self._connections: dict[str, int] = {}
        self._left_ms: dict[str, int] = {}
        self._round_trips_ms: dict[str, int] = {}
        """Lowest round-trip time of each connected player over all connections."""
        self._since_ms = 0

    def count_absences_from(self, clock_ms: int) -> None:
        """Count all absences from table time `clock_ms` at the earliest, as at a match start or a server restart."""
        self._since_ms = clock_ms

    def add_connection(self, player: str) -> None:
        """Count one more open connection of a player."""
        self._connections[player] = self._connections.get(player, 0) + 1

    def remove_connection(self, player: str, clock_ms: int) -> None:
        """Remove one open connection of a player. If it was the last, the player is absent from `clock_ms` on."""
        left = self._connections.pop(player, 0) - 1
        if left > 0:
            self._connections[player] = left
        else:
            self._left_ms[player] = clock_ms
            self._round_trips_ms.pop(player, None)

    def add_round_trip(self, player: str, ms: int) -> None:
        """Record a network round-trip time in ms, measured by the server's operating system. Only the lowest counts.

        A client can delay its answers to lengthen measurements, but it cannot make them shorter than its line.
        """
        self._round_trips_ms[player] = max(0, min(ms, self._round_trips_ms.get(player, ms)))

    def round_trip_ms(self, player: str) -> int | None:
        """Return the lowest network round-trip time of a connected player in ms; None if not measured."""
        return self._round_trips_ms.get(player)

    def is_connected(self, player: str) -> bool:
        """Return whether a player has at least one open connection to the table."""
        return player in self._connections

    @property
    def is_anyone_connected(self) -> bool:
        return bool(self._connections)

    def absent_since_ms(self, player: str) -> int:
        """Return the table time in ms since which a disconnected player has been away."""
        return max(self._since_ms, self._left_ms.get(player, 0))

    def grace_until_ms(self, player: str) -> int | None:
        """Return the table time in ms until which others must wait for a disconnected player; None if connected."""
        return None if player in self._connections else self.absent_since_ms(player) + ABSENCE_GRACE_MS

    def is_gone(self, player: str, clock_ms: int) -> bool:
        """Return whether a player has been disconnected for at least 60 s at table time `clock_ms`."""
        until_ms = self.grace_until_ms(player)
        return until_ms is not None and until_ms <= clock_ms

    def latency_credit_ms(self, player: str | None) -> int:
        """Return the ms subtracted from a player's arrival time in races: the lowest round-trip time, at most 400."""
        return min(self._round_trips_ms.get(player, 0), MAX_LATENCY_CREDIT_MS) if player is not None else 0
