"""What lasts: the contract that every store keeps, and the rows that go in and come out.

A store knows nothing of events but their bytes and their number. Event 0 of a table is its first, and
`n` has no gaps, so the version of a table (how many events it has applied) is the number of its next one.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from typing import Literal, Protocol

import msgspec

from dottable.core.errors import DottableError

Status = Literal["open", "live", "over", "aborted"]
Then = Callable[[Exception | None], None]
"""What is to be done when a write is over: with None if it is durable, else with the reason why it is not."""
PAGE = 50
"""How many rows a search gives unless told otherwise."""


class StoreError(DottableError):
    """The store cannot do what was asked; nothing of it was reported as kept."""


class Conflict(StoreError):
    """The events were not appended: another writer came first, or one in between is missing."""


class NewerSchema(StoreError):
    """The database was written by a later Dottable."""


class TableRow(msgspec.Struct, frozen=True):
    """What a table is found by. Times are in ms since the epoch."""

    id: str
    game: str
    rules_version: int
    status: Status
    is_private: bool
    seats: int
    players: tuple[tuple[str | None, str], ...]
    """Player id (None for a bot or a guest of another server) and name, seat by seat."""
    created_at: int
    updated_at: int
    moves: int = 0
    result: str | None = None
    """The points by seat, separated by spaces; None as long as there are none."""
    winners: str | None = None
    """The seats that have won, separated by spaces; None as long as nobody has."""


class PlayerRow(msgspec.Struct, frozen=True):
    """A player. Times are in ms since the epoch."""

    id: str
    name: str
    colour: str
    token_hash: str | None
    """When saved: one more token that opens this player. When read: the one it was found by, else None."""
    created_at: int
    seen_at: int


class LogRow(msgspec.Struct, frozen=True):
    """The text log of a match that is over."""

    table: str
    text: str
    is_verified: bool
    """Whether every line was checked by replaying it when it was kept."""
    note: str = ""
    """Why it was not verified, in a sentence."""


class Store(Protocol):
    """Keeps tables, players and logs. All methods may be called at once from one event loop.

    What a write returned for is on the disk: it outlives the process and the machine's power.
    """

    async def start(self) -> None:
        """Connect and bring the schema up to date; NewerSchema if it is from a later Dottable."""

    async def close(self) -> None:
        """Finish the writes under way and let go of everything; a closed store refuses more."""

    async def schema_version(self) -> int:
        """The version the database is at; also a cheap sign that the store answers."""

    async def append(self, table_id: str, first_n: int, bodies: Sequence[bytes], index: TableRow | None = None) -> None:
        """Keep events `first_n`, `first_n + 1`, ... and the row, all or nothing, and return once that is durable.

        Conflict if one of them is there already or the one before is not. The row is needed with the
        first events of a table, and later whenever what a search should find has changed.
        """

    def append_then(self, table_id: str, first_n: int, bodies: Sequence[bytes], then: Then) -> None:
        """The same for events that follow others, for those who do not wait: `then` is called by the event loop."""

    async def events(self, table_id: str, since: int = 0) -> list[bytes]:
        """The bodies of event `since` and all after it, in order; empty for a table that is not there."""

    def live_tables(self) -> AsyncIterator[tuple[str, list[bytes]]]:
        """Every table that is open or live, with all its events; read in portions."""

    async def table(self, table_id: str) -> TableRow | None: ...

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
        """Tables by all that is given, those created last first; `before` is the id of the last row of a page.

        `player` is an id, `name` the name of somebody who sat there, in any case of letters;
        `since` (included) and `until` (not) bound the time of creation.
        """

    async def save_player(self, row: PlayerRow) -> None:
        """Keep a player, new or changed. Its older tokens go on to open it."""

    async def player(self, player_id: str) -> PlayerRow | None: ...

    async def player_by_token(self, token_hash: str) -> PlayerRow | None: ...

    async def drop_token(self, token_hash: str) -> None:
        """Let a token open nothing any more."""

    async def save_log(self, row: LogRow, index: TableRow | None = None) -> None:
        """Keep the log of a table, and its row if given; a log that was kept before stays as it was."""

    async def log(self, table_id: str) -> LogRow | None: ...

    async def logged_as(self, text: str) -> str | None:
        """The table whose log has exactly this text."""
