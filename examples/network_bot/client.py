"""A whole Dottable client in one file: comes in as a guest, takes a seat and plays at random.

    python client.py http://localhost:7252/table/ID

It needs nothing but `pip install websockets`. The messages are described in docs/protocol.md.
"""

from __future__ import annotations

import json
import random
import sys
import time
import urllib.request
import uuid
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

PROTOCOL = 1


def come_in(server: str, name: str) -> str:
    """Become a guest; the token is all that proves who we are, so a real client would keep it."""
    body = json.dumps({"name": name}).encode()
    request = urllib.request.Request(f"{server}/api/v1/players", body, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)["token"]


def choose(position: dict) -> int:
    """Here your bot thinks: `view` is all that its seat may know, `legal` are the actions it may take."""
    return random.choice(position["legal"])


def attend(socket, token: str) -> dict | None:
    """Play on one connection; the result of the match, or None if the connection ended before."""

    def say(kind: str, **fields) -> None:
        socket.send(json.dumps({"kind": kind, **fields}))

    def command(kind: str, **fields) -> None:
        say(kind, client_id=uuid.uuid4().hex, **fields)  # with an id, sending it twice is harmless

    seat = None
    say("hello", protocol=PROTOCOL, token=token)
    for text in socket:
        message = json.loads(text)
        kind = message["kind"]
        if kind == "ping":  # the server measures round trips, so that races are fair
            say("pong", n=message["n"])
        elif kind == "welcome":
            seat = message["seat"]
        elif kind in ("refused", "problem", "bye"):
            print(message["sentence"])
        elif kind in ("snapshot", "event"):
            told = message["table"] if kind == "snapshot" else message["event"]
            if told.get("result"):
                return told["result"]
            if kind == "snapshot" and told["status"] == "open":
                command("sit") if seat is None else command("ready")
            position = told.get("position")
            if position and seat in position["to_act"]:
                command("move", action=choose(position))
    return None


def main(link: str, name: str = "Random bot") -> None:
    parts = urlsplit(link)
    server, table = f"{parts.scheme}://{parts.netloc}", parts.path.rpartition("/")[2]
    token = come_in(server, name)
    url = f"{server.replace('http', 'ws', 1)}/api/v1/tables/{table}/socket"
    result = None
    while result is None:  # come back as often as needed: nothing that was acknowledged is ever lost
        try:
            with connect(url, max_size=None) as socket:
                result = attend(socket, token)
        except (OSError, ConnectionClosed):
            print("reconnecting ...")
        time.sleep(0.5)
    print("The match is over:", result["scores"])


if __name__ == "__main__":
    main(*sys.argv[1:])
