"""Players, tokens and transfers to another device."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from dottable.server.access.player_registry import TRANSFER_CODE_LIFETIME_MS, InvalidName, PlayerRegistry, secret_hash
from dottable.store import open_store
from tests.server.running_server import run_server


def test_a_player_needs_only_a_name(server):
    ann = server.create_player(" Ann \n Lee ")
    assert ann["name"] == "Ann Lee"
    assert server.get("/api/v1/players/me", ann["token"]).json() == {k: ann[k] for k in ("id", "name", "colour")}


@pytest.mark.parametrize("name", ["", "\u200b", " \n "])
def test_a_name_needs_visible_characters(server, name):
    assert server.post("/api/v1/players", {"name": name}).status_code == 400


def test_a_long_name_is_cut(server):
    assert len(server.create_player("x" * 80)["name"]) == 24


def test_tokens_are_unguessable_and_different(server):
    tokens = {server.create_player()["token"] for _ in range(3)}
    assert len(tokens) == 3
    assert all(len(token) == 43 for token in tokens)


@pytest.mark.parametrize("header", [None, "Bearer wrong", "Bearer", "Basic abc", "Bearer " + "x" * 500])
def test_an_invalid_token_is_refused(server, header):
    headers = {"authorization": header} if header else {}
    answer = server.http.get("/api/v1/players/me", headers=headers)
    assert answer.status_code == 401
    assert answer.json()["code"] == "no_player"


def test_a_player_can_change_name_and_colour(server):
    ann = server.create_player()
    headers = {"authorization": f"Bearer {ann['token']}"}
    answer = server.http.patch("/api/v1/players/me", json={"name": "Anna", "colour": "#123456"}, headers=headers)
    assert answer.json() == {"id": ann["id"], "name": "Anna", "colour": "#123456"}
    assert server.get("/api/v1/players/me", ann["token"]).json()["name"] == "Anna"


def test_a_token_can_be_revoked(server):
    ann = server.create_player()
    headers = {"authorization": f"Bearer {ann['token']}"}
    assert server.http.delete("/api/v1/players/me/token", headers=headers).status_code == 204
    assert server.get("/api/v1/players/me", ann["token"]).status_code == 401


def test_a_transfer_link_works_once(server):
    ann = server.create_player()
    offer = server.post("/api/v1/players/me/transfer", {}, ann["token"]).json()
    phone = server.post("/api/v1/transfers", {"code": offer["code"]}).json()
    assert phone["id"] == ann["id"]
    assert phone["token"] != ann["token"]
    for token in (phone["token"], ann["token"]):
        assert server.get("/api/v1/players/me", token).json()["id"] == ann["id"]
    assert server.post("/api/v1/transfers", {"code": offer["code"]}).status_code == 404


def test_a_seat_belongs_to_the_player_on_every_device(server):
    ann = server.create_player()
    table = server.create_table(ann)
    offer = server.post("/api/v1/players/me/transfer", {}, ann["token"]).json()
    phone = server.post("/api/v1/transfers", {"code": offer["code"]}).json()
    with server.connect(table["table"], phone["token"]) as client:
        assert client.receive_until("welcome")["seat"] == 0


def test_a_transfer_code_expires(tmp_path):
    async def scene() -> None:
        now = 1_000
        store = open_store(tmp_path / "d.db")
        await store.start()
        players = PlayerRegistry(store, lambda: now)
        row, _ = await players.create_player("Ann", None)
        code, until = await players.offer_transfer_code(row)
        assert until == now + TRANSFER_CODE_LIFETIME_MS
        now = until
        assert await players.redeem_transfer_code(code) is None
        await store.close()

    asyncio.run(scene())


def test_the_registry_refuses_a_name_without_visible_characters(tmp_path):
    async def scene() -> None:
        store = open_store(tmp_path / "d.db")
        await store.start()
        with pytest.raises(InvalidName):
            await PlayerRegistry(store, lambda: 0).create_player("\n", None)
        await store.close()

    asyncio.run(scene())


def test_tokens_are_stored_hashed_and_survive_a_restart(tmp_path):
    with run_server(tmp_path / "d.db") as up:
        ann = up.create_player()
    kept = b"".join(path.read_bytes() for path in Path(tmp_path).iterdir())
    assert ann["token"].encode() not in kept
    assert secret_hash(ann["token"]).encode() in kept
    with run_server(tmp_path / "d.db") as up:
        assert up.get("/api/v1/players/me", ann["token"]).json()["id"] == ann["id"]


def test_a_link_can_be_drawn_as_a_qr_code(server):
    assert server.post("/api/v1/qr", {"text": "http://192.0.2.1:7252/table/abc"}).json()["svg"].startswith("<svg")
