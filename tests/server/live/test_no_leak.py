"""Every byte sent during matches: a viewer gets its own view and no secret of others."""

from __future__ import annotations

import asyncio
import json
import random
import time

import msgspec
import pytest

from dottable.core.matches.commit_reveal_shuffle import combine_seed, hash_entropy
from dottable.core.primitives.seats import SPECTATOR
from dottable.core.registry import find_game, installed_games
from dottable.table.events import Moved, Started, decode_event
from dottable.table.table import Table
from tests.server.running_server import RunningServer, TableClient
from tests.sizes import sized

MATCHES = sized(1, 2, 10)
MOVES = 60
SEATS = 3
MAX_SECONDS = 15


def play_and_collect_messages(
    server: RunningServer, slug: str, seed: int
) -> tuple[str, list[dict], dict[int, list[str]]]:
    """Play random moves; return the table, its players, and all messages by viewer."""
    players = [server.create_player(f"Player {seat}") for seat in range(SEATS)]
    table = server.create_table(players[0], slug, seats=SEATS)["table"]
    for player in players[1:]:
        server.post(f"/api/v1/tables/{table}/commands", {"kind": "sit"}, player["token"])
    clients = [server.connect(table, player["token"]) for player in players] + [server.connect(table)]
    rng, end = random.Random(seed), time.monotonic() + MAX_SECONDS
    start_with_shared_shuffle(clients[:SEATS], rng)
    positions = [current_position(server, table, player) for player in players]
    for _ in range(MOVES):
        movers = [seat for seat in range(SEATS) if seat in positions[seat]["to_act"]]
        if time.monotonic() > end or not positions[0]["to_act"]:
            break
        if movers:
            seat = rng.choice(movers)
            clients[seat].request("move", action=rng.choice(positions[seat]["legal"]))
        positions = [current_position(server, table, player) for player in players]
    version = server.post(f"/api/v1/tables/{table}/commands", {"kind": "say", "text": "x"}, players[0]["token"]).json()
    for client in clients:
        while (client.receive_until("event"))["event"]["version"] < version["version"]:
            pass
        client.close()
    viewers = (*range(SEATS), SPECTATOR)
    return table, players, {v: list(map(json.dumps, s.received)) for v, s in zip(viewers, clients, strict=True)}


def start_with_shared_shuffle(clients: list[TableClient], rng: random.Random) -> None:
    """Let every player contribute to the shuffle, start, and let every player reveal."""
    entropies = [rng.randbytes(32) for _ in clients]
    for client, entropy in zip(clients, entropies, strict=True):
        assert client.request("contribute", entropy_hash=hash_entropy(entropy))["kind"] == "ack"
    assert clients[0].request("start")["kind"] == "ack"
    for client, entropy in zip(clients, entropies, strict=True):
        assert client.request("reveal", entropy=entropy.hex())["kind"] == "ack"


def current_position(server: RunningServer, table: str, player: dict) -> dict:
    return server.get(f"/api/v1/tables/{table}", player["token"]).json()["position"]


def true_views(table: str, bodies: list[bytes]) -> dict[tuple[int, int], str]:
    """Return the correct view by version and viewer."""
    events = [decode_event(body) for body in bodies]
    played = Table.restore(table, events[:1], now=0)
    views = {}
    for event in events[1:]:
        played.apply_event(event)
        if played.match is not None:
            for viewer in (*range(SEATS), SPECTATOR):
                view = msgspec.json.encode(played.match.view(viewer))
                views[played.version, viewer] = json.dumps(json.loads(view))
    return views


def stored_events(server: RunningServer, table: str) -> list[bytes]:
    loop = server.loop
    return asyncio.run_coroutine_threadsafe(server.host.store.read_events(table), loop).result()


@pytest.mark.parametrize("slug", list(installed_games()))
@pytest.mark.parametrize("seed", range(MATCHES))
def test_a_socket_carries_its_viewers_own_view_and_no_secret(server, slug, seed):
    table, players, sent = play_and_collect_messages(server, slug, seed)
    check_messages(slug, table, stored_events(server, table), players, sent)


def check_messages(slug: str, table: str, bodies: list[bytes], players: list[dict], sent: dict[int, list[str]]) -> None:
    """Check that all messages, by viewer, show the viewer's own view and no secret."""
    views = true_views(table, bodies)
    events = [decode_event(body) for body in bodies]
    started = next(event for event in events if isinstance(event, Started))
    deal_seed = combine_seed(bytes.fromhex(started.seed), started.shuffle_contributions).hex()
    assert len(started.entropies) == SEATS
    never = [*(p["token"] for p in players), *(p["id"] for p in players)]
    is_open = find_game(slug).view.is_public
    compared = 0
    for viewer, texts in sent.items():
        for text in texts:
            message = json.loads(text)
            told = message.get({"snapshot": "table", "event": "event"}.get(message["kind"], ""), {})
            secrets = never if told.get("result") else [*never, started.seed, started.salt, deal_seed]
            assert not [secret for secret in secrets if secret in text]
            if told.get("position"):
                assert json.dumps(told["position"]["view"]) == views[told["version"], viewer]
                compared += 1
            for move in [told["move"]] if told.get("move") else told.get("moves", []):
                moved = events[move["version"] - 1]
                assert isinstance(moved, Moved)
                action = moved.action
                assert move["action"] == (action if move["seat"] == viewer or is_open(action) else None)
    assert compared > 2 * SEATS
