"""Limits that apply to all nodes together, counted in PostgreSQL. Addresses are stored only as keyed hashes."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Literal

from dottable.server.access.limits import Limits
from dottable.store import StoreError
from dottable.store.postgres.shared_limits import OpenTableLimits, SharedLimits

log = logging.getLogger("dottable.server")

CLEANING_INTERVAL_S = 60.0
KEY_DIGITS = 32
"""Hexadecimal digits of a hashed key."""


class ClusterLimits:
    """Rate limits, quotas of open tables, and limits of simultaneous checks. Methods raise StoreError if the database
    fails."""

    def __init__(self, shared: SharedLimits, limits: Limits) -> None:
        self.shared = shared
        self._open_tables = OpenTableLimits(limits.max_open_tables_per_player, limits.max_open_tables_per_address)
        self._checks_per_address = limits.sandbox_jobs_per_address
        self.secret = b""
        """Key of the hashes; all nodes have the same."""

    def _keyed_hash(self, text: str) -> str:
        return hmac.new(self.secret, text.encode("utf-8", "replace"), hashlib.sha256).hexdigest()[:KEY_DIGITS]

    async def take_rate_tokens(self, name: str, key: str, per_s: float, burst: int, count: int) -> bool:
        """Take `count` tokens of `key` from the rate limit `name`. Return False if there are too few."""
        return await self.shared.take_rate_tokens(self._keyed_hash(f"{name} {key}"), per_s, burst, count)

    @asynccontextmanager
    async def reserve_table(
        self, player: str, address_hash: str | None
    ) -> AsyncIterator[Literal["player", "origin"] | None]:
        """Count a table while it is being opened. Yield the quota that is full, or None if it may be opened."""
        reservation = secrets.token_hex(12)
        refused = await self.shared.reserve_table(reservation, player, address_hash, self._open_tables)
        try:
            yield refused
        finally:
            if refused is None:
                await release_reservation(self.shared.end_reservation(reservation))

    @asynccontextmanager
    async def reserve_check_slot(self, address: str) -> AsyncIterator[bool]:
        """Count a check of a deck or a log while it runs. Yield False if the address already has too many in the
        cluster."""
        address_hash, holder = self._keyed_hash(f"checks {address}"), secrets.token_hex(12)
        slot = await self.shared.take_slot(address_hash, self._checks_per_address, holder)
        try:
            yield slot is not None
        finally:
            if slot is not None:
                await release_reservation(self.shared.release_slot(address_hash, slot, holder))

    async def clean_periodically(self, is_cleaner: Callable[[], bool]) -> None:
        """Delete expired rows regularly, until the task is cancelled. Only the node for which `is_cleaner()` is true
        does so."""
        while True:
            await asyncio.sleep(CLEANING_INTERVAL_S)
            try:
                if is_cleaner():
                    await self.shared.delete_expired()
            except StoreError as error:
                log.info("expired limits could not be deleted: %s", error)


async def release_reservation(work: Awaitable[None]) -> None:
    """Run a statement that frees a reservation. If the database fails, the reservation expires by itself."""
    try:
        await work
    except StoreError as error:
        log.info("a place could not be freed, so it expires: %s", error)
