"""What both dialects have in common: everything but how a statement reaches the database."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Sequence
from itertools import groupby
from typing import Any

from dottable.store import statements as sql
from dottable.store.contract import PAGE, LogRow, PlayerRow, Status, TableRow, Then
from dottable.store.schema import PRESENT_VERSION

PORTION = 200
"""Tables read at once when all live ones are."""
LARGEST_PAGE = 1000


class SqlStore(ABC):
    """A store over SQL; see the contract."""

    @abstractmethod
    async def start(self) -> None: ...

    @abstractmethod
    async def close(self) -> None: ...

    @abstractmethod
    async def append(
        self, table_id: str, first_n: int, bodies: Sequence[bytes], index: TableRow | None = None
    ) -> None: ...

    @abstractmethod
    def append_then(self, table_id: str, first_n: int, bodies: Sequence[bytes], then: Then) -> None: ...

    @abstractmethod
    async def _fetch(self, statement: str, *values: Any) -> Sequence[Sequence[Any]]:
        """All rows of a query, as they are after the last commit."""

    @abstractmethod
    async def _write(self, statements: Sequence[sql.Statement]) -> None:
        """Carry out all of them or none, and return once that is durable."""

    async def schema_version(self) -> int:
        return int((await self._fetch(PRESENT_VERSION))[0][0])

    async def events(self, table_id: str, since: int = 0) -> list[bytes]:
        return [body for (body,) in await self._fetch(sql.SELECT_EVENTS, table_id, since)]

    async def live_tables(self) -> AsyncIterator[tuple[str, list[bytes]]]:
        last = ""
        while rows := await self._fetch(sql.LIVE_PORTION, last, PORTION):
            for table_id, events in groupby(rows, key=lambda row: row[0]):
                yield table_id, [body for _, body in events]
            last = rows[-1][0]

    async def table(self, table_id: str) -> TableRow | None:
        rows = await self._fetch(f"{sql.SELECT_TABLE} WHERE id = ?", table_id)
        return sql.table_row(rows[0]) if rows else None

    async def search(
        self,
        player: str | None = None,
        game: str | None = None,
        status: Status | None = None,
        since: int | None = None,
        until: int | None = None,
        is_private: bool | None = None,  # noqa: FBT001
        limit: int = PAGE,
        before: str | None = None,
        name: str | None = None,
    ) -> list[TableRow]:
        asked = {
            "id IN (SELECT table_id FROM sitters WHERE player = ? AND player <> '')": player,
            "id IN (SELECT table_id FROM sitters WHERE folded_name = ?)": None if name is None else sql.folded(name),
            "game = ?": game,
            "status = ?": status,
            "created_at >= ?": since,
            "created_at < ?": until,
            "is_private = ?": is_private,
            "(created_at, id) < (SELECT created_at, id FROM tables WHERE id = ?)": before,
        }
        given = {clause: value for clause, value in asked.items() if value is not None}
        where = f"WHERE {' AND '.join(given)}" if given else ""
        query = f"{sql.SELECT_TABLE} {where} ORDER BY created_at DESC, id DESC LIMIT ?"
        rows = await self._fetch(query, *given.values(), max(0, min(limit, LARGEST_PAGE)))
        return [sql.table_row(row) for row in rows]

    async def save_player(self, row: PlayerRow) -> None:
        await self._write(list(sql.save_player(row)))

    async def player(self, player_id: str) -> PlayerRow | None:
        rows = await self._fetch(sql.SELECT_PLAYER, player_id)
        return PlayerRow(*rows[0]) if rows else None

    async def player_by_token(self, token_hash: str) -> PlayerRow | None:
        rows = await self._fetch(sql.SELECT_BY_TOKEN, token_hash)
        return PlayerRow(*rows[0]) if rows else None

    async def drop_token(self, token_hash: str) -> None:
        await self._write([(sql.DROP_TOKEN, (token_hash,))])

    async def save_log(self, row: LogRow, index: TableRow | None = None) -> None:
        await self._write([*(sql.save_table(index) if index else ()), sql.save_log(row)])

    async def log(self, table_id: str) -> LogRow | None:
        rows = await self._fetch(sql.SELECT_LOG, table_id)
        return LogRow(rows[0][0], rows[0][1], bool(rows[0][2]), rows[0][3]) if rows else None

    async def logged_as(self, text: str) -> str | None:
        rows = await self._fetch(sql.SELECT_LOGGED, sql.content_hash(text), text)
        return rows[0][0] if rows else None
