"""Connect four on one core: ours beside OpenSpiel's C++, Pgx and PettingZoo, in turns; one JSON object.

    python -m venv PEERS && PEERS/bin/pip install -r benchmarks/research/requirements.txt
    python benchmarks/research/connect_four.py --peers-python PEERS/bin/python

Every process is held to the same core and only one of them measures at a time, in seconds of the
processor: on an idle core they are those of the clock, on a busy one they leave out the waiting. A ratio
is the median over the rounds of ours by theirs. A peer with several ways is taken at its fastest.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BATCH = 4096
BARS = {
    "playouts / openspiel": 10,
    "playouts / pgx jit": 10,
    "playouts / pettingzoo": 100,
    "batched step / pgx python loop": 5,
}
Rates = Callable[[int, float], dict[str, float]]


def ours() -> Rates:
    """Compiled playouts, and the batched step called from Python with finished matches starting anew."""
    from dottable.core.batch import Batch
    from dottable.core.registry import load_folder
    from dottable.core.series import Series

    game = load_folder(ROOT / "examples" / "connect_four")
    series = Series(game, seats=2, options=game.state.Options(), seed=bytes(32))
    batch = Batch(game, BATCH, seats=2, seed=bytes(32))
    batch.reset()

    def playouts(number: int, seconds: float) -> float:
        steps, start = 0, time.process_time()
        while time.process_time() - start < seconds:
            steps += int(series.play(number * 10_000_000 + steps, 10_000).steps.sum())
        return steps / (time.process_time() - start)

    def batched(seconds: float) -> float:
        steps, start = 0, time.process_time()
        while time.process_time() - start < seconds:
            batch.step(batch.sample())
            steps += BATCH
            is_over = batch.is_over
            if is_over.any():
                batch.reset(is_over)
        return steps / (time.process_time() - start)

    return lambda number, seconds: {"playouts": playouts(number, seconds), "batched step": batched(seconds)}


def openspiel() -> Rates:
    """Both of its ways to play at random wholly in C++ (`lab/peers.py`)."""
    from dottable.lab.peers import Peer

    peer = Peer("connect_four", 0.4)

    def rate(way: str, number: int) -> float:
        peer.method = way
        wall, processor = time.perf_counter(), time.process_time()
        by_the_wall = peer.rate(number)
        return by_the_wall * (time.perf_counter() - wall) / (time.process_time() - processor)

    return lambda number, _: {f"openspiel {way}": rate(way, number) for way in ("random bots", "rollout evaluator")}


def elsewhere(python: str, name: str) -> Rates:
    """A peer in a process of its own, which waits until it is asked."""
    command = [python, str(HERE / "peers" / f"{name}_way.py")]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def rates(number: int, seconds: float) -> dict[str, float]:
        assert process.stdin is not None
        assert process.stdout is not None
        print(json.dumps([number, seconds]), file=process.stdin, flush=True)
        answer: dict[str, float] = json.loads(process.stdout.readline())
        return {f"{name} {way}": rate for way, rate in answer.items()}

    return rates


def ratios(row: dict[str, float]) -> dict[str, float]:
    """How many times as fast we are, in one round."""
    fastest = max(rate for name, rate in row.items() if name.startswith("openspiel"))
    return {
        "playouts / openspiel": row["playouts"] / fastest,
        "playouts / pgx jit": row["playouts"] / row["pgx jit"],
        "playouts / pettingzoo": row["playouts"] / row["pettingzoo aec loop"],
        "batched step / pgx python loop": row["batched step"] / row["pgx python loop"],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peers-python", default=sys.executable, help="a Python that has Pgx and PettingZoo")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.5, help="for each measurement")
    given = parser.parse_args()
    core = min(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    contestants = [ours(), openspiel(), *(elsewhere(given.peers_python, name) for name in ("pgx", "pettingzoo"))]
    for measure in contestants:
        measure(0, 0.1)
    rows: list[dict[str, float]] = []
    for number in range(1, given.rounds + 1):
        print(f"round {number} of {given.rounds}", file=sys.stderr)
        rows.append({name: rate for measure in contestants for name, rate in measure(number, given.seconds).items()})
    in_rounds = [ratios(row) for row in rows]
    report = {
        "rounds": given.rounds,
        "load": os.getloadavg()[0],
        "steps_per_second": {name: round(median(row[name] for row in rows)) for name in rows[0]},
        "ratios": {name: round(median(each[name] for each in in_rounds), 1) for name in BARS},
        "bars": BARS,
    }
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
