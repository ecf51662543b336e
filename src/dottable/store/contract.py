"""The interface of every store, and its rows.

A store knows only the bytes and the numbers of events. The numbers of a table's events are 0, 1, 2, ... without
gaps, so the version of a table (its number of events) is the number of its next event.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

import msgspec

from dottable.core.errors import DottableError

if TYPE_CHECKING:
    from dottable.store.sql.write_statistics import WriteStatistics

TableStatus = Literal["open", "live", "over", "aborted", "set_aside"]
"""`set_aside`: the stored events are damaged or their game is missing. The next start tries to restore the table."""
WriteCallback = Callable[[Exception | None], None]
"""Called after a write: with None if it is durable, otherwise with the error."""
IMPORTED_PREFIX = "log-"
"""Start of the ids of imported matches. Ids of tables are shorter than those of imports, so they never collide."""
DEFAULT_SEARCH_ROWS = 50
"""Rows that a search returns by default."""


class StoreError(DottableError):
    """An operation of the store failed."""


class Conflict(StoreError):
    """Events were not appended: another writer stored an event first, or an earlier event is missing."""


class Fenced(StoreError):
    """Events were not appended: another node owns the table now."""


class DamagedEvents(StoreError):
    """An event of a table is missing in the store, or its row cannot be read."""


class NewerSchema(StoreError):
    """The database was written by a newer version of Dottable."""


class FencingToken(NamedTuple):
    """The owner of a table and the epoch of its ownership. An append with an outdated token is refused."""

    owner: str
    """Incarnation of the node."""
    epoch: int


class TableRow(msgspec.Struct, frozen=True):
    """The searchable facts of a table. Times are in ms since the epoch."""

    id: str
    game: str
    rules_version: int
    status: TableStatus
    is_private: bool
    seats: int
    players: tuple[tuple[str | None, str], ...]
    """(player id, name) by seat. The id is None for a bot or a player of another server."""
    created_at: int
    updated_at: int
    moves: int = 0
    result: str | None = None
    """Points by seat, separated by spaces; None while there are none."""
    winners: str | None = None
    """Winning seats, separated by spaces; None while there is no winner."""
    origin: str | None = None
    """Keyed hash of the address that opened the table; None once it is forgotten."""
    stored_bytes: int = 0
    """Estimated size of the table in the store, as counted by the quota of its origin."""
    note: str = ""
    """Why the table was set aside, or ended without a result."""

    @property
    def is_imported(self) -> bool:
        """Whether the match was played elsewhere and its log imported."""
        return self.id.startswith(IMPORTED_PREFIX)


class StoredTable(NamedTuple):
    """An unfinished table as read from the store."""

    id: str
    row: TableRow | None
    """None if the row cannot be read. It can be written again from the events."""
    bodies: list[bytes]
    """The events from number 0 up to the first missing one."""
    problem: str
    """What is wrong with the stored data; empty if nothing is."""


class PlayerRow(msgspec.Struct, frozen=True):
    """A player. Times are in ms since the epoch."""

    id: str
    name: str
    colour: str
    token_hash: str | None
    """When saved: an additional token of the player. When read: the token it was found by, or None."""
    created_at: int
    seen_at: int


class TableQuery(msgspec.Struct, frozen=True, kw_only=True):
    """Filter and page of a search for tables. A table must match every field that is not None."""

    player: str | None = None
    """Id of a seated player."""
    name: str | None = None
    """Name of a seated player; upper and lower case are equal."""
    game: str | None = None
    status: TableStatus | None = None
    created_since: int | None = None
    """First creation time, inclusive, in ms since the epoch."""
    created_until: int | None = None
    """Last creation time, exclusive."""
    is_private: bool | None = None
    limit: int = DEFAULT_SEARCH_ROWS
    """Most rows to return."""
    before: str | None = None
    """Id of the last row of the previous page."""


ALL_TABLES = TableQuery()


class LogRow(msgspec.Struct, frozen=True):
    """The whole text log of a finished match, and whether it was verified."""

    table: str
    text: str
    is_verified: bool
    """Whether the log was verified by replaying it."""
    note: str = ""
    """Why the log was not verified."""


class Store(Protocol):
    """Stores tables, players and logs. Methods may run concurrently in one event loop.

    When a write returns, its data is durable: it survives a crash or a power failure.
    """

    statistics: WriteStatistics
    """Statistics of commits and errors since the process started."""

    async def start(self) -> None:
        """Connect and migrate the schema. Raises NewerSchema if the database is newer than this version."""

    async def close(self) -> None:
        """Finish writes in flight and release all resources."""

    async def schema_version(self) -> int:
        """Return the schema version."""

    async def write_health_row(self, now_ms: int) -> None:
        """Write one row of the table `health` and return once it is durable."""

    async def append(
        self,
        table_id: str,
        first_n: int,
        bodies: Sequence[bytes],
        index: TableRow | None = None,
        token: FencingToken | None = None,
    ) -> None:
        """Store events `first_n`, `first_n + 1`, ... and the row in one transaction; return once it is durable.

        Raises Conflict if one of them exists or the event before `first_n` does not, and Fenced if the token is
        outdated. The row is required with event 0, and later whenever a searchable fact has changed. A new table
        belongs to the owner of the token.
        """

    def append_with_callback(
        self,
        table_id: str,
        first_n: int,
        bodies: Sequence[bytes],
        callback: WriteCallback,
        token: FencingToken | None = None,
    ) -> None:
        """Store events of an existing table and return at once. The event loop calls `callback` after the commit."""

    async def events(self, table_id: str, since: int = 0) -> list[bytes]:
        """Return the bodies of event `since` and all later ones, in order; empty for an unknown table.

        Raises DamagedEvents if one is missing in between.
        """

    def live_tables(self) -> AsyncIterator[StoredTable]:
        """Yield every open, live or set-aside table with its events, read in batches."""

    async def set_aside(self, table_id: str, reason: str) -> None:
        """Mark a table that cannot be restored. Its events stay unchanged."""

    async def table(self, table_id: str) -> TableRow | None:
        """Return the row of a table, or None. Raises DamagedEvents if it cannot be read."""

    async def search(self, query: TableQuery = ALL_TABLES) -> list[TableRow]:
        """Return the tables that match a query, the most recently created first."""

    async def count_tables(self) -> int:
        """Return the number of stored tables."""

    async def ended_since(self, at: int) -> list[str]:
        """Return the ids of ended tables whose row changed at `at` (ms since the epoch) or later."""

    async def origin_bytes(self, origin: str) -> int:
        """Return the estimated bytes of all stored tables of an origin."""

    async def forget_origins(self, before: int) -> None:
        """Remove the origin of ended tables that last changed before a time."""

    async def prune_tables(self, status: TableStatus, before: int, limit: int) -> int:
        """Delete up to `limit` tables of an ended status that last changed before a time. Return their number."""

    async def prune_players(self, before: int, limit: int) -> int:
        """Delete up to `limit` players who have no stored table and were last seen before a time. Return the number."""

    async def shared_value(self, name: str, default: str) -> str:
        """Return a value that all processes share; `default` is stored if there is none."""

    async def save_player(self, row: PlayerRow) -> None:
        """Insert or update a player. Its older tokens stay valid."""

    async def touch_player(self, player_id: str, seen_at: int) -> None:
        """Store when a player was last seen. A player who was deleted stays deleted."""

    async def player(self, player_id: str) -> PlayerRow | None: ...

    async def player_by_token(self, token_hash: str) -> PlayerRow | None: ...

    async def delete_player(self, player_id: str, at: int) -> None:
        """Delete a player and its tokens, and remember that its tables still have to be changed."""

    async def deleted_players(self, since: int) -> list[str]:
        """Return the ids of players who were deleted at `since` or later, or whose deletion is not complete."""

    async def complete_deletion(self, player_id: str) -> None:
        """Mark the deletion of a player as complete."""

    async def rewrite_table(self, table_id: str, bodies: Mapping[int, bytes], row: TableRow | None = None) -> None:
        """Replace some events of a table, and its row if given. Its stored log is deleted, to be written again."""

    async def delete_token(self, token_hash: str) -> None:
        """Make a token invalid."""

    async def replace_tokens(self, player_id: str, token_hash: str) -> None:
        """Make all tokens of a player invalid, and a new one valid."""

    async def save_log(self, row: LogRow, index: TableRow | None = None) -> None:
        """Store the log of a table, and its row if given. An existing log is not changed."""

    async def log(self, table_id: str) -> LogRow | None: ...

    async def table_id_of_log(self, text: str) -> str | None:
        """Return the id of the table whose log has exactly this text, or None."""
