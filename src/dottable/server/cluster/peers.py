"""The other nodes of the cluster, as known from their announcements on the bus."""

from __future__ import annotations

from time import monotonic

from dottable.server.cluster.bus_messages import Announcement

PEER_TIMEOUT_S = 2.5
"""Time in seconds without an announcement after which a node, and every client connected to it, counts as lost."""


class Peers:
    """Registry of the other nodes: the latest announcement of each."""

    def __init__(self) -> None:
        self._heard: dict[str, tuple[Announcement, float]] = {}

    def record_announcement(self, announcement: Announcement) -> None:
        """Record an announcement."""
        self._heard[announcement.node] = (announcement, monotonic())

    def running_peers(self) -> list[Announcement]:
        """Return the latest announcements of all nodes that count as running."""
        since_s = monotonic() - PEER_TIMEOUT_S
        return [peer for peer, heard_s in self._heard.values() if heard_s >= since_s]

    def possible_owners(self) -> list[Announcement]:
        """Return the announcements of the running nodes that may own tables."""
        return [
            peer for peer in self.running_peers() if peer.has_lease and not peer.is_draining and peer.role != "bots"
        ]

    def remove_lost(self) -> list[str]:
        """Remove the nodes without a recent announcement, and return their incarnations."""
        alive = {peer.node for peer in self.running_peers()}
        lost = [node for node in self._heard if node not in alive]
        for node in lost:
            del self._heard[node]
        return lost
