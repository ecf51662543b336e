"""A page of a configured origin uses the server from a real browser; a page of another origin cannot."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from tests.server.running_server import run_server

USE_THE_SERVER = """async (server) => {
  const body = JSON.stringify({name: "Ann"});
  const headers = {"content-type": "application/json"};
  const made = await fetch(`${server}/api/v1/players`, {method: "POST", body, headers});
  const {token} = await made.json();
  const authorization = `Bearer ${token}`;
  const renamed = await fetch(`${server}/api/v1/players/me`,
    {method: "PATCH", body: JSON.stringify({name: "Bo"}), headers: {...headers, authorization}});
  const socket = new WebSocket(`${server.replace("http", "ws")}/api/v1/tables/nowhere/socket`);
  const code = await new Promise((done) => {
    socket.onopen = () => socket.send(JSON.stringify({kind: "hello", protocol: 2, token}));
    socket.onmessage = (event) => done(JSON.parse(event.data).code);
    socket.onclose = () => done("closed");
  });
  return [(await renamed.json()).name, code];
}"""


class EmptyPage(BaseHTTPRequestHandler):
    """Answers every request with an empty page."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@contextmanager
def other_site() -> Iterator[str]:
    """Serve an empty page and return its origin."""
    site = HTTPServer(("127.0.0.1", 0), EmptyPage)
    thread = threading.Thread(target=site.serve_forever)
    thread.start()
    try:
        yield f"http://localhost:{site.server_port}"
    finally:
        site.shutdown()
        thread.join()
        site.server_close()


@pytest.mark.parametrize("is_configured", [True, False])
def test_a_page_of_another_origin_needs_the_origin_option(sessions, tmp_path: Path, is_configured: bool):
    from playwright.sync_api import Error

    with other_site() as origin:
        origins = frozenset({origin} if is_configured else ())
        with run_server(tmp_path / "d.db", origins=origins) as up:
            page = sessions.browser.new_page()
            page.goto(origin)
            if is_configured:
                assert page.evaluate(USE_THE_SERVER, up.url) == ["Bo", "not_found"]
            else:
                with pytest.raises(Error, match="Failed to fetch"):
                    page.evaluate(USE_THE_SERVER, up.url)
            page.close()
