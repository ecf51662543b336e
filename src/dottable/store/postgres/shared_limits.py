"""Limits that all nodes of a cluster share: rate limits, quotas of open tables, checks per address, valid tokens.

All times are seconds of the database's clock, since the clocks of nodes may differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from dottable.store.postgres.store import PostgresStore

RESERVATION_LIFETIME_S = 120.0
"""Time after which a table that is being opened stops counting, if its node died. Checking a deck may take 90 s."""
CHECK_SLOT_LIFETIME_S = 120.0
"""Time after which the check of a dead node stops counting."""
PLAYER_LOCK, ADDRESS_LOCK = 0x646F7476, 0x646F7477
"""First keys of the advisory locks that let only one table of a player or an address be opened at a time."""

NOW_S = "extract(epoch FROM clock_timestamp())::float8"
SELECT_VALID_TOKENS = "SELECT token_hash FROM tokens WHERE token_hash = ANY(?::text[])"
TAKE_RATE_TOKENS = f"""
INSERT INTO rate_limits (name, full_at) SELECT ?, {NOW_S} + ?::float8 WHERE ?::float8 <= ?::float8
ON CONFLICT (name) DO UPDATE SET full_at = greatest(rate_limits.full_at + ?::float8, excluded.full_at)
WHERE rate_limits.full_at + ?::float8 <= excluded.full_at RETURNING full_at
"""
TAKE_ADVISORY_LOCK = "SELECT pg_advisory_xact_lock($1, hashtext($2))"
COUNT_OPEN_TABLES = f"""
SELECT
(SELECT count(*) FROM tables WHERE opened_by = $1 AND status IN ('open', 'live'))
+ (SELECT count(*) FROM opening_tables WHERE player = $1 AND expires_at > {NOW_S}),
(SELECT count(*) FROM tables WHERE origin = $2 AND status IN ('open', 'live'))
+ (SELECT count(*) FROM opening_tables WHERE origin = $2 AND expires_at > {NOW_S})
"""
INSERT_TABLE_RESERVATION = (
    f"INSERT INTO opening_tables (id, player, origin, expires_at) VALUES ($1, $2, $3, {NOW_S} + $4::float8)"
)
DELETE_TABLE_RESERVATION = "DELETE FROM opening_tables WHERE id = ? RETURNING id"
TAKE_CHECK_SLOT = f"""
INSERT INTO check_slots (origin, slot, holder, expires_at)
SELECT ?, slot, ?, {NOW_S} + ?::float8 FROM generate_series(0, ?::int - 1) AS slot
WHERE NOT EXISTS (
    SELECT FROM check_slots WHERE origin = ? AND check_slots.slot = slot.slot AND expires_at > {NOW_S}
) LIMIT 1
ON CONFLICT (origin, slot) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
WHERE check_slots.expires_at <= {NOW_S} RETURNING slot
"""
RELEASE_CHECK_SLOT = "DELETE FROM check_slots WHERE origin = ? AND slot = ? AND holder = ? RETURNING slot"
DELETE_EXPIRED = (
    f"DELETE FROM rate_limits WHERE full_at <= {NOW_S} RETURNING name",
    f"DELETE FROM opening_tables WHERE expires_at <= {NOW_S} RETURNING id",
    f"DELETE FROM check_slots WHERE expires_at <= {NOW_S} RETURNING slot",
)


class OpenTableLimits(NamedTuple):
    """The maximum number of unfinished tables of one player, and of one address."""

    per_player: int
    per_address: int


class SharedLimits:
    """Limits of all nodes together, counted in the database. Methods raise StoreError if the database fails."""

    def __init__(self, store: PostgresStore) -> None:
        self._store = store

    async def stored_tokens(self, token_hashes: Sequence[str]) -> set[str]:
        """Return the given hashes whose token is valid."""
        if not token_hashes:
            return set()
        return {row[0] for row in await self._store.fetch(SELECT_VALID_TOKENS, list(token_hashes))}

    async def take_rate_tokens(self, name: str, per_s: float, burst: int, count: int) -> bool:
        """Take `count` tokens of the bucket `name`. Return False if it has too few.

        This is the generic cell rate algorithm: only the time at which the bucket is full again is stored.
        """
        rate = max(per_s, 1e-9)
        cost_s, window_s = count / rate, burst / rate
        values = (name, cost_s, cost_s, window_s, cost_s, 2 * cost_s - window_s)
        return bool(await self._store.fetch(TAKE_RATE_TOKENS, *values))

    async def reserve_table(
        self, reservation: str, player: str, address_hash: str | None, limits: OpenTableLimits
    ) -> Literal["player", "origin"] | None:
        """Count a table that is about to be opened. Return which limit refuses it: "player", "origin" or None.

        Locks let requests at several nodes count one after another, so together they cannot exceed a limit.
        """
        async with self._store.transaction() as connection:
            await connection.execute(TAKE_ADVISORY_LOCK, PLAYER_LOCK, player)
            if address_hash is not None:
                await connection.execute(TAKE_ADVISORY_LOCK, ADDRESS_LOCK, address_hash)
            of_player, of_address = await connection.fetchrow(COUNT_OPEN_TABLES, player, address_hash)
            if of_player >= limits.per_player:
                return "player"
            if address_hash is not None and of_address >= limits.per_address:
                return "origin"
            await connection.execute(
                INSERT_TABLE_RESERVATION, reservation, player, address_hash, RESERVATION_LIFETIME_S
            )
        return None

    async def end_reservation(self, reservation: str) -> None:
        """Stop counting a table that was being opened: it is stored now, or it was refused."""
        await self._store.fetch(DELETE_TABLE_RESERVATION, reservation)

    async def take_slot(self, address_hash: str, limit: int, holder: str) -> int | None:
        """Return a free slot in `range(limit)` for a check of an address, or None if all are taken."""
        for _ in range(limit):  # another node may take the same free slot first
            rows = await self._store.fetch(
                TAKE_CHECK_SLOT, address_hash, holder, CHECK_SLOT_LIFETIME_S, limit, address_hash
            )
            if rows:
                return int(rows[0][0])
        return None

    async def release_slot(self, address_hash: str, slot: int, holder: str) -> None:
        """Free the slot of a check that has ended."""
        await self._store.fetch(RELEASE_CHECK_SLOT, address_hash, slot, holder)

    async def delete_expired(self) -> None:
        """Delete the expired rows of all limits from the database."""
        for statement in DELETE_EXPIRED:
            await self._store.fetch(statement)
