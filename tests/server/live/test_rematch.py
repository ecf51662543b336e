"""Rematches: the new table is stored before anybody hears of it."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.server.running_server import RunningServer


@pytest.fixture
def slow_new_tables(server):
    """Make the store take 300 ms longer for the first events of a table."""
    original = server.host.store.append_events

    async def append(table_id, version, *rest):
        if version == 0:
            await asyncio.sleep(0.3)
        return await original(table_id, version, *rest)

    server.host.store.append_events = append
    yield server
    server.host.store.append_events = original


def finished_table(server: RunningServer, *players: dict, **fields) -> str:
    host, *guests = players
    table = server.create_table(host, **fields)["table"]
    for guest in guests:
        assert server.post(f"/api/v1/tables/{table}/commands", {"kind": "sit"}, guest["token"]).status_code == 200
    assert server.post(f"/api/v1/tables/{table}/commands", {"kind": "abort"}, host["token"]).status_code == 200
    return table


def announced_rematch(client) -> str:
    while True:
        event = client.receive_until("event")["event"]
        if event["kind"] == "rematch":
            return event["rematch"]


def test_the_announced_table_exists_for_both_players(slow_new_tables):
    up = slow_new_tables
    ann, bob = up.create_player("Ann"), up.create_player("Bob")
    table = finished_table(up, ann, bob)
    with up.connect(table, ann["token"]) as ann_client, up.connect(table, bob["token"]) as bob_client:
        ann_client.send({"kind": "rematch"})
        for client, player in ((bob_client, bob), (ann_client, ann)):
            again = announced_rematch(client)
            found = up.get(f"/api/v1/tables/{again}", player["token"])
            assert found.status_code == 200, found.text
            assert found.json()["rematch_of"] == table


def test_a_rematch_long_after_the_end_against_a_bot(slow_new_tables):
    up = slow_new_tables
    ann = up.create_player("Ann")
    table = finished_table(up, ann, bots=["newcomer"], starts=True)
    clock = up.host.clock_ms
    up.host.clock_ms = lambda: clock() + 600_000
    try:
        with up.connect(table, ann["token"]) as client:
            assert client.request("rematch")["kind"] == "ack"
            assert up.get(f"/api/v1/tables/{announced_rematch_in(client)}").status_code == 200
    finally:
        up.host.clock_ms = clock


def announced_rematch_in(client) -> str:
    for message in client.received:
        if message["kind"] == "event" and message["event"]["kind"] == "rematch":
            return message["event"]["rematch"]
    return announced_rematch(client)


def test_a_rematch_of_a_table_that_was_unloaded(slow_new_tables):
    up = slow_new_tables
    ann = up.create_player("Ann")
    table = finished_table(up, ann, bots=["newcomer"], starts=True)
    del up.host.live[table]
    assert up.post(f"/api/v1/tables/{table}/commands", {"kind": "rematch"}, ann["token"]).status_code == 200
    again = up.get(f"/api/v1/tables/{table}").json()["rematch"]
    assert up.get(f"/api/v1/tables/{again}").status_code == 200


def test_two_requests_at_once_open_one_table(slow_new_tables):
    up = slow_new_tables
    players = up.create_player("Ann"), up.create_player("Bob")
    table = finished_table(up, *players)
    before = len(up.host.live)

    def ask(player: dict) -> int:
        return up.post(f"/api/v1/tables/{table}/commands", {"kind": "rematch"}, player["token"]).status_code

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(ask, players)) == [200, 200]
    assert len(up.host.live) == before + 1
