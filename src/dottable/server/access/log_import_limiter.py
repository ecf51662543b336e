"""Quotas for the import of match logs, in bytes: per player, per address and in total."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from dottable.server.access.limits import Limits, address_limit_key
from dottable.server.access.shared_rate_limiter import SharedRateLimiter, SharedRates


class LogImportLimiter:
    """Limits the bytes of imported logs by token buckets, one token per byte. Nodes of a cluster share the buckets."""

    def __init__(
        self, limits: Limits, clock: Callable[[], float], on_refused: Callable[[str], None], rates: SharedRates
    ) -> None:
        own = (limits.import_bytes_per_s, limits.import_bytes_burst, clock, partial(on_refused, "import_bytes_per_s"))
        self._by_player = SharedRateLimiter(rates, "import_by_player", *own)
        self._by_address = SharedRateLimiter(rates, "import_by_address", *own)
        self._of_all = SharedRateLimiter(
            rates,
            "import_of_all",
            limits.all_import_bytes_per_s,
            limits.all_import_bytes_burst,
            clock,
            partial(on_refused, "all_import_bytes_per_s"),
        )

    async def take_bytes(self, player_id: str, address: str, size: int) -> bool:
        """Take `size` bytes from the quotas of the player, the address and the server.

        Return False at the first quota that has too few. Bytes taken before stay taken.
        """
        return (
            await self._by_player.take_tokens(player_id, size)
            and await self._by_address.take_tokens(address_limit_key(address), size)
            and await self._of_all.take_tokens("all", size)
        )
