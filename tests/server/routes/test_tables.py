"""Tables: open, find, join, leave, start and rematch."""

from __future__ import annotations

import pytest

from dottable.server.access.limits import Limits
from tests.server.running_server import run_server


def names_of(seen: dict) -> list:
    return [seat["name"] for seat in seen["seats"]]


def ids(server, **query) -> list[str]:
    return [table["id"] for table in server.get("/api/v1/tables", **query).json()["tables"]]


def command(server, table_id: str, player: dict, kind: str, **fields):
    return server.post(f"/api/v1/tables/{table_id}/commands", {"kind": kind, **fields}, player["token"])


def test_a_new_table_is_open_and_its_maker_sits_there(server):
    ann = server.create_player("Ann")
    seen = server.create_table(ann, "dots_52", seats=3, options={"snap-seconds": 5})
    assert (seen["status"], seen["you"], names_of(seen)) == ("open", 0, ["Ann", None, None])
    assert "snap-seconds=5" in seen["options"]


def test_an_open_table_is_in_the_list_and_a_private_one_is_not(server):
    ann = server.create_player()
    public = server.create_table(ann)["table"]
    private = server.create_table(ann, settings={"is_private": True})["table"]
    listed = ids(server)
    assert public in listed
    assert private not in listed
    assert server.get(f"/api/v1/tables/{private}").json()["table"] == private


def test_the_list_can_be_of_one_game(server):
    table = server.create_table(server.create_player(), "dots_72")["table"]
    assert table in ids(server, game="dots_72")
    assert table not in ids(server, game="dot_allot")


def test_players_join_and_leave(server):
    ann, bob = server.create_player("Ann"), server.create_player("Bob")
    table = server.create_table(ann)["table"]
    assert command(server, table, bob, "sit").status_code == 200
    assert names_of(server.get(f"/api/v1/tables/{table}").json()) == ["Ann", "Bob"]
    assert command(server, table, bob, "stand").status_code == 200
    assert names_of(server.get(f"/api/v1/tables/{table}").json()) == ["Ann", None]


def test_a_match_starts_when_all_players_are_ready(server):
    ann, bob = server.create_player("Ann"), server.create_player("Bob")
    table = server.create_table(ann)["table"]
    command(server, table, bob, "sit")
    command(server, table, ann, "ready")
    assert server.get(f"/api/v1/tables/{table}").json()["status"] == "open"
    command(server, table, bob, "ready")
    seen = server.get(f"/api/v1/tables/{table}", ann["token"]).json()
    assert seen["status"] == "live"
    assert len(seen["commitment"]) == 64
    assert seen["position"]["view"]["seat"] == 0


def test_one_request_starts_a_match_against_bots(server):
    seen = server.create_table(server.create_player(), "dots_52", seats=3, bots=["casual", "steady"], starts=True)
    assert seen["status"] == "live"
    assert [seat["bot"] for seat in seen["seats"]] == [None, "casual", "steady"]


@pytest.mark.parametrize(
    ("wishes", "word"),
    [
        ({"game": "chess"}, "Unknown game 'chess'"),
        ({"game": "dot_tiles", "seats": 7}, "2 to 4 seats"),
        ({"game": "dot_tiles", "options": {"colour": "red"}}, "Unknown option 'colour'"),
        ({"game": "dots_52", "options": {"snap-seconds": 99}}, "snap-seconds"),
        ({"game": "dots_52", "deck": {"text": "x"}}, "does not take a custom deck"),
        ({"game": "dot_allot", "deck": {"text": "x = 1"}}, "deck.toml"),
        ({"game": "dot_tiles", "seats": "two"}, "seats"),
        ({"game": "dot_tiles", "colour": "red"}, "colour"),
    ],
)
def test_an_invalid_table_is_refused_with_a_reason(server, wishes, word):
    answer = server.post("/api/v1/tables", wishes, server.create_player()["token"])
    assert answer.status_code == 400
    assert word in answer.json()["sentence"]


def test_a_match_cannot_start_with_empty_seats(server):
    answer = server.post("/api/v1/tables", {"game": "dot_tiles", "starts": True}, server.create_player()["token"])
    assert answer.status_code == 409
    assert "seats are empty" in answer.json()["sentence"]


def test_opening_a_table_needs_a_player(server):
    assert server.post("/api/v1/tables", {"game": "dot_tiles"}).status_code == 401


def test_an_unknown_table_is_not_found(server):
    assert server.get("/api/v1/tables/nowhere").status_code == 404
    assert command(server, "nowhere", server.create_player(), "sit").status_code == 404


def test_a_refused_command_says_why(server):
    ann, bob = server.create_player(), server.create_player()
    table = server.create_table(ann)["table"]
    answer = command(server, table, bob, "start")
    assert answer.status_code == 409
    assert answer.json() == {"code": "not-host", "sentence": "Only the host of the table can do this."}


def test_a_command_sent_twice_happens_once(server):
    ann = server.create_player()
    table = server.create_table(ann)["table"]
    first = command(server, table, ann, "say", text="hello", client_id="c1").json()
    again = command(server, table, ann, "say", text="hello", client_id="c1").json()
    assert first == again
    assert len(server.get(f"/api/v1/tables/{table}").json()["chat"]) == 1


