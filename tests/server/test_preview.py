"""What would this move lead to? Asked on a socket, answered to nobody else, and without a trace."""

from __future__ import annotations

import pytest


@pytest.fixture
def allot(server):
    """A match of Dot Allot with two people: its table, whoever moves, and the other one."""
    return opened(server, "dot_allot")


def opened(server, slug):
    ann, bob = server.player("Ann"), server.player("Bob")
    table = server.table(ann, slug)["table"]
    server.post(f"/api/v1/tables/{table}/commands", {"kind": "sit"}, bob["token"])
    server.post(f"/api/v1/tables/{table}/commands", {"kind": "start"}, ann["token"])
    turn = server.get(f"/api/v1/tables/{table}").json()["position"]["to_act"][0]
    return table, (ann, bob)[turn], (ann, bob)[1 - turn]


def ask(sitter, action, client_id="p1"):
    sitter.send({"kind": "preview", "client_id": client_id, "action": action})
    return sitter.until("previewed", "refused", "problem")


def test_a_placement_is_foreseen_as_it_then_comes(server, allot):
    table, mover, _ = allot
    with server.sit(table, mover["token"]) as sitter:
        told = sitter.until("snapshot")["table"]
        action = told["position"]["legal"][0]
        answer = ask(sitter, action)
        assert (answer["kind"], answer["client_id"], answer["action"]) == ("previewed", "p1", action)
        assert answer["version"] == told["version"]
        sitter.send({"kind": "move", "action": action})
        after = sitter.until("event")["event"]["position"]["view"]
    assert answer["preview"]["visible"] == after["visible"]
    assert answer["preview"]["placement"] == after["placements"][-1]
    assert [tally["seat"] for tally in answer["preview"]["after"]] == [side["seat"] for side in after["sides"]]


def test_a_preview_changes_nothing_and_is_told_to_nobody_else(server, allot):
    table, mover, other = allot
    before = server.get(f"/api/v1/tables/{table}").json()["version"]
    with server.sit(table, mover["token"]) as sitter, server.sit(table, other["token"]) as rival:
        action = sitter.until("snapshot")["table"]["position"]["legal"][0]
        rival.until("snapshot")
        ask(sitter, action)
        rival.ask("say", text="hello")
        assert [message for message in rival.heard if message["kind"] == "previewed"] == []
    assert server.get(f"/api/v1/tables/{table}").json()["version"] == before + 1


def test_what_the_rules_refuse_has_no_preview(server, allot):
    table, mover, other = allot
    with server.sit(table, mover["token"]) as sitter:
        action = sitter.until("snapshot")["table"]["position"]["legal"][0]
        answer = ask(sitter, 10**12, "p2")
        assert (answer["kind"], answer["client_id"], answer["code"]) == ("refused", "p2", "rules")
    with server.sit(table, other["token"]) as rival:
        assert ask(rival, action)["sentence"] == "It is not your turn."
    with server.sit(table) as spectator:
        assert ask(spectator, action)["code"] == "no_player"
    with server.sit(table, server.player("Eve")["token"]) as stranger:
        assert ask(stranger, action)["kind"] == "refused"


def test_a_game_without_previews_says_so(server):
    table, mover, _ = opened(server, "dot_tiles")
    with server.sit(table, mover["token"]) as sitter:
        action = sitter.until("snapshot")["table"]["position"]["legal"][0]
        assert ask(sitter, action)["code"] == "no_preview"


def test_the_schema_names_the_previews_of_the_games_that_have_them(server):
    schema = server.get("/api/v1/messages").json()
    assert set(schema["previews"]["dot_allot"]) == {"$ref"}
    assert "Previewed" in schema["$defs"]
