"""The socket protocol: hello, snapshot, events, acks, refusals, and what happens to those who misbehave."""

from __future__ import annotations

import contextlib
import json

import pytest
from websockets.exceptions import ConnectionClosed

from dottable.server.limits import Limits
from tests.server.serving import running, wait_until


@pytest.fixture
def pair(server):
    """Two players at a live match, whoever is to move first."""
    ann, bob = server.player("Ann"), server.player("Bob")
    table = server.table(ann)["table"]
    server.post(f"/api/v1/tables/{table}/commands", {"kind": "sit"}, bob["token"])
    server.post(f"/api/v1/tables/{table}/commands", {"kind": "start"}, ann["token"])
    turn = server.get(f"/api/v1/tables/{table}").json()["position"]["to_act"][0]
    players = (ann, bob)
    return table, players[turn], players[1 - turn]


def position(sitter) -> dict:
    return sitter.until("snapshot")["table"]["position"]


def test_hello_is_answered_with_a_welcome_and_a_snapshot(server, pair):
    table, mover, _ = pair
    with server.sit(table, mover["token"]) as sitter:
        welcome = sitter.hear()
        assert (welcome["kind"], welcome["protocol"], welcome["table"]) == ("welcome", 1, table)
        assert sitter.hear()["kind"] == "snapshot"


def test_a_move_is_acknowledged_and_told_to_everybody(server, pair):
    table, mover, other = pair
    with server.sit(table, mover["token"]) as a, server.sit(table, other["token"]) as b, server.sit(table) as c:
        legal = position(a)["legal"]
        position(b)
        position(c)
        answer = a.ask("move", action=legal[0], client_id="m1")
        assert (answer["kind"], answer["client_id"]) == ("ack", "m1")
        for sitter in (b, c):
            event = sitter.until("event")["event"]
            assert (event["kind"], event["version"]) == ("moved", answer["version"])
            assert event["move"]["sentence"]


def test_an_illegal_move_is_refused_with_the_rules_own_sentence(server, pair):
    table, _, other = pair
    with server.sit(table, other["token"]) as sitter:
        answer = sitter.ask("move", action=0, client_id="m1")
        assert (answer["kind"], answer["client_id"]) == ("refused", "m1")
        assert answer["sentence"].endswith(".")


def test_a_number_beyond_all_bounds_is_refused(server, pair):
    with server.sit(pair[0], pair[1]["token"]) as sitter:
        assert sitter.ask("move", action=10**30)["sentence"] == "This game has no such action."


def test_a_resent_move_is_acknowledged_again_and_happens_once(server, pair):
    table, mover, _ = pair
    with server.sit(table, mover["token"]) as sitter:
        action = position(sitter)["legal"][0]
        first = sitter.ask("move", action=action, client_id="m1")
    with server.sit(table, mover["token"]) as sitter:
        again = sitter.ask("move", action=action, client_id="m1")
    assert (again["kind"], again["version"]) == ("ack", first["version"])
    assert server.get(f"/api/v1/tables/{table}").json()["version"] == first["version"]


def test_since_fills_the_gap_with_the_very_events_that_were_missed(server, pair):
    table, mover, other = pair
    with server.sit(table, other["token"]) as steady, server.sit(table, mover["token"]) as a:
        since = steady.until("snapshot")["table"]["version"]
        legal = position(a)["legal"]
        a.ask("move", action=legal[0])
        a.ask("say", text="hello")
        told = [steady.until("event")["event"] for _ in range(2)]
        with server.sit(table, other["token"], since=since) as back:
            again = [back.until("event", "snapshot").get("event") for _ in range(2)]
    for first, second in zip(told, again, strict=True):
        for event in (first, second):
            event.pop("seats", None)
            (event.get("position") or {}).pop("now_ms", None)
        assert first == second


def test_a_gap_of_nothing_sends_nothing(server, pair):
    table, mover, _ = pair
    version = server.get(f"/api/v1/tables/{table}").json()["version"]
    with server.sit(table, mover["token"], since=version) as sitter:
        sitter.ask("say", text="hello")
        assert "snapshot" not in [message["kind"] for message in sitter.heard]


