"""The interface of every store, and the types of its rows.

A store does not interpret events: it knows only their bytes and their numbers. The events of a table are numbered 0, 1,
2, ... without gaps. The version of a table is its number of events, so it is also the number of the next event.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

import msgspec

from dottable.core.errors import DottableError

if TYPE_CHECKING:
    from dottable.store.sql.store_metrics import StoreMetrics

TableStatus = Literal["open", "live", "over", "aborted", "set_aside"]
"""`set_aside`: the stored events are damaged, or their game is not installed. The server tries to restore the table at
its next start."""
WriteCallback = Callable[[Exception | None], None]
"""Called after a write. Its argument is None if the data is durable, otherwise the error."""
IMPORTED_PREFIX = "log-"
"""Prefix of the ids of imported matches. The ids of tables are shorter, so the two kinds never collide."""
DEFAULT_SEARCH_ROWS = 50
"""Number of rows that a search returns by default."""


class StoreError(DottableError):
    """Raised when an operation of the store fails."""


class AppendConflict(StoreError):
    """Raised when events are not appended: another writer stored an event first, or an earlier event is missing."""


class AppendFenced(StoreError):
    """Raised when events are not appended, because another node owns the table now."""


class DamagedEvents(StoreError):
    """Raised when an event of a table is missing in the store, or its row cannot be read."""


class NewerSchema(StoreError):
    """Raised when the database was written by a newer version of Dottable."""


class FencingToken(NamedTuple):
    """The owner of a table and the number (epoch) of its ownership. An append with an outdated token is refused."""

    owner: str
    """Incarnation (one run) of the owning node."""
    epoch: int


class TableRow(msgspec.Struct, frozen=True):
    """Properties of a table by which it can be searched. Times are in ms since the Unix epoch."""

    id: str
    game: str
    rules_version: int
    status: TableStatus
    is_private: bool
    seats: int
    players: tuple[tuple[str | None, str], ...]
    """(player id, name) by seat. The id is None for a bot and for a player of another server."""
    created_at: int
    updated_at: int
    moves: int = 0
    result: str | None = None
    """Points by seat, separated by spaces; None before the match has a result."""
    winners: str | None = None
    """Numbers of the winning seats, separated by spaces; None before there is a winner."""
    origin: str | None = None
    """Keyed hash of the network address that opened the table; None after the retention time."""
    stored_bytes: int = 0
    """Estimated size of the table in the store, in bytes; counts against the quota of its address."""
    note: str = ""
    """The reason why the table was set aside or ended without a result; else empty."""
    opened_by: str | None = None
    """Id of the player who opened the table; None once it has ended. Quotas of several nodes count it."""

    @property
    def is_imported(self) -> bool:
        """Whether the match was played on another server and imported as a log."""
        return self.id.startswith(IMPORTED_PREFIX)


class StoredTable(NamedTuple):
    """An unfinished table as read from the store."""

    id: str
    row: TableRow | None
    """None if the row cannot be read. The row can be rebuilt from the events."""
    bodies: list[bytes]
    """Encoded events from number 0 up to the first missing event."""
    problem: str
    """A sentence that says what is wrong with the stored data; empty if nothing is wrong."""


class PlayerRow(msgspec.Struct, frozen=True):
    """A player. Times are in ms since the Unix epoch."""

    id: str
    name: str
    colour: str
    token_hash: str | None
    """When saved: hash of an additional token of the player. When read: hash of the token used for the search, or
    None."""
    created_at: int
    seen_at: int


class TableQuery(msgspec.Struct, frozen=True, kw_only=True):
    """Filter and page of a search for tables. A table must match every filter that is not None."""

    player: str | None = None
    """Id of a seated player."""
    name: str | None = None
    """Name of a seated player. Case is ignored."""
    game: str | None = None
    status: TableStatus | None = None
    created_since: int | None = None
    """Earliest creation time, inclusive, in ms since the Unix epoch."""
    created_until: int | None = None
    """Latest creation time, exclusive, in ms since the Unix epoch."""
    is_private: bool | None = None
    limit: int = DEFAULT_SEARCH_ROWS
    """Maximum number of rows to return."""
    before: str | None = None
    """Id of the last row of the previous page; None for the first page."""


ALL_TABLES = TableQuery()


class LogRow(msgspec.Struct, frozen=True):
    """The text log of a finished match, and whether it was verified."""

    table: str
    text: str
    is_verified: bool
    """Whether the log was verified by replaying it."""
    note: str = ""
    """The reason why the log was not verified; else empty."""


class ReviewRow(NamedTuple):
    """The review of a match as JSON, and the claim of the process that makes it."""

    table: str
    version: int
    """Version of the evaluation."""
    claimant: str
    """Random name of the job that makes the review."""
    claimed_until: int
    """Time in ms since the epoch after which another process may make the review."""
    is_complete: bool
    body: bytes


class PlayerReview(NamedTuple):
    """A complete review of a match in which a player had a seat."""

    table: str
    seat: int
    body: bytes


class Store(Protocol):
    """Stores tables, players and logs. Methods may run concurrently in one event loop.

    When a write returns, its data is durable: it survives a crash or a power failure.
    """

    statistics: StoreMetrics
    """Statistics of commits and errors since the process started."""

    async def start(self) -> None:
        """Connect and migrate the schema. Raise NewerSchema if the database is newer than this version of Dottable."""

    async def close(self) -> None:
        """Finish pending writes and release all resources."""

    async def schema_version(self) -> int:
        """Return the schema version of the database."""

    async def write_health_row(self, now_ms: int) -> None:
        """Write the row of the table `health`, to check that writing works. Return once the row is durable."""

    async def append_events(
        self,
        table_id: str,
        first_n: int,
        bodies: Sequence[bytes],
        index: TableRow | None = None,
        token: FencingToken | None = None,
    ) -> None:
        """Store events `first_n`, `first_n + 1`, ... and the row in one transaction; return once it is durable.

        Raise AppendConflict if one of them exists or the event before `first_n` does not, and AppendFenced if the token
        is outdated. The row is required with event 0, and later whenever a searchable fact has changed. A new table
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

    async def read_events(self, table_id: str, since: int = 0) -> list[bytes]:
        """Return the bodies of event number `since` and all later events, in order; empty for an unknown table.

        Raise DamagedEvents if an event in between is missing.
        """

    def unfinished_tables(self) -> AsyncIterator[StoredTable]:
        """Yield every open, live or set-aside table with its events, read in batches."""

    async def set_aside(self, table_id: str, reason: str) -> None:
        """Mark a table as one that cannot be restored, with the reason. Its events stay unchanged."""

    async def find_table(self, table_id: str) -> TableRow | None:
        """Return the row of a table, or None if there is no such table.

        Raise DamagedEvents if the row cannot be read.
        """

    async def search_tables(self, query: TableQuery = ALL_TABLES) -> list[TableRow]:
        """Return the tables that match a query, the most recently created first."""

    async def count_tables(self) -> int:
        """Return the number of stored tables."""

    async def ids_of_tables_ended_since(self, at: int) -> list[str]:
        """Return the ids of ended tables whose row changed at time `at` (ms since the Unix epoch) or later."""

    async def bytes_stored_from_address(self, address_hash: str) -> int:
        """Return the estimated bytes of all stored tables opened from an address, given by its keyed hash."""

    async def clear_address_hashes(self, before: int) -> None:
        """Remove the address hash (`origin`) of ended tables that last changed before `before` (Unix time in ms)."""

    async def prune_tables(self, status: TableStatus, before: int, limit: int) -> int:
        """Delete up to `limit` tables with an ended status that last changed before a time.

        Return the number deleted.
        """

    async def prune_unseen_players(self, before: int, limit: int) -> int:
        """Delete up to `limit` players without stored tables who were last seen before a time.

        Return the number deleted.
        """

    async def shared_value(self, name: str, default: str) -> str:
        """Return the value of a name, shared by all processes. If there is none yet, store and return `default`."""

    async def save_player(self, row: PlayerRow) -> None:
        """Insert or update a player. Its older tokens stay valid."""

    async def save_seen_at(self, player_id: str, seen_at: int) -> None:
        """Store the time at which a player was last seen. A deleted player stays deleted."""

    async def find_player(self, player_id: str) -> PlayerRow | None: ...

    async def find_player_by_token(self, token_hash: str) -> PlayerRow | None: ...

    async def delete_player(self, player_id: str, at: int) -> None:
        """Delete a player and its tokens, and record that its name must still be removed from its tables."""

    async def deleted_players(self, since: int) -> list[str]:
        """Return the ids of players who were deleted at `since` or later, or whose deletion is not complete yet."""

    async def complete_deletion(self, player_id: str) -> None:
        """Mark the deletion of a player as complete."""

    async def rewrite_table(self, table_id: str, bodies: Mapping[int, bytes], row: TableRow | None = None) -> None:
        """Replace some events of a table, and its row if given. Also delete its stored log, which is now outdated."""

    async def delete_token(self, token_hash: str) -> None:
        """Delete a player's token, so that nobody can sign in with it."""

    async def replace_tokens(self, player_id: str, token_hash: str) -> None:
        """Make all tokens of a player invalid, and a new token valid."""

    async def save_transfer_code(self, code_hash: str, player_id: str, expires_at: int, now: int) -> None:
        """Store a code that signs a player in on another device. Only the player's newest codes are kept."""

    async def redeem_transfer_code(self, code_hash: str, token_hash: str, now: int) -> str | None:
        """Delete an unexpired code, store a new token of its player, and return the player's id.

        Return None without a code.

        If several processes redeem a code at the same time, only one succeeds.
        """

    async def save_log(self, row: LogRow, index: TableRow | None = None) -> None:
        """Store the log of a table, and its row if given. A log that already exists is not changed."""

    async def find_log(self, table_id: str) -> LogRow | None: ...

    async def table_id_of_log(self, text: str) -> str | None:
        """Return the id of the table whose log has exactly this text, or None."""

    async def find_review(self, table_id: str) -> ReviewRow | None:
        """Return the review of a match, complete or not, or None."""

    async def claim_review(self, row: ReviewRow, now_ms: int) -> bool:
        """Claim the making of a review: store its row unless another process has the claim. Return whether it did.

        A complete review of the same version and the review of a match that is not over are never claimed.
        """

    async def save_review(self, row: ReviewRow) -> None:
        """Replace the review of a match, if the claimant of the row still has the claim."""

    async def release_review(self, table_id: str, claimant: str) -> None:
        """End the claim of a job that stops before its review is complete."""

    async def reviews_of_player(self, player_id: str, version: int, limit: int) -> list[PlayerReview]:
        """Return the complete reviews of a player's matches, the most recent match first."""

    async def save_daily_puzzle(self, game: str, day: str, version: int, body: bytes) -> None:
        """Store the puzzle of a day (`YYYY-MM-DD`). An existing one is not changed."""

    async def find_daily_puzzle(self, game: str, day: str, version: int) -> bytes | None: ...
