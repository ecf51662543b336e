"""Converts the server's metrics to the format of Prometheus, and serves them on a port of their own."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from wsgiref.simple_server import WSGIServer

from prometheus_client import (
    GC_COLLECTOR,
    PLATFORM_COLLECTOR,
    PROCESS_COLLECTOR,
    CollectorRegistry,
    generate_latest,
    start_http_server,
)
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    InfoMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from dottable import __version__
from dottable.core.errors import DottableError
from dottable.core.primitives.bucket_histogram import BucketHistogram
from dottable.server.monitoring.metrics import COUNTER_DESCRIPTIONS, GAUGE_DESCRIPTIONS, Metrics
from dottable.store.sql.store_metrics import StoreMetrics


class MetricsCollector(Collector):
    """Reads the metrics of one server for Prometheus. May be called from any thread."""

    def __init__(self, metrics: Metrics, store: StoreMetrics) -> None:
        self._metrics = metrics
        self._store = store

    def collect(self) -> Iterator[Metric]:
        """Yield every metric with its current value."""
        metrics, store = self._metrics, self._store
        yield InfoMetricFamily("dottable", "Version of the server.", {"version": __version__})
        for name, help_text in COUNTER_DESCRIPTIONS.items():
            yield CounterMetricFamily(f"dottable_{name}", help_text, metrics.counters[name])
        for name, read in metrics.gauges.items():
            yield GaugeMetricFamily(f"dottable_{name}", GAUGE_DESCRIPTIONS.get(name, ""), read())
        yield labelled_counter("dottable_refused_by_limit", "Refusals by a limit.", "limit", metrics.refused_by_limit)
        yield labelled_counter(
            "dottable_http_responses", "HTTP responses by status class.", "status", metrics.responses
        )
        yield CounterMetricFamily(
            "dottable_closed_connections",
            "TCP connections that a limit or a deadline refused or closed.",
            metrics.closed_connections(),
        )
        errors = {"write": store.write_errors, "read": store.read_errors}
        yield labelled_counter("dottable_store_errors", "Failed operations of the store.", "operation", errors)
        yield histogram_metric(
            "dottable_ack_seconds", "From a command's arrival to its acknowledgement.", metrics.ack_s
        )
        yield histogram_metric("dottable_commit_seconds", "Duration of commits.", store.commit_s)
        yield histogram_metric("dottable_commit_batch_size", "Writes that share a commit.", store.batch_size)
        yield histogram_metric(
            "dottable_bus_latency_seconds", "Round trip over the bus between nodes.", metrics.bus_latency_s
        )
        yield histogram_metric("dottable_event_loop_lag_seconds", "Delay of timers.", metrics.event_loop_lag_s)


def labelled_counter(name: str, help_text: str, label: str, counts: dict[str, int]) -> CounterMetricFamily:
    """Return a Prometheus counter with one label, from counts by label value."""
    family = CounterMetricFamily(name, help_text, labels=[label])
    for key, count in dict(counts).items():
        family.add_metric([key], count)
    return family


def histogram_metric(name: str, help_text: str, values: BucketHistogram) -> HistogramMetricFamily:
    """Return a Prometheus histogram from the server's own histogram."""
    return HistogramMetricFamily(name, help_text, buckets=values.cumulative_counts(), sum_value=values.total)


def create_registry(metrics: Metrics, store: StoreMetrics) -> CollectorRegistry:
    """Return a registry of the server's metrics and of process metrics: memory, CPU, files, garbage collection."""
    registry = CollectorRegistry()
    for collector in (MetricsCollector(metrics, store), PROCESS_COLLECTOR, PLATFORM_COLLECTOR, GC_COLLECTOR):
        registry.register(collector)
    return registry


def prometheus_text(registry: CollectorRegistry) -> bytes:
    """Return all metrics in Prometheus' text format."""
    return generate_latest(registry)


class MetricsServer:
    """Serves `/metrics` on a port of its own, in a thread."""

    def __init__(self, host: str, port: int, registry: CollectorRegistry) -> None:
        try:
            server, thread = start_http_server(port, host, registry)
        except OSError as error:
            raise DottableError(
                f"Cannot serve metrics on {host} port {port}: {error.strerror or error}. Choose another --metrics-port."
            ) from None
        self._server: WSGIServer = server
        self._thread: threading.Thread = thread

    def close(self) -> None:
        """Stop the thread and free the port."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
