"""Checks whether a player may open a table: rate limit, quotas of open tables, and stored bytes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING

from dottable.server.lifetimes.unfinished_table_counts import (
    TOO_FAST,
    TOO_MANY_OF_ADDRESS,
    TOO_MANY_OF_PLAYER,
    TOO_MUCH_STORED,
    estimated_bytes,
)
from dottable.table.decisions.command_results import Rejected

if TYPE_CHECKING:
    from dottable.server.live.table_host import TableHost


@asynccontextmanager
async def permit_new_table(host: TableHost, player: str, deck_bytes: int = 0) -> AsyncIterator[Rejected | None]:
    """Yield the reason why a player may not open a table; None if allowed. Inside the `with` block the table counts.

    A node of a cluster counts in the database, because other nodes may open tables of the same player at the same time.
    """
    async with AsyncExitStack() as stack:
        yield await _reason_to_refuse(host, player, deck_bytes, stack)


async def _reason_to_refuse(host: TableHost, player: str, deck_bytes: int, stack: AsyncExitStack) -> Rejected | None:
    """Return the reason why a table may not be opened. If there is none, reserve a place until `stack` is closed."""
    quota, address_hash = host.quota, host.quota.address_hash_of_player(player)
    if not await quota.take_rate_tokens(player, address_hash):
        return TOO_FAST
    if host.cluster is None:
        full = quota.full_quota(player, address_hash)
        if full is None:
            stack.enter_context(quota.reserve_place(player))
    else:
        full = await stack.enter_async_context(host.cluster.limits.reserve_table(player, address_hash))
    if full is not None:
        quota.record_refusal(full)
        return TOO_MANY_OF_PLAYER if full == "player" else TOO_MANY_OF_ADDRESS
    if address_hash is None:
        return None
    stored = await host.store.bytes_stored_from_address(address_hash) + estimated_bytes(deck_bytes)
    if stored <= host.limits.max_stored_bytes_per_address:
        return None
    host.metrics.record_refusal("max_stored_bytes_per_address")
    return TOO_MUCH_STORED
