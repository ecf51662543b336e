"""Calculates nodes, database load, traffic and money a month for a number of players, from measured costs.

    python benchmarks/server/cluster_sizing.py [--players 1000000] [--seconds-per-move 12] ...

Prints one JSON object. The costs are the measurements of docs/decisions/0023-one-million-players.md, the prices are
assumptions. Every input is an option.
"""

from __future__ import annotations

import argparse
import json
from math import ceil

DAY_S, MONTH_S = 86_400, 30 * 86_400
GB, TB = 1e9, 1e12

INPUTS: dict[str, tuple[float, str]] = {
    "players": (1_000_000, "concurrent players"),
    "seats": (2.5, "people at a table, on average"),
    "seconds-per-move": (12, "time between two moves of one player"),
    "node-ms-per-move": (1.3, "measured: CPU of all nodes for one move, in ms"),
    "update-bytes": (1_800, "measured: message about one move to one player"),
    "overhead-bytes": (100, "acknowledgement, frames, TCP and TLS for one message"),
    "kb-per-player": (43, "measured: memory for a socket and its share of a table, in kB"),
    "replicas": (2.0, "assumed: copies of a table in memory, over all nodes"),
    "wal-bytes": (370, "measured: write-ahead log for one move"),
    "row-bytes": (300, "measured: stored event with its index, for one move"),
    "database-ms-per-commit": (0.65, "measured: CPU of PostgreSQL for one commit, in ms"),
    "database-ms-per-row": (0.036, "measured: CPU of PostgreSQL for one event, in ms"),
    "commits-per-node": (150, "measured: commits a second of one busy node"),
    "node-cores": (8, "cores of a node's machine, one process each"),
    "use": (0.5, "share of a core that is planned for"),
    "keep-days": (30, "days for which events are kept"),
    "shard-moves": (10_000, "moves a second that one PostgreSQL is planned for"),
    "core-month": (20, "assumed price of a core with 4 GB for a month, in USD"),
    "traffic-gb": (0.01, "assumed price of 1 GB to the internet, in USD"),
    "storage-gb-month": (0.1, "assumed price of 1 GB of fast disk for a month, in USD"),
}


def calculate(given: dict[str, float]) -> dict[str, object]:
    """Return the sizes that follow from the inputs."""
    moves = given["players"] / given["seconds-per-move"]
    processes = ceil(moves * given["node-ms-per-move"] / 1000 / given["use"])
    memory_gb = given["players"] * given["kb-per-player"] * given["replicas"] * 1000 / GB
    commits = min(moves, processes * given["commits-per-node"])
    database_cores = (moves * given["database-ms-per-row"] + commits * given["database-ms-per-commit"]) / 1000
    shards = ceil(moves / given["shard-moves"])
    traffic_gb = moves * given["seats"] * (given["update-bytes"] + given["overhead-bytes"]) * MONTH_S / GB
    stored_gb = moves * given["row-bytes"] * DAY_S * given["keep-days"] / GB
    database_cores_planned = ceil(database_cores / given["use"] / shards) * shards
    money = {
        "nodes": processes * given["core-month"],
        "databases with a standby each": 2 * database_cores_planned * given["core-month"],
        "storage, twice": 2 * stored_gb * given["storage-gb-month"],
        "traffic": traffic_gb * given["traffic-gb"],
    }
    return {
        "tables": round(given["players"] / given["seats"]),
        "moves_per_second": round(moves),
        "node_processes": processes,
        "node_machines": ceil(processes / given["node-cores"]),
        "node_memory_gb": round(memory_gb),
        "sockets_per_process": round(given["players"] / processes),
        "database_rows_per_second": round(moves),
        "database_commits_per_second": round(commits),
        "database_cores": round(database_cores, 1),
        "wal_mb_per_second": round(moves * given["wal-bytes"] / 1e6, 1),
        "stored_tb": round(stored_gb * GB / TB, 1),
        "shards": shards,
        "traffic_mb_per_second": round(traffic_gb * 1000 / MONTH_S, 1),
        "money_per_month_usd": {name: round(value) for name, value in money.items()}
        | {"sum": round(sum(money.values()))},
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, (default, meaning) in INPUTS.items():
        parser.add_argument(f"--{name}", type=float, default=default, help=f"{meaning} (default: {default})")
    given = {name.replace("_", "-"): value for name, value in vars(parser.parse_args()).items()}
    print(json.dumps({"inputs": given, "result": calculate(given)}, indent=2))


if __name__ == "__main__":
    main()
