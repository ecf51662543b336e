"""Search, download, verification and replay of finished matches."""

from __future__ import annotations

import random

import pytest

from dottable.core.matches.match import Match
from dottable.core.matches.match_log import read_log, verify_log, write_log
from dottable.core.primitives.fast_rng import new_generator, set_seed
from dottable.core.primitives.record import rule_array
from dottable.core.registry import find_game
from dottable.server.access.limits import Limits
from dottable.server.lifetimes.unfinished_table_counts import TABLE_ROW_BYTES
from dottable.server.routes.download_headers import content_disposition
from tests.server.running_server import run_server


def played(slug: str = "dot_tiles", seed: int = 1) -> Match:
    match = Match(find_game(slug), seed=random.Random(seed).randbytes(32))
    q = new_generator()
    set_seed(rule_array(q), seed, 2)
    while not match.is_over:
        match.apply(*match.random_move(q))
    return match


@pytest.fixture(scope="module")
def finished(server):
    """A finished match that was played over HTTP."""
    ann, bob = server.create_player("Ann"), server.create_player("Bob")
    table = server.create_table(ann, "dot_tiles")["table"]
    server.post(f"/api/v1/tables/{table}/commands", {"kind": "sit"}, bob["token"])
    server.post(f"/api/v1/tables/{table}/commands", {"kind": "start"}, ann["token"])
    rng = random.Random(7)
    while True:
        seen = server.get(f"/api/v1/tables/{table}", ann["token"]).json()
        if seen["result"]:
            return table, ann, seen
        if not seen["position"]["to_act"]:
            continue  # the end is being kept
        mover = (ann, bob)[seen["position"]["to_act"][0]]
        legal = server.get(f"/api/v1/tables/{table}", mover["token"]).json()["position"]["legal"]
        body = {"kind": "move", "action": rng.choice(legal)}
        assert server.post(f"/api/v1/tables/{table}/commands", body, mover["token"]).status_code == 200


def test_the_log_of_a_finished_match_verifies(server, finished):
    table, _, seen = finished
    log = read_log(server.get(f"/api/v1/matches/{table}/log").text)
    assert log.players == ["Ann", "Bob"]
    assert verify_log(log).scores() == seen["result"]["scores"]
    assert log.header["commitment"] == seen["commitment"]


def test_a_running_match_shows_no_log_and_no_replay(server):
    ann = server.create_player()
    table = server.create_table(ann, bots=["newcomer"], starts=True)["table"]
    for what in ("log", "replay"):
        assert server.get(f"/api/v1/matches/{table}/{what}", ann["token"]).status_code == 409


def test_a_replay_shows_every_step_from_any_seat(server, finished):
    table, _, seen = finished
    for seat in (-1, 0, 1):
        replay = server.get(f"/api/v1/matches/{table}/replay", seat=seat).json()
        assert len(replay["steps"]) == replay["moves"] == seen["position"]["move_number"]
        assert replay["start"]["seat"] == seat
        assert replay["steps"][-1]["scores"] == seen["result"]["scores"]
        assert all(step["narration"] and step["by"] == "player" for step in replay["steps"])


def test_a_replay_can_be_read_in_ranges(server, finished):
    table = finished[0]
    whole = server.get(f"/api/v1/matches/{table}/replay", seat=0).json()["steps"]
    part = server.get(f"/api/v1/matches/{table}/replay", seat=0, first=3, count=2).json()
    assert part["steps"] == whole[3:5]
    assert part["start"] == whole[2]["view"]
    assert server.get(f"/api/v1/matches/{table}/replay", first=10**6).json()["steps"] == []


def test_a_replay_needs_an_existing_seat(server, finished):
    assert server.get(f"/api/v1/matches/{finished[0]}/replay", seat=5).status_code == 404


def test_finished_matches_are_found_by_player_and_game(server, finished):
    table, ann, _ = finished
    found = server.get("/api/v1/matches", name="ann", game="dot_tiles").json()["tables"]
    assert table in [row["id"] for row in found]
    mine = server.get("/api/v1/matches", ann["token"], mine=True).json()["tables"]
    assert [(row["id"], row["you"], row["status"]) for row in mine] == [(table, 0, "over")]
    assert server.get("/api/v1/matches", mine=True).status_code == 401
    assert server.get("/api/v1/matches", game="dots_72", name="ann").json()["tables"] == []


