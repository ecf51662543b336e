"""A store that another server uses is refused in a sentence."""

from __future__ import annotations

import signal

from tests.server.cluster.serve_processes import NATS, ServeProcess, schema_address, skip_without_nats, temporary_schema


def test_a_second_server_on_one_sqlite_file_is_refused_until_the_first_is_gone(tmp_path):
    store = str(tmp_path / "dottable.db")
    first = ServeProcess("--store", store).wait_until_ready()
    assert "Another Dottable server uses" in ServeProcess("--store", store).refusal()
    first.stop(signal.SIGKILL)
    assert ServeProcess("--store", store).wait_until_ready().stop() == 0


def test_two_servers_on_postgresql_need_a_bus():
    skip_without_nats()
    with temporary_schema() as schema:
        store = schema_address(schema)
        first = ServeProcess("--store", store).wait_until_ready()
        assert "Another Dottable server" in ServeProcess("--store", store).refusal()
        assert "Another Dottable server" in ServeProcess("--store", store, "--bus", NATS).refusal()
        first.stop(signal.SIGKILL)
        second = ServeProcess("--store", store).wait_until_ready()  # waits until the heartbeat is stale
        assert second.stop() == 0


def test_a_bus_needs_postgresql(tmp_path):
    refused = ServeProcess("--store", str(tmp_path / "dottable.db"), "--bus", NATS).refusal()
    assert "A cluster needs PostgreSQL." in refused
