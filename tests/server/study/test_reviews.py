"""Reviews over HTTP: progress, access, refusals, limits and restarts. The computation itself is replaced."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from dottable.server.access.limits import Limits
from dottable.server.study import reviews as reviews_module
from dottable.store import ReviewRow
from dottable.study import review_types
from dottable.study.worker_jobs import gzipped_json
from tests.server.running_server import RunningServer, run_server, wait_until


def ask(server: RunningServer, match_id: str, **headers: str):
    return server.http.get(f"/api/v1/matches/{match_id}/review", headers=headers)


def completed(server: RunningServer, match_id: str):
    """Ask until the review is complete and return it."""
    wait_until(lambda: ask(server, match_id).status_code != 202, 30)
    answer = ask(server, match_id)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_the_first_request_starts_a_review_and_later_ones_show_it(tmp_path, conduct, import_match):
    conduct("slow")
    with run_server(tmp_path / "d.db") as up:
        match_id = import_match(up)
        first = ask(up, match_id)
        assert (first.status_code, first.json()["progress"], first.json()["is_complete"]) == (202, 0, False)
        assert first.json()["players"] == ["Cleo", "Dan"]
        conduct("quick")
        assert completed(up, match_id)["progress"] == 1
        assert ask(up, match_id, **{"accept-encoding": "identity"}).json() == ask(up, match_id).json()


@pytest.mark.usefixtures("conduct")
def test_a_running_match_has_no_review(tmp_path):
    with run_server(tmp_path / "d.db") as up:
        ann = up.create_player()
        table = up.create_table(ann, bots=["newcomer"], starts=True)["table"]
        answer = up.get(f"/api/v1/matches/{table}/review", ann["token"])
        assert (answer.status_code, answer.json()["code"]) == (409, "not_ended")
        assert set(answer.json()) == {"code", "sentence"}
        assert up.server.application.reviews.job_count == 0
        assert ask(up, "nowhere").status_code == 404


@pytest.mark.usefixtures("conduct")
def test_an_abandoned_match_has_no_review(tmp_path):
    with run_server(tmp_path / "d.db") as up:
        ann = up.create_player()
        table = up.create_table(ann, bots=["newcomer"], starts=True)["table"]
        assert up.post(f"/api/v1/tables/{table}/commands", {"kind": "abort"}, ann["token"]).status_code == 200
        answer = ask(up, table)
        assert (answer.status_code, answer.json()["code"]) == (409, "no_result")


@pytest.mark.parametrize("fault", ["crash", "fail"])
def test_a_review_that_fails_is_answered_422_and_others_still_work(tmp_path, conduct, import_match, fault):
    conduct(fault)
    with run_server(tmp_path / "d.db") as up:
        match_id = import_match(up)
        wait_until(lambda: ask(up, match_id).status_code == 422, 30)
        conduct("quick")
        assert ask(up, match_id).json()["code"] == "not_reviewed"
        completed(up, import_match(up, seed=2))


def test_an_address_may_start_only_a_few_reviews(tmp_path, conduct, import_match):
    conduct("slow")
    with run_server(tmp_path / "d.db", Limits(review_jobs_per_address=2, review_queue=3)) as up:
        ids = [import_match(up, seed) for seed in (1, 2, 3, 4)]
        ann, bob = {"x-forwarded-for": "192.0.2.1"}, {"x-forwarded-for": "192.0.2.2"}
        assert [ask(up, match_id, **ann).status_code for match_id in ids[:3]] == [202, 202, 429]
        assert ask(up, ids[0], **ann).status_code == 202
        assert [ask(up, match_id, **bob).status_code for match_id in ids[2:]] == [202, 503]
        conduct("quick")
        for match_id in ids[:3]:
            completed(up, match_id)
        completed(up, ids[3])


def test_a_stopped_server_continues_after_its_next_start(tmp_path, conduct, import_match):
    conduct("slow")
    with run_server(tmp_path / "d.db") as up:
        match_id = import_match(up)
        wait_until(lambda: ask(up, match_id).status_code == 202 and stored(up, match_id) is not None, 30)
    conduct("quick")
    with run_server(tmp_path / "d.db") as up:
        assert not stored(up, match_id).is_complete
        completed(up, match_id)


@pytest.mark.usefixtures("conduct")
def test_the_claim_of_a_killed_server_expires(tmp_path, import_match, monkeypatch):
    monkeypatch.setattr(reviews_module, "CLAIM_LIFETIME_MS", 1500)
    with run_server(tmp_path / "d.db") as up:
        match_id = import_match(up)
        other = ReviewRow(match_id, review_types.REVIEW_VERSION, "dead", 0, False, b"")
        now = up.host.clock_ms()
        claim = other._replace(claimed_until=now + 1500, body=gzipped_json({"progress": 0.5}))
        assert run_in(up, up.host.store.claim_review(claim, now))
        assert ask(up, match_id).json() == {"progress": 0.5}
        assert up.server.application.reviews.job_count == 0
        completed(up, match_id)
        assert stored(up, match_id).claimant != "dead"


@pytest.mark.usefixtures("conduct")
def test_a_review_of_another_version_is_made_anew(tmp_path, import_match, monkeypatch):
    with run_server(tmp_path / "d.db") as up:
        match_id = import_match(up)
        completed(up, match_id)
        monkeypatch.setattr(reviews_module, "REVIEW_VERSION", review_types.REVIEW_VERSION + 1)
        assert ask(up, match_id).status_code == 202
        completed(up, match_id)
        assert stored(up, match_id).version == review_types.REVIEW_VERSION + 1


def test_a_position_of_a_finished_match_shows_the_view_and_choices_of_a_seat(server, import_match):
    match_id = import_match(server)
    path = f"/api/v1/matches/{match_id}/position"
    replay = server.get(f"/api/v1/matches/{match_id}/replay", seat=1).json()
    mover = replay["steps"][5]["seat"]
    shown = server.get(path, move=5, seat=mover).json()
    assert replay["steps"][5]["action"] in shown["legal"]
    assert server.get(path, move=5, seat=1).json()["view"] == replay["steps"][4]["view"]
    assert server.get(path, move=10**6, seat=0).status_code == 404
    assert server.get(path, move=0, seat=5).status_code == 404
    ann = server.create_player()
    live = server.create_table(ann, bots=["newcomer"], starts=True)["table"]
    assert server.get(f"/api/v1/matches/{live}/position", ann["token"], move=0, seat=0).status_code == 409


def run_in(server: RunningServer, coroutine):
    """Return the result of a coroutine in the server's event loop."""
    return asyncio.run_coroutine_threadsafe(coroutine, server.loop).result(30)


def stored(server: RunningServer, match_id: str):
    return run_in(server, server.host.store.find_review(match_id))


def test_a_review_that_waits_never_stores_the_name_of_a_deleted_player(tmp_path, conduct, import_match):
    conduct("slow")
    with run_server(tmp_path / "d.db") as up:
        blocking, waiting = import_match(up, seed=1), import_match(up, seed=2)
        assert [ask(up, match_id).status_code for match_id in (blocking, waiting)] == [202, 202]
        row = run_in(up, up.host.store.find_table(waiting))
        log = run_in(up, up.host.store.find_log(waiting))
        run_in(up, up.host.store.rewrite_table(waiting, {}, row))
        run_in(up, up.host.store.save_log(replace(log, text=log.text.replace("Cleo", "Deleted player"))))
        conduct("quick")
        completed(up, blocking)
        wait_until(lambda: up.server.application.reviews.job_count == 0, 30)
        assert stored(up, waiting).body == b""
        assert completed(up, waiting)["players"] == ["Deleted player", "Dan"]
