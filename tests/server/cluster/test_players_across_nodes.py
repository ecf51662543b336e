"""Players across two nodes: deletion, transfer codes, tokens and presence that change at one node hold at the other."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest
from websockets.exceptions import ConnectionClosed

from dottable.server.access.player_registry import secret_hash
from dottable.server.cluster.player_cache_updates import TOKEN_CHECK_S
from dottable.store import open_store
from tests.server.cluster.serve_processes import running_cluster
from tests.server.running_server import bearer, wait_until

FOLLOW_S = 2
"""Time in which the other node must have followed a change."""


@pytest.fixture(scope="module")
def cluster():
    with running_cluster() as cluster:
        cluster.start("one", "two")
        yield cluster


@pytest.fixture
def nodes(cluster):
    return cluster.nodes


def shown(node, table_id, token=None):
    return node.get(f"/api/v1/tables/{table_id}", token).json()


def close_code(client):
    """Receive until the connection is closed, and return its code."""
    try:
        while True:
            client.receive()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


def is_known(node, token):
    return node.get("/api/v1/players/me", token).status_code == 200


def test_a_deleted_player_is_gone_at_the_other_node(nodes):
    one, two = nodes
    ann, bob = one.create_player("Ann"), two.create_player("Bob")
    table_id = two.create_table(bob, "dot_tiles", seats=2)["table"]
    bobs, anns = two.connect(table_id, bob["token"]), two.connect(table_id, ann["token"])
    assert anns.request("sit", client_id="a")["kind"] == "ack"
    assert bobs.request("start", client_id="b")["kind"] == "ack"
    assert is_known(two, ann["token"])
    assert one.http.delete("/api/v1/players/me", headers=bearer(ann["token"])).status_code == 204
    assert close_code(anns) == 4401
    wait_until(lambda: not is_known(two, ann["token"]), FOLLOW_S)
    assert not is_known(one, ann["token"])
    for node in nodes:
        wait_until(lambda node=node: shown(node, table_id)["seats"][1]["bot"] is not None, FOLLOW_S)
        wait_until(lambda node=node: "Ann" not in node.get(f"/api/v1/tables/{table_id}").text, FOLLOW_S)
    bobs.close()


@pytest.mark.parametrize("offered_at", [0, 1])
def test_a_transfer_code_works_once_at_whatever_node(nodes, offered_at):
    one = nodes[offered_at]
    ann = one.create_player("Ann")
    code = one.post("/api/v1/players/me/transfer", {}, ann["token"]).json()["code"]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda k: nodes[k % 2].post("/api/v1/transfers", {"code": code}), range(8)))
    assert sorted(answer.status_code for answer in answers) == [201] + 7 * [404]
    found = next(answer.json() for answer in answers if answer.status_code == 201)
    assert found["id"] == ann["id"]
    assert all(is_known(node, found["token"]) for node in nodes)


def test_signing_out_everywhere_at_one_node_ends_codes_and_tokens_at_the_other(nodes):
    one, two = nodes
    ann = one.create_player("Ann")
    code = two.post("/api/v1/players/me/transfer", {}, ann["token"]).json()["code"]
    table_id = two.create_table(ann)["table"]
    client = two.connect(table_id, ann["token"])
    client.receive_until("snapshot")
    fresh = one.post("/api/v1/players/me/sign-out-everywhere", {}, ann["token"]).json()
    assert close_code(client) == 4401
    wait_until(lambda: not is_known(two, ann["token"]), FOLLOW_S)
    assert two.post("/api/v1/transfers", {"code": code}).status_code == 404
    assert is_known(two, fresh["token"])


def test_a_token_that_is_revoked_at_one_node_is_refused_at_the_other(nodes):
    one, two = nodes
    ann = one.create_player("Ann")
    table_id = one.create_table(ann)["table"]
    assert is_known(two, ann["token"])
    client = two.connect(table_id, ann["token"])
    client.receive_until("snapshot")
    assert one.http.delete("/api/v1/players/me/token", headers=bearer(ann["token"])).status_code == 204
    assert close_code(client) == 4401
    wait_until(lambda: not is_known(two, ann["token"]), FOLLOW_S)
    late = two.connect(table_id, ann["token"])
    assert late.receive_until("bye")["code"] == "no_player"


def test_presence_at_one_node_is_shown_by_the_other(nodes):
    one, two = nodes
    ann, bob = one.create_player("Ann"), two.create_player("Bob")
    table_id = one.create_table(ann, "dot_tiles", seats=2)["table"]
    anns, bobs = one.connect(table_id, ann["token"]), two.connect(table_id, bob["token"])
    assert bobs.request("sit", client_id="b")["kind"] == "ack"

    def connected(node):
        return [seat["is_connected"] for seat in shown(node, table_id)["seats"]]

    for node in nodes:
        wait_until(lambda node=node: connected(node) == [True, True], FOLLOW_S)
    anns.close()
    for node in nodes:
        wait_until(lambda node=node: connected(node) == [False, True], FOLLOW_S)
    bobs.close()


def test_a_revoked_token_is_refused_soon_although_the_message_was_lost(cluster, nodes):
    _, two = nodes
    ann = two.create_player("Ann")
    client = two.connect(two.create_table(ann)["table"], ann["token"])
    client.receive_until("snapshot")

    async def delete_token():
        store = open_store(cluster.store)
        await store.start()
        await store.delete_token(secret_hash(ann["token"]))
        await store.close()

    asyncio.run(delete_token())
    wait_until(lambda: not is_known(two, ann["token"]), TOKEN_CHECK_S + FOLLOW_S)
    assert close_code(client) == 4401
