"""Nodes of a cluster and the owners of tables, stored in PostgreSQL.

All ages are measured with the clock of the database.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from time import monotonic
from typing import Any, Literal, NamedTuple

from dottable.store.contract import StoreError
from dottable.store.postgres.errors import as_store_error, connection_errors, rejection_errors
from dottable.store.postgres.store import PostgresStore

HEARTBEAT_S = 0.5
"""Interval of heartbeats in seconds."""
STALE_S = 2.0
"""Age of the last heartbeat, in seconds, after which a node counts as dead and other nodes take over its tables."""
FORGET_NODE_S = 600.0
"""Age of the last heartbeat, in seconds, after which the row of a node without tables is deleted."""
HEARTBEAT_TIMEOUT_S = 1.0
"""Time limit for one heartbeat in seconds. After it, the connection is closed, and the next heartbeat opens another."""
REGISTRATION_LOCK = 0x646F7475
"""Key of the PostgreSQL advisory lock that lets nodes register one after another."""

NodeRole = Literal["play", "bots", "all"]

HEARTBEAT_AGE_S = "extract(epoch FROM clock_timestamp() - heartbeat_at)::float8"
NODE_COLUMNS = (
    f"incarnation, name, role, address, bus_prefix, has_bus, bus_latency_ms, is_draining, {HEARTBEAT_AGE_S} AS age_s"
)
INSERT_NODE = """
INSERT INTO nodes (incarnation, name, role, address, bus_prefix, heartbeat_at, has_bus, bus_latency_ms, is_draining)
VALUES ($1, $2, $3, $4, $5, clock_timestamp(), $5 <> '', 0, FALSE)
ON CONFLICT (incarnation) DO UPDATE SET heartbeat_at = excluded.heartbeat_at
"""
RENEW_HEARTBEAT = f"""
WITH beat AS (
    UPDATE nodes SET heartbeat_at = clock_timestamp(), has_bus = $2, bus_latency_ms = $3,
    is_draining = is_draining OR $4 WHERE incarnation = $1
)
SELECT {NODE_COLUMNS}, extract(epoch FROM clock_timestamp())::float8 FROM nodes ORDER BY incarnation
"""
SELECT_NODES = f"""
SELECT {NODE_COLUMNS}, owned.tables, owned.epoch FROM nodes LEFT JOIN (
    SELECT owner, count(*) AS tables, max(epoch) AS epoch FROM tables WHERE status IN ('open', 'live') GROUP BY owner
) AS owned ON owned.owner = nodes.incarnation ORDER BY name, incarnation
"""
DELETE_OLD_NODES = f"""
DELETE FROM nodes WHERE {HEARTBEAT_AGE_S} > ? AND NOT EXISTS (
    SELECT FROM tables WHERE owner = nodes.incarnation AND status IN ('open', 'live')
) RETURNING incarnation
"""
TAKE_OVER_TABLE = f"""
UPDATE tables SET owner = ?, epoch = epoch + 1 WHERE id = ?
AND (
    owner IS NULL
    OR NOT EXISTS (SELECT FROM nodes WHERE incarnation = tables.owner AND {HEARTBEAT_AGE_S} <= ?::float8)
)
AND EXISTS (SELECT FROM nodes WHERE incarnation = ? AND {HEARTBEAT_AGE_S} <= ?::float8)
RETURNING epoch
"""
TRANSFER_TABLE = f"""
UPDATE tables SET owner = ?, epoch = epoch + 1 WHERE id = ? AND owner = ? AND epoch = ?
AND EXISTS (SELECT FROM nodes WHERE incarnation = ? AND {HEARTBEAT_AGE_S} <= ?::float8)
RETURNING epoch
"""
RELEASE_TABLE = "UPDATE tables SET owner = NULL WHERE id = ? AND owner = ? RETURNING id"
RELEASE_TABLES_OF_NODE = "UPDATE tables SET owner = NULL WHERE owner = ? RETURNING id"
SELECT_OWNER = f"""
SELECT tables.owner, tables.epoch, {HEARTBEAT_AGE_S}
FROM tables LEFT JOIN nodes ON incarnation = tables.owner WHERE id = ?
"""
SELECT_ORPHANS = f"""
SELECT id FROM tables WHERE status IN ('open', 'live')
AND (owner IS NULL OR owner IN (SELECT incarnation FROM nodes WHERE {HEARTBEAT_AGE_S} > ?::float8)) ORDER BY id LIMIT ?
"""
SELECT_OWNED = "SELECT id, epoch FROM tables WHERE owner = ? AND status IN ('open', 'live')"
REQUEST_DRAIN = (
    f"UPDATE nodes SET is_draining = TRUE WHERE name = ? AND {HEARTBEAT_AGE_S} <= ?::float8 RETURNING incarnation"
)
DELETE_NODE = "DELETE FROM nodes WHERE incarnation = ? RETURNING incarnation"

OTHER_SERVER_RUNNING = (
    "Another Dottable server ({name}) uses this database. Start every server of a cluster with the same --bus and "
    "--bus-prefix, or stop the other one."
)


class NodeRow(NamedTuple):
    """A node of the cluster, as stored in the database. An incarnation is one run of its process."""

    incarnation: str
    name: str
    role: NodeRole
    address: str
    bus_prefix: str
    """Prefix of the node's subjects on the message bus; empty for a server without a bus."""
    has_bus: bool = False
    """Whether the message bus answered the node recently."""
    bus_latency_ms: float = 0.0
    is_draining: bool = False
    age_s: float = 0.0
    """Age of the last heartbeat in seconds."""
    owned_tables: int = 0
    highest_epoch: int = 0

    @property
    def is_alive(self) -> bool:
        return self.age_s <= STALE_S


