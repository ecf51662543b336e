"""Measures how long a review takes in a study worker of the server, from its start to the first and the last result.

python benchmarks/study/review_time.py dot_tiles dots_72 --matches 2
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
from pathlib import Path
from time import perf_counter
from typing import Any

from line_ups import play

from dottable.core.matches.match_log import write_log
from dottable.core.registry import find_game
from dottable.server.access.limits import Limits
from dottable.server.study.study_workers import MEGABYTE, WORKER_MODULE, StudyWorker
from dottable.server.study.worker_frames import JobRequest
from dottable.study.rollouts import seed_of


async def measure(slug: str, seats: int, n: int, name: str) -> dict[str, Any]:
    """Return the times of one review in a new worker process, in seconds."""
    match = play(find_game(slug), ("casual",) * seats, seed_of(name, slug, n))
    times: list[tuple[float, float]] = []
    start_s = perf_counter()
    worker = await StudyWorker.start(WORKER_MODULE)
    limits = Limits()
    request = JobRequest("review", [write_log(match)], limits.review_cpu_s, limits.review_memory_mb * MEGABYTE)
    pid = worker.process_id
    await worker.run_job(request, lambda _: times.append((perf_counter() - start_s, cpu_seconds(pid))))
    await worker.stop()
    (first_s, first_cpu_s), (complete_s, complete_cpu_s) = times[0], times[-1]
    return {
        "game": slug,
        "seats": seats,
        "moves": len(match.moves),
        "first_s": first_s,
        "first_cpu_s": first_cpu_s,
        "complete_s": complete_s,
        "complete_cpu_s": complete_cpu_s,
    }


def cpu_seconds(pid: int) -> float:
    """Return the CPU time of a process so far, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--matches", type=int, default=2)
    parser.add_argument("--seed", default="time")
    args = parser.parse_args()
    found = [await measure(slug, args.seats, n, args.seed) for slug in args.games for n in range(args.matches)]
    print(json.dumps({"reviews": found}, indent=2))


if __name__ == "__main__":
    asyncio.run(main())
