"""Nodes with a role of their own: bots are computed at a node for bots, or by the owner if there is none."""

from __future__ import annotations

import signal
import time

import pytest

from tests.server.cluster.serve_processes import running_cluster
from tests.server.running_server import wait_until

MAX_WAIT_S = 30
"""Time for a bot's move, also when its node was killed and the owner has to compute it."""


@pytest.fixture
def cluster():
    with running_cluster() as cluster:
        yield cluster


def open_match(node):
    """Open a match of Ann against a bot that takes no time to think; return her token and the table's id."""
    ann = node.create_player("Ann")
    table = node.create_table(ann, "dot_tiles", sits=True, bots=["casual"], starts=True, settings={"pace": "quick"})
    return ann["token"], table["table"]


def play(node, token, table_id, moves):
    """Make Ann's first legal move whenever she may move, until she has made `moves` moves."""
    client = node.connect(table_id, token)
    client.receive_until("snapshot")
    end, sent = time.monotonic() + MAX_WAIT_S, 0
    while sent < moves:
        assert time.monotonic() < end, "the bot does not move"
        shown = node.get(f"/api/v1/tables/{table_id}", token).json()
        position = shown["position"]
        if shown["you"] in position["to_act"]:
            client_id = f"m{shown['version']}"
            assert client.request("move", client_id=client_id, action=position["legal"][0])["kind"] == "ack"
            sent, end = sent + 1, time.monotonic() + MAX_WAIT_S
        else:
            time.sleep(0.02)
    client.close()


def start_two_roles(cluster):
    """Start a node that plays and a node for bots; return them once the first has heard of the second."""
    (player,) = cluster.start("player", role="play")
    (bots,) = cluster.start("bots", role="bots")
    wait_until(lambda: player.metric("dottable_known_nodes") == 1, MAX_WAIT_S)
    return player, bots


def test_a_node_for_bots_computes_their_moves_and_owns_no_table(cluster):
    player, bots = start_two_roles(cluster)
    token, table_id = open_match(player)
    play(player, token, table_id, 6)
    assert bots.metric("dottable_bot_moves_for_others_total") > 0
    assert bots.metric("dottable_owned_tables") == 0
    assert player.metric("dottable_owned_tables") == 1


def test_the_owner_computes_bots_when_their_node_was_killed(cluster):
    player, bots = start_two_roles(cluster)
    token, table_id = open_match(player)
    play(player, token, table_id, 2)
    bots.stop(signal.SIGKILL)
    play(player, token, table_id, 4)
