"""Retention: deletes old tables, logs, players and address hashes in small batches."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable

from dottable.server.access.limits import Limits
from dottable.store import Store, TableStatus

log = logging.getLogger("dottable.server")

PRUNE_INTERVAL_S = 600.0
PAUSE_BETWEEN_BATCHES_S = 0.05
"""Pause between two batches in seconds, in which moves can be stored."""
TABLES_PER_BATCH = 10
PLAYERS_PER_BATCH = 200
MS_PER_DAY = 24 * 3600 * 1000


async def prune_old_data(store: Store, limits: Limits, now: int) -> Counter[str]:
    """Delete everything that is older than its retention time. Return the numbers of deleted tables and players."""
    deleted: Counter[str] = Counter(finished=0, unfinished=0, players=0)
    await store.clear_address_hashes(now - limits.keep_addresses_days * MS_PER_DAY)
    kinds: tuple[tuple[str, TableStatus, int], ...] = (
        ("finished", "over", limits.keep_finished_days),
        ("unfinished", "aborted", limits.keep_unfinished_days),
    )
    for kind, status, days in kinds:
        while count := await store.prune_tables(status, now - days * MS_PER_DAY, TABLES_PER_BATCH):
            deleted[kind] += count
            await asyncio.sleep(PAUSE_BETWEEN_BATCHES_S)
    before = now - limits.keep_unused_players_days * MS_PER_DAY
    while count := await store.prune_unseen_players(before, PLAYERS_PER_BATCH):
        deleted["players"] += count
        await asyncio.sleep(PAUSE_BETWEEN_BATCHES_S)
    return deleted


async def prune_periodically(
    store: Store, limits: Limits, clock_ms: Callable[[], int], is_pruner: Callable[[], bool]
) -> None:
    """Prune until the task is cancelled, if this server is responsible for it.

    A failure is retried in the next round.
    """
    while True:
        await asyncio.sleep(PRUNE_INTERVAL_S)
        if not is_pruner():
            continue
        try:
            deleted = await prune_old_data(store, limits, clock_ms())
        except Exception:
            log.exception("pruning failed")
            continue
        if deleted.total():
            log.info("pruned %s", ", ".join(f"{count} {kind}" for kind, count in deleted.items()))
