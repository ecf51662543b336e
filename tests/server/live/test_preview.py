"""Previews over a socket: only the sender is answered, and nothing changes."""

from __future__ import annotations

import pytest


@pytest.fixture
def allot(server):
    """A match of Dot Allot with two players: table, the player to move, the other player."""
    return opened(server, "dot_allot")


def opened(server, slug):
    ann, bob = server.create_player("Ann"), server.create_player("Bob")
    table = server.create_table(ann, slug)["table"]
    server.post(f"/api/v1/tables/{table}/commands", {"kind": "sit"}, bob["token"])
    server.post(f"/api/v1/tables/{table}/commands", {"kind": "start"}, ann["token"])
    turn = server.get(f"/api/v1/tables/{table}").json()["position"]["to_act"][0]
    return table, (ann, bob)[turn], (ann, bob)[1 - turn]


def ask(client, action, client_id="p1"):
    client.send({"kind": "preview", "client_id": client_id, "action": action})
    return client.receive_until("previewed", "refused", "problem")


def test_a_preview_equals_the_later_placement(server, allot):
    table, mover, _ = allot
    with server.connect(table, mover["token"]) as client:
        told = client.receive_until("snapshot")["table"]
        action = told["position"]["legal"][0]
        answer = ask(client, action)
        assert (answer["kind"], answer["client_id"], answer["action"]) == ("previewed", "p1", action)
        assert answer["version"] == told["version"]
        client.send({"kind": "move", "action": action})
        after = client.receive_until("event")["event"]["position"]["view"]
    assert answer["preview"]["visible"] == after["visible"]
    assert answer["preview"]["placement"] == after["placements"][-1]
    assert [tally["seat"] for tally in answer["preview"]["after"]] == [side["seat"] for side in after["sides"]]


def test_a_preview_changes_nothing_and_only_the_sender_gets_it(server, allot):
    table, mover, other = allot
    before = server.get(f"/api/v1/tables/{table}").json()["version"]
    with server.connect(table, mover["token"]) as client, server.connect(table, other["token"]) as rival:
        action = client.receive_until("snapshot")["table"]["position"]["legal"][0]
        rival.receive_until("snapshot")
        ask(client, action)
        rival.request("say", text="hello")
        assert [message for message in rival.received if message["kind"] == "previewed"] == []
    assert server.get(f"/api/v1/tables/{table}").json()["version"] == before + 1


def test_what_the_rules_refuse_has_no_preview(server, allot):
    table, mover, other = allot
    with server.connect(table, mover["token"]) as client:
        action = client.receive_until("snapshot")["table"]["position"]["legal"][0]
        answer = ask(client, 10**12, "p2")
        assert (answer["kind"], answer["client_id"], answer["code"]) == ("refused", "p2", "rules")
    with server.connect(table, other["token"]) as rival:
        assert ask(rival, action)["sentence"] == "It is not your turn."
    with server.connect(table) as spectator:
        assert ask(spectator, action)["code"] == "no_player"
    with server.connect(table, server.create_player("Eve")["token"]) as stranger:
        assert ask(stranger, action)["kind"] == "refused"


def test_a_game_without_previews_refuses_them(server):
    table, mover, _ = opened(server, "dot_tiles")
    with server.connect(table, mover["token"]) as client:
        action = client.receive_until("snapshot")["table"]["position"]["legal"][0]
        assert ask(client, action)["code"] == "no_preview"


def test_the_schema_names_the_previews_of_the_games_that_have_them(server):
    schema = server.get("/api/v1/messages").json()
    assert set(schema["previews"]["dot_allot"]) == {"$ref"}
    assert "PreviewMessage" in schema["$defs"]
