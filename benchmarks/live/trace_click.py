"""Trace of one click: the Python functions of Dottable that run between a move message and its broadcast.

    python benchmarks/live/trace_click.py [--game dots_72] [--warm-up 6]

Starts the server in a thread, seats two players, plays some moves, and records one more with `sys.setprofile`. Prints
JSON: the number of distinct functions and files, and all calls in order. Comprehensions and compiled kernels are not
counted.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import socket
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path
from types import FrameType
from typing import Any

from websockets.sync.client import ClientConnection, connect

import dottable
from dottable.cli import main as run_command

PACKAGE = str(Path(dottable.__file__).parent) + os.sep
KERNEL_FILES = "kernels.py"
"""End of the names of files with kernels. Numba reports a call of compiled code like a call of its Python function."""
THREADS = ("server", "sqlite-writer")
"""Threads on the path of a move. Others compile games or run bots."""
TIMEOUT_S = 400
QUIET_S = 1.0
"""Interval in which the functions of periodic tasks are collected."""


class Recorder:
    """A profile function for all threads that keeps the calls into Dottable while it is on."""

    def __init__(self) -> None:
        self.is_on = False
        self.calls: list[str] = []
        self.background: set[str] = set()

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if not self.is_on or event != "call" or code.co_name[0] == "<" or not code.co_filename.startswith(PACKAGE):
            return
        if code.co_filename.endswith(KERNEL_FILES):
            return
        if threading.current_thread().name in THREADS:
            self.calls.append(f"{code.co_filename.removeprefix(PACKAGE)}:{code.co_qualname}")

    def wait_until_idle(self) -> None:
        """Return when only periodic tasks of the server run, and remember those as background."""
        self.is_on = True
        previous: set[str] | None = None
        while self.background != previous:
            previous = self.background
            self.calls.clear()
            time.sleep(QUIET_S)
            self.background = set(self.calls)
        self.calls.clear()

    def report(self) -> dict[str, Any]:
        """Return the calls without background tasks, and their numbers of functions and files."""
        calls = [call for call in self.calls if call not in self.background]
        files = {call.partition(":")[0] for call in calls}
        return {"functions": len(set(calls)), "files": len(files), "calls": len(calls), "trace": calls}


class Server:
    """The server in a thread of this process, and HTTP requests to it."""

    def __init__(self, folder: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        command = ["serve", "--port", str(self.port), "--store", f"{folder}/trace.db"]
        threading.Thread(target=self._run, args=(command,), name="server", daemon=True).start()
        self._wait()

    def _run(self, command: list[str]) -> None:
        with contextlib.redirect_stdout(io.StringIO()):
            run_command(command)

    def _wait(self) -> None:
        end = time.monotonic() + TIMEOUT_S
        while time.monotonic() < end:
            with contextlib.suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{self.port}/health"):
                return
            time.sleep(0.1)
        raise SystemExit("The server did not start.")

    def protocol(self) -> int:
        """Return the server's protocol version."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api/v1/messages", timeout=TIMEOUT_S) as answer:
            return int(json.load(answer)["protocol"])

    def post(self, path: str, body: Any, token: str = "") -> Any:
        headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
        url = f"http://127.0.0.1:{self.port}/api/v1/{path}"
        request = urllib.request.Request(url, json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=TIMEOUT_S) as answer:
            return json.load(answer)


class Player:
    """One connection at the table."""

    def __init__(self, server: Server, table: str, token: str) -> None:
        url = f"ws://127.0.0.1:{server.port}/api/v1/tables/{table}/socket"
        self._stack = contextlib.ExitStack()
        self.socket: ClientConnection = self._stack.enter_context(connect(url, compression=None, max_size=None))
        self.socket.send(json.dumps({"kind": "hello", "protocol": server.protocol(), "token": token}))
        self.seat: int = self.until("welcome")["seat"]
        self.position = self.until("snapshot")["table"]["position"]

    def until(self, *kinds: str) -> Any:
        """Return the next message of one of these kinds."""
        while True:
            message = json.loads(self.socket.recv(timeout=TIMEOUT_S))
            if message["kind"] == "ping":
                self.socket.send(json.dumps({"kind": "pong", "n": message["n"]}))
            if message["kind"] in kinds:
                return message

    def move(self, client_id: str) -> None:
        self.socket.send(json.dumps({"kind": "move", "action": self.position["legal"][0], "client_id": client_id}))


def make_move(players: list[Player], client_id: str) -> None:
    """Let a player who has to act move, and wait for the acknowledgement and for both players' events."""
    mover = next(player for player in players if player.seat in player.position["to_act"])
    mover.move(client_id)
    for player in players:
        expected = {"event", "ack"} if player is mover else {"event"}
        while expected:
            message = player.until(*expected)
            expected.remove(message["kind"])
            if message["kind"] == "event":
                player.position = message["event"]["position"]


def seat_players(server: Server, game: str) -> list[Player]:
    tokens = [server.post("players", {"name": name})["token"] for name in ("Ann", "Bo")]
    table = server.post("tables", {"game": game, "seats": 2}, tokens[0])["table"]
    server.post(f"tables/{table}/commands", {"kind": "sit"}, tokens[1])
    server.post(f"tables/{table}/commands", {"kind": "start"}, tokens[0])
    return [Player(server, table, token) for token in tokens]


def trace(game: str, warm_up: int) -> dict[str, Any]:
    """Return the report of one traced move."""
    recorder = Recorder()
    threading.setprofile(recorder)
    with tempfile.TemporaryDirectory() as folder:
        players = seat_players(Server(folder), game)
        for k in range(warm_up):
            make_move(players, f"warm-up-{k}")
        recorder.wait_until_idle()
        make_move(players, "traced")
        time.sleep(QUIET_S)
        recorder.is_on = False
        return recorder.report()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="dots_72")
    parser.add_argument("--warm-up", type=int, default=6, help="moves before the traced one")
    given = parser.parse_args()
    print(json.dumps(trace(given.game, given.warm_up), indent=2), file=sys.__stdout__, flush=True)
    os._exit(0)  # the server's threads run until the process ends


if __name__ == "__main__":
    main()
