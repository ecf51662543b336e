"""Base class of the SQLite store and the PostgreSQL store. It implements everything except the execution of SQL."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import AsyncIterator, Mapping, Sequence
from itertools import groupby
from typing import Any

import msgspec

from dottable.store.contract import (
    ALL_TABLES,
    DamagedEvents,
    FencingToken,
    LogRow,
    PlayerRow,
    StoredTable,
    TableQuery,
    TableRow,
    TableStatus,
    WriteCallback,
)
from dottable.store.sql import statements as sql
from dottable.store.sql.migrations import SELECT_VERSION
from dottable.store.sql.review_statements import DELETE_REVIEW
from dottable.store.sql.review_store import SqlReviewStore
from dottable.store.sql.store_metrics import StoreMetrics

TABLES_PER_QUERY = 200
"""Number of live tables read by one query."""
MAX_SEARCH_ROWS = 1000
"""Maximum number of rows that a search returns."""
MAX_TRANSFERS_PER_PLAYER = 5
"""Transfer codes of one player that are valid at the same time."""


class SqlStore(SqlReviewStore):
    """Base class of a store that uses SQL. `contract.Store` documents the methods."""

    def __init__(self) -> None:
        self.statistics = StoreMetrics()

    @abstractmethod
    async def start(self) -> None: ...

    @abstractmethod
    async def close(self) -> None: ...

    @abstractmethod
    async def append_events(
        self,
        table_id: str,
        first_n: int,
        bodies: Sequence[bytes],
        index: TableRow | None = None,
        token: FencingToken | None = None,
    ) -> None: ...

    @abstractmethod
    def append_with_callback(
        self,
        table_id: str,
        first_n: int,
        bodies: Sequence[bytes],
        callback: WriteCallback,
        token: FencingToken | None = None,
    ) -> None: ...

    @abstractmethod
    async def redeem_transfer_code(self, code_hash: str, token_hash: str, now: int) -> str | None: ...

    @abstractmethod
    async def _fetch(self, statement: str, *values: Any) -> Sequence[Sequence[Any]]:
        """Run a query and return all its rows."""

    @abstractmethod
    async def _write(self, statements: Sequence[sql.Statement]) -> None:
        """Execute statements in one transaction and return once it is durable."""

    async def schema_version(self) -> int:
        return int((await self._fetch(SELECT_VERSION))[0][0])

    async def write_health_row(self, now_ms: int) -> None:
        await self._write([(sql.UPSERT_HEALTH, (now_ms,))])

    async def read_events(self, table_id: str, since: int = 0) -> list[bytes]:
        bodies, gap = events_before_gap(await self._fetch(sql.SELECT_EVENTS, table_id, since), since)
        if gap is not None:
            raise DamagedEvents(f"Event {gap} of this table is missing in the store. The operator can restore it.")
        return bodies

    async def unfinished_tables(self) -> AsyncIterator[StoredTable]:
        last = ""
        while rows := await self._fetch(sql.SELECT_UNFINISHED_TABLES, last, TABLES_PER_QUERY):
            found = await self._fetch(sql.SELECT_UNFINISHED_EVENTS, last, rows[-1][0])
            events = {table_id: list(group) for table_id, group in groupby(found, key=lambda row: row[0])}
            for row in rows:
                yield stored_table(row, [(n, body) for _, n, body in events.get(row[0], [])])
            last = rows[-1][0]

    async def set_aside(self, table_id: str, reason: str) -> None:
        await self._write([(sql.SET_TABLE_ASIDE, (reason, table_id))])

    async def find_table(self, table_id: str) -> TableRow | None:
        rows = await self._fetch(f"{sql.SELECT_TABLE} WHERE id = ?", table_id)
        if rows and readable_row(rows[0]) is None:
            raise DamagedEvents("The row of this table is damaged in the store. The operator can restore it.")
        return readable_row(rows[0]) if rows else None

    async def search_tables(self, query: TableQuery = ALL_TABLES) -> list[TableRow]:
        name = None if query.name is None else sql.searchable_name(query.name)
        clauses = {
            "id IN (SELECT table_id FROM sitters WHERE player = ? AND player <> '')": query.player,
            "id IN (SELECT table_id FROM sitters WHERE folded_name = ?)": name,
            "game = ?": query.game,
            "status = ?": query.status,
            "created_at >= ?": query.created_since,
            "created_at < ?": query.created_until,
            "is_private = ?": query.is_private,
            "(created_at, id) < (SELECT created_at, id FROM tables WHERE id = ?)": query.before,
        }
        filters = {clause: value for clause, value in clauses.items() if value is not None}
        where = f"WHERE {' AND '.join(filters)}" if filters else ""
        statement = f"{sql.SELECT_TABLE} {where} ORDER BY created_at DESC, id DESC LIMIT ?"
        rows = await self._fetch(statement, *filters.values(), max(0, min(query.limit, MAX_SEARCH_ROWS)))
        return [row for row in map(readable_row, rows) if row is not None]

    async def count_tables(self) -> int:
        return int((await self._fetch(sql.COUNT_TABLES))[0][0])

    async def ids_of_tables_ended_since(self, at: int) -> list[str]:
        return [table_id for (table_id,) in await self._fetch(sql.SELECT_ENDED_SINCE, at)]

    async def bytes_stored_from_address(self, address_hash: str) -> int:
        return int((await self._fetch(sql.SELECT_BYTES_OF_ADDRESS, address_hash))[0][0])

    async def clear_address_hashes(self, before: int) -> None:
        await self._write([(sql.CLEAR_ADDRESS_HASHES, (before,))])

    async def prune_tables(self, status: TableStatus, before: int, limit: int) -> int:
        ids = await self._fetch(sql.SELECT_OLD_TABLES, status, before, limit)
        await self._execute_per_id(sql.DELETE_TABLE, ids)
        return len(ids)

    async def prune_unseen_players(self, before: int, limit: int) -> int:
        ids = await self._fetch(sql.SELECT_UNUSED_PLAYERS, before, limit)
        await self._execute_per_id(sql.DELETE_PLAYER, ids)
        return len(ids)

    async def _execute_per_id(self, statements: Sequence[str], ids: Sequence[Sequence[Any]]) -> None:
        """Execute each statement once per id, all in one transaction."""
        if ids:
            await self._write([(statement, (id,)) for (id,) in ids for statement in statements])

    async def shared_value(self, name: str, default: str) -> str:
        await self._write([(sql.INSERT_SHARED_VALUE, (name, default))])
        return str((await self._fetch(sql.SELECT_SHARED_VALUE, name))[0][0])

    async def save_player(self, row: PlayerRow) -> None:
        await self._write(list(sql.save_player_statements(row)))

    async def save_seen_at(self, player_id: str, seen_at: int) -> None:
        await self._write([(sql.TOUCH_PLAYER, (seen_at, player_id))])

    async def find_player(self, player_id: str) -> PlayerRow | None:
        rows = await self._fetch(sql.SELECT_PLAYER, player_id)
        return PlayerRow(*rows[0]) if rows else None

    async def find_player_by_token(self, token_hash: str) -> PlayerRow | None:
        rows = await self._fetch(sql.SELECT_PLAYER_BY_TOKEN, token_hash)
        return PlayerRow(*rows[0]) if rows else None

    async def delete_player(self, player_id: str, at: int) -> None:
        remember = (sql.REMEMBER_DELETED_PLAYER, (player_id, at))
        await self._write([remember, *((statement, (player_id,)) for statement in sql.DELETE_PLAYER)])

    async def deleted_players(self, since: int) -> list[str]:
        return [player for (player,) in await self._fetch(sql.SELECT_DELETED_PLAYERS, since)]

    async def complete_deletion(self, player_id: str) -> None:
        await self._write([(sql.COMPLETE_DELETION, (player_id,))])

    async def rewrite_table(self, table_id: str, bodies: Mapping[int, bytes], row: TableRow | None = None) -> None:
        events = [(sql.UPDATE_EVENT, (body, table_id, n)) for n, body in bodies.items()]
        rows = sql.save_table_statements(row) if row else ()
        await self._write([*events, (sql.DELETE_LOG, (table_id,)), (DELETE_REVIEW, (table_id,)), *rows])

    async def replace_tokens(self, player_id: str, token_hash: str) -> None:
        deletions = [(statement, (player_id,)) for statement in (sql.DELETE_TRANSFERS, sql.DELETE_TOKENS)]
        await self._write([*deletions, (sql.UPSERT_TOKEN, (token_hash, player_id))])

    async def delete_token(self, token_hash: str) -> None:
        await self._write([(sql.DELETE_TOKEN, (token_hash,))])

    async def save_transfer_code(self, code_hash: str, player_id: str, expires_at: int, now: int) -> None:
        await self._write(
            [
                (sql.DELETE_EXPIRED_TRANSFERS, (now,)),
                (sql.DELETE_OLDER_TRANSFERS, (player_id, player_id, MAX_TRANSFERS_PER_PLAYER - 1)),
                (sql.INSERT_TRANSFER, (code_hash, player_id, expires_at)),
            ]
        )

    async def save_log(self, row: LogRow, index: TableRow | None = None) -> None:
        await self._write([*(sql.save_table_statements(index) if index else ()), sql.save_log_statement(row)])

    async def find_log(self, table_id: str) -> LogRow | None:
        rows = await self._fetch(sql.SELECT_TEXT_LOG, table_id)
        return LogRow(rows[0][0], rows[0][1], bool(rows[0][2]), rows[0][3]) if rows else None

    async def table_id_of_log(self, text: str) -> str | None:
        rows = await self._fetch(sql.SELECT_TABLE_OF_LOG, sql.content_hash(text), text)
        return rows[0][0] if rows else None


def events_before_gap(rows: Sequence[Sequence[Any]], first: int) -> tuple[list[bytes], int | None]:
    """Return the event bodies before the first gap in the numbers, and the missing number (None if there is no gap)."""
    bodies: list[bytes] = []
    for n, body in rows:
        if n != first + len(bodies):
            return bodies, first + len(bodies)
        bodies.append(body)
    return bodies, None


def stored_table(columns: Sequence[Any], events: Sequence[Sequence[Any]]) -> StoredTable:
    """Return an unfinished table, built from the columns of its row and its events.

    Its `problem` describes the first problem found.
    """
    bodies, gap = events_before_gap(events, 0)
    problem = "" if gap is None else f"Event {gap} is missing."
    if not events:
        problem = "All events are missing."
    return StoredTable(columns[0], readable_row(columns), bodies, problem)


def readable_row(columns: Sequence[Any]) -> TableRow | None:
    """Return the row of a table; None if the row is damaged."""
    try:
        return sql.table_row_from_columns(columns)
    except (msgspec.MsgspecError, TypeError):
        return None
