"""`dottable admin list`, `close` and `check`: the tables of a server."""

from __future__ import annotations

import argparse
import asyncio
from collections import Counter
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from dottable.cli.admin.store_access import add_store_arguments, now_ms, open_existing_store, server_config
from dottable.cli.arguments import Subparsers, positive_int
from dottable.cli.console import print_json, progress_bar

if TYPE_CHECKING:
    from dottable.server.administration.store_check import CheckedTable
    from dottable.store import Store, TableRow, TableStatus

UNFINISHED_STATUSES: tuple[TableStatus, ...] = ("open", "live", "set_aside")
STATUSES: tuple[TableStatus, ...] = (*UNFINISHED_STATUSES, "over", "aborted")


def add_parsers(actions: Subparsers) -> None:
    add_list_parser(actions)
    add_close_parser(actions)
    add_check_parser(actions)


def add_list_parser(actions: Subparsers) -> None:
    listing = actions.add_parser(
        "list",
        help="list tables: the unfinished and the set-aside ones, or those of one status",
        description="List tables, newest first. A table is set aside if its stored data is damaged.",
    )
    listing.add_argument(
        "--status", choices=STATUSES, help="only tables with this status (default: open, live and set_aside)"
    )
    listing.add_argument(
        "--limit", type=positive_int, default=100, metavar="N", help="at most N tables per status (default: 100)"
    )
    add_store_arguments(listing)
    listing.set_defaults(run=run_list)


def add_close_parser(actions: Subparsers) -> None:
    close = actions.add_parser(
        "close",
        help="end an unfinished table without a result",
        description="End an unfinished table without a result. A running server notices it within a minute.",
    )
    close.add_argument("table", metavar="TABLE", help="the id of the table; write -- before an id that begins with -")
    add_store_arguments(close)
    close.set_defaults(run=run_close)


def add_check_parser(actions: Subparsers) -> None:
    check = actions.add_parser(
        "check",
        help="verify every stored match by replaying it",
        description="Replay the events and the log of every stored table. The exit status is 1 if one is damaged.",
    )
    add_store_arguments(check)
    check.set_defaults(run=run_check)


def run_list(args: argparse.Namespace) -> int:
    rows = asyncio.run(find_tables(args))
    if args.json:
        print_json({"tables": [table_json(row) for row in rows]})
        return 0
    for row in rows:
        changed = datetime.fromtimestamp(row.updated_at / 1000, UTC).strftime("%Y-%m-%d %H:%M")
        names = ", ".join(name for _, name in row.players if name)
        print(f"{row.id:14} {row.status:10} {row.game:15} {changed}  {row.moves:4} moves  {names}  {row.note}".rstrip())
    print(f"{len(rows)} tables.")
    return 0


async def find_tables(args: argparse.Namespace) -> list[TableRow]:
    """Return the stored tables with the requested status, or all unfinished and set-aside tables."""
    from dottable.store import TableQuery

    rows: list[TableRow] = []
    statuses: tuple[TableStatus, ...] = (args.status,) if args.status else UNFINISHED_STATUSES
    async with open_existing_store(server_config(args)) as store:
        for status in statuses:
            rows += await store.search_tables(TableQuery(status=status, limit=args.limit))
    return rows


def table_json(row: TableRow) -> dict[str, Any]:
    """Return the JSON object that `--json` prints for a table. It does not contain the origin."""
    import msgspec

    hidden = {"origin", "players"}
    facts = {key: value for key, value in msgspec.structs.asdict(row).items() if key not in hidden}
    return {**facts, "names": [name for _, name in row.players]}


def run_close(args: argparse.Namespace) -> int:
    row = asyncio.run(close_table_from_arguments(args))
    if args.json:
        print_json(table_json(row))
    else:
        print(f"The table {row.id} is closed without a result.")
    return 0


async def close_table_from_arguments(args: argparse.Namespace) -> TableRow:
    from dottable.server.administration.stored_table_closing import close_table

    async with open_existing_store(server_config(args)) as store:
        return await close_table(store, args.table, now_ms())


def run_check(args: argparse.Namespace) -> int:
    checked = asyncio.run(check_tables_of_store(args))
    counts = Counter(table.verdict for table in checked)
    problems = [table._asdict() for table in checked if table.verdict != "verified"]
    if args.json:
        print_json({"tables": len(checked), **counts, "problems": problems})
    else:
        for table in problems:
            print(f"{table['id']} {table['verdict'].replace('_', ' ')}: {table['reason']}")
        print(
            f"{counts['verified']} tables are verified, {counts['not_replayable']} cannot be replayed by this "
            f"version, {counts['damaged']} are damaged."
        )
    return 1 if counts["damaged"] else 0


async def check_tables_of_store(args: argparse.Namespace) -> list[CheckedTable]:
    """Check every stored table with a progress bar, and return the verdicts."""
    async with open_existing_store(server_config(args)) as store:
        return [table async for table in _check_with_progress_bar(store)]


async def _check_with_progress_bar(store: Store) -> Any:
    from dottable.server.administration.store_check import check_tables

    with progress_bar("Checking", await store.count_tables(), "tables") as advance:
        async for table in check_tables(store):
            advance(1)
            yield table
