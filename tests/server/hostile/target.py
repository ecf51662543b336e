"""The server process under attack, and the simple clients that attack it."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx

from dottable.server.live.background_precompile import ALL_COMPILED_MESSAGE

TIMEOUT_S = 90
START_TIMEOUT_S = 400
STOP_TIMEOUT_S = 10
SETTLE_S = 10
"""Time in seconds for child processes that are starting, when memory is measured."""
NO_ANSWER = 0
"""Status of a connection that the server closed without an answer."""
NO_CLOSE_FRAME = 1006
"""Close code of a WebSocket that ended without a close frame (RFC 6455, 7.4.1)."""
GAMES_WITH_DECKS = ("dots_72", "dot_allot", "dobble_connect")


class Target:
    """`dottable serve` in a child process, with a player and a table of the attacker."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        command = [sys.executable, "-m", "dottable", "serve", "--port", "0", "--data", str(folder)]
        with (folder / "errors.txt").open("wb") as errors:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
        assert self.process.stdout is not None
        found = re.search(r":(\d+)", self.process.stdout.readline())
        assert found, self.error_log()
        self.port = int(found.group(1))
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=TIMEOUT_S)
        self.token = ""
        self.table = ""

    def warm_up(self) -> None:
        """Use every function once in the ordinary way, so that later growth of memory is caused by the attacks."""
        self.token = self.new_player()
        for slug in GAMES_WITH_DECKS:
            deck = self.http.get(f"/api/v1/games/{slug}").json()["deck"]["text"]
            answer = self.http.post(f"/api/v1/games/{slug}/deck", json={"text": deck}, timeout=START_TIMEOUT_S)
            assert answer.status_code == 200, answer.text
        for path in ("/", "/api", "/api/schema/openapi.json", "/api/v1/messages"):
            assert self.http.get(path).status_code == 200
        self.table = self.new_table(bots=["newcomer"], starts=True)
        self.take_first_hint()
        self.wait_until_compiled()

    def take_first_hint(self) -> None:
        """Wait until it is the attacker's turn, so that the bot has chosen where it begins, and take a hint."""
        end = time.monotonic() + START_TIMEOUT_S
        while self.post(f"/api/v1/tables/{self.table}/hint", {"level": "move"}) != 200:
            assert time.monotonic() < end, self.error_log()
            time.sleep(0.1)

    def new_player(self) -> str:
        """Return the token of a new player."""
        return self.http.post("/api/v1/players", json={"name": "Eve"}).json()["token"]

    def new_table(self, token: str = "", **fields: Any) -> str:
        """Return the id of a new table of the attacker, or of the player with the token."""
        headers = {"authorization": f"Bearer {token or self.token}"}
        answer = self.http.post("/api/v1/tables", json={"game": "dot_tiles", **fields}, headers=headers)
        assert answer.status_code == 201, answer.text
        return answer.json()["table"]

    def bearer(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"}

    def stop(self) -> None:
        """Stop the server; kill it if it does not stop in time."""
        self.http.close()
        self.process.terminate()
        try:
            self.process.wait(STOP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def error_log(self) -> str:
        return (self.folder / "errors.txt").read_text()

    # Memory

    def memory_by_process_mb(self) -> dict[str, float]:
        """Return the resident memory of the server and each of its child processes in MB, by command line."""
        pids, found = [str(self.process.pid)], {}
        while pids:
            pid = pids.pop()
            found[f"{pid} {command_line(pid)}"] = round(resident_bytes(pid) / 2**20, 1)
            for file in Path(f"/proc/{pid}/task").glob("*/children"):
                pids += read_words(file)
        return found

    def memory_mb(self) -> float:
        """Return the resident memory of the server and its child processes in MB."""
        return sum(self.memory_by_process_mb().values())

    def kept_memory_mb(self, bound_mb: float) -> float:
        """Return the memory in MB once it is below a bound, or after SETTLE_S.

        A child process has a copy of the server's memory until it starts its own program. Growth that stays is
        still there at the end.
        """
        end = time.monotonic() + SETTLE_S
        while (found := self.memory_mb()) >= bound_mb and time.monotonic() < end:
            time.sleep(0.1)
        return found

    def wait_until_compiled(self) -> None:
        """Wait until the server has compiled and loaded everything, so that its memory no longer grows by itself."""
        end = time.monotonic() + START_TIMEOUT_S
        while ALL_COMPILED_MESSAGE not in self.error_log():
            assert time.monotonic() < end, self.error_log()
            time.sleep(0.1)

    # Clients

    def post(self, path: str, body: Any, **headers: str) -> int:
        """Post a body (bytes, or a value that is sent as JSON) and return the status."""
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        sent = {
            "content-type": "application/json",
            **self.bearer(),
            **{k.replace("_", "-"): headers[k] for k in headers},
        }
        return self.http.post(path, content=content, headers=sent).status_code

    def post_table(self, body: Any) -> int:
        """Post a table as a new player, whom the rate limit of new tables does not refuse. Return the status."""
        return self.post("/api/v1/tables", body, authorization=f"Bearer {self.new_player()}")

    def get(self, path: str, **headers: str) -> int:
        return self.http.get(path, headers=headers).status_code

    def connect(self) -> socket.socket:
        """Return a new TCP connection."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=TIMEOUT_S)

    def raw(self, data: bytes, *, ends: bool = False) -> int:
        """Send bytes on a new connection and return the status of the answer.

        With `ends`, also send the end of input.
        """
        with self.connect() as connection:
            try:
                connection.sendall(data)
                if ends:
                    connection.shutdown(socket.SHUT_WR)
                return status_of(connection.recv(64))
            except OSError:
                return NO_ANSWER


def resident_bytes(pid: str) -> int:
    """Return the resident memory of a process; 0 if it has ended."""
    pages = read_words(Path(f"/proc/{pid}/statm"))[1:2]
    return int(pages[0]) * os.sysconf("SC_PAGE_SIZE") if pages else 0


def command_line(pid: str) -> str:
    """Return the arguments of a process; empty if it has ended."""
    return " ".join(read_text(Path(f"/proc/{pid}/cmdline")).split("\0")[1:5])


def read_words(path: Path) -> list[str]:
    return read_text(path).split()


def read_text(path: Path) -> str:
    """Return the text of a file in /proc; empty if its process has ended."""
    try:
        return path.read_text()
    except OSError:
        return ""


def status_of(answer: bytes) -> int:
    """Return the status in the first line of an HTTP answer."""
    found = re.match(rb"HTTP/1\.[01] (\d{3})", answer)
    return int(found.group(1)) if found else NO_ANSWER
