"""Commands over sockets: hello, snapshots, events, acknowledgements, refusals, limits and failures."""

from __future__ import annotations

import contextlib
import json

import pytest
from websockets.exceptions import ConnectionClosed

from dottable.server.access.limits import Limits
from dottable.table.viewers.event_messages import event_info
from tests.present import present
from tests.server.live.test_onlookers import last_message
from tests.server.running_server import run_server, wait_until


@pytest.fixture
def pair(server):
    """A live match of two players, the player to move first."""
    ann, bob = server.create_player("Ann"), server.create_player("Bob")
    table = server.create_table(ann)["table"]
    server.post(f"/api/v1/tables/{table}/commands", {"kind": "sit"}, bob["token"])
    server.post(f"/api/v1/tables/{table}/commands", {"kind": "start"}, ann["token"])
    turn = server.get(f"/api/v1/tables/{table}").json()["position"]["to_act"][0]
    players = (ann, bob)
    return table, players[turn], players[1 - turn]


def position(client) -> dict:
    return client.receive_until("snapshot")["table"]["position"]


def test_hello_is_answered_with_a_welcome_and_a_snapshot(server, pair):
    table, mover, _ = pair
    with server.connect(table, mover["token"]) as client:
        welcome = client.receive()
        assert (welcome["kind"], welcome["protocol"], welcome["table"]) == ("welcome", 2, table)
        assert client.receive()["kind"] == "snapshot"


def test_a_move_is_acknowledged_and_broadcast(server, pair):
    table, mover, other = pair
    with (
        server.connect(table, mover["token"]) as a,
        server.connect(table, other["token"]) as b,
        server.connect(table) as c,
    ):
        legal = position(a)["legal"]
        position(b)
        position(c)
        answer = a.request("move", action=legal[0], client_id="m1")
        assert (answer["kind"], answer["client_id"]) == ("ack", "m1")
        for client in (b, c):
            event = client.receive_until("event")["event"]
            assert (event["kind"], event["version"]) == ("moved", answer["version"])
            assert event["move"]["narration"]


def test_an_illegal_move_is_refused_with_the_rules_own_sentence(server, pair):
    table, _, other = pair
    with server.connect(table, other["token"]) as client:
        answer = client.request("move", action=0, client_id="m1")
        assert (answer["kind"], answer["client_id"]) == ("refused", "m1")
        assert answer["sentence"].endswith(".")


def test_a_huge_number_is_refused(server, pair):
    with server.connect(pair[0], pair[1]["token"]) as client:
        assert client.request("move", action=10**30)["sentence"] == "This game has no such action."


def test_a_resent_move_is_acknowledged_again_and_made_once(server, pair):
    table, mover, _ = pair
    with server.connect(table, mover["token"]) as client:
        action = position(client)["legal"][0]
        first = client.request("move", action=action, client_id="m1")
    with server.connect(table, mover["token"]) as client:
        again = client.request("move", action=action, client_id="m1")
    assert (again["kind"], again["version"]) == ("ack", first["version"])
    assert server.get(f"/api/v1/tables/{table}").json()["version"] == first["version"]


def test_since_returns_exactly_the_missed_events(server, pair):
    table, mover, other = pair
    with server.connect(table, other["token"]) as steady, server.connect(table, mover["token"]) as a:
        since = steady.receive_until("snapshot")["table"]["version"]
        legal = position(a)["legal"]
        a.request("move", action=legal[0])
        a.request("say", text="hello")
        told = [steady.receive_until("event")["event"] for _ in range(2)]
        with server.connect(table, other["token"], since=since) as back:
            again = [back.receive_until("event", "snapshot").get("event") for _ in range(2)]
    for first, second in zip(told, again, strict=True):
        for event in (first, second):
            event.pop("seats", None)
            (event.get("position") or {}).pop("now_ms", None)
        assert first == second


def test_no_missed_events_send_nothing(server, pair):
    table, mover, _ = pair
    version = server.get(f"/api/v1/tables/{table}").json()["version"]
    with server.connect(table, mover["token"], since=version) as client:
        client.request("say", text="hello")
        assert "snapshot" not in [message["kind"] for message in client.received]


def test_an_unknown_version_gets_a_snapshot(server, pair):
    table, mover, _ = pair
    with server.connect(table, mover["token"], since=10**9) as client:
        assert client.receive_until("snapshot", "event")["kind"] == "snapshot"


