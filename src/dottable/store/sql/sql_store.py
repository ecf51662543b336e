"""Base of both SQL stores: everything except the execution of statements."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Sequence
from itertools import groupby
from typing import Any

from dottable.store.contract import ALL_TABLES, LogRow, PlayerRow, TableQuery, TableRow, WriteCallback
from dottable.store.sql import statements as sql
from dottable.store.sql.schema import SELECT_VERSION

TABLES_PER_QUERY = 200
"""Live tables read with one query."""
MAX_SEARCH_ROWS = 1000
"""Most rows that a search returns."""


class SqlStore(ABC):
    """A store that uses SQL. `contract.Store` documents the methods."""

    @abstractmethod
    async def start(self) -> None: ...

    @abstractmethod
    async def close(self) -> None: ...

    @abstractmethod
    async def append(
        self, table_id: str, first_n: int, bodies: Sequence[bytes], index: TableRow | None = None
    ) -> None: ...

    @abstractmethod
    def append_with_callback(
        self, table_id: str, first_n: int, bodies: Sequence[bytes], callback: WriteCallback
    ) -> None: ...

    @abstractmethod
    async def _fetch(self, statement: str, *values: Any) -> Sequence[Sequence[Any]]:
        """Return all rows of a query."""

    @abstractmethod
    async def _write(self, statements: Sequence[sql.Statement]) -> None:
        """Execute statements in one transaction and return once it is durable."""

    async def schema_version(self) -> int:
        return int((await self._fetch(SELECT_VERSION))[0][0])

    async def events(self, table_id: str, since: int = 0) -> list[bytes]:
        return [body for (body,) in await self._fetch(sql.SELECT_EVENTS, table_id, since)]

    async def live_tables(self) -> AsyncIterator[tuple[str, list[bytes]]]:
        last = ""
        while rows := await self._fetch(sql.SELECT_UNFINISHED_EVENTS, last, TABLES_PER_QUERY):
            for table_id, events in groupby(rows, key=lambda row: row[0]):
                yield table_id, [body for _, body in events]
            last = rows[-1][0]

    async def table(self, table_id: str) -> TableRow | None:
        rows = await self._fetch(f"{sql.SELECT_TABLE} WHERE id = ?", table_id)
        return sql.table_row_from_columns(rows[0]) if rows else None

    async def search(self, query: TableQuery = ALL_TABLES) -> list[TableRow]:
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
        given = {clause: value for clause, value in clauses.items() if value is not None}
        where = f"WHERE {' AND '.join(given)}" if given else ""
        statement = f"{sql.SELECT_TABLE} {where} ORDER BY created_at DESC, id DESC LIMIT ?"
        rows = await self._fetch(statement, *given.values(), max(0, min(query.limit, MAX_SEARCH_ROWS)))
        return [sql.table_row_from_columns(row) for row in rows]

    async def save_player(self, row: PlayerRow) -> None:
        await self._write(list(sql.save_player_statements(row)))

    async def player(self, player_id: str) -> PlayerRow | None:
        rows = await self._fetch(sql.SELECT_PLAYER, player_id)
        return PlayerRow(*rows[0]) if rows else None

    async def player_by_token(self, token_hash: str) -> PlayerRow | None:
        rows = await self._fetch(sql.SELECT_PLAYER_BY_TOKEN, token_hash)
        return PlayerRow(*rows[0]) if rows else None

    async def delete_token(self, token_hash: str) -> None:
        await self._write([(sql.DELETE_TOKEN, (token_hash,))])

    async def save_log(self, row: LogRow, index: TableRow | None = None) -> None:
        await self._write([*(sql.save_table_statements(index) if index else ()), sql.save_log_statement(row)])

    async def log(self, table_id: str) -> LogRow | None:
        rows = await self._fetch(sql.SELECT_LOG, table_id)
        return LogRow(rows[0][0], rows[0][1], bool(rows[0][2]), rows[0][3]) if rows else None

    async def table_id_of_log(self, text: str) -> str | None:
        rows = await self._fetch(sql.SELECT_TABLE_OF_LOG, sql.content_hash(text), text)
        return rows[0][0] if rows else None
