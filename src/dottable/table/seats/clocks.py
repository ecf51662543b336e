"""Clocks of a table: table time, which stops while no server runs, and thinking time with its limits per seat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from dottable.table.events import Settings

MS_PER_SECOND = 1000
OVERTIME_PER_ACTION_MS = 3 * MS_PER_SECOND
"""Milliseconds per action once a seat has used up its time for the whole match."""


def is_time_limited(settings: Settings) -> bool:
    return settings.move_limit_s is not None or settings.match_limit_s is not None


class TableClock:
    """Converts between host time (ms since the epoch) and table time (ms since the table was opened)."""

    __slots__ = ("_zero_at", "last_ms")

    def __init__(self, opened_at: int) -> None:
        self._zero_at = opened_at
        self.last_ms = 0
        """Table time of the last event, in ms."""

    def table_time(self, at: int) -> int:
        """Convert host time `at` (ms since the epoch) to table time in ms, at least that of the last event."""
        return max(self.last_ms, at - self._zero_at)

    def host_time(self, clock_ms: int) -> int:
        """Convert table time in ms to host time (ms since the epoch)."""
        return clock_ms + self._zero_at

    def synchronise(self, at: int, clock_ms: int) -> None:
        """Adopt the clock of the server that owns the table: at host time `at` its table time is `clock_ms`."""
        self._zero_at = at - clock_ms

    def resume(self, at: int) -> None:
        """Restart the clock at host time `at` from the table time of the last event. Downtime does not count."""
        self._zero_at = at - self.last_ms


class SeatWait(NamedTuple):
    """Match time (ms) and table version since which the match waits for a seat to act."""

    since_ms: int
    version: int


class SeatClocks:
    """Which seats the match waits for, since when, and how much time each seat has used in all."""

    __slots__ = ("spent_ms", "waits")

    def __init__(self, seats: int) -> None:
        self.waits: dict[int, SeatWait] = {}
        """Time in ms since when the match waits, by seat that may act."""
        self.spent_ms = [0] * seats
        """Thinking time of each seat in this match so far, in ms, without the current wait."""

    def update_waits(self, to_act: Iterable[int], mover: int | None, now: SeatWait) -> None:
        """Update after a move. The waits of the mover and of seats not in `to_act` end and count as time used."""
        before, self.waits = self.waits, {}
        for seat in to_act:
            is_new = seat == mover or seat not in before
            self.waits[seat] = now if is_new else before[seat]
        for seat, wait in before.items():
            if self.waits.get(seat) is not wait:
                self.spent_ms[seat] += now.since_ms - wait.since_ms

    def time_up_ms(self, seat: int, settings: Settings) -> int | None:
        """Return the match time in ms at which a seat's time is up; None if it need not act or has no limit."""
        wait = self.waits.get(seat)
        if wait is None:
            return None
        limits: list[int] = []
        if settings.move_limit_s is not None:
            limits.append(wait.since_ms + settings.move_limit_s * MS_PER_SECOND)
        if settings.match_limit_s is not None:
            left_ms = settings.match_limit_s * MS_PER_SECOND - self.spent_ms[seat]
            limits.append(wait.since_ms + max(left_ms, OVERTIME_PER_ACTION_MS))
        return min(limits, default=None)
