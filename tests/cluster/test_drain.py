"""A rolling restart of all nodes loses no move."""

from __future__ import annotations

import asyncio

from tests.cluster.drain_drill import run_drain_drill
from tests.cluster.nodes import services_or_skip
from tests.sizes import sized

TABLES = sized(5, 15, 30)
MAX_STALL_S = 5.0
"""Longest stall on a busy machine. The bar of 0.3 s is measured by the drill, see docs/cluster.md."""


def test_a_rolling_restart_loses_no_move_and_every_node_exits_cleanly(tmp_path):
    asyncio.run(services_or_skip())
    report = asyncio.run(run_drain_drill(TABLES, 1, tmp_path, pause_s=(0.1, 0.4)))
    assert report["violations"] == {}, report["examples"]
    assert report["tables_that_stand_still"] == []
    assert report["exit_statuses"] == [0, 0, 0]
    assert report["stall_s_by_fault"]["drain"]["max"] < MAX_STALL_S
