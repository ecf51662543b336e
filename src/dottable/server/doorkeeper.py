"""Counts the sockets that are open, by address and by player."""

from __future__ import annotations

from collections import Counter

from dottable.server.limits import Limits, is_own_machine


class Doorkeeper:
    """Lets sockets in as long as there is room."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.by_address: Counter[str] = Counter()
        self.by_player: Counter[str] = Counter()

    def let_in(self, address: str, player_id: str | None) -> bool:
        """Count a socket if there is room for it."""
        if not is_own_machine(address) and self.by_address[address] >= self.limits.sockets_per_address:
            return False
        if player_id is not None and self.by_player[player_id] >= self.limits.sockets_per_player:
            return False
        self.by_address[address] += 1
        if player_id is not None:
            self.by_player[player_id] += 1
        return True

    def let_out(self, address: str, player_id: str | None) -> None:
        for counter, key in ((self.by_address, address), (self.by_player, player_id)):
            if key is not None:
                counter[key] -= 1
                if counter[key] <= 0:
                    del counter[key]
