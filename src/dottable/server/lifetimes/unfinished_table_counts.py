"""Quotas for new tables: per player, and per address (which also holds across restarts)."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Literal

from dottable.server.access.limits import Limits, address_limit_key, is_loopback
from dottable.server.access.shared_rate_limiter import SharedRateLimiter, SharedRates
from dottable.server.monitoring.metrics import Metrics
from dottable.table.decisions.command_results import Rejected

MAX_REMEMBERED_PLAYERS = 20_000
"""Maximum number of players whose last address is kept."""
ADDRESS_HASH_DIGITS = 24
"""Number of hexadecimal digits of a hashed address."""
TABLE_ROW_BYTES = 2048
"""Estimated size in bytes of a table's rows without its events."""

FullQuota = Literal["player", "origin"]
TOO_FAST = Rejected("too_fast", "Too many new tables. Wait a moment.")
TOO_MANY_OF_PLAYER = Rejected("quota", "You have too many unfinished tables. Finish or close one first.")
TOO_MANY_OF_ADDRESS = Rejected("quota", "Your address has too many unfinished tables. Finish or close one first.")
TOO_MUCH_STORED = Rejected("quota", "Your address has stored too much in the last days. Try again tomorrow.")


def estimated_bytes(event_bytes: int) -> int:
    """Return the estimated size in bytes of a table in the store: events with their index, the log, and the row."""
    return TABLE_ROW_BYTES + 2 * event_bytes


class UnfinishedTableCounts:
    """Counts the unfinished tables of every player and every address (by its keyed hash)."""

    def __init__(
        self, limits: Limits, key: str, clock_s: Callable[[], float], metrics: Metrics, rates: SharedRates
    ) -> None:
        self.limits = limits
        self._key = key.encode()
        self._tables: dict[str, tuple[str, str | None]] = {}
        self._by_player: Counter[str] = Counter()
        self._by_address_hash: Counter[str] = Counter()
        self._address_hash_by_player: OrderedDict[str, str | None] = OrderedDict()
        self._player_rate = SharedRateLimiter(
            rates,
            "new_tables",
            limits.new_tables_per_s,
            limits.new_tables_burst,
            clock_s,
            metrics.refusal_callback("new_tables_per_s"),
        )
        self._address_rate = SharedRateLimiter(
            rates,
            "new_tables_per_address",
            limits.new_tables_per_address_per_s,
            limits.new_tables_per_address_burst,
            clock_s,
            metrics.refusal_callback("new_tables_per_address_per_s"),
        )
        self._on_full_player = metrics.refusal_callback("max_open_tables_per_player")
        self._on_full_address = metrics.refusal_callback("max_open_tables_per_address")

    def hash_of_address(self, address: str) -> str | None:
        """Return the keyed hash of an address; None for this machine, which has no quota."""
        if is_loopback(address):
            return None
        name = address_limit_key(address).encode()
        return hmac.new(self._key, name, hashlib.sha256).hexdigest()[:ADDRESS_HASH_DIGITS]

    def note_address(self, player: str, address: str) -> None:
        """Record the address from which a player acts."""
        self.note_address_hash(player, self.hash_of_address(address))

    def note_address_hash(self, player: str, address_hash: str | None) -> None:
        """Record the hash of the address from which a player acts."""
        self._address_hash_by_player[player] = address_hash
        self._address_hash_by_player.move_to_end(player)
        while len(self._address_hash_by_player) > MAX_REMEMBERED_PLAYERS:
            self._address_hash_by_player.popitem(last=False)

    def address_hash_of_player(self, player: str) -> str | None:
        """Return the hash of the address from which a player last acted; None if unknown."""
        return self._address_hash_by_player.get(player)

    async def take_rate_tokens(self, player: str, address_hash: str | None) -> bool:
        """Take a token from the rate limits for new tables. Return False if there is none."""
        return await self._player_rate.take_tokens(player) and (
            address_hash is None or await self._address_rate.take_tokens(address_hash)
        )

    def full_quota(self, player: str, address_hash: str | None) -> FullQuota | None:
        """Return "player" or "origin" if that quota of unfinished tables is full at this server; None if neither is."""
        if self._by_player[player] >= self.limits.max_open_tables_per_player:
            return "player"
        if address_hash is not None and self._by_address_hash[address_hash] >= self.limits.max_open_tables_per_address:
            return "origin"
        return None

    def record_refusal(self, full: FullQuota) -> None:
        """Count in the metrics that a table was refused because of a full quota."""
        if full == "player":
            self._on_full_player()
        else:
            self._on_full_address()

    @contextmanager
    def reserve_place(self, player: str) -> Iterator[None]:
        """Count a table while it is being opened, so that simultaneous requests cannot exceed the quota."""
        address_hash = self.address_hash_of_player(player)
        self._change_counts(player, address_hash, 1)
        try:
            yield
        finally:
            self._change_counts(player, address_hash, -1)

    def add_table(self, table_id: str, player: str, address_hash: str | None) -> None:
        """Count an unfinished table of the player who opened it."""
        if table_id not in self._tables:
            self._tables[table_id] = (player, address_hash)
            self._change_counts(player, address_hash, 1)

    def remove_table(self, table_id: str) -> None:
        """Stop counting a table that has ended."""
        known = self._tables.pop(table_id, None)
        if known is not None:
            self._change_counts(*known, -1)

    def _change_counts(self, player: str, address_hash: str | None, change: int) -> None:
        _add_or_forget(self._by_player, player, change)
        if address_hash is not None:
            _add_or_forget(self._by_address_hash, address_hash, change)


def _add_or_forget(counts: Counter[str], key: str, change: int) -> None:
    counts[key] += change
    if counts[key] <= 0:
        del counts[key]
