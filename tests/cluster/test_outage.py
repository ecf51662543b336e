"""PostgreSQL or NATS is away for all nodes: nothing is lost, and every match goes on afterwards without a restart."""

from __future__ import annotations

import asyncio
from pathlib import Path
from time import monotonic

import pytest

from tests.cluster.drill_load import DrillLoad, stored_logs
from tests.cluster.fault_proxy import FaultProxy
from tests.cluster.history_check import check_history
from tests.cluster.nodes import Node, running_cluster, services_or_skip
from tests.sizes import sized

NODES = 2
TABLES = sized(5, 10)
PLAY_S = 3.0
OUTAGE_S = 5.0
SETTLE_S = 0.2
"""Time in which answers to commits before the outage arrive."""
PAUSE_S = (0.1, 0.4)


def proxy_of(node: Node, service: str) -> FaultProxy:
    return node.postgres_proxy if service == "postgres" else node.nats_proxy


async def run_outage(service: str, folder: Path) -> tuple[int, int]:
    """Cut all nodes from a service for OUTAGE_S; return the moves acknowledged during the outage and in all."""
    await services_or_skip()
    async with running_cluster(folder, NODES) as cluster:
        load = DrillLoad(cluster.nodes, TABLES, PAUSE_S)
        async with load.playing():
            await asyncio.sleep(PLAY_S)
            for node in cluster.nodes:
                await proxy_of(node, service).cut_off("refused")
            from_s = monotonic()
            await asyncio.sleep(OUTAGE_S)
            until_s = monotonic()
            for node in cluster.nodes:
                await proxy_of(node, service).join()
            assert await load.wait_until_all_go_on() == []
            assert all(node.is_running for node in cluster.nodes)
        assert check_history(load.history, await stored_logs(cluster.database, load.tables)) == []
    acked_s = [move.answered_s for move in load.history.moves if move.version is not None and move.answered_s]
    return sum(from_s + SETTLE_S < at_s < until_s for at_s in acked_s), len(acked_s)


@pytest.mark.parametrize("service", ["postgres", "nats"])
def test_an_outage_loses_nothing_and_ends_without_a_restart(service, tmp_path):
    during, in_all = asyncio.run(run_outage(service, tmp_path))
    assert in_all > during + 2 * TABLES
    if service == "postgres":
        assert during == 0  # a move is acknowledged only once it is stored
