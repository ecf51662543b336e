"""Whole matches over real sockets."""

from __future__ import annotations

import random

import pytest

from dottable.core.matches.match_log import read_log, verify_log
from dottable.table.seats.planned_bot_moves import THINKING_TIME_PERCENT


@pytest.fixture(autouse=True)
def bots_without_pauses(monkeypatch):
    monkeypatch.setitem(THINKING_TIME_PERCENT, "quick", 0)


def test_a_match_against_a_bot_is_played_to_its_end_over_a_socket(server):
    ann = server.create_player("Ann")
    table = server.create_table(ann, "dot_tiles", bots=["newcomer"], starts=True, settings={"pace": "quick"})
    rng = random.Random(1)
    with server.connect(table["table"], ann["token"]) as client:
        seen = client.receive_until("snapshot")["table"]
        position, n = seen["position"], 0
        while seen.get("result") is None:
            if 0 in position["to_act"]:
                n += 1
                client.send({"kind": "move", "action": rng.choice(position["legal"]), "client_id": f"m{n}"})
            message = client.receive_until("event", "refused")
            assert message["kind"] == "event", message
            seen = message["event"]
            position = seen.get("position") or position
    assert seen["result"]["reason"] == "finished"
    log = server.get(f"/api/v1/matches/{table['table']}/log").text
    assert verify_log(read_log(log)).scores() == list(seen["result"]["scores"])
    (card,) = server.get("/api/v1/matches", ann["token"], mine=True).json()["tables"]
    assert (card["status"], card["winners"]) == ("over", seen["result"]["winners"])


def test_a_table_that_is_closed_before_its_match_is_listed_without_a_log(server, caplog):
    ann = server.create_player("Ann")
    table = server.create_table(ann)["table"]
    assert server.post(f"/api/v1/tables/{table}/commands", {"kind": "abort"}, ann["token"]).status_code == 200
    assert server.get(f"/api/v1/matches/{table}/log").status_code in (404, 409)
    (card,) = server.get("/api/v1/matches", ann["token"], mine=True).json()["tables"]
    assert (card["status"], card["winners"], card["result"]) == ("aborted", None, None)
    assert "failed" not in caplog.text
