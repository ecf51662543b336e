"""Limits that two nodes share: unfinished tables of a player, new tables a second, imported bytes."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.server.cluster.serve_processes import running_cluster

MAX_OPEN, BURST = 3, 6
SETTINGS = (
    f"limits.max_open_tables_per_player={MAX_OPEN}",
    "limits.new_tables_per_s=0.001",
    f"limits.new_tables_burst={BURST}",
    "limits.import_bytes_per_s=0.001",
    "limits.import_bytes_burst=5000",
)


@pytest.fixture(scope="module")
def cluster():
    with running_cluster() as cluster:
        cluster.start("one", "two", settings=SETTINGS)
        yield cluster


def open_at_all_nodes(nodes, player, count):
    """Open tables at all nodes at once; return the answers."""
    with ThreadPoolExecutor(count) as pool:
        return list(
            pool.map(
                lambda k: nodes[k % len(nodes)].post("/api/v1/tables", {"game": "dot_tiles"}, player["token"]),
                range(count),
            )
        )


def test_the_quota_of_a_player_holds_for_all_nodes_together(cluster):
    ann = cluster.nodes[0].create_player("Ann")
    answers = open_at_all_nodes(cluster.nodes, ann, BURST)
    refusals = Counter(answer.json()["code"] for answer in answers if answer.status_code != 201)
    assert refusals == {"quota": BURST - MAX_OPEN}


def test_the_rate_of_new_tables_holds_for_all_nodes_together(cluster):
    bob = cluster.nodes[0].create_player("Bob")
    codes: Counter[str] = Counter()
    for k in range(BURST + 2):
        node = cluster.nodes[k % 2]
        answer = node.post("/api/v1/tables", {"game": "dot_tiles"}, bob["token"])
        codes[answer.json().get("code", "opened")] += 1
        if answer.status_code == 201:
            table = answer.json()["table"]
            node.post(f"/api/v1/tables/{table}/commands", {"kind": "abort"}, bob["token"])
    assert codes == {"opened": BURST, "too_fast": 2}


def test_a_table_that_ended_at_one_node_makes_room_at_the_other(cluster):
    one, two = cluster.nodes
    eve = one.create_player("Eve")
    tables = [one.create_table(eve)["table"] for _ in range(MAX_OPEN)]
    refused = two.post("/api/v1/tables", {"game": "dot_tiles"}, eve["token"])
    assert (refused.status_code, refused.json()["code"]) == (429, "quota")
    assert one.post(f"/api/v1/tables/{tables[0]}/commands", {"kind": "abort"}, eve["token"]).status_code < 300
    one.get("/api/v1/tables")  # waits until the row of the ended table is written
    two.create_table(eve)


def test_imported_bytes_count_at_all_nodes_together(cluster):
    zoe = cluster.nodes[0].create_player("Zoe")
    answers = [node.post("/api/v1/logs", {"text": "no log"}, zoe["token"]) for node in (*cluster.nodes, *cluster.nodes)]
    assert [answer.json()["code"] == "quota" for answer in answers] == [False, False, True, True]
