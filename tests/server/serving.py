"""A real server on loopback in a thread, and small clients for it."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from dottable.server.limits import Limits
from dottable.server.serving import PoliteServer, Serving, bind, server_of

PATIENCE_S = 90


class Running:
    """A server that is up."""

    def __init__(self, server: PoliteServer, port: int) -> None:
        self.server = server
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self.http = httpx.Client(base_url=self.url, timeout=PATIENCE_S)

    @property
    def host(self):
        assert self.server.door.host is not None
        return self.server.door.host

    @property
    def loop(self):
        return self.host.loop

    def post(self, path: str, body: Any, token: str | None = None) -> httpx.Response:
        return self.http.post(path, json=body, headers=bearer(token))

    def get(self, path: str, token: str | None = None, **query: Any) -> httpx.Response:
        return self.http.get(path, params=query, headers=bearer(token))

    def player(self, name: str = "Ann") -> dict[str, Any]:
        answer = self.post("/api/v1/players", {"name": name})
        assert answer.status_code == 201, answer.text
        return answer.json()

    def table(self, player: dict[str, Any], game: str = "dot_tiles", **wishes: Any) -> dict[str, Any]:
        answer = self.post("/api/v1/tables", {"game": game, **wishes}, player["token"])
        assert answer.status_code == 201, answer.text
        return answer.json()

    def sit(self, table_id: str, token: str | None = None, **hello: Any) -> Sitter:
        return Sitter(self, table_id, token, **hello)


class Sitter:
    """One socket at a table, read synchronously."""

    def __init__(self, running: Running, table_id: str, token: str | None, **hello: Any) -> None:
        url = f"ws://127.0.0.1:{running.port}/api/v1/tables/{table_id}/socket"
        self._stack = ExitStack()
        self.socket: ClientConnection = self._stack.enter_context(connect(url, compression=None, max_size=None))
        self.heard: list[dict[str, Any]] = []
        self.send({"kind": "hello", "protocol": 1, "token": token, **hello})

    def send(self, message: Any) -> None:
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def hear(self) -> dict[str, Any]:
        """The next message; pings are answered on the way."""
        end = time.monotonic() + PATIENCE_S
        while True:
            text = self.socket.recv(timeout=end - time.monotonic())
            message = json.loads(text)
            if message["kind"] != "ping":
                self.heard.append(message)
                return message
            self.send({"kind": "pong", "n": message["n"]})

    def until(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these kinds."""
        while True:
            message = self.hear()
            if message["kind"] in kinds:
                return message

    def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """The answer to a command."""
        self.send({"kind": kind, **fields})
        return self.until("ack", "refused", "problem")

    def __enter__(self) -> Sitter:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._stack.close()


def bearer(token: str | None) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"} if token else {}


@contextmanager
def running(store: Path | str, limits: Limits | None = None, *, at: int = 0, **more: Any) -> Iterator[Running]:
    """A server over a store, on a port of its own choice unless one is named, stopped at the end."""
    serving = Serving(host="127.0.0.1", port=at, store=str(store), limits=limits or Limits(), **more)
    listener = bind(serving)
    server = server_of(serving)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    up = Running(server, listener.getsockname()[1])
    try:
        wait_until(lambda: server.started or not thread.is_alive())
        assert server.started, server.failure
        yield up
    finally:
        server.should_exit = True
        thread.join(PATIENCE_S)
        listener.close()
        up.http.close()


def wait_until(is_so: Any, patience_s: float = PATIENCE_S) -> None:
    """Return as soon as something is so."""
    end = time.monotonic() + patience_s
    while not is_so():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.01)
