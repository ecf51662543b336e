"""PettingZoo's connect four, played at random through its AEC loop: one measurement for each line on the input."""

from __future__ import annotations

import json
import random
import sys
import time

from pettingzoo.classic import connect_four_v3


def play_match(env, luck: random.Random) -> int:
    """One match from `reset` to the end, reading observation and mask as a player does; the number of moves."""
    env.reset()
    moves = 0
    while True:
        observation, _, is_over, is_cut, _ = env.last()
        if is_over or is_cut:
            return moves
        mask = observation["action_mask"]
        env.step(luck.choice([column for column in range(7) if mask[column]]))
        moves += 1


def main() -> None:
    env = connect_four_v3.raw_env()
    for line in sys.stdin:
        number, seconds = json.loads(line)
        luck = random.Random(number)
        moves, start = 0, time.process_time()
        while time.process_time() - start < seconds:
            moves += play_match(env, luck)
        print(json.dumps({"aec loop": moves / (time.process_time() - start)}), flush=True)


if __name__ == "__main__":
    main()
