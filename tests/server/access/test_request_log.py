"""The access log and log lines: they have ids, routes and times, and never a token."""

from __future__ import annotations

import contextlib
import io
import json
import logging
import re
import secrets
import subprocess
import sys

import httpx
import pytest
from websockets.sync.client import connect

from dottable.server.log_setup import JsonFormatter, TextFormatter, mask_tokens_and_passwords
from tests.present import present
from tests.server.running_server import TIMEOUT_S, bearer, run_server


@contextlib.contextmanager
def logged(formatter):
    """Yield a stream with everything that our loggers write."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(formatter)
    logger = logging.getLogger("dottable")
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel("DEBUG")
    try:
        yield stream
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)


def test_a_request_is_logged_with_its_id_route_and_status(tmp_path):
    with logged(JsonFormatter()) as stream, run_server(tmp_path / "d.db", access_log=True) as up:
        answer = up.get("/api/v1/tables/unknown-table")
        up.http.head("/api/v1/games/dot_tiles")
        up.get("/nowhere/at/all")
        up.get("/health/ready")
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    found, head, unknown = [line for line in lines if line["logger"] == "dottable.access"]
    assert found["request"] == answer.headers["x-request-id"]
    assert (found["method"], found["route"], found["status"]) == ("GET", "/api/v1/tables/{table_id}", 404)
    assert found["client"] == "127.0.0.1"
    assert found["duration_ms"] >= 0
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", found["time"])
    assert (head["method"], head["route"]) == ("HEAD", "/api/v1/games/{slug}")
    assert (unknown["route"], unknown["status"]) == ("(unknown)", 404)


def test_an_error_is_logged_with_the_id_of_its_request(tmp_path, monkeypatch):
    async def broken(*_, **__):
        raise RuntimeError("it broke")

    with logged(TextFormatter()) as stream, run_server(tmp_path / "d.db") as up:
        monkeypatch.setattr(up.host.store, "search_tables", broken)
        answer = up.get("/api/v1/tables")
    assert answer.status_code == 500
    line = next(line for line in stream.getvalue().splitlines() if "a request failed" in line)
    assert f"ERROR dottable.server [{answer.headers['x-request-id']}]" in line


@pytest.mark.parametrize("log_format", ["text", "json"])
def test_no_token_is_ever_logged(tmp_path, log_format):
    """Send tokens in every place where a client could put them, to a real process, and search its output."""
    options = ["--access-log", "--log-level", "debug", "--log-format", log_format]
    command = [sys.executable, "-m", "dottable", "serve", "--port", "0", "--data", str(tmp_path), *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        url = present(process.stdout).readline().split()[3]
        with httpx.Client(base_url=url, timeout=TIMEOUT_S) as http:
            made = http.post("/api/v1/players", json={"name": "Ann"}).json()
            token, code = made["token"], secrets.token_urlsafe(18)
            private = send_secrets(http, token, code)
            websocket = f"ws{url.removeprefix('http')}/api/v1/tables/{private}/socket?token={token}"
            headers = {"cookie": f"token={token}"}
            with connect(websocket, additional_headers=headers, open_timeout=TIMEOUT_S) as socket:
                socket.send(json.dumps({"kind": "hello", "protocol": 1, "token": token}))
                socket.recv(timeout=TIMEOUT_S)
        process.terminate()
        out, err = process.communicate(timeout=TIMEOUT_S)
    finally:
        process.kill()
        process.communicate()
    assert err.count("/api/v1/players") >= 2, err
    for secret in (token, code, private):
        assert secret not in out + err


def send_secrets(http: httpx.Client, token: str, code: str) -> str:
    """Send requests with secrets in queries, headers, cookies, bodies and paths; return a private table's id."""
    settings = {"game": "dot_tiles", "settings": {"is_private": True}}
    private = http.post("/api/v1/tables", json=settings, headers=bearer(token)).json()["table"]
    for path in ("/api/v1/players/me", "/nowhere", "/", f"/{token}", f"/api/v1/games/{token}", f"/table/{private}"):
        http.get(path, params={"token": token, "code": code}, headers=bearer(token))
        http.get(path, headers={"cookie": f"token={token}", "x-token": token, "user-agent": token, "referer": token})
    for path in ("/api/v1/players/transfer", "/api/v1/players", f"/api/v1/tables/{private}/commands"):
        http.post(path, json={"token": token, "code": code}, headers=bearer(token))
        http.post(path, content=f"{token} {code}", headers=bearer(token))
    return private


def test_tokens_and_passwords_are_masked_even_if_they_reach_a_message():
    token = secrets.token_urlsafe(32)
    assert token not in mask_tokens_and_passwords(f"failed: {token}.")
    assert (
        mask_tokens_and_passwords("cannot reach postgresql://me:pass@db/x") == "cannot reach postgresql://me:***@db/x"
    )
    content_hash = "a" * 64
    assert mask_tokens_and_passwords(content_hash) == content_hash


def test_a_line_break_in_a_message_cannot_forge_a_line():
    record = logging.LogRecord("dottable", logging.INFO, "", 0, "a\nb", None, None)
    assert "\n" not in TextFormatter().format(record)
    assert "\n" not in JsonFormatter().format(record)