def test_all_connections_of_a_player_get_every_message(server, pair):
    table, mover, _ = pair
    with server.connect(table, mover["token"]) as desk, server.connect(table, mover["token"]) as phone:
        legal = position(desk)["legal"]
        assert position(phone)["legal"] == legal
        desk.request("move", action=legal[0])
        assert phone.receive_until("event")["event"]["kind"] == "moved"


def test_presence_is_sent_when_a_player_connects_or_disconnects(server, pair):
    table, mover, other = pair
    with server.connect(table, mover["token"]) as client:
        client.receive_until("presence")
        with server.connect(table, other["token"]):
            assert all(seat["is_connected"] for seat in client.receive_until("presence")["seats"])
        assert not all(seat["is_connected"] for seat in client.receive_until("presence")["seats"])


def test_a_spectator_sees_but_may_do_nothing(server, pair):
    table, _, _ = pair
    with server.connect(table) as client:
        assert client.receive_until("welcome")["seat"] is None
        seen = client.receive_until("snapshot")["table"]
        assert (seen["you"], seen["position"]["legal"]) == (None, [])
        assert client.request("move", action=0)["code"] == "no_player"


def test_a_player_who_sits_down_gets_the_view_of_that_seat(server):
    table = server.create_table(server.create_player())["table"]
    bob = server.create_player("Bob")
    with server.connect(table, bob["token"]) as client:
        assert client.receive_until("welcome")["seat"] is None
        client.send({"kind": "sit"})
        assert client.receive_until("welcome")["seat"] == 1
        assert client.receive_until("snapshot")["table"]["you"] == 1


def test_refresh_asks_for_a_snapshot(server, pair):
    with server.connect(pair[0]) as client:
        first = client.receive_until("snapshot")
        client.send({"kind": "refresh"})
        assert client.receive_until("snapshot")["table"]["version"] == first["table"]["version"]


@pytest.mark.parametrize(
    ("hello", "code", "close_code"),
    [
        ("{", "bad_message", 4400),
        ('{"kind":"start"}', "no_hello", 4400),
        ('{"kind":"hello","protocol":99}', "protocol", 4400),
        ('{"kind":"hello","protocol":2,"token":"wrong"}', "no_player", 4401),
        (b"\xff\xfe", "bad_message", 4400),
    ],
)
def test_an_invalid_hello_is_explained_and_the_connection_closed(server, pair, hello, code, close_code):
    from websockets.sync.client import connect

    with connect(f"ws://127.0.0.1:{server.port}/api/v1/tables/{pair[0]}/socket") as socket:
        socket.send(hello)
        assert json.loads(socket.recv())["code"] == code
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv()
        assert present(closed.value.rcvd).code == close_code


def test_an_unknown_table_closes_the_connection(server):
    with server.connect("nowhere") as client:
        assert client.receive()["code"] == "not_found"


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        '{"kind":"fly"}',
        '{"kind":"move"}',
        '{"kind":"move","action":"x"}',
        '{"kind":"move","action":1,"x":1}',
        '{"kind":"hello","protocol":2}',
        "[" * 5000,
    ],
)
def test_an_invalid_message_is_answered_and_changes_nothing(server, pair, text):
    table, mover, _ = pair
    before = server.get(f"/api/v1/tables/{table}").json()["version"]
    with server.connect(table, mover["token"]) as client:
        client.send(text)
        assert client.receive_until("problem")["sentence"]
        assert client.request("move", action=-1)["kind"] == "refused"
    assert server.get(f"/api/v1/tables/{table}").json()["version"] == before


def test_a_message_that_is_too_large_closes_the_socket(server, pair):
    with server.connect(pair[0], pair[1]["token"]) as client:
        client.send(json.dumps({"kind": "say", "text": "x" * 20_000}))
        with pytest.raises(ConnectionClosed) as closed:
            client.receive_until("nothing more")
        assert present(closed.value.rcvd).code == 1009


def test_a_connection_that_sends_too_fast_is_warned_and_then_closed(tmp_path):
    with run_server(tmp_path / "d.db", Limits(messages_per_s=0.001, messages_burst=3, max_faults=5)) as up:
        table = up.create_table(up.create_player())["table"]
        with up.connect(table, up.create_player()["token"]) as client:
            for _ in range(3 + 5 + 1):
                client.send({"kind": "refresh"})
            heard = []
            with contextlib.suppress(ConnectionClosed):
                while True:
                    heard.append(json.loads(client.socket.recv(timeout=30)))
        assert [m["code"] for m in heard if m["kind"] == "problem"] == ["too_fast"] * 6
        assert heard[-1]["code"] == "too_many_faults"
        assert client.socket.close_code == 4429


