"""A complete Dottable client in one file: it registers as a guest, takes a seat and plays random actions.

    python client.py http://localhost:7252/table/ID

It needs only `pip install websockets`. docs/protocol.md describes the messages.
"""

from __future__ import annotations

import json
import random
import sys
import time
import urllib.request
import uuid
from typing import Any
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

PROTOCOL = 2


def create_player(server: str, name: str) -> str:
    """Create a guest player and return its token. The token is its only credential, so a real client keeps it."""
    body = json.dumps({"name": name}).encode()
    request = urllib.request.Request(f"{server}/api/v1/players", body, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)["token"]


def choose(position: dict[str, Any]) -> int:
    """Return an action of `position["legal"]`. Put your bot here: `position["view"]` is all that its seat may know."""
    return random.choice(position["legal"])


def play(socket: ClientConnection, token: str) -> dict[str, Any] | None:
    """Play on one connection; return the result of the match, or None if the connection closed before."""

    def send(kind: str, **fields: Any) -> None:
        socket.send(json.dumps({"kind": kind, **fields}))

    def command(kind: str, **fields: Any) -> None:
        send(kind, client_id=uuid.uuid4().hex, **fields)  # the id makes resends harmless

    seat = None
    send("hello", protocol=PROTOCOL, token=token)
    for text in socket:
        message = json.loads(text)
        kind = message["kind"]
        if kind == "ping":  # the server measures round-trip times for fair races
            send("pong", n=message["n"])
        elif kind == "welcome":
            seat = message["seat"]
        elif kind in ("refused", "problem", "bye"):
            print(message["sentence"])
        elif kind in ("snapshot", "event"):
            update = message["table"] if kind == "snapshot" else message["event"]
            if update.get("result"):
                return update["result"]
            if kind == "snapshot" and update["status"] == "open":
                command("sit") if seat is None else command("ready")
            position = update.get("position")
            if position and seat in position["to_act"]:
                command("move", action=choose(position))
    return None


def main(link: str, name: str = "Random bot") -> None:
    parts = urlsplit(link)
    server, table = f"{parts.scheme}://{parts.netloc}", parts.path.rpartition("/")[2]
    token = create_player(server, name)
    url = f"{server.replace('http', 'ws', 1)}/api/v1/tables/{table}/socket"
    result = None
    while result is None:  # reconnect as often as needed: acknowledged commands are never lost
        try:
            with connect(url, max_size=None) as socket:
                result = play(socket, token)
        except (OSError, ConnectionClosed):
            print("reconnecting ...")
        time.sleep(0.5)
    print("The match is over:", result["scores"])


if __name__ == "__main__":
    main(*sys.argv[1:])
