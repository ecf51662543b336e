"""Speed of random play in PettingZoo's connect four through its AEC loop; measures once per line of input."""

from __future__ import annotations

import json
import random
import sys
import time

from pettingzoo.classic import connect_four_v3


def play_match(env, rng: random.Random) -> int:
    """Play one match, reading observation and mask before every move; return the number of moves."""
    env.reset()
    moves = 0
    while True:
        observation, _, is_over, is_truncated, _ = env.last()
        if is_over or is_truncated:
            return moves
        mask = observation["action_mask"]
        env.step(rng.choice([column for column in range(7) if mask[column]]))
        moves += 1


def main() -> None:
    env = connect_four_v3.raw_env()
    for line in sys.stdin:
        seed, seconds = json.loads(line)
        rng = random.Random(seed)
        moves, start = 0, time.process_time()
        while time.process_time() - start < seconds:
            moves += play_match(env, rng)
        print(json.dumps({"aec loop": moves / (time.process_time() - start)}), flush=True)


if __name__ == "__main__":
    main()
