"""Quotas of imported logs in bytes: per player, per address and for the whole server."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from dottable.server.access.limits import Limits, RateLimiter, address_limit_key


class ImportLimiter:
    """Token buckets whose tokens are bytes. They start full when the server starts."""

    def __init__(self, limits: Limits, clock: Callable[[], float], on_refused: Callable[[str], None]) -> None:
        own = (limits.import_bytes_per_s, limits.import_bytes_burst, clock, partial(on_refused, "import_bytes_per_s"))
        self._by_player = RateLimiter(*own)
        self._by_address = RateLimiter(*own)
        self._of_all = RateLimiter(
            limits.all_import_bytes_per_s,
            limits.all_import_bytes_burst,
            clock,
            partial(on_refused, "all_import_bytes_per_s"),
        )

    def take(self, player_id: str, address: str, size: int) -> bool:
        """Take `size` bytes from each quota; return False if one of them has too few."""
        return (
            self._by_player.take(player_id, size)
            and self._by_address.take(address_limit_key(address), size)
            and self._of_all.take("all", size)
        )
