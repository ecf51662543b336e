"""Connect four on one core: our speed compared with OpenSpiel's C++, Pgx and PettingZoo, as one JSON object.

    python -m venv PEERS && PEERS/bin/pip install -r benchmarks/research/requirements.txt
    python benchmarks/research/connect_four.py --peers-python PEERS/bin/python

All processes are pinned to one core, and only one measures at a time. Times are CPU seconds, which exclude waiting
on a busy core. A ratio (our rate divided by the peer's) is the median over all rounds. For a peer with several
methods the fastest one counts.
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
TARGET_RATIOS = {
    "playouts / openspiel": 10,
    "playouts / pgx jit": 10,
    "playouts / pettingzoo": 100,
    "batched step / pgx python loop": 5,
}
Measurement = Callable[[int, float], dict[str, float]]
"""Takes a seed and a duration in seconds; returns steps per CPU second by method."""


def ours() -> Measurement:
    """Return the measurement of our compiled playouts and of `Batch.step`, whose finished matches restart."""
    from dottable.core.matches.batch import Batch
    from dottable.core.matches.seeded_series import Series, SeriesConfig
    from dottable.core.registry import load_game_folder

    game = load_game_folder(ROOT / "examples" / "connect_four")
    series = Series(SeriesConfig(game, seats=2, options=game.state.Options(), seed=bytes(32)))
    batch = Batch(game, BATCH, seats=2, seed=bytes(32))
    batch.reset()

    def playouts(seed: int, seconds: float) -> float:
        steps, start = 0, time.process_time()
        while time.process_time() - start < seconds:
            steps += int(series.play(seed * 10_000_000 + steps, 10_000).steps.sum())
        return steps / (time.process_time() - start)

    def batched(seconds: float) -> float:
        steps, start = 0, time.process_time()
        while time.process_time() - start < seconds:
            batch.step(batch.sample_actions())
            steps += BATCH
            is_over = batch.is_over
            if is_over.any():
                batch.reset(is_over)
        return steps / (time.process_time() - start)

    return lambda seed, seconds: {"playouts": playouts(seed, seconds), "batched step": batched(seconds)}


def openspiel() -> Measurement:
    """Return the measurement of OpenSpiel's two methods of random play in C++ (`lab/bench/openspiel_benchmark.py`)."""
    from dottable.lab.bench.openspiel_benchmark import OpenSpielPlayoutBenchmark

    peer = OpenSpielPlayoutBenchmark("connect_four", 0.4)

    def rate(method: str, seed: int) -> float:
        peer.method = method
        wall, processor = time.perf_counter(), time.process_time()
        wall_rate = peer.measure_rate(seed)
        return wall_rate * (time.perf_counter() - wall) / (time.process_time() - processor)

    methods = ("random bots", "rollout evaluator")
    return lambda seed, _: {f"openspiel {method}": rate(method, seed) for method in methods}


def peer_process(python: str, name: str) -> Measurement:
    """Return the measurement of a peer in its own process, which measures once per line of input."""
    command = [python, str(HERE / "peers" / f"{name}_connect_four.py")]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def rates(seed: int, seconds: float) -> dict[str, float]:
        assert process.stdin is not None
        assert process.stdout is not None
        print(json.dumps([seed, seconds]), file=process.stdin, flush=True)
        answer: dict[str, float] = json.loads(process.stdout.readline())
        return {f"{name} {method}": rate for method, rate in answer.items()}

    return rates


def ratios(row: dict[str, float]) -> dict[str, float]:
    """Return our rates divided by those of the peers, in one round."""
    fastest = max(rate for name, rate in row.items() if name.startswith("openspiel"))
    return {
        "playouts / openspiel": row["playouts"] / fastest,
        "playouts / pgx jit": row["playouts"] / row["pgx jit"],
        "playouts / pettingzoo": row["playouts"] / row["pettingzoo aec loop"],
        "batched step / pgx python loop": row["batched step"] / row["pgx python loop"],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peers-python", default=sys.executable, help="Python interpreter with Pgx and PettingZoo")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.5, help="seconds per measurement")
    given = parser.parse_args()
    core = min(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    measurements = [ours(), openspiel(), *(peer_process(given.peers_python, name) for name in ("pgx", "pettingzoo"))]
    for measure in measurements:
        measure(0, 0.1)  # compiles
    rows: list[dict[str, float]] = []
    for seed in range(1, given.rounds + 1):
        print(f"round {seed} of {given.rounds}", file=sys.stderr)
        rows.append({name: rate for measure in measurements for name, rate in measure(seed, given.seconds).items()})
    round_ratios = [ratios(row) for row in rows]
    report = {
        "rounds": given.rounds,
        "load": os.getloadavg()[0],
        "steps_per_second": {name: round(median(row[name] for row in rows)) for name in rows[0]},
        "ratios": {name: round(median(each[name] for each in round_ratios), 1) for name in TARGET_RATIOS},
        "bars": TARGET_RATIOS,
    }
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
