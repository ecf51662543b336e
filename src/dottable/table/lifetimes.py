"""How long a table may stay unfinished: idle limits, and the largest number of events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from dottable.table.seats.clocks import MS_PER_SECOND

if TYPE_CHECKING:
    from dottable.table.table import Table

RETURN_GRACE_MS = 15 * 60 * MS_PER_SECOND
"""Time that every table has after the server started or a connection closed, so that players can come back."""
MAX_TABLE_EVENTS = 50_000
"""Events of one table. The longest matches of the five games have about 10,000."""


class IdleLimits(Struct, frozen=True, kw_only=True):
    """Times in seconds after which a table without a player's action is ended."""

    lobby_s: int
    """Before the start, while nobody is connected."""
    live_s: int
    """After the start, and before it while somebody is connected."""


def idle_limit_ms(table: Table, limits: IdleLimits) -> int:
    """Return the idle time in ms after which a table is ended. Slow time limits make it longer."""
    if table.status == "open":
        return MS_PER_SECOND * (limits.live_s if table.presence.is_anyone_connected else limits.lobby_s)
    settings = table.settings
    return MS_PER_SECOND * max(limits.live_s, 2 * (settings.move_limit_s or 0), settings.match_limit_s or 0)


def idle_deadline(table: Table, limits: IdleLimits, seen_at: int) -> int | None:
    """Return the host time at which an unfinished table is ended; None if it is over.

    It counts from the last stored action of a player, so a restart does not extend it. `seen_at` is the host time
    at which the table was loaded or its last connection closed.
    """
    if table.is_over:
        return None
    return max(table.last_action_at + idle_limit_ms(table, limits), seen_at + RETURN_GRACE_MS)
