"""Tables at the start of a server: damaged events, missing games, and other versions of the rules."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from dottable.core.registry import installed_games
from dottable.table.events import Ended, decode_event
from dottable.table.seats.presence import ABSENCE_GRACE_MS
from tests.server.running_server import run_server


def play_one_move(up, names=("Ann", "Bob")) -> tuple[str, dict]:
    """Open and start a table, make a move, and return the table's id and its host."""
    ann, bob = (up.create_player(name) for name in names)
    table = up.create_table(ann)["table"]
    send(up, table, bob, "sit")
    send(up, table, ann, "start")
    for player in (ann, bob):
        legal = up.get(f"/api/v1/tables/{table}", player["token"]).json()["position"]["legal"]
        if legal:
            assert send(up, table, player, "move", action=legal[0]).status_code == 200
            break
    return table, ann


def send(up, table: str, player: dict, kind: str, **fields):
    return up.post(f"/api/v1/tables/{table}/commands", {"kind": kind, **fields}, player["token"])


def change_database(path, statement: str, *values) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        assert connection.execute(statement, values).rowcount > 0


def row_of(path, table: str) -> tuple:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT status, note FROM tables WHERE id = ?", (table,)).fetchone()


def events_of(path, table: str) -> list:
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT body FROM events WHERE table_id = ? ORDER BY n", (table,)).fetchall()
    return [decode_event(body) for (body,) in rows]


DAMAGES = {
    "first event": ("DELETE FROM events WHERE table_id = ? AND n = 0", "Event 0 is missing."),
    "middle event": ("DELETE FROM events WHERE table_id = ? AND n = 2", "Event 2 is missing."),
    "all events": ("DELETE FROM events WHERE table_id = ?", "All events are missing."),
    "unreadable event": ("UPDATE events SET body = x'ff00' WHERE table_id = ? AND n = 3", "Event 3 cannot be read"),
    "wrong event": (
        "UPDATE events SET body = (SELECT body FROM events AS o WHERE o.table_id = events.table_id AND n = 1)"
        " WHERE table_id = ? AND n = 0",
        "must be its opening",
    ),
    "unknown game": (
        "UPDATE events SET body = replace(body, 'dot_tiles', 'dot_tales') WHERE table_id = ? AND n = 0",
        "dot_tales",
    ),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_table_is_set_aside_and_the_others_go_on(tmp_path, damage):
    path = tmp_path / "d.db"
    with run_server(path) as up:
        broken, ann = play_one_move(up)
        healthy, _ = play_one_move(up)
    statement, reason = DAMAGES[damage]
    change_database(path, statement, broken)
    with run_server(path) as up:
        assert up.get(f"/api/v1/tables/{healthy}").json()["status"] == "live"
        assert broken not in up.host.live
        assert up.get(f"/api/v1/tables/{broken}", ann["token"]).status_code in (404, 409)
        assert up.get(f"/api/v1/matches/{broken}/log").status_code == 409
    status, note = row_of(path, broken)
    assert status == "set_aside"
    assert reason in note


def test_a_damaged_row_is_written_again_from_the_events(tmp_path):
    path = tmp_path / "d.db"
    with run_server(path) as up:
        table, _ = play_one_move(up)
        other, ann = play_one_move(up)
        clock_ms = up.host.clock_ms
        up.host.clock_ms = lambda: clock_ms() + ABSENCE_GRACE_MS
        assert send(up, other, ann, "abort").status_code == 200
    change_database(path, "UPDATE tables SET players = '['")
    with run_server(path) as up:
        assert up.get(f"/api/v1/tables/{table}").json()["status"] == "live"
        listed = up.get("/api/v1/tables", status="live").json()["tables"]
        assert [(row["id"], row["names"]) for row in listed] == [(table, ["Ann", "Bob"])]
        assert up.get(f"/api/v1/matches/{other}/log").status_code == 409


def test_a_repaired_table_goes_on_after_the_next_start(tmp_path):
    path = tmp_path / "d.db"
    with run_server(path) as up:
        table, _ = play_one_move(up)
    with closing(sqlite3.connect(path)) as connection:
        kept = connection.execute("SELECT * FROM events WHERE table_id = ? AND n = 1", (table,)).fetchone()
    change_database(path, "DELETE FROM events WHERE table_id = ? AND n = 1", table)
    with run_server(path):
        pass
    assert row_of(path, table)[0] == "set_aside"
    change_database(path, "INSERT INTO events VALUES (?, ?, ?)", *kept)
    with run_server(path) as up:
        assert up.get(f"/api/v1/tables/{table}").json()["status"] == "live"
    assert row_of(path, table) == ("live", "")


@pytest.fixture
def other_rules(monkeypatch):
    """A function that changes the rules version of Dot Tiles, as another release would."""
    ours = installed_games()["dot_tiles"]

    def install(change: int) -> None:
        monkeypatch.setitem(installed_games(), "dot_tiles", replace(ours, rules_version=ours.rules_version + change))

    return install


@pytest.mark.parametrize("change", [1, -1], ids=["upgrade", "rollback"])
def test_a_live_table_of_other_rules_ends_without_a_result_and_keeps_its_log(tmp_path, other_rules, change):
    path = tmp_path / "d.db"
    with run_server(path) as up:
        table, _ = play_one_move(up)
        assert up.get(f"/api/v1/matches/{table}/log").status_code == 409
    other_rules(change)
    with run_server(path) as up:
        log = up.get(f"/api/v1/matches/{table}/log")
        assert log.status_code == 200
        assert "result unfinished" in log.text
        assert up.get(f"/api/v1/matches/{table}/replay").status_code == 409
        assert up.get(f"/api/v1/tables/{table}").status_code == 409
    ended = events_of(path, table)[-1]
    assert isinstance(ended, Ended)
    assert (ended.reason, ended.cause) == ("aborted", "rules_changed")
    status, note = row_of(path, table)
    assert status == "aborted"
    assert "rules version" in note


@pytest.mark.parametrize("change", [1, -1], ids=["upgrade", "rollback"])
def test_a_match_that_other_rules_ended_cannot_go_on_afterwards(tmp_path, other_rules, change):
    """Its seed is public now, so a server of its own version must see the end as well."""
    path = tmp_path / "d.db"
    with run_server(path) as up:
        table, ann = play_one_move(up)
    other_rules(change)
    with run_server(path):
        pass
    other_rules(0)
    with run_server(path) as up:
        seen = up.get(f"/api/v1/tables/{table}", ann["token"]).json()
        assert (seen["status"], seen["result"]["cause"]) == ("aborted", "rules_changed")
        assert send(up, table, ann, "move", action=0).json()["code"] == "ended"


def test_a_live_table_of_the_same_rules_goes_on(tmp_path, other_rules):
    path = tmp_path / "d.db"
    with run_server(path) as up:
        table, _ = play_one_move(up)
    other_rules(0)
    with run_server(path) as up:
        assert up.get(f"/api/v1/tables/{table}").json()["status"] == "live"


def test_a_row_that_says_aborted_reveals_no_seed_while_the_events_go_on(tmp_path):
    """Older versions marked only the row of such a table."""
    path = tmp_path / "d.db"
    with run_server(path) as up:
        table, _ = play_one_move(up)
    change_database(path, "UPDATE tables SET status = 'aborted' WHERE id = ?", table)
    with run_server(path) as up:
        answer = up.get(f"/api/v1/matches/{table}/log")
        assert answer.status_code == 409
        assert "not ended" in answer.json()["sentence"]
