"""How much one socket, player or address may ask for, and the buckets that count it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from ipaddress import ip_address

from msgspec import Struct

MOST_BUCKETS = 10_000


class Limits(Struct, frozen=True, kw_only=True):
    """Every bound of the server in one place."""

    message_bytes: int = 8 * 1024
    body_bytes: int = 600 * 1024
    """Of an HTTP request; a deck or a log has to fit in."""
    messages_per_s: float = 30
    messages_burst: int = 60
    """Of one socket; a player with several sockets may send twice as much in all."""
    talk_per_s: float = 1
    talk_burst: int = 10
    """What one player says and reacts."""
    faults: int = 100
    """Messages over the limit or not understood before a socket is closed."""
    requests_per_s: float = 20
    requests_burst: int = 120
    """HTTP requests of one address."""
    guests_per_s: float = 0.2
    guests_burst: int = 40
    """New players of one address."""
    tables_per_s: float = 0.2
    tables_burst: int = 40
    """New tables of one player."""
    sockets_per_address: int = 200
    sockets_per_player: int = 16
    sockets_per_table: int = 300
    tables: int = 50_000
    """Live tables in this process."""
    waiting_messages: int = 64
    """What may wait for a slow reader before it is dropped to a snapshot."""
    hello_within_s: float = 10


class Bucket:
    """Holds `burst` tokens and gains `per_s` of them a second; an action takes one."""

    __slots__ = ("_at_s", "_tokens", "burst", "per_s")

    def __init__(self, per_s: float, burst: int, now_s: float) -> None:
        self.per_s = per_s
        self.burst = burst
        self._tokens = float(burst)
        self._at_s = now_s

    def take(self, now_s: float) -> bool:
        """Take a token; False if there is none."""
        self._tokens = min(float(self.burst), self._tokens + (now_s - self._at_s) * self.per_s)
        self._at_s = now_s
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def is_full(self, now_s: float) -> bool:
        return self._tokens + (now_s - self._at_s) * self.per_s >= self.burst


class Meter:
    """A bucket for everyone who asks; full ones are forgotten."""

    def __init__(self, per_s: float, burst: int, clock: Callable[[], float]) -> None:
        self.per_s = per_s
        self.burst = burst
        self._clock = clock
        self._buckets: dict[Hashable, Bucket] = {}

    def take(self, key: Hashable) -> bool:
        """Whether `key` may act once more now."""
        now_s = self._clock()
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= MOST_BUCKETS:
                self._forget_full(now_s)
            bucket = self._buckets[key] = Bucket(self.per_s, self.burst, now_s)
        return bucket.take(now_s)

    def _forget_full(self, now_s: float) -> None:
        self._buckets = {key: bucket for key, bucket in self._buckets.items() if not bucket.is_full(now_s)}
        while len(self._buckets) >= MOST_BUCKETS:
            del self._buckets[next(iter(self._buckets))]


def is_own_machine(address: str) -> bool:
    """Whether a request comes from this very machine, which no address limit protects us from."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def network_of(address: str) -> str:
    """What an address limit counts: an IPv4 address, or the /64 that one IPv6 home has."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if parsed.version == 4 or parsed.ipv4_mapped:
        return str(parsed if parsed.version == 4 else parsed.ipv4_mapped)
    return parsed.exploded[:19]
