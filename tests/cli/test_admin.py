"""`dottable admin`, on the store of a real server."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import pytest

from dottable.cli import main
from tests.server.live.test_startup_restore import play_one_move, send
from tests.server.running_server import run_server, wait_until


@pytest.fixture
def stored(tmp_path):
    """A store with a live and an ended match, and the ids of both and of a player."""
    path = tmp_path / "d.db"
    with run_server(path) as up:
        live, ann = play_one_move(up, ("Annabel", "Bob"))
        ended, cem = play_one_move(up, ("Cem", "Dot"))
        up.loop.call_soon_threadsafe(up.host.live[ended].queue_end, "idle")
        wait_until(lambda: up.get(f"/api/v1/tables/{ended}").json()["status"] == "aborted")
    return path, live, ended, ann, cem


def admin(capsys, path, *arguments: str) -> tuple[int, dict]:
    """Run a command with --json and return its exit status and answer."""
    code = main(["admin", *arguments, "--store", str(path), "--json"])
    out = capsys.readouterr().out
    return code, json.loads(out) if out else {}


def test_backup_and_restore(stored, tmp_path, capsys):
    path, live, *_ = stored
    code, made = admin(capsys, path, "backup", str(tmp_path / "b.db"))
    assert (code, made["rows"]["tables"]) == (0, 2)
    assert admin(capsys, tmp_path / "new.db", "restore", str(tmp_path / "b.db")) == (0, made)
    assert admin(capsys, tmp_path / "new.db", "restore", str(tmp_path / "b.db"))[0] == 2
    with run_server(tmp_path / "new.db") as up:
        assert up.get(f"/api/v1/tables/{live}").json()["status"] == "live"


def test_list_shows_unfinished_and_set_aside_tables(stored, capsys):
    path, live, ended, *_ = stored
    code, answer = admin(capsys, path, "list")
    assert (code, [table["id"] for table in answer["tables"]]) == (0, [live])
    assert "origin" not in answer["tables"][0]
    assert [t["id"] for t in admin(capsys, path, "list", "--status", "aborted")[1]["tables"]] == [ended]
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM events WHERE table_id = ? AND n = 1", (live,))
    with run_server(path):
        pass
    (table,) = admin(capsys, path, "list", "--status", "set_aside")[1]["tables"]
    assert (table["id"], table["note"]) == (live, "Event 1 is missing.")
    assert main(["admin", "list", "--store", str(path)]) == 0
    assert "Event 1 is missing." in capsys.readouterr().out


def test_close_ends_a_table_of_a_running_server(stored, capsys):
    path, live, ended, ann, _ = stored
    with run_server(path) as up:
        code, answer = admin(capsys, path, "close", live)
        assert (code, answer["status"]) == (0, "aborted")
        refused = send(up, live, ann, "say", text="hello")
        assert refused.status_code in (200, 409)
        wait_until(lambda: up.get(f"/api/v1/tables/{live}").json()["status"] == "aborted", 5)
        assert up.get(f"/api/v1/tables/{live}").json()["result"]["cause"] == "operator"
    assert admin(capsys, path, "close", ended)[0] == 2
    assert admin(capsys, path, "close", "nothing")[0] == 2


def test_check_verifies_every_match_and_finds_damage(stored, capsys):
    path, live, ended, *_ = stored
    assert admin(capsys, path, "check") == (0, {"tables": 2, "verified": 2, "problems": []})
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE logs SET text = replace(text, 'Cem', 'Eve')")
        connection.execute("DELETE FROM events WHERE table_id = ? AND n = 1", (live,))
    code, answer = admin(capsys, path, "check")
    assert (code, answer["damaged"]) == (1, 2)
    assert {problem["id"] for problem in answer["problems"]} == {live, ended}


def test_delete_player(stored, capsys):
    path, _, ended, ann, cem = stored
    assert admin(capsys, path, "delete-player", cem["id"]) == (0, {"player": cem["id"], "is_complete": True})
    assert admin(capsys, path, "delete-player", ann["id"])[1]["is_complete"] is False
    assert admin(capsys, path, "delete-player", "nobody")[0] == 2
    with run_server(path) as up:
        assert up.get("/api/v1/players/me", ann["token"]).status_code == 401
        assert up.get(f"/api/v1/tables/{ended}").json()["seats"][0]["name"] == "Deleted player"
        assert '["Deleted player","Dot"]' in up.get(f"/api/v1/matches/{ended}/log").text


def test_export_logs_writes_verifiable_files(stored, tmp_path, capsys):
    path, _, ended, *_ = stored
    assert admin(capsys, path, "export-logs", str(tmp_path / "logs")) == (0, {"written": 1, "without_log": 0})
    (file,) = (tmp_path / "logs").iterdir()
    assert file.name == f"dot_tiles-{ended}.log"
    assert main(["verify", str(file)]) == 0


def test_prune_deletes_what_is_old(stored, capsys):
    path, *_ = stored
    nothing = {"finished": 0, "unfinished": 0, "players": 0}
    assert admin(capsys, path, "prune") == (0, nothing)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE tables SET updated_at = 0 WHERE status = 'aborted'")
    assert admin(capsys, path, "prune", "--unfinished-days", "3") == (0, {**nothing, "unfinished": 1})


def test_a_missing_database_is_not_made(tmp_path, capsys):
    assert main(["admin", "list", "--store", str(tmp_path / "no.db")]) == 2
    assert "There is no database" in capsys.readouterr().err
    assert not (tmp_path / "no.db").exists()
