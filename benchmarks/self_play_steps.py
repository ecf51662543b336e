"""Steps per second of `SelfPlayEnv` by game, as one JSON object: random play with masks and observations.

Measured in CPU time of the process, so that other programs on the machine have little effect.
"""

from __future__ import annotations

import argparse
import json
import os
import time

from dottable.core.registry import installed_games
from dottable.research.self_play_env import SelfPlayEnv

WARM_UP_STEPS = 60


def rate(env: SelfPlayEnv, seconds: float) -> dict[str, float]:
    """Return steps per second of CPU time and of wall time."""
    env.reset(seed=1)
    for _ in range(WARM_UP_STEPS):
        env.step(env.sample_actions())
    steps, cpu, wall = 0, time.process_time(), time.perf_counter()
    while time.process_time() - cpu < seconds:
        env.step(env.sample_actions())
        steps += env.num_envs
    return {
        "steps_per_cpu_second": steps / (time.process_time() - cpu),
        "steps_per_second": steps / (time.perf_counter() - wall),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--seconds", type=float, default=2.0)
    args = parser.parse_args()
    report = {slug: rate(SelfPlayEnv(game, args.batch), args.seconds) for slug, game in installed_games().items()}
    print(json.dumps({"batch": args.batch, "load": os.getloadavg(), "games": report}, indent=2))


if __name__ == "__main__":
    main()