def test_a_version_that_never_was_gets_a_snapshot(server, pair):
    table, mover, _ = pair
    with server.sit(table, mover["token"], since=10**9) as sitter:
        assert sitter.until("snapshot", "event")["kind"] == "snapshot"


def test_a_player_may_have_several_sockets_and_all_are_told(server, pair):
    table, mover, _ = pair
    with server.sit(table, mover["token"]) as desk, server.sit(table, mover["token"]) as phone:
        legal = position(desk)["legal"]
        assert position(phone)["legal"] == legal
        desk.ask("move", action=legal[0])
        assert phone.until("event")["event"]["kind"] == "moved"


def test_presence_is_told_when_somebody_comes_and_goes(server, pair):
    table, mover, other = pair
    with server.sit(table, mover["token"]) as sitter:
        sitter.until("presence")
        with server.sit(table, other["token"]):
            assert all(seat["is_connected"] for seat in sitter.until("presence")["seats"])
        assert not all(seat["is_connected"] for seat in sitter.until("presence")["seats"])


def test_a_spectator_sees_but_may_do_nothing(server, pair):
    table, _, _ = pair
    with server.sit(table) as sitter:
        assert sitter.until("welcome")["seat"] is None
        seen = sitter.until("snapshot")["table"]
        assert (seen["you"], seen["position"]["legal"]) == (None, [])
        assert sitter.ask("move", action=0)["code"] == "no_player"


def test_whoever_sits_down_sees_with_the_eyes_of_that_seat(server):
    table = server.table(server.player())["table"]
    bob = server.player("Bob")
    with server.sit(table, bob["token"]) as sitter:
        assert sitter.until("welcome")["seat"] is None
        sitter.send({"kind": "sit"})
        assert sitter.until("welcome")["seat"] == 1
        assert sitter.until("snapshot")["table"]["you"] == 1


def test_refresh_asks_for_a_snapshot(server, pair):
    with server.sit(pair[0]) as sitter:
        first = sitter.until("snapshot")
        sitter.send({"kind": "refresh"})
        assert sitter.until("snapshot")["table"]["version"] == first["table"]["version"]


@pytest.mark.parametrize(
    ("hello", "code", "close_code"),
    [
        ("{", "bad_message", 4400),
        ('{"kind":"start"}', "no_hello", 4400),
        ('{"kind":"hello","protocol":99}', "protocol", 4400),
        ('{"kind":"hello","protocol":1,"token":"wrong"}', "no_player", 4401),
        (b"\xff\xfe", "bad_message", 4400),
    ],
)
def test_a_wrong_hello_is_explained_and_the_socket_closed(server, pair, hello, code, close_code):
    from websockets.sync.client import connect

    with connect(f"ws://127.0.0.1:{server.port}/api/v1/tables/{pair[0]}/socket") as socket:
        socket.send(hello)
        assert json.loads(socket.recv())["code"] == code
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv()
        assert closed.value.rcvd.code == close_code


def test_a_table_that_is_not_there_closes_the_socket(server):
    with server.sit("nowhere") as sitter:
        assert sitter.hear()["code"] == "not_found"


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        '{"kind":"fly"}',
        '{"kind":"move"}',
        '{"kind":"move","action":"x"}',
        '{"kind":"move","action":1,"x":1}',
        '{"kind":"hello","protocol":1}',
        "[" * 5000,
    ],
)
def test_a_message_that_is_not_understood_is_answered_and_changes_nothing(server, pair, text):
    table, mover, _ = pair
    before = server.get(f"/api/v1/tables/{table}").json()["version"]
    with server.sit(table, mover["token"]) as sitter:
        sitter.send(text)
        assert sitter.until("problem")["sentence"]
        assert sitter.ask("move", action=-1)["kind"] == "refused"
    assert server.get(f"/api/v1/tables/{table}").json()["version"] == before


def test_a_message_that_is_too_large_closes_the_socket(server, pair):
    with server.sit(pair[0], pair[1]["token"]) as sitter:
        sitter.send(json.dumps({"kind": "say", "text": "x" * 20_000}))
        with pytest.raises(ConnectionClosed) as closed:
            sitter.until("nothing more")
        assert closed.value.rcvd.code == 1009


