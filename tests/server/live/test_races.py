"""Races over lines of different length, with real sockets: cheating with pongs gains nothing."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from dottable.server.protocol.kernel_round_trip import parse_round_trip_us
from tests.conftest import ROOT
from tests.server.live.delay_line import is_available
from tests.server.running_server import run_server, wait_until


@pytest.mark.skipif(not is_available(), reason="needs root and /dev/net/tun")
def test_delayed_pongs_win_no_races():
    """A short version of benchmarks/live/race_drill.py."""
    options = ["--tables", "30", "--races", "4", "--cheats", "delayed_pongs", "delayed_acks"]
    command = [sys.executable, "-m", "tests.server.live.race_drill", *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert 0.35 <= report["honest"]["slow_share"] <= 0.65
    for found in (report["honest"], *report["cheats"]):
        assert 18 <= found["median_credit_ms"]["fast"] <= 40
        assert 175 <= found["median_credit_ms"]["slow"] <= 200
    assert report["max_gain_points"] <= 12


@pytest.mark.skipif(sys.platform != "linux", reason="needs TCP_INFO")
def test_the_kernel_measures_a_connection_whose_pongs_never_come(server):
    ann = server.create_player()
    table = server.create_table(ann, "dots_52")["table"]
    with server.connect(table, ann["token"]) as client:
        client.receive_until("snapshot")
        presence = server.host.live[table].table.presence
        wait_until(lambda: ann["id"] in presence._round_trips_ms)
        assert presence.latency_credit_ms(ann["id"]) < 50


@pytest.mark.parametrize(("header", "credit_ms"), [("150000", 150), ("x", 0), ("9999999999", 0)])
def test_a_trusted_proxy_reports_the_round_trip_of_its_client(tmp_path, header, credit_ms):
    with run_server(tmp_path / "d.db", round_trip_header="x-round-trip-us") as up:
        ann = up.create_player()
        table = up.create_table(ann, "dots_52")["table"]
        with up.connect(table, ann["token"], headers={"x-round-trip-us": header}) as client:
            client.receive_until("snapshot")
            presence = up.host.live[table].table.presence
            wait_until(lambda: ann["id"] in presence._round_trips_ms)
            assert credit_ms <= presence.latency_credit_ms(ann["id"]) < credit_ms + 50


def test_without_the_setting_the_header_of_a_client_is_ignored(server):
    ann = server.create_player()
    table = server.create_table(ann, "dots_52")["table"]
    with server.connect(table, ann["token"], headers={"x-round-trip-us": "300000"}) as client:
        client.receive_until("snapshot")
        presence = server.host.live[table].table.presence
        wait_until(lambda: ann["id"] in presence._round_trips_ms)
        assert presence.latency_credit_ms(ann["id"]) < 50


@pytest.mark.parametrize(("text", "us"), [("180000", 180_000), ("0", 0), ("", None), ("-5", None), ("²", None)])
def test_only_a_number_is_a_round_trip(text, us):
    assert parse_round_trip_us(text) == us
