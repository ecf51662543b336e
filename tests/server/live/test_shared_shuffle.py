"""Shared shuffles on a real server: one request, restarts between the phases, timeouts and the log."""

from __future__ import annotations

import hashlib
import random
from pathlib import Path
from typing import Any

import pytest

from dottable.core.matches.match_log import read_log, verify_log
from tests.server.running_server import RunningServer, TableClient, run_server, wait_until

ENTROPY = random.Random(16).randbytes(32)
HASH = hashlib.sha256(ENTROPY).hexdigest()


def open_solo_table(server: RunningServer) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a player and the snapshot of a match against a bot that waits for the player's reveal."""
    ann = server.create_player("Ann")
    return ann, server.create_table(ann, "dots_52", bots=["newcomer"], starts=True, entropy_hash=HASH)


def next_event(client: TableClient, kind: str) -> dict[str, Any]:
    while (event := client.receive_until("event")["event"])["kind"] != kind:
        pass
    return event


def test_one_request_and_one_reveal_start_a_match_against_bots(server: RunningServer) -> None:
    ann, table = open_solo_table(server)
    assert (table["status"], table["position"]) == ("open", None)
    part = {"seat": 0, "entropy_hash": HASH, "entropy": None}
    assert table["shuffle"] == {"is_starting": True, "contributions": [part]}
    with server.connect(table["table"], ann["token"]) as client:
        client.receive_until("snapshot")
        client.send({"kind": "reveal", "entropy": ENTROPY.hex()})
        started = next_event(client, "started")
    assert started["commitment"] == table["commitment"]
    assert started["shuffle"] == {"is_starting": False, "contributions": [{**part, "entropy": ENTROPY.hex()}]}
    assert started["position"]["to_act"]


def test_without_a_hash_the_match_starts_at_once(server: RunningServer) -> None:
    table = server.create_table(server.create_player("Ann"), "dots_52", bots=["newcomer"], starts=True)
    assert table["status"] == "live"


def test_a_hash_needs_a_seat_and_64_digits(server: RunningServer) -> None:
    token = server.create_player("Ann")["token"]
    body = {"game": "dots_52", "entropy_hash": HASH}
    assert server.post("/api/v1/tables", {**body, "sits": False}, token).status_code == 409
    for bad in ("", "00", HASH.upper(), HASH + "00", "g" * 64):
        assert server.post("/api/v1/tables", {**body, "entropy_hash": bad}, token).status_code == 400


def test_the_log_and_the_replay_reveal_all_parts_and_verify(server: RunningServer) -> None:
    ann, table = open_solo_table(server)
    path = f"/api/v1/tables/{table['table']}/commands"
    assert server.post(path, {"kind": "reveal", "entropy": ENTROPY.hex()}, ann["token"]).status_code == 200
    assert server.post(path, {"kind": "stand"}, ann["token"]).status_code == 200
    text = server.get(f"/api/v1/matches/{table['table']}/log").text
    match = verify_log(read_log(text))
    assert match.commitment == table["commitment"]
    assert match.contributions == ((0, ENTROPY),)
    assert server.post("/api/v1/logs/verify", {"text": text}).json()["is_valid"]
    replay = server.get(f"/api/v1/matches/{table['table']}/replay").json()
    assert replay["shuffle"]["contributions"] == [{"seat": 0, "entropy_hash": HASH, "entropy": ENTROPY.hex()}]
    forged = text.replace(ENTROPY.hex(), "00" * 32).replace(HASH, hashlib.sha256(bytes(32)).hexdigest())
    assert not server.post("/api/v1/logs/verify", {"text": forged}).json()["is_valid"]


@pytest.mark.parametrize("is_late", [False, True])
def test_a_restart_between_the_phases(tmp_path: Path, *, is_late: bool) -> None:
    """The start is there after a restart. It goes on with the reveal, or is cancelled without one."""
    store = tmp_path / "dottable.db"
    with run_server(store) as up:
        ann, table = open_solo_table(up)
    with run_server(store) as up:
        client = up.connect(table["table"], ann["token"])
        told = client.receive_until("snapshot")["table"]
        assert (told["commitment"], told["shuffle"]) == (table["commitment"], table["shuffle"])
        if is_late:
            advance_clock(up, 11_000)
            cancelled = next_event(client, "start_cancelled")
            assert "Ann did not send a part of the shuffle in time" in cancelled["notice"]
            assert client.request("reveal", entropy=ENTROPY.hex())["kind"] == "refused"
            client.send({"kind": "start"})
            assert next_event(client, "started")["shuffle"]["contributions"] == []
        else:
            client.send({"kind": "reveal", "entropy": ENTROPY.hex()})
            assert next_event(client, "started")["commitment"] == table["commitment"]
        client.close()


def advance_clock(server: RunningServer, ms: int) -> None:
    """Move the server's clock, and let its tables look at it."""
    clock = server.host.clock_ms
    server.host.clock_ms = lambda: clock() + ms
    for live in server.host.live.values():
        server.loop.call_soon_threadsafe(live.advance)


def test_a_start_without_a_reveal_is_cancelled_and_can_be_repeated(server: RunningServer) -> None:
    ann, table = open_solo_table(server)
    clock = server.host.clock_ms
    try:
        with server.connect(table["table"], ann["token"]) as client:
            client.receive_until("snapshot")
            advance_clock(server, 11_000)
            next_event(client, "start_cancelled")
            other = bytes(reversed(ENTROPY))
            client.request("contribute", entropy_hash=hashlib.sha256(other).hexdigest())
            client.send({"kind": "start"})
            fixed = next_event(client, "preparing")
            assert fixed["commitment"] != table["commitment"]
            client.send({"kind": "reveal", "entropy": other.hex()})
            next_event(client, "started")
        wait_until(lambda: server.host.live[table["table"]].table.status == "live")
    finally:
        server.host.clock_ms = clock
