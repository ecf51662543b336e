"""Steps per second of `core.matches.batch.Batch` by game and batch size, as one JSON object."""

from __future__ import annotations

import json
import time

from dottable.core.matches.batch import Batch
from dottable.core.registry import installed_games

SIZES = (1, 64, 4096)
SECONDS = 0.5


def rate(batch: Batch) -> float:
    """Return the steps per second with random actions, which `step` checks; finished matches restart."""
    batch.reset()
    steps, start = 0, time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        batch.step(batch.sample_actions())
        steps += batch.size
        if batch.is_over.any():
            batch.reset(batch.is_over)
    return steps / (time.perf_counter() - start)


def main() -> None:
    report = {}
    for slug, game in installed_games().items():
        report[slug] = {}
        for size in SIZES:
            batch = Batch(game, size, seed=bytes(32))
            batch.reset()
            batch.step(batch.sample_actions())
            report[slug][f"batch_{size}_steps_per_second"] = rate(batch)
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
