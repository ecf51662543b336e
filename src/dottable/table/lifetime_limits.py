"""Limits after which an unfinished table is ended: time without a player's action, and number of stored events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from dottable.table.seats.clocks import MS_PER_SECOND

if TYPE_CHECKING:
    from dottable.table.table import Table

RETURN_GRACE_MS = 15 * 60 * MS_PER_SECOND
"""Least time in ms until a table is ended after the server started or a connection closed, for players to return."""
MAX_TABLE_EVENTS = 50_000
"""Largest number of stored events of one table. The longest matches of the five games have about 10,000."""


class IdleLimits(Struct, frozen=True, kw_only=True):
    """Seconds without any action of a player after which the server ends a table."""

    lobby_s: int
    """Limit in seconds before the match starts, while no player is connected."""
    live_s: int
    """Limit in seconds during the match, and before it while a player is connected."""


def idle_limit_ms(table: Table, limits: IdleLimits) -> int:
    """Return the time in ms without a player's action after which a table is ended. Long time limits extend it."""
    if table.status == "open":
        return MS_PER_SECOND * (limits.live_s if table.presence.is_anyone_connected else limits.lobby_s)
    settings = table.settings
    return MS_PER_SECOND * max(limits.live_s, 2 * (settings.move_limit_s or 0), settings.match_limit_s or 0)


def idle_deadline(table: Table, limits: IdleLimits, seen_at: int) -> int | None:
    """Return when an unfinished table is ended for idleness, in ms since the epoch; None if its match is over.

    The time counts from the last stored action of a player, so a restart does not extend it. `seen_at` is when the
    table was loaded or its last connection closed, in ms since the epoch.
    """
    if table.is_over:
        return None
    return max(table.last_action_at + idle_limit_ms(table, limits), seen_at + RETURN_GRACE_MS)