class TableOwner(NamedTuple):
    """The node that owns a table. The incarnation is None if no node owns it."""

    incarnation: str | None
    epoch: int
    age_s: float | None
    """Age of the owner's last heartbeat in seconds; None if the owner has no row."""

    def is_alive(self, stale_s: float = STALE_S) -> bool:
        """Return whether the owner's last heartbeat is at most `stale_s` seconds old."""
        return self.incarnation is not None and self.age_s is not None and self.age_s <= stale_s


class Ownership:
    """Reads and changes nodes and owners of tables. Methods raise StoreError if the database fails."""

    def __init__(self, store: PostgresStore) -> None:
        self._store = store
        self._connection: Any = None
        self._clock_offset_s = 0.0

    # Nodes

    async def register_node(self, node: NodeRow) -> None:
        """Insert the row of a node. Raise StoreError if a running server has no bus or another bus prefix.

        Wait until the heartbeat of a killed server is too old to count as running.
        """
        give_up_at = asyncio.get_running_loop().time() + STALE_S + HEARTBEAT_S
        while (other := await self._try_to_register(node)) is not None:
            if asyncio.get_running_loop().time() > give_up_at:
                raise StoreError(OTHER_SERVER_RUNNING.format(name=other))
            await asyncio.sleep(HEARTBEAT_S)
        await self._store.fetch(DELETE_OLD_NODES, FORGET_NODE_S)

    async def _try_to_register(self, node: NodeRow) -> str | None:
        """Insert the row of a node. Return None, or the name of a server that cannot share the database with it."""
        try:
            connection = await self._heartbeat_connection()
            async with connection.transaction():
                await connection.execute("SELECT pg_advisory_xact_lock($1)", REGISTRATION_LOCK)
                known = [NodeRow(*row) for row in await connection.fetch(f"SELECT {NODE_COLUMNS} FROM nodes")]
                for other in known:
                    is_partner = bool(node.bus_prefix) and other.bus_prefix == node.bus_prefix
                    if other.is_alive and not is_partner and other.incarnation != node.incarnation:
                        return other.name
                await connection.execute(INSERT_NODE, *node[:5])
        except (*connection_errors(), *rejection_errors()) as error:
            self._give_up_connection()
            raise as_store_error(error) from error
        return None

    async def renew_heartbeat(self, node: NodeRow) -> list[NodeRow]:
        """Renew the heartbeat of a node. Return all nodes with their ages just before the renewal.

        Also compares the clock of the database with the monotonic clock of this process, for `clock_s`.
        """
        sent_s = monotonic()
        try:
            connection = await asyncio.wait_for(self._heartbeat_connection(), HEARTBEAT_TIMEOUT_S)
            rows = await connection.fetch(
                RENEW_HEARTBEAT,
                node.incarnation,
                node.has_bus,
                node.bus_latency_ms,
                node.is_draining,
                timeout=HEARTBEAT_TIMEOUT_S,
            )
        except (*connection_errors(), *rejection_errors()) as error:
            self._give_up_connection()
            raise as_store_error(error) from error
        if rows:
            self._clock_offset_s = rows[0][9] - (sent_s + monotonic()) / 2
        return [NodeRow(*row[:9]) for row in rows]

    def clock_s(self) -> float:
        """Return the time of the database in seconds since the Unix epoch, extrapolated from the last heartbeat."""
        return self._clock_offset_s + monotonic()

    async def all_nodes(self) -> list[NodeRow]:
        """Return all nodes, each with the number of its unfinished tables and their highest epoch."""
        rows = await self._store.fetch(SELECT_NODES)
        return [NodeRow(*row[:9])._replace(owned_tables=row[9] or 0, highest_epoch=row[10] or 0) for row in rows]

    async def request_drain(self, name: str) -> int:
        """Ask all running nodes with this name to drain, and return the number of these nodes."""
        return len(await self._store.fetch(REQUEST_DRAIN, name, STALE_S))

    async def unregister_node(self, incarnation: str) -> None:
        """Release all tables of a node and delete its row."""
        await self._store.fetch(RELEASE_TABLES_OF_NODE, incarnation)
        await self._store.fetch(DELETE_NODE, incarnation)

    async def close(self) -> None:
        """Close the connection that is used for heartbeats."""
        self._give_up_connection()

    async def _heartbeat_connection(self) -> Any:
        """Return the connection for heartbeats. It is outside the pool, so other statements cannot delay it."""
        if self._connection is None or self._connection.is_closed():
            self._connection = await self._store.connect()
            await self._connection.execute("SET synchronous_commit = off")  # losing one heartbeat does no harm
        return self._connection

    def _give_up_connection(self) -> None:
        if self._connection is not None:
            with suppress(Exception):
                self._connection.terminate()
            self._connection = None

    # Tables

    async def owner_of_table(self, table_id: str) -> TableOwner | None:
        """Return the owner of a table; None if there is no such table."""
        rows = await self._store.fetch(SELECT_OWNER, table_id)
        return TableOwner(*rows[0]) if rows else None

    async def take_over(self, table_id: str, incarnation: str, stale_s: float = STALE_S) -> int | None:
        """Make a running node the owner of a table without a running owner.

        Return the new epoch, or None if refused.
        """
        values = (incarnation, table_id, stale_s, incarnation, STALE_S)
        rows = await self._store.fetch(TAKE_OVER_TABLE, *values)
        return int(rows[0][0]) if rows else None

    async def transfer_table(self, table_id: str, owner: str, epoch: int, to: str) -> int | None:
        """Transfer a table to another running node. Return the new epoch, or None if refused."""
        rows = await self._store.fetch(TRANSFER_TABLE, to, table_id, owner, epoch, to, STALE_S)
        return int(rows[0][0]) if rows else None

    async def release_table(self, table_id: str, incarnation: str) -> None:
        """Give up the ownership of a table, so that any node may take it over."""
        await self._store.fetch(RELEASE_TABLE, table_id, incarnation)

    async def release_all_tables(self, incarnation: str) -> None:
        """Give up the ownership of all tables of a node."""
        await self._store.fetch(RELEASE_TABLES_OF_NODE, incarnation)

    async def orphaned_tables(self, limit: int) -> list[str]:
        """Return up to `limit` ids of unfinished tables without a running owner."""
        return [row[0] for row in await self._store.fetch(SELECT_ORPHANS, STALE_S, limit)]

    async def epochs_of_owned_tables(self, incarnation: str) -> dict[str, int]:
        """Return the epoch of every unfinished table of a node, by table id."""
        return {row[0]: row[1] for row in await self._store.fetch(SELECT_OWNED, incarnation)}
