"""Limits on the number of open connections, per address and per player."""

from __future__ import annotations

from collections import Counter

from dottable.server.access.limits import Limits, is_loopback


class ConnectionLimits:
    """Counts open connections."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.by_address: Counter[str] = Counter()
        self.by_player: Counter[str] = Counter()

    def acquire(self, address: str, player_id: str | None) -> bool:
        """Count a new connection; return False if a limit is reached."""
        if not is_loopback(address) and self.by_address[address] >= self.limits.max_sockets_per_address:
            return False
        if player_id is not None and self.by_player[player_id] >= self.limits.max_sockets_per_player:
            return False
        self.by_address[address] += 1
        if player_id is not None:
            self.by_player[player_id] += 1
        return True

    def release(self, address: str, player_id: str | None) -> None:
        """Count a closed connection."""
        for counter, key in ((self.by_address, address), (self.by_player, player_id)):
            if key is not None:
                counter[key] -= 1
                if counter[key] <= 0:
                    del counter[key]
