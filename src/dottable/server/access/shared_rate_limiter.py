"""Rate limits of a cluster. All nodes count in their database, so that a limit holds for all nodes together."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Protocol

from dottable.server.access.limits import RateLimiter, ignore_refusal


class SharedBuckets(Protocol):
    """Protocol of token buckets that several servers share."""

    async def take_rate_tokens(self, name: str, key: str, per_s: float, burst: int, count: int) -> bool:
        """Take `count` tokens of `key` from the limit `name`. Return False if there are too few."""


class SharedRates:
    """Holds the cluster's token buckets once this server has joined a cluster; None before.

    Rate limiters keep this object, because they are created before the server joins.
    """

    def __init__(self) -> None:
        self.buckets: SharedBuckets | None = None
        """Token buckets of the cluster; None unless this server belongs to a cluster."""


class SharedRateLimiter:
    """One token bucket per key, shared by all nodes.

    Used for requests that write to the store or need much CPU time.
    """

    def __init__(
        self,
        rates: SharedRates,
        name: str,
        per_s: float,
        burst: int,
        clock: Callable[[], float],
        on_refused: Callable[[], None] = ignore_refusal,
    ) -> None:
        self._rates = rates
        self._name = name
        self._local = RateLimiter(per_s, burst, clock, on_refused)
        self._on_refused = on_refused

    async def take_tokens(self, key: Hashable, count: int = 1) -> bool:
        """Take `count` tokens of `key`. Return False if there are too few. Raise StoreError if the database fails."""
        buckets, local = self._rates.buckets, self._local
        if buckets is None:
            return local.take_tokens(key, count)
        if await buckets.take_rate_tokens(self._name, str(key), local.per_s, local.burst, count):
            return True
        self._on_refused()
        return False
