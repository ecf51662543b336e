"""Players and spectators who are connected to a table through other nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dottable.server.cluster.bus_messages import PresenceReport
from dottable.table.table import Table

if TYPE_CHECKING:
    from dottable.server.live.viewer_groups import ViewerGroups

UNKNOWN_ROUND_TRIP_MS = -1
"""Value in place of a round-trip time that was not measured."""


class RemotePresence:
    """The latest `PresenceReport` of every other node for one table. Each pair of node and player counts as one
    connection."""

    __slots__ = ("_reports",)

    def __init__(self) -> None:
        self._reports: dict[str, PresenceReport] = {}

    @property
    def nodes_with_clients(self) -> list[str]:
        """Incarnations of the nodes to which a player or spectator of the table is connected."""
        return list(self._reports)

    def seated_players(self, table: Table) -> dict[str, int]:
        """Return the number of connected seated players by node, without nodes that have none."""
        seat_of = table.seating.seat_of
        counts = {
            node: sum(seat_of(player) is not None for player in report.players)
            for node, report in self._reports.items()
        }
        return {node: count for node, count in counts.items() if count}

    def apply_report(self, report: PresenceReport, table: Table, viewers: ViewerGroups, now: int) -> bool:
        """Apply a node's report to the table. Return whether a player or spectator connected or disconnected."""
        before = self._reports.pop(report.node, None) or PresenceReport(report.node, {}, 0)
        for player in report.players.keys() - before.players.keys():
            table.add_connection(player)
        for player in before.players.keys() - report.players.keys():
            table.remove_connection(player, now)
        for player, round_trip_ms in report.players.items():
            if round_trip_ms != UNKNOWN_ROUND_TRIP_MS:
                table.add_round_trip(player, round_trip_ms)
        if report.players or report.spectators:
            self._reports[report.node] = report
        viewers.remote_spectators = sum(one.spectators for one in self._reports.values())
        return report.players.keys() != before.players.keys() or report.spectators != before.spectators


def presence_report(
    node: str, table: Table, viewers: ViewerGroups, bus_ms: int, *, asks_others: bool
) -> PresenceReport:
    """Return the report of the clients connected to a table at this node. `bus_ms` is added to each round-trip time."""
    sessions = viewers.sessions()
    players = {}
    for player in {session.player_id for session in sessions if session.player_id is not None}:
        measured = table.presence.round_trip_ms(player)
        players[player] = UNKNOWN_ROUND_TRIP_MS if measured is None else measured + bus_ms
    spectators = sum(session.is_spectator() for session in sessions)
    return PresenceReport(node, players, spectators, asks_others)