def test_a_socket_that_sends_too_fast_is_told_and_then_closed(tmp_path):
    with running(tmp_path / "d.db", Limits(messages_per_s=0.001, messages_burst=3, faults=5)) as up:
        table = up.table(up.player())["table"]
        with up.sit(table, up.player()["token"]) as sitter:
            for _ in range(3 + 5 + 1):
                sitter.send({"kind": "refresh"})
            heard = []
            with contextlib.suppress(ConnectionClosed):
                while True:
                    heard.append(json.loads(sitter.socket.recv(timeout=30)))
        assert [m["code"] for m in heard if m["kind"] == "problem"] == ["too_fast"] * 6
        assert heard[-1]["code"] == "too_many_faults"
        assert sitter.socket.close_code == 4429


def test_nobody_can_flood_a_table_with_talk(tmp_path):
    with running(tmp_path / "d.db", Limits(talk_burst=2, talk_per_s=0.001)) as up:
        ann = up.player()
        with up.sit(up.table(ann)["table"], ann["token"]) as sitter:
            kinds = [sitter.ask("react", reaction="wow")["kind"] for _ in range(3)]
        assert kinds == ["ack", "ack", "refused"]


def test_a_fault_in_telling_does_not_undo_what_is_kept(server, pair, monkeypatch, caplog):
    from dottable.server import live_table

    def broken(*_):
        raise RuntimeError("cannot be told")

    table, mover, _ = pair
    with server.sit(table, mover["token"]) as sitter:
        action = position(sitter)["legal"][0]
        monkeypatch.setattr(live_table, "happening", broken)
        answer = sitter.ask("move", action=action)
        monkeypatch.undo()
        assert answer["kind"] == "ack"
        assert sitter.ask("say", text="on we go")["version"] == answer["version"] + 1
    assert "could not be told" in caplog.text


def test_a_store_that_fails_for_a_moment_loses_nothing(server, pair, monkeypatch, caplog):
    from dottable.store import StoreError

    def broken(batch):
        return [StoreError("the disk is full") for _ in batch]

    table, mover, _ = pair
    with server.sit(table, mover["token"]) as sitter:
        action = position(sitter)["legal"][0]
        monkeypatch.setattr(server.host.store._writer, "_commit", broken)
        answer = sitter.ask("move", action=action, client_id="m1")
        assert (answer["kind"], answer["code"]) == ("refused", "store")
        monkeypatch.undo()
        assert sitter.ask("move", action=action, client_id="m1")["kind"] == "ack"
    assert "could not be kept" in caplog.text


def test_commands_that_come_while_a_move_is_being_kept_follow_it_in_order(server, pair):
    table, mover, _ = pair
    with server.sit(table, mover["token"]) as sitter:
        action = position(sitter)["legal"][0]
        for k, message in enumerate(({"kind": "move", "action": action}, *[{"kind": "react", "reaction": "wow"}] * 4)):
            sitter.send(json.dumps({**message, "client_id": f"c{k}"}))
        versions = [sitter.until("ack")["version"] for _ in range(5)]
        told = [m["event"]["kind"] for m in sitter.heard if m["kind"] == "event"]
    assert versions == list(range(versions[0], versions[0] + 5))
    assert told == ["moved", *["reacted"] * 4]


def test_a_move_that_fails_after_it_is_kept_is_not_made_twice(server, pair, monkeypatch, caplog):
    from dottable.server.live_table import LiveTable

    table, mover, _ = pair
    live, happen = server.host.live[table], LiveTable._happen

    def broken(live, events):
        happen(live, events)
        raise RuntimeError("too late to stop it")

    with server.sit(table, mover["token"]) as sitter:
        action = position(sitter)["legal"][0]
        kept = live.table.version + 1
        monkeypatch.setattr(LiveTable, "_happen", broken)
        assert sitter.ask("move", action=action, client_id="m1")["code"] == "server"
        monkeypatch.undo()
        assert sitter.ask("move", action=action, client_id="m1")["version"] == kept == live.table.version
    assert "a command failed" in caplog.text


