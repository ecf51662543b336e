"""Metrics for Prometheus: their values after a played match, and who may read them."""

from __future__ import annotations

import socket
import time

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from dottable.core.errors import DottableError
from dottable.core.primitives.bucket_histogram import BucketHistogram
from dottable.server.access.limits import Limits
from dottable.server.monitoring.metrics import Metrics
from dottable.server.monitoring.prometheus_collector import MetricsServer, create_registry, prometheus_text
from dottable.store.contract import AppendConflict, StoreError
from dottable.store.sql.store_metrics import StoreMetrics
from tests.server.running_server import run_server, wait_until

TOKEN = "t0ken-of-the-operator"


def read_metrics(text: str) -> dict[str, float]:
    """Return every sample by name and labels, like `name{limit=x}`."""
    samples = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            labels = ",".join(f"{key}={value}" for key, value in sample.labels.items())
            samples[f"{sample.name}{{{labels}}}" if labels else sample.name] = sample.value
    return samples


@pytest.fixture
def measured(tmp_path):
    limits = Limits(chat_burst=1, chat_per_s=0.001)
    with run_server(tmp_path / "d.db", limits, metrics_token=TOKEN) as up:
        yield up, lambda: read_metrics(up.get("/metrics", TOKEN).text)


def test_play_is_counted(measured):
    up, read = measured
    ann = up.create_player()
    table = up.create_table(ann, sits=True, bots=["casual"], starts=True)
    with up.connect(table["table"], ann["token"]) as client:
        client.receive_until("snapshot")
        assert client.request("say", text="hello")["kind"] == "ack"
        assert client.request("say", text="again")["kind"] == "refused"
        client.send("{")
        client.receive_until("problem")
        wait_until(lambda: read()["dottable_event_loop_lag_seconds_count"] > 0)
        values = read()
    assert values["dottable_sockets"] == 1
    assert values["dottable_live_tables"] == 1
    assert values["dottable_messages_in_total"] >= 3
    assert values["dottable_bad_messages_total"] == 1
    assert values["dottable_refused_by_limit_total{limit=chat_per_s}"] == 1
    assert values["dottable_refused_by_limit_total{limit=requests_per_s}"] == 0
    assert values["dottable_ack_seconds_count"] >= 1
    assert values["dottable_ack_seconds_bucket{le=+Inf}"] == values["dottable_ack_seconds_count"]
    assert values["dottable_commit_seconds_count"] >= 3
    assert values["dottable_commit_batch_size_sum"] >= values["dottable_commit_batch_size_count"]
    assert values["dottable_store_errors_total{operation=write}"] == 0
    assert {"dottable_bots_waiting", "dottable_bots_choosing", "process_resident_memory_bytes"} <= set(values)


def test_failed_writes_and_responses_are_counted(measured):
    up, read = measured
    up.host.store._writer._connection.execute("PRAGMA query_only = ON")
    assert up.post("/api/v1/players", {"name": "Ann"}).status_code == 503
    up.host.store._writer._connection.execute("PRAGMA query_only = OFF")
    assert up.get("/api/v1/tables/none").status_code == 404
    values = read()
    assert values["dottable_store_errors_total{operation=write}"] >= 1
    assert values["dottable_http_responses_total{status=5xx}"] == 1
    assert values["dottable_http_responses_total{status=4xx}"] == 1


def test_the_main_port_shows_metrics_only_with_the_token(server, measured):
    up, _ = measured
    assert up.get("/metrics").status_code == 401
    assert up.get("/metrics", "wrong").status_code == 401
    assert up.get("/metrics", TOKEN).headers["content-type"].startswith("text/plain")
    assert server.get("/metrics").status_code == 404
    assert server.get("/metrics", "").status_code == 404


def test_metrics_have_their_own_port(tmp_path):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with run_server(tmp_path / "d.db", metrics_port=port):
        assert "dottable_live_tables" in read_metrics(httpx.get(f"http://127.0.0.1:{port}/metrics").text)
        with pytest.raises(DottableError, match=f"port {port}"):
            MetricsServer("127.0.0.1", port, create_registry(Metrics(), StoreMetrics()))
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"http://127.0.0.1:{port}/metrics")


def test_a_histogram_counts_up_to_each_bound():
    values = BucketHistogram((1, 2, 5))
    for value in (0.5, 1, 1.5, 5, 9):
        values.add(value)
    assert values.cumulative_counts() == [("1", 2), ("2", 3), ("5", 4), ("+Inf", 5)]
    assert values.total == 17


def test_conflicts_are_no_errors_of_the_store():
    statistics = StoreMetrics()
    statistics.add_batch(time.perf_counter(), [None, AppendConflict("x"), StoreError("y")])
    assert statistics.write_errors == 1
    assert statistics.batch_size.total == 3


def test_the_text_has_a_meaning_for_every_metric():
    metrics = Metrics()
    text = prometheus_text(create_registry(metrics, StoreMetrics())).decode()
    for family in text_string_to_metric_families(text):
        if family.name.startswith("dottable"):
            assert family.documentation, family.name


def test_refused_sockets_and_checks_are_counted(tmp_path):
    limits = Limits(max_onlookers_per_table=0, max_deck_bytes=10, sandbox_jobs_per_address=0)
    with run_server(tmp_path / "d.db", limits, metrics_token=TOKEN) as up:
        ann = up.create_player()
        table = up.create_table(ann)["table"]
        with up.connect(table) as client:
            assert client.receive()["code"] == "too_many"
        deck = {"name": "d.toml", "text": "x" * 11}
        assert up.post("/api/v1/tables", {"game": "dot_allot", "deck": deck}, ann["token"]).status_code == 413
        assert up.post("/api/v1/logs/verify", {"text": "x"}).status_code == 429
        values = read_metrics(up.get("/metrics", TOKEN).text)
    for limit in ("max_onlookers_per_table", "max_deck_bytes", "sandbox_jobs_per_address"):
        assert values[f"dottable_refused_by_limit_total{{limit={limit}}}"] == 1
