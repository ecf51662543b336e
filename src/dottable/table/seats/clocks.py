"""Table time, which stops while no server runs, and time limits per seat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from dottable.table.events import Settings

MS_PER_SECOND = 1000
OVERTIME_PER_ACTION_MS = 3 * MS_PER_SECOND
"""Time per action once a seat has used up its time for the whole match."""


def is_time_limited(settings: Settings) -> bool:
    return settings.move_limit_s is not None or settings.match_limit_s is not None


class TableClock:
    """Converts between host time (ms since the epoch) and table time (ms since the table was opened)."""

    __slots__ = ("_zero_at", "last_ms")

    def __init__(self, opened_at: int) -> None:
        self._zero_at = opened_at
        self.last_ms = 0
        """Table time of the last event."""

    def table_time(self, at: int) -> int:
        """Return the table time at host time `at`, never before the last event."""
        return max(self.last_ms, at - self._zero_at)

    def host_time(self, clock_ms: int) -> int:
        """Return the host time of a table time."""
        return clock_ms + self._zero_at

    def synchronise(self, at: int, clock_ms: int) -> None:
        """Set the table time at host time `at`, as another server measures it."""
        self._zero_at = at - clock_ms

    def resume(self, at: int) -> None:
        """Continue from the last event at host time `at`; the time since that event does not count."""
        self._zero_at = at - self.last_ms


class SeatWait(NamedTuple):
    """Match time and version since which the match waits for a seat."""

    since_ms: int
    version: int


class SeatClocks:
    """The seats the match waits for, and the time each seat has spent."""

    __slots__ = ("spent_ms", "waits")

    def __init__(self, seats: int) -> None:
        self.waits: dict[int, SeatWait] = {}
        """Seats that have to act."""
        self.spent_ms = [0] * seats

    def update(self, to_act: Iterable[int], mover: int | None, now: SeatWait) -> None:
        """Update after a move. The waits of the mover and of seats no longer to act end now."""
        before, self.waits = self.waits, {}
        for seat in to_act:
            is_new = seat == mover or seat not in before
            self.waits[seat] = now if is_new else before[seat]
        for seat, wait in before.items():
            if self.waits.get(seat) is not wait:
                self.spent_ms[seat] += now.since_ms - wait.since_ms

    def time_up_ms(self, seat: int, settings: Settings) -> int | None:
        """Return the match time when the seat's time is up; None if the seat is not to act or has no limit."""
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