def test_an_event_that_another_process_stored_first_is_told_and_the_move_decided_anew(server, pair):
    import asyncio

    from dottable.table.events import Said, encode

    table, mover, _ = pair
    live = server.host.live[table]
    said = Said(at=0, clock_ms=0, player="elsewhere", name="Eve", text="from another process")
    with server.sit(table, mover["token"]) as sitter:
        action = position(sitter)["legal"][0]
        appended = server.host.store.append(table, live.table.version, [encode(said)])
        asyncio.run_coroutine_threadsafe(appended, server.loop).result()
        assert sitter.ask("move", action=action)["kind"] == "ack"
        told = [m["event"]["kind"] for m in sitter.heard if m["kind"] == "event"]
    assert told == ["said", "moved"]


def test_a_player_cannot_open_sockets_without_end(tmp_path):
    with running(tmp_path / "d.db", Limits(sockets_per_player=1)) as up:
        ann = up.player()
        table = up.table(ann)["table"]
        with up.sit(table, ann["token"]) as first:
            first.until("snapshot")
            with up.sit(table, ann["token"]) as second:
                assert second.hear()["code"] == "too_many"


def test_nobody_waits_for_a_hello_for_ever(tmp_path):
    from websockets.sync.client import connect

    with running(tmp_path / "d.db", Limits(hello_within_s=0.05)) as up:
        table = up.table(up.player())["table"]
        with connect(f"ws://127.0.0.1:{up.port}/api/v1/tables/{table}/socket") as socket:
            assert json.loads(socket.recv())["code"] == "no_hello"


def test_a_slow_reader_is_dropped_to_a_snapshot_and_others_are_not(tmp_path):
    limits = Limits(waiting_messages=4, messages_per_s=1e6, messages_burst=10**6, talk_burst=1000)
    with running(tmp_path / "d.db", limits) as up:
        ann, bob = up.player("Ann"), up.player("Bob")
        table = up.table(ann, "dot_allot")["table"]
        counters = up.host.metrics.counters
        with up.sit(table, bob["token"]) as slow, up.sit(table, ann["token"]) as quick:
            slow.until("snapshot")
            for k in range(12):
                quick.ask("say", text=f"{k} " + "x" * 290)
            for _ in range(5000):
                slow.send({"kind": "refresh"})  # and reads nothing
                if counters["dropped_to_snapshot"]:
                    break
            wait_until(lambda: counters["dropped_to_snapshot"] > 0)
            last = quick.ask("say", text="the end")
            assert last["kind"] == "ack"
            told = slow.until("snapshot", "event")
            while (told.get("table") or told["event"])["version"] < last["version"]:
                told = slow.until("snapshot", "event")


def test_a_server_that_stops_says_goodbye(tmp_path):
    with running(tmp_path / "d.db") as up:
        table = up.table(up.player())["table"]
        sitter = up.sit(table)
        sitter.until("snapshot")
        up.server.should_exit = True
        bye = sitter.until("bye")
        assert (bye["code"], bye["is_temporary"]) == ("restart", True)
        with pytest.raises(ConnectionClosed) as closed:
            sitter.hear()
        assert closed.value.rcvd.code == 1012
        sitter.close()


def test_sockets_that_are_gone_leave_nothing_behind(server, pair):
    table, mover, _ = pair
    with server.sit(table, mover["token"]) as sitter:
        sitter.until("snapshot")
    wait_until(lambda: not server.host.live[table].groups)


def test_round_trips_are_measured_by_the_server(server):
    ann = server.player()
    table = server.table(ann, "dots_52")["table"]
    presence = server.host.live[table].table.presence
    with server.sit(table, ann["token"]) as sitter:
        for _ in range(3):
            sitter.ask("say", text="hello")
        wait_until(lambda: len(presence._trips_ms.get(ann["id"], ())) >= 2 or sitter.ask("say", text="more") is None)


def test_whoever_sits_down_looks_on_no_more(server):
    table = server.table(server.player("Ann"), seats=2)["table"]
    with server.sit(table, server.player("Ben")["token"]) as ben:
        assert ben.until("presence")["spectators"] == 1
        ben.send({"kind": "sit"})
        assert ben.until("presence")["spectators"] == 0