def test_an_unknown_match_is_not_found(server):
    assert server.get("/api/v1/matches/nowhere/log").status_code == 404


def test_a_valid_log_is_verified_and_an_altered_one_names_its_line(server):
    text = write_log(played())
    good = server.post("/api/v1/logs/verify", {"text": text}).json()
    assert good["is_valid"]
    lines = text.splitlines()
    number, who, _, at_ms, check = lines[12].split(" ")
    other = next(line.split(" ")[2] for line in lines[13:] if line.split(" ")[2] != lines[12].split(" ")[2])
    lines[12] = " ".join((number, who, other, at_ms, check))
    bad = server.post("/api/v1/logs/verify", {"text": "\n".join(lines)}).json()
    assert not bad["is_valid"]
    assert bad["line"] == 13


def test_a_foreign_log_is_stored_after_verification(server):
    ann = server.create_player()
    text = write_log(played(seed=2), ["Cleo", "Dan"])
    kept = server.post("/api/v1/logs", {"text": text}, ann["token"]).json()
    assert server.get(f"/api/v1/matches/{kept['id']}/log").text == text
    replay = server.get(f"/api/v1/matches/{kept['id']}/replay").json()
    assert replay["names"] == ["Cleo", "Dan"]
    assert replay["is_imported"]
    assert server.get("/api/v1/matches", name="cleo").json()["tables"] == []
    assert replay["steps"][0]["by"] is None
    assert server.post("/api/v1/logs", {"text": "nonsense"}, ann["token"]).status_code == 400
    assert server.post("/api/v1/logs", {"text": text}).status_code == 401


def test_a_log_that_does_not_verify_is_refused_and_not_stored(server):
    ann = server.create_player()
    text = write_log(played(seed=3), ["Eve", "Dan"])
    for forged in (
        text.replace("game dot_tiles", "game chess"),
        text.replace("\nrules ", "\nrules 9"),
        text.replace("\nscores ", "\nscores 9"),
        text.replace('"Eve"', '"Champion"'),
    ):
        answer = server.post("/api/v1/logs", {"text": forged}, ann["token"])
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_input")
    for name in ("Eve", "Champion"):
        assert server.get("/api/v1/matches", name=name).json()["tables"] == []


@pytest.mark.parametrize("key", ["player", "address"])
def test_imports_have_a_quota_per_player_and_per_address(tmp_path, key):
    texts = [write_log(played(seed=k), ["Cleo", "Dan"]) for k in (4, 5, 6)]
    burst = sum(TABLE_ROW_BYTES + len(text) for text in texts[:2])
    limits = Limits(import_bytes_burst=burst + 100, import_bytes_per_s=0.001)
    with run_server(tmp_path / "d.db", limits) as up:
        ann, bob = up.create_player(), up.create_player()
        codes = []
        for k, text in enumerate(texts):
            player = ann if key == "player" else (ann, bob)[k % 2]
            address = "192.0.2.7" if key == "address" else f"192.0.2.{k + 1}"
            headers = {"authorization": f"Bearer {player['token']}", "x-forwarded-for": address}
            codes.append(up.http.post("/api/v1/logs", json={"text": text}, headers=headers).status_code)
        assert codes == [201, 201, 429]


@pytest.mark.parametrize(
    ("name", "header"),
    [
        ("dots_52-abc_1.log", 'attachment; filename="dots_52-abc_1.log"'),
        ('a"b.log', "attachment; filename=\"a_b.log\"; filename*=UTF-8''a%22b.log"),
        ("é.log", "attachment; filename=\"_.log\"; filename*=UTF-8''%C3%A9.log"),
        ("a\r\nset-cookie: x", "attachment; filename=\"a__set-cookie__x\"; filename*=UTF-8''a__set-cookie%3A%20x"),
        ("../../etc/passwd", 'attachment; filename=".._.._etc_passwd"'),
        ("\ud800", "attachment; filename=\"_\"; filename*=UTF-8''%3F"),
        ("x" * 500, f'attachment; filename="{"x" * 120}"'),
    ],
)
def test_a_download_may_have_any_name(name, header):
    assert content_disposition(name) == header
    header.encode("ascii")


def test_a_table_that_never_began_has_no_log(server):
    ann = server.create_player()
    table = server.create_table(ann)["table"]
    server.post(f"/api/v1/tables/{table}/commands", {"kind": "abort"}, ann["token"])
    assert server.get(f"/api/v1/matches/{table}/log").status_code == 409
