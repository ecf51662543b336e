"""A real server in a thread, and simple clients for it."""

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

from dottable.server.access.limits import Limits
from dottable.server.configuration.settings import ServerConfig
from dottable.server.serving import GracefulServer, bind_socket, create_server

TIMEOUT_S = 180  # rules may have to be compiled first, on a busy machine


class ApiUser:
    """Sends requests to a running server, in this process or in another."""

    port: int
    http: httpx.Client

    def post(self, path: str, body: Any, token: str | None = None) -> httpx.Response:
        return self.http.post(path, json=body, headers=bearer(token))

    def get(self, path: str, token: str | None = None, **query: Any) -> httpx.Response:
        return self.http.get(path, params=query, headers=bearer(token))

    def create_player(self, name: str = "Ann") -> dict[str, Any]:
        answer = self.post("/api/v1/players", {"name": name})
        assert answer.status_code == 201, answer.text
        return answer.json()

    def create_table(self, player: dict[str, Any], game: str = "dot_tiles", **fields: Any) -> dict[str, Any]:
        answer = self.post("/api/v1/tables", {"game": game, **fields}, player["token"])
        assert answer.status_code == 201, answer.text
        return answer.json()

    def connect(self, table_id: str, token: str | None = None, **hello: Any) -> TableClient:
        return TableClient(self, table_id, token, **hello)


class RunningServer(ApiUser):
    """A running server in this process."""

    def __init__(self, server: GracefulServer, port: int) -> None:
        self.server = server
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self.http = httpx.Client(base_url=self.url, timeout=TIMEOUT_S)

    @property
    def host(self):
        assert self.server.application.host is not None
        return self.server.application.host

    @property
    def loop(self):
        return self.host.loop


class TableClient:
    """One synchronous connection to a table."""

    def __init__(
        self,
        server: ApiUser,
        table_id: str,
        token: str | None,
        headers: dict[str, str] | None = None,
        **hello: Any,
    ) -> None:
        url = f"ws://127.0.0.1:{server.port}/api/v1/tables/{table_id}/socket"
        self._stack = ExitStack()
        self.socket: ClientConnection = self._stack.enter_context(
            connect(url, compression=None, max_size=None, additional_headers=headers, open_timeout=TIMEOUT_S)
        )
        self.received: list[dict[str, Any]] = []
        self.send({"kind": "hello", "protocol": 2, "token": token, **hello})

    def send(self, message: Any) -> None:
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def receive(self) -> dict[str, Any]:
        """Return the next message that is not a ping. Answer pings."""
        end = time.monotonic() + TIMEOUT_S
        while True:
            text = self.socket.recv(timeout=end - time.monotonic())
            message = json.loads(text)
            if message["kind"] != "ping":
                self.received.append(message)
                return message
            self.send({"kind": "pong", "n": message["n"]})

    def receive_until(self, *kinds: str) -> dict[str, Any]:
        """Return the next message of one of these kinds."""
        while True:
            message = self.receive()
            if message["kind"] in kinds:
                return message

    def request(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a command and return its answer."""
        self.send({"kind": kind, **fields})
        return self.receive_until("ack", "refused", "problem")

    def __enter__(self) -> TableClient:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._stack.close()


def bearer(token: str | None) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"} if token else {}


@contextmanager
def run_server(store: Path | str, limits: Limits | None = None, *, at: int = 0, **more: Any) -> Iterator[RunningServer]:
    """Run a server over a store during a `with` block, on a free port unless `at` is given.

    It stays on portable rules, since each change-over loads or compiles all games; tests/core/portable tests that.
    """
    more = {"compile_rules": False, **more}
    config = ServerConfig(host="127.0.0.1", port=at, store=str(store), limits=limits or Limits(), **more)
    listener = bind_socket(config)
    server = create_server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    up = RunningServer(server, listener.getsockname()[1])
    try:
        wait_until(lambda: server.started or not thread.is_alive())
        assert server.started, server.failure
        yield up
    finally:
        server.should_exit = True
        thread.join(TIMEOUT_S)
        listener.close()
        up.http.close()


def wait_until(condition: Any, timeout_s: float = TIMEOUT_S) -> None:
    """Wait until a condition is true. Fail after `timeout_s` seconds."""
    end = time.monotonic() + timeout_s
    while not condition():
        assert time.monotonic() < end, "the condition did not become true in time"
        time.sleep(0.01)
