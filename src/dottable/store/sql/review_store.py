"""Storage of reviews and daily puzzles by SQL, for SQLite and PostgreSQL."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from dottable.store.contract import PlayerReview, ReviewRow
from dottable.store.sql import review_statements as sql
from dottable.store.sql.statements import Statement


class SqlReviewStore(ABC):
    """The part of a SQL store that keeps reviews and puzzles. `contract.Store` documents the methods."""

    @abstractmethod
    async def _fetch(self, statement: str, *values: Any) -> Sequence[Sequence[Any]]: ...

    @abstractmethod
    async def _write(self, statements: Sequence[Statement]) -> None: ...

    async def find_review(self, table_id: str) -> ReviewRow | None:
        rows = await self._fetch(sql.SELECT_REVIEW, table_id)
        if not rows:
            return None
        found_id, version, claimant, claimed_until, is_complete, body = rows[0]
        return ReviewRow(found_id, version, claimant, claimed_until, bool(is_complete), bytes(body))

    async def claim_review(self, row: ReviewRow, now_ms: int) -> bool:
        values = (row.table, row.version, row.claimant, row.claimed_until, row.body, now_ms)
        await self._write([(sql.CLAIM_REVIEW, values), (sql.DELETE_REVIEW_WITHOUT_MATCH, (row.table,))])
        found = await self.find_review(row.table)
        return found is not None and found.claimant == row.claimant and not found.is_complete

    async def save_review(self, row: ReviewRow) -> None:
        values = (row.body, row.is_complete, row.claimed_until, row.table, row.claimant, row.version)
        await self._write([(sql.UPDATE_REVIEW, values)])

    async def release_review(self, table_id: str, claimant: str) -> None:
        await self._write([(sql.RELEASE_REVIEW, (table_id, claimant))])

    async def reviews_of_player(self, player_id: str, version: int, limit: int) -> list[PlayerReview]:
        rows = await self._fetch(sql.SELECT_REVIEWS_OF_PLAYER, player_id, version, limit)
        return [PlayerReview(table_id, seat, bytes(body)) for table_id, seat, body in rows]

    async def save_daily_puzzle(self, game: str, day: str, version: int, body: bytes) -> None:
        await self._write([(sql.INSERT_DAILY_PUZZLE, (game, day, version, body))])

    async def find_daily_puzzle(self, game: str, day: str, version: int) -> bytes | None:
        rows = await self._fetch(sql.SELECT_DAILY_PUZZLE, game, day, version)
        return bytes(rows[0][0]) if rows else None
