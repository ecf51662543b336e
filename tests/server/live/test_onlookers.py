"""A table full of spectators: players always get in."""

from __future__ import annotations

import json
from contextlib import ExitStack, suppress

import pytest
from websockets.exceptions import ConnectionClosed

from dottable.server.access.limits import Limits
from tests.server.running_server import run_server


@pytest.fixture
def crowded(tmp_path):
    """A server and one of its tables with three anonymous spectators, which is the limit."""
    with run_server(tmp_path / "d.db", Limits(max_onlookers_per_table=3)) as up, ExitStack() as stack:
        ann = up.create_player("Ann")
        table = up.create_table(ann)["table"]
        spectators = []
        for _ in range(3):
            spectators.append(stack.enter_context(up.connect(table)))
            spectators[-1].receive_until("snapshot")
        yield up, table, ann, spectators


def test_a_further_spectator_is_refused(crowded):
    up, table, _, _ = crowded
    with up.connect(table) as late:
        bye = late.receive_until("bye")
        assert (bye["code"], bye["is_temporary"]) == ("too_many", True)


def test_a_seated_player_gets_in_and_nobody_is_closed(crowded):
    up, table, ann, spectators = crowded
    with up.connect(table, ann["token"]) as client:
        assert client.receive_until("welcome")["seat"] == 0
        client.receive_until("snapshot")
        assert spectators[-1].receive_until("presence")["spectators"] == 3


def test_a_player_with_a_token_replaces_the_newest_anonymous_spectator(crowded):
    up, table, _, spectators = crowded
    bob = up.create_player("Bob")
    with up.connect(table, bob["token"]) as client:
        client.receive_until("snapshot")
        assert client.request("sit")["kind"] == "ack"
    assert last_message(spectators[-1]) == {
        "kind": "bye",
        "code": "replaced",
        "sentence": "This connection was closed to make room for a player's newer one.",
        "is_temporary": False,
    }


def last_message(client):
    """Return the last message before the server closed the connection."""
    message = None
    with suppress(ConnectionClosed):
        while True:
            message = json.loads(client.socket.recv(timeout=30))
    return message
