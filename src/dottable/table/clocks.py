"""Time at a table: it stands still while no server is up, and it may be limited for every seat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from dottable.table.events import Settings

SECOND_MS = 1000
OVERTIME_MS = 3 * SECOND_MS
"""What a seat has for each action once its time for the whole match is spent."""


def is_time_limited(settings: Settings) -> bool:
    return settings.move_limit_s is not None or settings.match_limit_s is not None


class Clock:
    """Table time, from the host's."""

    __slots__ = ("_zero_at", "last_ms")

    def __init__(self, opened_at: int) -> None:
        self._zero_at = opened_at
        self.last_ms = 0
        """The time of the last event."""

    def read(self, at: int) -> int:
        """Table time at a time of the host; it never runs backwards."""
        return max(self.last_ms, at - self._zero_at)

    def host_time(self, clock_ms: int) -> int:
        return clock_ms + self._zero_at

    def resume(self, at: int) -> None:
        """Go on from the last event, as if no time had passed since."""
        self._zero_at = at - self.last_ms


class Wait(NamedTuple):
    """Since when, in match time, and since which version the match waits for a seat."""

    since_ms: int
    version: int


class Waits:
    """Whom the match waits for, and how much time every seat has spent."""

    __slots__ = ("by_seat", "spent_ms")

    def __init__(self, seats: int) -> None:
        self.by_seat: dict[int, Wait] = {}
        self.spent_ms = [0] * seats

    def update(self, awaited: Iterable[int], mover: int | None, now: Wait) -> None:
        """A move was made: the mover's wait is over, and so is that of seats no longer awaited."""
        before, self.by_seat = self.by_seat, {}
        for seat in awaited:
            is_new = seat == mover or seat not in before
            self.by_seat[seat] = now if is_new else before[seat]
        for seat, wait in before.items():
            if self.by_seat.get(seat) is not wait:
                self.spent_ms[seat] += now.since_ms - wait.since_ms

    def limit_ms(self, seat: int, settings: Settings) -> int | None:
        """Match time when the seat's time is up, if the match waits for it and time is limited."""
        wait = self.by_seat.get(seat)
        if wait is None:
            return None
        limits: list[int] = []
        if settings.move_limit_s is not None:
            limits.append(wait.since_ms + settings.move_limit_s * SECOND_MS)
        if settings.match_limit_s is not None:
            left_ms = settings.match_limit_s * SECOND_MS - self.spent_ms[seat]
            limits.append(wait.since_ms + max(left_ms, OVERTIME_MS))
        return min(limits, default=None)