def test_chat_is_cleaned_and_empty_messages_are_refused(server):
    ann = server.create_player()
    table = server.create_table(ann)["table"]
    assert command(server, table, ann, "say", text="a\u202eb\n\x07c").status_code == 200
    assert command(server, table, ann, "say", text="\u200b").status_code == 409
    assert command(server, table, ann, "say", text="x" * 301).status_code == 400
    assert [said["text"] for said in server.get(f"/api/v1/tables/{table}").json()["chat"]] == ["ab c"]


def test_a_rematch_is_a_new_table_that_the_old_one_names(server):
    ann = server.create_player("Ann")
    table = server.create_table(ann, bots=["newcomer"], starts=True)["table"]
    assert command(server, table, ann, "rematch").status_code == 409
    command(server, table, ann, "abort")
    assert command(server, table, ann, "rematch").status_code == 200
    again = server.get(f"/api/v1/tables/{table}").json()["rematch"]
    seen = server.get(f"/api/v1/tables/{again}").json()
    assert (seen["rematch_of"], names_of(seen)) == (table, ["Ann", "Ada"])
    command(server, table, ann, "rematch")
    assert server.get(f"/api/v1/tables/{table}").json()["rematch"] == again


def test_a_player_who_opens_tables_too_fast_is_refused(tmp_path):
    with run_server(tmp_path / "d.db", Limits(new_tables_burst=1, new_tables_per_s=0.001)) as up:
        ann = up.create_player()
        up.create_table(ann)
        assert up.post("/api/v1/tables", {"game": "dot_tiles"}, ann["token"]).status_code == 429


def test_a_full_server_refuses_new_tables(tmp_path):
    with run_server(tmp_path / "d.db", Limits(max_live_tables=1)) as up:
        ann = up.create_player()
        up.create_table(ann)
        assert up.post("/api/v1/tables", {"game": "dot_tiles"}, ann["token"]).status_code == 503


def test_a_table_continues_after_a_restart(tmp_path):
    with run_server(tmp_path / "d.db") as up:
        ann, bob = up.create_player("Ann"), up.create_player("Bob")
        table = up.create_table(ann)["table"]
        command(up, table, bob, "sit")
        command(up, table, ann, "start")
        before = up.get(f"/api/v1/tables/{table}", ann["token"]).json()
    with run_server(tmp_path / "d.db") as up:
        after = up.get(f"/api/v1/tables/{table}", ann["token"]).json()
        assert after["version"] == before["version"]
        assert after["position"]["view"] == before["position"]["view"]
        mover = (ann, bob)[after["position"]["to_act"][0]]
        legal = up.get(f"/api/v1/tables/{table}", mover["token"]).json()["position"]["legal"]
        assert command(up, table, mover, "move", action=legal[0]).status_code == 200


def test_a_finished_table_is_unloaded_and_found_again(server):
    ann = server.create_player()
    table = server.create_table(ann)["table"]
    command(server, table, ann, "abort")
    live = server.host.live[table]
    live.idle_since = 0
    server.host.sweeper.unload_finished()
    assert table not in server.host.live
    assert server.get(f"/api/v1/tables/{table}").json()["status"] == "aborted"


def test_E3_a_table_can_be_opened_with_teams_and_a_wrong_split_is_refused_in_one_sentence(server):
    ann = server.create_player("Ann")
    seen = server.create_table(ann, "dobble_connect", seats=4, options={"teams": "BOOO"})
    assert [seat["team"] for seat in seen["seats"]] == ["blue", "orange", "orange", "orange"]
    assert [choice["name"] for choice in seen["teams"]["choices"]] == ["pink", "orange", "green", "blue"]
    for teams, sentence in (
        ("BBBB", "teams=BBBB: All players are in team blue. There must be at least 2 teams."),
        ("BO", "teams=BO has 2 letters for 4 seats. Write one per seat."),
    ):
        body = {"game": "dobble_connect", "seats": 4, "options": {"teams": teams}}
        refused = server.post("/api/v1/tables", body, ann["token"])
        assert 400 <= refused.status_code < 500
        assert sentence in refused.text


def test_E3_chosen_teams_survive_a_restart_of_the_server(tmp_path):
    with run_server(tmp_path / "d.db") as up:
        ann, bob = up.create_player("Ann"), up.create_player("Bob")
        table = up.create_table(ann, "dobble_connect", seats=3)["table"]
        command(up, table, bob, "sit")
        assert command(up, table, bob, "team", team="pink").status_code == 200
        assert command(up, table, bob, "team", team="blue", seat=0).json()["code"] == "not-host"
        assert command(up, table, ann, "team", team="blue", seat=2).status_code == 200
    with run_server(tmp_path / "d.db") as up:
        after = up.get(f"/api/v1/tables/{table}", ann["token"]).json()
        assert [seat["team"] for seat in after["seats"]] == ["pink", "pink", "blue"]
        command(up, table, ann, "seatbot", level="newcomer")
        assert command(up, table, ann, "start").status_code == 200
        live = up.get(f"/api/v1/tables/{table}", ann["token"]).json()
        assert [player["team"] for player in live["position"]["view"]["players"]] == ["pink", "pink", "blue"]
        assert live["seats"][0]["colour"] == live["seats"][1]["colour"] == "#cf2f6b"
