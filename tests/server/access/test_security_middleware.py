"""Origin checks, security headers, cleaned text, and error responses without stack traces."""

from __future__ import annotations

import json

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from dottable.core.clean_text import clean_text
from dottable.server.access.limits import Limits
from tests.server.running_server import run_server


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("  Ann \n Lee ", "Ann Lee"),
        ("a\x00b\x1b[31mc", "ab[31mc"),
        ("\u202egnp.exe", "gnp.exe"),
        ("e\u0301", "é"),
        ("👩\u200d👩", "👩\u200d👩"),
        ("\ud800x", "x"),
        ("x" * 99, "x" * 24),
        ("\u200b\u2060", ""),
    ],
)
def test_text_is_one_clean_line(text, cleaned):
    assert clean_text(text, 24) == cleaned


def test_a_foreign_page_may_not_post(server):
    answer = server.http.post("/api/v1/players", json={"name": "Eve"}, headers={"origin": "https://evil.example"})
    assert answer.status_code == 403
    assert answer.json()["code"] == "foreign_origin"


def test_our_own_page_may_post(server):
    answer = server.http.post("/api/v1/players", json={"name": "Ann"}, headers={"origin": server.url})
    assert answer.status_code == 201


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://["])
def test_a_foreign_page_may_not_open_a_socket(server, origin):
    url = f"ws://127.0.0.1:{server.port}/api/v1/tables/x/socket"
    with pytest.raises(InvalidStatus) as refused, connect(url, origin=origin):
        pass
    assert refused.value.response.status_code == 403


def test_a_configured_origin_is_allowed(tmp_path):
    friend = "https://friend.example"
    with run_server(tmp_path / "d.db", origins=frozenset({friend})) as up:
        assert up.http.post("/api/v1/players", json={"name": "Ann"}, headers={"origin": friend}).status_code == 201


def test_a_configured_origin_gets_cors_headers_and_others_do_not(tmp_path):
    friend = "https://friend.example"
    preflight = {"access-control-request-method": "PATCH", "access-control-request-headers": "authorization"}
    with run_server(tmp_path / "d.db", origins=frozenset({friend})) as up:
        allowed = up.http.options("/api/v1/players/me", headers={"origin": friend, **preflight})
        assert allowed.status_code == 204
        assert allowed.headers["access-control-allow-origin"] == friend
        assert "PATCH" in allowed.headers["access-control-allow-methods"]
        assert "authorization" in allowed.headers["access-control-allow-headers"]
        denied = up.http.options("/api/v1/players/me", headers={"origin": "https://evil.example", **preflight})
        assert denied.status_code == 400
        for origin, shown in ((friend, friend), ("https://evil.example", None)):
            answer = up.http.get("/api/v1/games", headers={"origin": origin})
            assert answer.headers.get("access-control-allow-origin") == shown
            assert "access-control-allow-credentials" not in answer.headers


@pytest.mark.parametrize(
    "path", ["/", "/api", "/api/v1/games", "/api/v1/games/dots_52", "/api/v1/tables", "/health", "/metrics", "/nowhere"]
)
def test_head_is_answered_like_get_without_a_body(server, path):
    got, head = server.http.get(path), server.http.head(path)
    assert (head.status_code, head.content) == (got.status_code, b"")
    assert head.headers["content-type"] == got.headers["content-type"]
    if path != "/metrics":  # its numbers change
        assert head.headers["content-length"] == got.headers["content-length"]


@pytest.mark.parametrize("path", ["/", "/api", "/api/v1/games", "/nowhere", "/health", "/api/v1/players/me"])
def test_every_answer_has_the_security_headers(server, path):
    headers = server.get(path).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "same-origin"
    assert "default-src 'self'" in headers["content-security-policy"]
    assert "server" not in headers


def test_a_crash_is_answered_with_one_sentence_only(server, monkeypatch, caplog):
    async def broken(*_, **__):
        raise RuntimeError("the secret path /etc/passwd")

    monkeypatch.setattr(server.host.store, "search_tables", broken)
    answer = server.get("/api/v1/tables")
    assert answer.status_code == 500
    assert answer.json() == {"code": "server", "sentence": "Something went wrong on the server. It has been logged."}
    assert "the secret path" in caplog.text


def test_a_body_that_is_too_large_is_refused(tmp_path):
    with run_server(tmp_path / "d.db", Limits(max_body_bytes=1000)) as up:
        answer = up.post("/api/v1/logs/verify", {"text": "x" * 2000})
        assert answer.status_code == 413
        assert answer.json()["code"] == "too_large"


@pytest.mark.parametrize("path", ["/api/v1/matches?name=%00", "/api/v1/tables/a%00b", "/api/v1/tables?before=%00"])
def test_a_nul_in_the_address_is_refused_before_it_reaches_the_database(server, path):
    assert server.http.get(path).status_code == 400


def test_a_request_with_too_many_headers_is_refused(server):
    answer = server.http.get("/", headers=[("x-a", "1")] * 200)
    assert (answer.status_code, answer.json()["code"]) == (431, "too_many_headers")


def test_an_address_with_too_many_requests_is_refused(tmp_path):
    far = {"x-forwarded-for": "192.0.2.7"}
    with run_server(tmp_path / "d.db", Limits(requests_burst=3, requests_per_s=0.001)) as up:
        codes = [up.http.get("/api/v1/games", headers=far).status_code for _ in range(5)]
        assert codes == [200, 200, 200, 429, 429]
        assert up.get("/api/v1/games").status_code == 200


def test_an_address_with_too_many_new_players_is_refused(tmp_path):
    far = {"x-forwarded-for": "192.0.2.7"}
    with run_server(tmp_path / "d.db", Limits(new_players_burst=2, new_players_per_s=0.001)) as up:
        codes = [up.http.post("/api/v1/players", json={"name": "A"}, headers=far).status_code for _ in range(3)]
        assert codes == [201, 201, 429]


def test_names_are_shown_as_text_never_as_markup(server):
    ann = server.create_player("<script>alert(1)</script>")
    table = server.create_table(ann)
    page = server.get(f"/table/{table['table']}")
    assert "&lt;script&gt;alert(1)&lt;/script invites you" in page.text
    assert "<script>alert" not in page.text
    answer = server.get(f"/api/v1/tables/{table['table']}")
    assert answer.headers["content-type"].startswith("application/json")
    assert json.loads(answer.text)["seats"][0]["name"] == "<script>alert(1)</script>"[:24]


def test_a_link_cannot_inject_markup_into_its_page(server):
    assert "<script" not in server.get("/table/<script>alert(1)</script>").text
