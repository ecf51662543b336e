"""Every byte on the sockets of whole matches: a viewer gets its own view and nothing that only others may know."""

from __future__ import annotations

import asyncio
import json
import os
import random
import time

import msgspec
import pytest

from dottable.core.registry import find, games
from dottable.core.seats import SPECTATOR
from dottable.table.events import Started, decode
from dottable.table.table import Table
from tests.server.serving import Running

MATCHES = 10 if os.environ.get("DOTTABLE_FULL") == "1" else 1
MOVES = 60
SEATS = 3
LONGEST_S = 15


def everything_sent(server: Running, slug: str, seed: int) -> tuple[str, list[dict], dict[int, list[str]]]:
    """Play some moves at random; the table, its players, and all that was sent to each viewer."""
    players = [server.player(f"Player {seat}") for seat in range(SEATS)]
    table = server.table(players[0], slug, seats=SEATS)["table"]
    for player in players[1:]:
        server.post(f"/api/v1/tables/{table}/commands", {"kind": "sit"}, player["token"])
    server.post(f"/api/v1/tables/{table}/commands", {"kind": "start"}, players[0]["token"])
    sitters = [server.sit(table, player["token"]) for player in players] + [server.sit(table)]
    luck, end = random.Random(seed), time.monotonic() + LONGEST_S
    positions = [sitter.until("snapshot")["table"]["position"] for sitter in sitters[:SEATS]]
    for _ in range(MOVES):
        movers = [seat for seat in range(SEATS) if seat in positions[seat]["to_act"]]
        if time.monotonic() > end or not positions[0]["to_act"]:
            break
        if movers:
            seat = luck.choice(movers)
            sitters[seat].ask("move", action=luck.choice(positions[seat]["legal"]))
        positions = [newest(server, table, player) for player in players]
    version = server.post(f"/api/v1/tables/{table}/commands", {"kind": "say", "text": "x"}, players[0]["token"]).json()
    for sitter in sitters:
        while (sitter.until("event"))["event"]["version"] < version["version"]:
            pass
        sitter.close()
    viewers = (*range(SEATS), SPECTATOR)
    return table, players, {v: list(map(json.dumps, s.heard)) for v, s in zip(viewers, sitters, strict=True)}


def newest(server: Running, table: str, player: dict) -> dict:
    return server.get(f"/api/v1/tables/{table}", player["token"]).json()["position"]


def true_views(table: str, bodies: list[bytes]) -> dict[tuple[int, int], str]:
    """Version and viewer -> the view that is that viewer's own."""
    events = [decode(body) for body in bodies]
    played = Table.restore(table, events[:1], now=0)
    views = {}
    for event in events[1:]:
        played.evolve(event)
        if played.match is not None:
            for viewer in (*range(SEATS), SPECTATOR):
                view = msgspec.json.encode(played.match.view(viewer))
                views[played.version, viewer] = json.dumps(json.loads(view))
    return views


def stored(server: Running, table: str) -> list[bytes]:
    loop = server.loop
    return asyncio.run_coroutine_threadsafe(server.host.store.events(table), loop).result()


@pytest.mark.parametrize("slug", list(games()))
@pytest.mark.parametrize("seed", range(MATCHES))
def test_a_socket_carries_its_viewers_own_view_and_no_secret(server, slug, seed):
    table, players, sent = everything_sent(server, slug, seed)
    bodies = stored(server, table)
    views = true_views(table, bodies)
    events = [decode(body) for body in bodies]
    started = next(event for event in events if isinstance(event, Started))
    never = [*(p["token"] for p in players), *(p["id"] for p in players)]
    is_open = find(slug).view.is_open
    compared = 0
    for viewer, texts in sent.items():
        for text in texts:
            message = json.loads(text)
            told = message.get({"snapshot": "table", "event": "event"}.get(message["kind"], ""), {})
            secrets = never if told.get("result") else [*never, started.seed, started.salt]
            assert not [secret for secret in secrets if secret in text]
            if told.get("position"):
                assert json.dumps(told["position"]["view"]) == views[told["version"], viewer]
                compared += 1
            for move in [told["move"]] if told.get("move") else told.get("moves", []):
                action = next(e for n, e in enumerate(events, 1) if n == move["version"]).action
                assert move["action"] == (action if move["seat"] == viewer or is_open(action) else None)
    assert compared > 2 * SEATS
