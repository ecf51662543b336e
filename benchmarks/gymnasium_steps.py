"""Sizes and speed of the Gymnasium vector environment by game and variant, as the Markdown table of docs/research.md.

A random learner plays against `--opponent`. Steps are the learner's; seconds are CPU time of this process.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

from gymnasium.vector import AutoresetMode

from dottable.core.registry import installed_games
from dottable.research.gymnasium.vector_env import SingleAgentVectorEnv
from dottable.research.small_variants import VARIANTS


def table_row(slug: str, variant: str | None, args: argparse.Namespace) -> str:
    """Return actions, observation length, mean episode length and steps per second of one environment."""
    settings: dict[str, Any] = {"variant": variant, "opponent": args.opponent, "seat": "rotate"}
    env = SingleAgentVectorEnv(slug, args.envs, autoreset_mode=AutoresetMode.SAME_STEP, copy=False, **settings)
    env.reset(seed=1)
    env.step(env.sample_actions())  # compiles before the time is measured
    steps, ends, seconds = 0, 0, 0.0
    while seconds < args.seconds or ends < args.envs:
        actions = env.sample_actions()
        start = time.process_time()
        _, _, terminations, _, _ = env.step(actions)
        seconds += time.process_time() - start
        steps, ends = steps + args.envs, ends + int(terminations.sum())
    sizes = f"{len(env.setup.action_of)} | {len(env.setup.columns)}"
    return f"| `{slug}` | {variant or 'whole'} | {sizes} | {steps / ends:.0f} | {steps / seconds:,.0f} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", default=list(installed_games()), metavar="SLUG")
    parser.add_argument("--envs", type=int, default=256)
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU time per row, at least")
    parser.add_argument("--opponent", default="greedy", help="random or greedy")
    args = parser.parse_args()
    print("| game | variant | actions | observation | steps per episode | steps per second |")
    print("|---|---|---|---|---|---|")
    for slug in args.games:
        for variant in (None, *VARIANTS.get(slug, {})):
            print(table_row(slug, variant, args), flush=True)


if __name__ == "__main__":
    main()
