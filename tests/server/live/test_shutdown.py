"""A graceful stop: requests and handshakes get 503 with Retry-After, never 500."""

from __future__ import annotations

import threading
from contextlib import suppress

import httpx
import pytest
from websockets.exceptions import InvalidStatus, WebSocketException
from websockets.sync.client import connect

from tests.server.running_server import run_server


def test_a_stopping_server_answers_503_with_retry_after(tmp_path):
    with run_server(tmp_path / "d.db") as up:
        table = up.create_table(up.create_player())["table"]
        up.host.is_closing = True
        answer = up.get("/api/v1/games")
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
        assert answer.json()["code"] == "restart"
        with pytest.raises(InvalidStatus) as refused:
            connect(f"ws://127.0.0.1:{up.port}/api/v1/tables/{table}/socket")
        assert refused.value.response.status_code == 503
        assert refused.value.response.headers["retry-after"] == "2"


def test_requests_during_a_stop_are_answered_or_refused_but_never_fail(tmp_path):
    statuses: set[int] = set()
    done = threading.Event()

    def shake_hands(url: str) -> None:
        while not done.is_set():
            try:
                with connect(url):
                    statuses.add(101)
            except InvalidStatus as error:
                statuses.add(error.response.status_code)
            except (OSError, EOFError, WebSocketException):
                pass

    def request(url: str) -> None:
        while not done.is_set():
            with suppress(httpx.TransportError):
                statuses.add(httpx.get(url).status_code)

    with run_server(tmp_path / "d.db") as up:
        table = up.create_table(up.create_player())["table"]
        path = f"127.0.0.1:{up.port}/api/v1/tables/{table}"
        threads = [threading.Thread(target=shake_hands, args=(f"ws://{path}/socket",)) for _ in range(2)]
        threads += [threading.Thread(target=request, args=(f"http://{path}",)) for _ in range(2)]
        for thread in threads:
            thread.start()
    done.set()
    for thread in threads:
        thread.join()
    assert 503 in statuses
    assert statuses <= {101, 200, 503}
