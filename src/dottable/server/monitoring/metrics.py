"""Counters, gauges and histograms of the server. They are plain numbers, so counting costs little per move.

`prometheus_collector.py` reads them when Prometheus requests them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial

from dottable.core.primitives.bucket_histogram import BucketHistogram

LATENCY_BOUNDS_S = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
COUNTER_DESCRIPTIONS = {
    "moves": "Moves that were committed and broadcast.",
    "events": "Events of tables that were committed, moves included.",
    "messages_in": "WebSocket messages received.",
    "messages_out": "WebSocket messages sent.",
    "refused_commands": "Commands that the rules or the store refused.",
    "bad_messages": "WebSocket messages that could not be decoded.",
    "dropped_to_snapshot": "Times that a slow reader's queue was replaced by a snapshot.",
    "bot_faults": "Bots that failed and were replaced by a default action.",
    "conflicts": "Appends that another process preceded.",
    "takeovers": "Tables that this node took over from another node or from nobody.",
    "moved_tables": "Tables that this node handed over to the node of their players.",
    "fenced_writes": "Appends that were refused because another node owns the table.",
    "forwarded_commands": "Commands that were sent to the node that owns their table.",
    "bot_moves_for_others": "Moves of bots that this node computed for another node.",
}
"""Names of the counters, with their help texts."""
GAUGE_DESCRIPTIONS = {
    "live_tables": "Tables in memory.",
    "owned_tables": "Tables in memory at which this server decides.",
    "known_nodes": "Other servers of the cluster that were heard in the last seconds.",
    "sockets": "WebSocket connections at tables.",
    "connections": "TCP connections, HTTP and WebSocket together.",
    "bots_waiting": "Bot moves that wait for a thread.",
    "bots_choosing": "Bot moves that are being computed.",
}
"""Names of the gauges, with their help texts."""


class Metrics:
    """All metrics of one server. Gauges are functions that return the current value."""

    def __init__(self) -> None:
        self.counters = dict.fromkeys(COUNTER_DESCRIPTIONS, 0)
        self.gauges: dict[str, Callable[[], float]] = {}
        self.refused_by_limit: Counter[str] = Counter()
        """Number of refusals by the name of the limit, as in the settings."""
        self.closed_connections: Callable[[], int] = lambda: 0
        """Returns the number of TCP connections that a limit or a deadline refused or closed."""
        self.responses: Counter[str] = Counter()
        """Number of HTTP responses by status class, such as `2xx`."""
        self.ack_s = BucketHistogram(LATENCY_BOUNDS_S)
        """Seconds from a command's arrival to its acknowledgement."""
        self.bus_latency_s = BucketHistogram(LATENCY_BOUNDS_S)
        """Seconds of a request and its reply over the bus between nodes."""
        self.event_loop_lag_s = BucketHistogram(LATENCY_BOUNDS_S)
        """Seconds by which timers of the event loop were late."""

    def record_refusal(self, limit: str) -> None:
        """Count a refusal caused by the limit with this name."""
        self.refused_by_limit[limit] += 1

    def refusal_callback(self, limit: str) -> Callable[[], None]:
        """Return a function that counts a refusal caused by the limit with this name."""
        self.refused_by_limit[limit] += 0
        return partial(self.record_refusal, limit)
