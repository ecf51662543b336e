"""Failover drill: random faults of random nodes under load. Prints one JSON object; fails if a match is damaged.

    python -m tests.cluster.failover_drill --minutes 10

Every table has two players and an onlooker, each connected to another node. Faults: SIGKILL and a restart, SIGSTOP
(a zombie that wakes up), a cut from NATS, a cut from PostgreSQL. Cuts either break connections or swallow all bytes.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import msgspec
import uvloop

from tests.cluster.drill_load import DrillLoad, stored_logs
from tests.cluster.drill_report import drill_report
from tests.cluster.fault_proxy import Cut
from tests.cluster.history import Fault
from tests.cluster.history_check import check_history
from tests.cluster.nodes import Cluster, Node, running_cluster

KINDS = ("kill", "stop", "cut_nats", "cut_postgres")
RESTART_AFTER_S = 1.0


class DrillPlan(NamedTuple):
    """Parameters of a drill. Times are in seconds."""

    nodes: int = 3
    tables: int = 30
    faults: int = 30
    between_s: float = 20.0
    stop_s: float = 20.0
    cut_s: tuple[float, float] = (8.0, 18.0)
    pause_s: tuple[float, float] = (0.2, 0.8)
    """Range of a player's thinking time."""
    kinds: tuple[str, ...] = KINDS


class FaultMaker:
    """Causes faults and repairs them."""

    def __init__(self, cluster: Cluster, load: DrillLoad, plan: DrillPlan, seed: int) -> None:
        self.cluster, self.load, self.plan = cluster, load, plan
        self.rng = random.Random(seed)
        self.faulty: set[Node] = set()
        self.unexpected_exits: list[str] = []

    def kinds(self) -> Iterator[str]:
        """Yield kinds of faults in random order, all equally often."""
        while True:
            kinds = list(self.plan.kinds)
            self.rng.shuffle(kinds)
            yield from kinds

    async def run(self) -> None:
        """Cause all faults of the plan and wait until the last fault is repaired."""
        tasks: list[asyncio.Task[None]] = []
        for kind, _ in zip(self.kinds(), range(self.plan.faults), strict=False):
            healthy = [node for node in self.cluster.nodes if node not in self.faulty]
            for node in healthy:
                await self._restart_if_ended(node)
            tasks.append(asyncio.create_task(self._cause(kind, self.rng.choice(healthy))))
            await asyncio.sleep(self.plan.between_s)
        await asyncio.gather(*tasks)

    async def _restart_if_ended(self, node: Node) -> None:
        if not node.is_running:
            self.unexpected_exits.append(node.name)
            await node.start()
            await node.wait_until_ready()

    async def _cause(self, kind: str, node: Node) -> None:
        self.faulty.add(node)
        from_s = monotonic()
        try:
            if kind == "kill":
                await self._kill(node)
            elif kind == "stop":
                node.stop()
                await asyncio.sleep(self.plan.stop_s)
                node.resume()
            else:
                proxy = node.nats_proxy if kind == "cut_nats" else node.postgres_proxy
                how: Cut = self.rng.choice(("refused", "silent"))
                kind = f"{kind}_{how}"
                await proxy.cut_off(how)
                await asyncio.sleep(self.rng.uniform(*self.plan.cut_s))
                await proxy.join()
        finally:
            self.faulty.discard(node)
            self.load.history.faults.append(Fault(kind, node.name, from_s, monotonic()))

    async def _kill(self, node: Node) -> None:
        await node.kill()
        await asyncio.sleep(RESTART_AFTER_S)
        await node.start()
        await node.wait_until_ready()


async def run_failover_drill(plan: DrillPlan, folder: Path, seed: int) -> dict[str, Any]:
    """Run the drill and return its report. Node logs and, after a violation, the history are left in the folder."""
    async with running_cluster(folder, plan.nodes) as cluster:
        load = DrillLoad(cluster.nodes, plan.tables, plan.pause_s)
        maker = FaultMaker(cluster, load, plan, seed)
        async with load.playing():
            await maker.run()
            stuck = await load.wait_until_all_go_on()
            end_s = monotonic()
        violations = check_history(load.history, await stored_logs(cluster.database, load.tables))
        report = drill_report(load, violations, stuck, end_s)
        report |= {"seed": seed, "unexpected_exits": maker.unexpected_exits, "load_average": os.getloadavg()[0]}
    (folder / "history.json").write_bytes(msgspec.json.encode(load.history))
    return report


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--folder", type=Path, help="where logs and the history stay (default: a temporary folder)")
    given = parser.parse_args()
    folder = given.folder or Path(tempfile.mkdtemp(prefix="failover-drill-"))
    folder.mkdir(parents=True, exist_ok=True)
    plan = DrillPlan(tables=given.tables, kinds=tuple(given.kinds))
    plan = plan._replace(faults=max(1, round(60 * given.minutes / plan.between_s)))
    report = uvloop.run(run_failover_drill(plan, folder, given.seed))
    sys.stdout.write(json.dumps({**report, "folder": str(folder)}, indent=2) + "\n")
    sys.exit(bool(report["violations"] or report["tables_that_stand_still"]))


if __name__ == "__main__":
    main()
