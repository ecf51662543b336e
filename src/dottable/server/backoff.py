"""Exponential backoff with random jitter, for clients that reconnect to a server."""

from __future__ import annotations

import random
from collections.abc import Callable

FIRST_DELAY_S, MAX_DELAY_S = 0.2, 30.0
"""First and longest delay in seconds, before jitter."""
MIN_JITTER = 0.5
"""Smallest random factor of the delay. Jitter spreads clients that lost a server at the same time."""


class Backoff:
    """Doubles the delay after every failed attempt, and reports each outage once."""

    def __init__(self, note: Callable[[str], None], rng: random.Random | None = None) -> None:
        self._note = note
        self._rng = rng or random.Random()
        self._delay_s = FIRST_DELAY_S
        self._has_noted = False

    def reset(self) -> None:
        """Return to the first delay, because the server answered."""
        if self._has_noted:
            self._note("Connected again.")
        self._delay_s = FIRST_DELAY_S
        self._has_noted = False

    def next_delay_s(self, problem: str, at_least_s: float = 0.0) -> float:
        """Return the time in seconds to wait after a failed attempt. The first problem of an outage is reported."""
        if not self._has_noted:
            self._has_noted = True
            self._note(f"{problem} Trying again, at the latest every {MAX_DELAY_S:.0f} s. Ctrl-C stops.")
        delay_s = self._delay_s * self._rng.uniform(MIN_JITTER, 1.0)
        self._delay_s = min(2 * self._delay_s, MAX_DELAY_S)
        return max(delay_s, at_least_s)


def retry_after_s(value: str | None) -> float:
    """Return the seconds of a Retry-After header, at most `MAX_DELAY_S`; 0 if it is missing or invalid."""
    return min(float(value), MAX_DELAY_S) if value and value.isdecimal() and value.isascii() else 0.0
