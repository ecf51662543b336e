"""`dottable cluster` against real nodes: list them, drain one, and name a node that does not exist."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.server.cluster.serve_processes import running_cluster
from tests.server.running_server import TIMEOUT_S, wait_until


@pytest.fixture
def cluster():
    with running_cluster() as cluster:
        yield cluster


def run_command(cluster, *arguments):
    command = [sys.executable, "-m", "dottable", "cluster", *arguments, "--store", cluster.store]
    return subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_S, check=False)


def status_by_name(cluster):
    ran = run_command(cluster, "status", "--json")
    assert ran.returncode == 0, ran.stderr
    return {node["name"]: node for node in json.loads(ran.stdout)["nodes"]}


def test_status_lists_every_node_with_its_tables(cluster):
    one, _two = cluster.start("one", "two")
    one.create_table(one.create_player("Ann"))
    nodes = status_by_name(cluster)
    assert {name: node["owned_tables"] for name, node in nodes.items()} == {"one": 1, "two": 0}
    assert all(node["is_alive"] and node["has_bus"] and not node["is_draining"] for node in nodes.values())
    assert nodes["one"]["highest_epoch"] >= 1
    printed = run_command(cluster, "status").stdout.splitlines()
    assert printed[0].split()[:3] == ["NODE", "INCARNATION", "ROLE"]
    assert sorted(line.split()[0] for line in printed[1:]) == ["one", "two"]


def test_drain_hands_the_tables_over_and_stops_the_node(cluster):
    one, two = cluster.start("one", "two")
    one.create_table(one.create_player("Ann"))
    ran = run_command(cluster, "drain", "one")
    assert ran.returncode == 0, ran.stderr
    wait_until(lambda: one.process.poll() is not None, TIMEOUT_S)
    assert one.process.returncode == 0
    assert two.metric("dottable_owned_tables") == 1


def test_drain_of_an_unknown_node_is_explained(cluster):
    cluster.start("one")
    ran = run_command(cluster, "drain", "three")
    assert ran.returncode != 0
    assert "three" in ran.stderr
    assert "Traceback" not in ran.stderr
