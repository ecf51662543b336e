"""All limits of the server, and token buckets that enforce rates."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from ipaddress import ip_address

from msgspec import Struct

MAX_TOKEN_BUCKETS = 10_000
"""Maximum number of keys that one rate limiter keeps."""


class Limits(Struct, frozen=True, kw_only=True):
    """Settings of the server that limit rates, sizes, times and numbers, per address, player or table."""

    max_message_bytes: int = 8 * 1024
    """Maximum size of a WebSocket message in bytes."""
    max_body_bytes: int = 600 * 1024
    """Maximum size of the body of an HTTP request in bytes; large enough for a deck or a log."""
    messages_per_s: float = 30
    """Messages per second and connection. A player with several connections may send twice as many in total."""
    messages_burst: int = 60
    """Messages that one connection may send at once."""
    chat_per_s: float = 1
    """Chat messages and reactions per second and player."""
    chat_burst: int = 10
    """Chat messages and reactions that one player may send at once."""
    max_faults: int = 100
    """Number of invalid or too frequent messages after which a connection is closed."""
    requests_per_s: float = 20
    """HTTP requests per second and address."""
    requests_burst: int = 120
    """HTTP requests that one address may send at once."""
    new_players_per_s: float = 0.2
    """New players per second and address."""
    new_players_burst: int = 40
    """New players that one address may create at once."""
    new_tables_per_s: float = 0.2
    """New tables per second and player."""
    new_tables_burst: int = 40
    """New tables that one player may open at once."""
    max_connections_per_address: int = 500
    """TCP connections per address, HTTP and WebSocket together; at most half of all. Many people may share one address
    (NAT)."""
    max_sockets_per_address: int = 200
    """WebSocket connections per address. Does not apply to this machine."""
    max_sockets_per_player: int = 16
    """WebSocket connections per player."""
    max_onlookers_per_table: int = 200
    """WebSocket connections of spectators at one table. Seated players do not count."""
    new_players_per_day: int = 1000
    """New players per day and address."""
    new_tables_per_address_per_s: float = 0.5
    """New tables per second and address."""
    new_tables_per_address_burst: int = 60
    """New tables that one address may open at once."""
    max_open_tables_per_player: int = 20
    """Unfinished tables opened by one player."""
    max_open_tables_per_address: int = 200
    """Unfinished tables opened from one address. Does not apply to this machine."""
    max_deck_bytes: int = 64 * 1024
    """Maximum size of the text of a custom deck in bytes."""
    max_stored_bytes_per_address: int = 64 * 1024 * 1024
    """Estimated size in bytes of all tables that one address opened in the last `keep_addresses_days`."""
    idle_lobby_s: int = 2 * 3600
    """Idle time in seconds after which a table that has not started is ended, if no player is connected."""
    idle_table_s: int = 24 * 3600
    """Idle time in seconds after which any other unfinished table is ended; longer for tables with slow clocks."""
    keep_finished_days: int = 365
    """Days for which finished matches and imported logs are kept."""
    keep_unfinished_days: int = 30
    """Days for which tables that ended without a result are kept."""
    keep_unused_players_days: int = 14
    """Days for which players without stored tables are kept after they were last seen."""
    keep_addresses_days: int = 7
    """Days for which the keyed hash of the address that opened a table is kept."""
    max_live_tables: int = 50_000
    """Maximum number of live tables in this process."""
    max_queued_messages: int = 64
    """Maximum number of messages queued for a slow client. Above it, a snapshot replaces them."""
    hello_timeout_s: float = 10
    """Time in seconds for the first message on a WebSocket connection."""
    header_timeout_s: float = 10
    """Time in seconds for the headers of a request."""
    body_timeout_s: float = 30
    """Time in seconds for the body of a request; enough for the largest body at 20 kB/s."""
    send_timeout_s: float = 20
    """Time in seconds without progress after which a client that does not read is disconnected."""
    pong_timeout_s: float = 20
    """Interval of WebSocket pings in seconds, and the time limit for each pong."""
    sandbox_workers: int = 1
    """Number of processes that check decks and logs; each needs about 190 MB."""
    sandbox_cpu_s: int = 2
    """CPU time of one check in seconds; the longest log needs 0.1 s."""
    sandbox_memory_mb: int = 256
    """Memory of one check in MB, in addition to what its process used before."""
    sandbox_queue: int = 16
    """Maximum number of checks that run or wait, for all addresses together."""
    sandbox_jobs_per_address: int = 4
    """Maximum number of checks that run or wait, per address."""
    review_workers: int = 1
    """Number of processes that review matches; each needs about 250 MB."""
    review_cpu_s: int = 300
    """CPU time of one review in seconds, including compilation."""
    review_run_s: int = 600
    """Maximum duration of one review in seconds."""
    review_memory_mb: int = 1024
    """Memory of one review in MB, in addition to what its process used before."""
    review_queue: int = 32
    """Maximum number of reviews that run or wait, for all addresses together."""
    review_jobs_per_address: int = 3
    """Maximum number of reviews that run or wait, per address."""
    hint_queue: int = 16
    """Maximum number of hints that are searched for or wait, for all addresses together; each search takes 0.3 s."""
    hints_per_address: int = 4
    """Maximum number of hints that are searched for or wait, per address."""
    import_bytes_per_s: float = 100
    """Bytes of imported logs per second, per player and per address; 100 are 8.6 MB a day. Each log counts 2 KB more
    than its size."""
    import_bytes_burst: int = 4_000_000
    """Bytes of logs that may be imported at once, per player and per address."""
    all_import_bytes_per_s: float = 2_000
    """Bytes of imported logs per second, for all players together; 2,000 are 173 MB a day."""
    all_import_bytes_burst: int = 40_000_000
    """Bytes of logs that may be imported at once, for all players together."""


class TokenBucket:
    """A token bucket: holds up to `burst` tokens and gains `per_s` tokens a second."""

    __slots__ = ("_at_s", "_tokens", "burst", "per_s")

    def __init__(self, per_s: float, burst: int, now_s: float) -> None:
        self.per_s = per_s
        self.burst = burst
        self._tokens = float(burst)
        self._at_s = now_s

    def take_tokens(self, now_s: float, count: int = 1) -> bool:
        """Take `count` tokens. Return False if there are too few."""
        self._tokens = min(float(self.burst), self._tokens + (now_s - self._at_s) * self.per_s)
        self._at_s = now_s
        if self._tokens < count:
            return False
        self._tokens -= count
        return True

    def is_full(self, now_s: float) -> bool:
        return self._tokens + (now_s - self._at_s) * self.per_s >= self.burst


def ignore_refusal() -> None:
    """Do nothing. Default callback for refusals of a limit."""


class RateLimiter:
    """One token bucket per key. If there are too many buckets, the full buckets are removed."""

    def __init__(
        self, per_s: float, burst: int, clock: Callable[[], float], on_refused: Callable[[], None] = ignore_refusal
    ) -> None:
        self.per_s = per_s
        self.burst = burst
        self._clock = clock
        self._on_refused = on_refused
        self._buckets: dict[Hashable, TokenBucket] = {}

    def take_tokens(self, key: Hashable, count: int = 1) -> bool:
        """Take `count` tokens from the bucket of `key`. Return False if there are too few."""
        now_s = self._clock()
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= MAX_TOKEN_BUCKETS:
                self._forget_full(now_s)
            bucket = self._buckets[key] = TokenBucket(self.per_s, self.burst, now_s)
        if bucket.take_tokens(now_s, count):
            return True
        self._on_refused()
        return False

    def _forget_full(self, now_s: float) -> None:
        self._buckets = {key: bucket for key, bucket in self._buckets.items() if not bucket.is_full(now_s)}
        while len(self._buckets) >= MAX_TOKEN_BUCKETS:
            del self._buckets[next(iter(self._buckets))]


def is_loopback(address: str) -> bool:
    """Return whether an address belongs to this machine. Address limits do not apply to it."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def address_limit_key(address: str) -> str:
    """Return the key under which an address is counted: an IPv4 address, or the /64 network of an IPv6 address."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if parsed.version == 4 or parsed.ipv4_mapped:
        return str(parsed if parsed.version == 4 else parsed.ipv4_mapped)
    return parsed.exploded[:19]
