"""Pgx's connect four on the CPU, batch 4096: one measurement for each line on the standard input.

Two ways: wholly inside one jit, and a Python loop over a jitted, vmapped step. Each is measured with
finished boards starting anew (Pgx's own `auto_reset`), where every step is a move, and without, where
boards that are over are stepped and counted as well; the faster one counts, whatever it counts.
"""

from __future__ import annotations

import json
import sys
import time

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental.wrappers import auto_reset

BATCH = 4096
STEPS = 42
"""A board is full after so many moves."""

game = pgx.make("connect_four")
begin = jax.jit(jax.vmap(game.init))
resetting_step = jax.vmap(auto_reset(game.step, game.init))
plain_step = jax.vmap(game.step)


def choose(key, mask):
    """A random legal column: one uniform number a board, which is several times as fast as `categorical`."""
    seen = jnp.cumsum(mask, axis=-1)
    wanted = jnp.floor(jax.random.uniform(key, (BATCH, 1)) * seen[:, -1:])
    return jnp.argmax(seen > wanted, axis=-1)


def move_resetting(state, key):
    first, second = jax.random.split(key)
    return resetting_step(state, choose(first, state.legal_action_mask), jax.random.split(second, BATCH))


def move_plainly(state, key):
    return plain_step(state, choose(key, state.legal_action_mask))


def play_in_jit(move):
    @jax.jit
    def play(state, key):
        return jax.lax.scan(lambda s, k: (move(s, k), None), state, jax.random.split(key, STEPS))[0]

    return play


def play_in_python(move):
    step, split = jax.jit(move), jax.jit(jax.random.split)

    def play(state, key):
        for _ in range(STEPS):
            key, now = split(key)
            state = step(state, now)
        return state

    return play


WAYS = {
    "jit": [play_in_jit(move_resetting), play_in_jit(move_plainly)],
    "python loop": [play_in_python(move_resetting), play_in_python(move_plainly)],
}


def rate(play, number: int, seconds: float) -> float:
    """Steps per second."""
    state = begin(jax.random.split(jax.random.PRNGKey(number), BATCH))
    play(state, jax.random.PRNGKey(number)).terminated.block_until_ready()
    rounds, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        play(state, jax.random.PRNGKey(number + rounds)).terminated.block_until_ready()
        rounds += 1
    return rounds * STEPS * BATCH / (time.process_time() - start)


def main() -> None:
    for line in sys.stdin:
        number, seconds = json.loads(line)
        rates = {way: max(rate(play, number, seconds) for play in plays) for way, plays in WAYS.items()}
        print(json.dumps(rates), flush=True)


if __name__ == "__main__":
    main()