def test_chat_is_rate_limited(tmp_path):
    with run_server(tmp_path / "d.db", Limits(chat_burst=2, chat_per_s=0.001)) as up:
        ann = up.create_player()
        with up.connect(up.create_table(ann)["table"], ann["token"]) as client:
            kinds = [client.request("react", reaction="wow")["kind"] for _ in range(3)]
        assert kinds == ["ack", "ack", "refused"]


def test_a_failed_broadcast_does_not_undo_a_stored_event(server, pair, monkeypatch, caplog):
    from dottable.server.live import viewer_groups

    def broken(*_):
        raise RuntimeError("cannot be told")

    table, mover, _ = pair
    with server.connect(table, mover["token"]) as client:
        action = position(client)["legal"][0]
        monkeypatch.setattr(viewer_groups, "event_info", broken)
        answer = client.request("move", action=action)
        monkeypatch.undo()
        assert answer["kind"] == "ack"
        bye = client.receive_until("bye")
        assert (bye["code"], bye["is_temporary"]) == ("behind", True)
    with server.connect(table, mover["token"]) as client:
        assert client.receive_until("snapshot")["table"]["version"] == answer["version"]
        assert client.request("say", text="on we go")["version"] == answer["version"] + 1
    assert "could not be shown to viewer" in caplog.text


def test_an_event_that_one_viewer_cannot_be_shown_reaches_the_others(server, pair, monkeypatch):
    from dottable.server.live import viewer_groups

    def broken_for_the_mover(public, viewer, *rest):
        if viewer == seat:
            raise RuntimeError("cannot be told")
        return event_info(public, viewer, *rest)

    table, mover, other = pair
    with server.connect(table, mover["token"]) as client, server.connect(table, other["token"]) as watching:
        seat = client.receive_until("welcome")["seat"]
        action = position(client)["legal"][0]
        watching.receive_until("snapshot")
        monkeypatch.setattr(viewer_groups, "event_info", broken_for_the_mover)
        answer = client.request("move", action=action)
        assert watching.receive_until("event")["event"]["version"] == answer["version"]
        assert client.receive_until("bye")["is_temporary"]


def test_a_table_that_cannot_be_shown_closes_the_connection_for_a_while(server, pair, monkeypatch):
    from dottable.server.live.live_table import LiveTable

    def broken(*_):
        raise RuntimeError("cannot be told")

    table, mover, _ = pair
    with monkeypatch.context() as patch:
        patch.setattr(LiveTable, "encode_snapshot", broken)
        with server.connect(table, mover["token"]) as client:
            assert client.receive_until("bye")["is_temporary"]
    with server.connect(table, mover["token"]) as client:
        client.receive_until("snapshot")


def test_a_temporary_store_failure_loses_nothing(server, pair, monkeypatch, caplog):
    from dottable.store import StoreError

    def broken(batch):
        return [StoreError("the disk is full") for _ in batch]

    table, mover, _ = pair
    with server.connect(table, mover["token"]) as client:
        action = position(client)["legal"][0]
        monkeypatch.setattr(server.host.store._writer, "_commit_batch", broken)
        answer = client.request("move", action=action, client_id="m1")
        assert (answer["kind"], answer["code"]) == ("refused", "store")
        monkeypatch.undo()
        assert client.request("move", action=action, client_id="m1")["kind"] == "ack"
    assert "could not be saved" in caplog.text


def test_commands_during_an_append_follow_in_order(server, pair):
    table, mover, _ = pair
    with server.connect(table, mover["token"]) as client:
        action = position(client)["legal"][0]
        for k, message in enumerate(({"kind": "move", "action": action}, *[{"kind": "react", "reaction": "wow"}] * 4)):
            client.send(json.dumps({**message, "client_id": f"c{k}"}))
        versions = [client.receive_until("ack")["version"] for _ in range(5)]
        told = [m["event"]["kind"] for m in client.received if m["kind"] == "event"]
    assert versions == list(range(versions[0], versions[0] + 5))
    assert told == ["moved", *["reacted"] * 4]


