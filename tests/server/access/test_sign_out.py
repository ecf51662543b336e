"""Revoked tokens: requests are refused and sockets are closed at once."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from dottable.server.access.player_registry import PlayerRegistry
from dottable.store import open_store
from tests.server.running_server import bearer


@pytest.fixture
def devices(server):
    """A table, and the tokens of one seated player on two devices."""
    ann = server.create_player()
    table = server.create_table(ann)["table"]
    offer = server.post("/api/v1/players/me/transfer", {}, ann["token"]).json()
    phone = server.post("/api/v1/transfers", {"code": offer["code"]}).json()
    return table, ann["token"], phone["token"]


def end_of(client):
    """Return the last message before the connection was closed, and the close code."""
    message: dict[str, Any] = {}
    with suppress(ConnectionClosed):
        while True:
            message = json.loads(client.socket.recv(timeout=10))
    return message["code"], client.socket.close_code


def test_signing_out_closes_the_sockets_of_this_device_only(server, devices):
    table, laptop, phone = devices
    with server.connect(table, laptop) as first, server.connect(table, phone) as second:
        first.receive_until("snapshot")
        second.receive_until("snapshot")
        assert server.http.delete("/api/v1/players/me/token", headers=bearer(laptop)).status_code == 204
        assert end_of(first) == ("no_player", 4401)
        assert second.request("say", text="still here")["kind"] == "ack"
    assert server.get("/api/v1/players/me", laptop).status_code == 401
    assert server.get("/api/v1/players/me", phone).status_code == 200


def test_signing_out_everywhere_closes_all_sockets_and_gives_a_new_token(server, devices):
    table, laptop, phone = devices
    offer = server.post("/api/v1/players/me/transfer", {}, laptop).json()
    bob = server.create_player("Bob")
    with (
        server.connect(table, laptop) as first,
        server.connect(table, phone) as second,
        server.connect(table, bob["token"]) as other,
    ):
        for client in (first, second, other):
            client.receive_until("snapshot")
        answer = server.post("/api/v1/players/me/sign-out-everywhere", {}, phone)
        assert answer.status_code == 200
        assert end_of(first) == ("no_player", 4401)
        assert end_of(second) == ("no_player", 4401)
        assert other.request("say", text="still here")["kind"] == "ack"
    for token in (laptop, phone):
        assert server.get("/api/v1/players/me", token).status_code == 401
        with server.connect(table, token) as client:
            assert end_of(client) == ("no_player", 4401)
    assert server.post("/api/v1/transfers", {"code": offer["code"]}).status_code == 404
    with server.connect(table, answer.json()["token"]) as client:
        assert client.receive_until("welcome")["seat"] == 0


def test_a_token_revoked_during_its_lookup_is_not_accepted(tmp_path):
    patch = pytest.MonkeyPatch()

    async def scene() -> None:
        store = open_store(tmp_path / "d.db")
        await store.start()
        row, token = await PlayerRegistry(store, lambda: 0).create_player("Ann", None)
        players = PlayerRegistry(store, lambda: 0)
        find, true_lookup = players.find_by_token(token), store.find_player_by_token

        async def slow_lookup(token_hash: str):
            found = await true_lookup(token_hash)
            patch.undo()
            await players.sign_out_everywhere(row)
            return found

        patch.setattr(store, "find_player_by_token", slow_lookup)
        assert await find is None
        assert await players.find_by_token(token) is None
        await store.close()

    asyncio.run(scene())
