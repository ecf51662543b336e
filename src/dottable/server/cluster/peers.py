"""The other nodes, as heard on the bus."""

from __future__ import annotations

from time import monotonic

from dottable.server.cluster.bus_messages import Announcement

PEER_TIMEOUT_S = 2.5
"""Silence after which a node counts as lost, with everybody connected to it."""


class Peers:
    """The last announcement of every other node."""

    def __init__(self) -> None:
        self._heard: dict[str, tuple[Announcement, float]] = {}

    def note(self, announcement: Announcement) -> None:
        """Remember an announcement."""
        self._heard[announcement.node] = (announcement, monotonic())

    def alive(self) -> list[Announcement]:
        """Return the nodes that were heard recently."""
        since_s = monotonic() - PEER_TIMEOUT_S
        return [peer for peer, heard_s in self._heard.values() if heard_s >= since_s]

    def owners(self) -> list[Announcement]:
        """Return the nodes that can take over tables."""
        return [peer for peer in self.alive() if peer.has_lease and not peer.is_draining and peer.role != "bots"]

    def remove_lost(self) -> list[str]:
        """Forget the nodes that were silent for too long, and return their incarnations."""
        alive = {peer.node for peer in self.alive()}
        lost = [node for node in self._heard if node not in alive]
        for node in lost:
            del self._heard[node]
        return lost
