"""Startup of a server: it claims its store for itself, or joins a cluster as a node."""

from __future__ import annotations

import asyncio
import secrets
import socket
from typing import TYPE_CHECKING

from dottable.core.errors import DottableError
from dottable.server.access.connection_limits import ConnectionLimits
from dottable.server.access.player_registry import PlayerRegistry
from dottable.server.cluster.heartbeat import Heartbeat
from dottable.server.configuration.settings import ServerConfig
from dottable.store import Store
from dottable.store.sqlite.server_lock import ServerLock
from dottable.store.sqlite.store import SqliteStore
from dottable.store.store_factory import is_postgres

if TYPE_CHECKING:
    from dottable.server.cluster.cluster_node import ClusterNode
    from dottable.server.live.table_host import TableHost

CLUSTER_COMMAND_TIMEOUT_S = 5.0
"""Time limit in seconds for one statement of a node. After a longer wait, other nodes own its tables."""
NEEDS_POSTGRES = "A cluster needs PostgreSQL. Give --store postgresql://HOST/DATABASE, or leave out --bus."


def check_cluster_config(config: ServerConfig) -> None:
    """Raise DottableError if a bus is set but the store is not PostgreSQL."""
    if config.bus and not is_postgres(config.store):
        raise DottableError(NEEDS_POSTGRES)


def node_name(config: ServerConfig) -> str:
    """Return the name of this server in the cluster; by default the machine's name and the port."""
    return config.node or f"{socket.gethostname()}:{config.port}"


class StoreClaim:
    """Reserves a store for this server until `close`, so that no other server uses it."""

    def __init__(self) -> None:
        self._lock: ServerLock | None = None
        self._heartbeat: Heartbeat | None = None
        self._task: asyncio.Task[None] | None = None

    def lock_file(self, store: SqliteStore) -> None:
        """Lock a SQLite file. Raise StoreError if another process has locked it."""
        self._lock = ServerLock(store.path)

    async def register_server(self, store: Store, config: ServerConfig) -> None:
        """Register as the only server of a PostgreSQL store. Raise StoreError if another server is running."""
        from dottable.store.postgres.store import PostgresStore
        from dottable.store.postgres.table_ownership import NodeRow, Ownership

        assert isinstance(store, PostgresStore)
        self._ownership = Ownership(store)
        address = f"{config.host}:{config.port}"
        row = NodeRow(secrets.token_hex(6), node_name(config), "all", address, "")
        self._row = row
        self._heartbeat = Heartbeat(self._ownership, lambda: row)
        await self._heartbeat.start()
        self._task = asyncio.create_task(self._heartbeat.run())

    async def close(self) -> None:
        """End the reservation, so that other servers may use the store."""
        if self._lock is not None:
            self._lock.release()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            await asyncio.gather(self._ownership.unregister_node(self._row.incarnation), return_exceptions=True)
            await self._ownership.close()


async def claim_store(store: Store, config: ServerConfig) -> StoreClaim:
    """Reserve the store for this server and return the reservation, or raise StoreError.

    Nodes of a cluster share their store, so their reservation is empty.
    """
    presence = StoreClaim()
    if isinstance(store, SqliteStore):
        presence.lock_file(store)
    elif not config.bus:
        await presence.register_server(store, config)
    return presence


def create_node(
    host: TableHost, players: PlayerRegistry, connections: ConnectionLimits, config: ServerConfig
) -> ClusterNode:
    """Return this server as a node, not yet started."""
    from dottable.server.cluster.cluster_limits import ClusterLimits
    from dottable.server.cluster.cluster_node import ClusterNode
    from dottable.server.cluster.nats_bus import NatsBus
    from dottable.server.cluster.player_cache_updates import PlayerUpdates
    from dottable.store.postgres.shared_limits import SharedLimits
    from dottable.store.postgres.store import PostgresStore
    from dottable.store.postgres.table_ownership import Ownership

    assert isinstance(host.store, PostgresStore)
    node = ClusterNode(
        host,
        NatsBus(config.bus, config.bus_prefix),
        Ownership(host.store),
        ClusterLimits(SharedLimits(host.store), host.limits),
        name=node_name(config),
        role=config.role,
        address=f"{config.host}:{config.port}",
        prefix=config.bus_prefix,
    )
    node.player_updates = PlayerUpdates(node, players, connections)
    return node
