"""`dottable cluster`: show the servers that share a PostgreSQL database, and drain one of them."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from dottable.cli.admin.store_access import add_store_arguments, open_existing_store, server_config
from dottable.cli.arguments import Subparsers
from dottable.cli.console import print_json
from dottable.core.errors import DottableError

if TYPE_CHECKING:
    from dottable.store.postgres.table_ownership import NodeRow, Ownership

COLUMN_HEADINGS = ("NODE", "INCARNATION", "ROLE", "ADDRESS", "HEARTBEAT", "STATE", "TABLES", "EPOCH", "BUS")


def add_parser(commands: Subparsers) -> None:
    command = commands.add_parser(
        "cluster",
        help="show the servers that share a database, or drain one",
        description="Show the servers that share a PostgreSQL database, or let one hand over its tables and stop.",
    )
    actions = command.add_subparsers(title="actions", metavar="ACTION", required=True)
    status = actions.add_parser(
        "status",
        help="list the servers, their tables, and how they reach the database and the bus",
        description="List the servers of a database. Ages of heartbeats are measured by the database's clock.",
    )
    add_store_arguments(status)
    status.set_defaults(run=run_status)
    drain = actions.add_parser(
        "drain",
        help="let a server hand over its tables and stop",
        description="Let a server hand its tables over to the others, send its clients to them, and stop.",
    )
    drain.add_argument("node", metavar="NODE", help="the name of the server")
    add_store_arguments(drain)
    drain.set_defaults(run=run_drain)


@asynccontextmanager
async def open_ownership(args: argparse.Namespace) -> AsyncIterator[Ownership]:
    """Open the cluster's tables in a PostgreSQL store. Raise DottableError for another kind of store."""
    from dottable.store.store_factory import is_postgres

    config = server_config(args)
    if not is_postgres(config.store):
        raise DottableError("Only servers on PostgreSQL form a cluster. Give --store postgresql://HOST/DATABASE.")
    async with open_existing_store(config) as store:
        from dottable.store.postgres.store import PostgresStore
        from dottable.store.postgres.table_ownership import Ownership

        assert isinstance(store, PostgresStore)
        yield Ownership(store)


def run_status(args: argparse.Namespace) -> int:
    nodes = asyncio.run(read_nodes(args))
    if args.json:
        print_json({"nodes": [node_json(node) for node in nodes]})
        return 0
    lines = [COLUMN_HEADINGS, *(node_cells(node) for node in nodes)]
    widths = [max(len(line[k]) for line in lines) for k in range(len(COLUMN_HEADINGS))]
    for line in lines:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())
    return 0


async def read_nodes(args: argparse.Namespace) -> list[NodeRow]:
    """Return all nodes that are registered in a PostgreSQL store."""
    async with open_ownership(args) as ownership:
        return await ownership.all_nodes()


def node_state(node: NodeRow) -> str:
    """Return one word for the state of a node."""
    return "lost" if not node.is_alive else "draining" if node.is_draining else "alive"


def node_cells(node: NodeRow) -> tuple[str, ...]:
    """Return the texts of a node's row, one per column."""
    bus = "none" if not node.bus_prefix else f"{node.bus_latency_ms:.1f} ms" if node.has_bus else "lost"
    identity = (node.name, node.incarnation, node.role, node.address, f"{node.age_s:.1f} s", node_state(node))
    return (*identity, str(node.owned_tables), str(node.highest_epoch), bus)


def node_json(node: NodeRow) -> dict[str, Any]:
    """Return the JSON object that `--json` prints for a node."""
    return {
        "name": node.name,
        "incarnation": node.incarnation,
        "role": node.role,
        "address": node.address,
        "bus_prefix": node.bus_prefix,
        "heartbeat_age_s": round(node.age_s, 3),
        "is_alive": node.is_alive,
        "is_draining": node.is_draining,
        "owned_tables": node.owned_tables,
        "highest_epoch": node.highest_epoch,
        "has_bus": node.has_bus,
        "bus_lag_ms": round(node.bus_latency_ms, 3),
    }


def run_drain(args: argparse.Namespace) -> int:
    count = asyncio.run(request_drain(args))
    if args.json:
        print_json({"draining": count})
    else:
        print(f"'{args.node}' hands over its tables and stops. 'dottable cluster status' shows when it is gone.")
    return 0


async def request_drain(args: argparse.Namespace) -> int:
    """Ask all running nodes with this name to drain. Return their number. Raise DottableError if there is none."""
    async with open_ownership(args) as ownership:
        count = await ownership.request_drain(args.node)
    if not count:
        raise DottableError(f"No server with the name '{args.node}' is alive. 'dottable cluster status' lists them.")
    return count
