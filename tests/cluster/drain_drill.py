"""Drain drill: a rolling restart of all nodes under load. Prints one JSON object; fails if a match is damaged.

    python -m tests.cluster.drain_drill [--rounds 1]

Each node gets SIGTERM, hands its tables over, exits and starts again; then it is the next one's turn.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
from pathlib import Path
from time import monotonic
from typing import Any

import msgspec
import uvloop

from tests.cluster.drill_load import DrillLoad, stored_logs
from tests.cluster.drill_report import drill_report
from tests.cluster.history import Fault
from tests.cluster.history_check import check_history
from tests.cluster.nodes import Node, running_cluster

PAUSE_S = 3.0
"""Time in seconds between the start of a node and the drain of the next node."""


async def restart(node: Node, load: DrillLoad) -> tuple[int, float]:
    """Drain a node and start it again. Return the exit status and the seconds until it exited."""
    from_s = monotonic()
    status = await node.terminate()
    drained_s = monotonic() - from_s
    load.history.faults.append(Fault("drain", node.name, from_s, monotonic()))
    await node.start()
    await node.wait_until_ready()
    return status, round(drained_s, 2)


async def run_drain_drill(tables: int, rounds: int, folder: Path, pause_s: tuple[float, float]) -> dict[str, Any]:
    """Run the drill and return its report. `pause_s` is the range of a player's thinking time in seconds."""
    async with running_cluster(folder, 3) as cluster:
        load = DrillLoad(cluster.nodes, tables, pause_s)
        drained = []
        async with load.playing():
            await asyncio.sleep(PAUSE_S)
            for _ in range(rounds):
                for node in cluster.nodes:
                    drained.append(await restart(node, load))
                    await asyncio.sleep(PAUSE_S)
            stuck = await load.wait_until_all_go_on()
            end_s = monotonic()
        violations = check_history(load.history, await stored_logs(cluster.database, load.tables))
        report = drill_report(load, violations, stuck, end_s)
        report |= {
            "exit_statuses": [status for status, _ in drained],
            "drain_s": [seconds for _, seconds in drained],
            "load_average": os.getloadavg()[0],
        }
    (folder / "history.json").write_bytes(msgspec.json.encode(load.history))
    return report


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--folder", type=Path, help="where logs and the history stay (default: a temporary folder)")
    given = parser.parse_args()
    folder = given.folder or Path(tempfile.mkdtemp(prefix="drain-drill-"))
    folder.mkdir(parents=True, exist_ok=True)
    report = uvloop.run(run_drain_drill(given.tables, given.rounds, folder, (0.2, 0.8)))
    sys.stdout.write(json.dumps({**report, "folder": str(folder)}, indent=2) + "\n")
    sys.exit(bool(report["violations"] or report["tables_that_stand_still"]))


if __name__ == "__main__":
    main()
