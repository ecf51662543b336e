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

TIMEOUT_S = 90
START_TIMEOUT_S = 180
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
        """Use everything once in the ordinary way, so that later growth of memory comes from the attacks."""
        self.token = self.new_player()
        for slug in GAMES_WITH_DECKS:
            deck = self.http.get(f"/api/v1/games/{slug}").json()["deck"]["text"]
            answer = self.http.post(f"/api/v1/games/{slug}/deck", json={"text": deck}, timeout=START_TIMEOUT_S)
            assert answer.status_code == 200, answer.text
        for path in ("/", "/api", "/api/schema/openapi.json", "/api/v1/messages"):
            assert self.http.get(path).status_code == 200
        self.table = self.new_table(bots=["newcomer"], starts=True)
        self.wait_until_stable()

    def new_player(self) -> str:
        """Return the token of a new player."""
        return self.http.post("/api/v1/players", json={"name": "Eve"}).json()["token"]

    def new_table(self, **fields: Any) -> str:
        """Return the id of a new table."""
        answer = self.http.post("/api/v1/tables", json={"game": "dot_tiles", **fields}, headers=self.bearer())
        assert answer.status_code == 201, answer.text
        return answer.json()["table"]

    def bearer(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"}

    def stop(self) -> int:
        """Stop the server gracefully and return its exit code."""
        self.http.close()
        self.process.terminate()
        try:
            return self.process.wait(TIMEOUT_S)
        finally:
            self.process.kill()
            assert self.process.stdout is not None
            self.process.stdout.close()

    def error_log(self) -> str:
        return (self.folder / "errors.txt").read_text()

    # Memory

    def memory_mb(self) -> float:
        """Return the resident memory of the server and its child processes."""
        pids, found = [self.process.pid], []
        while pids:
            pid = pids.pop()
            found.append(pid)
            for tasks in Path(f"/proc/{pid}/task").glob("*/children"):
                pids += map(int, tasks.read_text().split())
        return sum(resident_bytes(pid) for pid in found) / 2**20

    def wait_until_stable(self) -> None:
        """Wait until the server has loaded its compiled code: no growth for some seconds."""
        before, since = 0.0, time.monotonic()
        end = since + START_TIMEOUT_S
        while time.monotonic() - since < 4 and time.monotonic() < end:
            now = self.memory_mb()
            if abs(now - before) > 1:
                before, since = now, time.monotonic()
            time.sleep(0.2)

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

    def get(self, path: str, **headers: str) -> int:
        return self.http.get(path, headers=headers).status_code

    def connect(self) -> socket.socket:
        """Return a new TCP connection."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=TIMEOUT_S)

    def raw(self, data: bytes, *, ends: bool = False) -> int:
        """Send bytes on a new connection and return the status of the answer. With `ends`, send the end of input."""
        with self.connect() as connection:
            try:
                connection.sendall(data)
                if ends:
                    connection.shutdown(socket.SHUT_WR)
                return status_of(connection.recv(64))
            except OSError:
                return NO_ANSWER


def resident_bytes(pid: int) -> int:
    """Return the resident memory of a process; 0 if it has ended."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def status_of(answer: bytes) -> int:
    """Return the status in the first line of an HTTP answer."""
    found = re.match(rb"HTTP/1\.[01] (\d{3})", answer)
    return int(found.group(1)) if found else NO_ANSWER