def test_a_move_that_fails_after_it_is_stored_is_not_made_twice(server, pair, monkeypatch, caplog):
    from dottable.server.live.live_table import LiveTable

    table, mover, _ = pair
    live, happen = server.host.live[table], LiveTable._apply_and_broadcast

    def broken(live, events):
        happen(live, events)
        raise RuntimeError("too late to stop it")

    with server.connect(table, mover["token"]) as client:
        action = position(client)["legal"][0]
        kept = live.table.version + 1
        monkeypatch.setattr(LiveTable, "_apply_and_broadcast", broken)
        assert client.request("move", action=action, client_id="m1")["code"] == "server"
        monkeypatch.undo()
        assert client.request("move", action=action, client_id="m1")["version"] == kept == live.table.version
    assert "a command failed" in caplog.text


def test_an_event_stored_first_by_another_process_is_applied_and_the_move_decided_again(server, pair):
    import asyncio

    from dottable.table.events import ChatSent, encode_event

    table, mover, _ = pair
    live = server.host.live[table]
    said = ChatSent(at=0, clock_ms=0, player="elsewhere", name="Eve", text="from another process")
    with server.connect(table, mover["token"]) as client:
        action = position(client)["legal"][0]
        appended = server.host.store.append_events(table, live.table.version, [encode_event(said)])
        asyncio.run_coroutine_threadsafe(appended, server.loop).result()
        assert client.request("move", action=action)["kind"] == "ack"
        told = [m["event"]["kind"] for m in client.received if m["kind"] == "event"]
    assert told == ["said", "moved"]


def test_the_connections_of_a_player_are_limited(tmp_path):
    with run_server(tmp_path / "d.db", Limits(max_sockets_per_player=1)) as up:
        ann = up.create_player()
        table = up.create_table(ann)["table"]
        with up.connect(table, ann["token"]) as first:
            first.receive_until("snapshot")
            with up.connect(table, ann["token"]) as second:
                second.receive_until("snapshot")
                assert last_message(first)["code"] == "replaced"


def test_a_missing_hello_times_out(tmp_path):
    from websockets.sync.client import connect

    with run_server(tmp_path / "d.db", Limits(hello_timeout_s=0.05)) as up:
        table = up.create_table(up.create_player())["table"]
        with connect(f"ws://127.0.0.1:{up.port}/api/v1/tables/{table}/socket") as socket:
            assert json.loads(socket.recv())["code"] == "no_hello"


def test_a_slow_reader_is_dropped_to_a_snapshot_and_others_are_not(tmp_path):
    limits = Limits(max_queued_messages=4, messages_per_s=1e6, messages_burst=10**6, chat_burst=1000)
    with run_server(tmp_path / "d.db", limits) as up:
        ann, bob = up.create_player("Ann"), up.create_player("Bob")
        table = up.create_table(ann, "dot_allot")["table"]
        counters = up.host.metrics.counters
        with up.connect(table, bob["token"]) as slow, up.connect(table, ann["token"]) as quick:
            slow.receive_until("snapshot")
            for k in range(12):
                quick.request("say", text=f"{k} " + "x" * 290)
            for _ in range(5000):
                slow.send({"kind": "refresh"})  # and reads nothing
                if counters["dropped_to_snapshot"]:
                    break
            wait_until(lambda: counters["dropped_to_snapshot"] > 0)
            last = quick.request("say", text="the end")
            assert last["kind"] == "ack"
            told = slow.receive_until("snapshot", "event")
            while (told.get("table") or told["event"])["version"] < last["version"]:
                told = slow.receive_until("snapshot", "event")


def test_a_server_that_stops_says_goodbye(tmp_path):
    with run_server(tmp_path / "d.db") as up:
        table = up.create_table(up.create_player())["table"]
        client = up.connect(table)
        client.receive_until("snapshot")
        up.server.should_exit = True
        bye = client.receive_until("bye")
        assert (bye["code"], bye["is_temporary"]) == ("restart", True)
        with pytest.raises(ConnectionClosed) as closed:
            client.receive()
        assert present(closed.value.rcvd).code == 1012
        client.close()


def test_sockets_that_are_gone_leave_nothing_behind(server, pair):
    table, mover, _ = pair
    with server.connect(table, mover["token"]) as client:
        client.receive_until("snapshot")
    wait_until(lambda: not server.host.live[table].viewers.by_viewer)


def test_a_player_who_sits_down_is_no_longer_a_spectator(server):
    table = server.create_table(server.create_player("Ann"), seats=2)["table"]
    with server.connect(table, server.create_player("Ben")["token"]) as ben:
        assert ben.receive_until("presence")["spectators"] == 1
        ben.send({"kind": "sit"})
        assert ben.receive_until("presence")["spectators"] == 0
