"""Races over lines of different length, with real sockets: cheating with pongs gains nothing."""

from __future__ import annotations

import json
import subprocess
import sys
import time

import pytest

from dottable.server.protocol.tcp_round_trip import parse_round_trip_us
from tests.conftest import ROOT
from tests.server.live.delay_line import is_available
from tests.server.running_server import run_server, wait_until


@pytest.mark.skipif(not is_available(), reason="needs root and /dev/net/tun")
def test_delayed_pongs_win_no_races():
    """A short version of benchmarks/live/race_drill.py. With pongs as the measure, this cheat gained 38 points."""
    options = ["--tables", "30", "--races", "4", "--cheats", "delayed_pongs", "delayed_acks"]
    command = [sys.executable, "-m", "tests.server.live.race_drill", *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert 0.35 <= report["honest"]["slow_share"] <= 0.65, report
    honest = report["honest"]["median_credit_ms"]
    assert honest["fast"] >= 18, report  # the lines' round trips are 20 and 180 ms; a busy machine adds to both
    assert honest["slow"] >= 175, report
    for found in report["cheats"]:
        for side, credit_ms in found["median_credit_ms"].items():
            assert abs(credit_ms - honest[side]) <= 20, report
    assert report["max_gain_points"] <= 12, report


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


@pytest.fixture
def race_table(server):
    """A live table of a game with races, and its two players."""
    ann, bob = server.create_player("Ann"), server.create_player("Bob")
    table = server.create_table(ann, "dots_52", seats=2)["table"]
    for player, kind in ((bob, "sit"), (ann, "start")):
        path = f"/api/v1/tables/{table}/commands"
        assert server.post(path, {"kind": kind}, player["token"]).status_code == 200
    return table, ann, bob


def test_spectators_of_races_see_everything_later_than_players(server, race_table):
    """So that watching over a short line and playing over a long one gains nothing."""
    table, ann, _ = race_table
    with server.connect(table, ann["token"]) as player, server.connect(table) as spectator:
        player.receive_until("snapshot")
        spectator.receive_until("snapshot")
        player.send({"kind": "say", "text": "now", "client_id": "c1"})
        player.receive_until("event")
        seen_s = time.monotonic()
        spectator.receive_until("event")
        assert time.monotonic() - seen_s > 0.3
        asked_s = time.monotonic()
        spectator.send({"kind": "refresh"})
        spectator.receive_until("snapshot")
        assert time.monotonic() - asked_s > 0.35
    asked_s = time.monotonic()
    assert server.get(f"/api/v1/tables/{table}").status_code == 200
    assert time.monotonic() - asked_s > 0.35


def test_a_short_line_for_http_requests_counts_too(server, race_table):
    table, ann, _ = race_table
    live = server.host.live[table]
    with server.connect(table, ann["token"]) as player:
        player.receive_until("snapshot")
        for ask in (
            lambda: server.get(f"/api/v1/tables/{table}", ann["token"]),
            lambda: server.post(f"/api/v1/tables/{table}/commands", {"kind": "say", "text": "hi"}, ann["token"]),
        ):
            live.table.presence._round_trips_ms[ann["id"]] = 300
            assert ask().status_code == 200
            assert live.table.presence.latency_credit_ms(ann["id"]) < 50


@pytest.mark.parametrize(("text", "us"), [("180000", 180_000), ("0", 0), ("", None), ("-5", None), ("²", None)])
def test_only_a_number_is_a_round_trip(text, us):
    assert parse_round_trip_us(text) == us
