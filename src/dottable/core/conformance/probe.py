"""Plays matches in this process's mode and prints one digest; run by the kit in other modes.

`python -m dottable.core.conformance.probe GAME MATCHES SEED` with NUMBA_DISABLE_JIT=1 (interpreted)
or NUMBA_BOUNDSCHECK=1 (compiled, every index checked).
"""

from __future__ import annotations

import hashlib
import sys

import numpy as np

from dottable.core import chance
from dottable.core.game import Game
from dottable.core.match import Match
from dottable.core.options import variants
from dottable.core.record import for_rules
from dottable.core.registry import find
from dottable.core.series import Series, play_random

KNOWLEDGE_EVERY = 20
LONG_MATCH, MANY_STEPS, SHORT_MATCH = 600, 60_000, 100
"""Random matches of some games go on for thousands of steps: each is cut after LONG_MATCH steps,
and after SHORT_MATCH once all matches together have taken MANY_STEPS."""


def digest(game: Game, matches: int, seed: bytes) -> str:
    """One hash over every state of `matches` matches, spread over all options and numbers of seats."""
    whole = hashlib.sha256()
    sets = list(variants(game.state.Options))
    steps = 0
    for index in range(matches):
        seats = game.seat_counts[index // len(sets) % len(game.seat_counts)]
        series = Series(game, seats=seats, options=sets[index % len(sets)], seed=seed)
        match, states = play_hashed(series, index, LONG_MATCH if steps < MANY_STEPS else SHORT_MATCH)
        whole.update(states)
        steps += len(match.moves)
    return whole.hexdigest()


def play_hashed(series: Series, index: int, most_steps: int) -> tuple[Match, bytes]:
    """Play a match of a series, and hash every state on the way."""
    match, q = series.match(index)
    whole = hashlib.sha256(match.state_bytes)
    while not match.is_over and len(match.moves) < most_steps:
        if play_random(match, q):
            break
        whole.update(match.state_bytes)
        if len(match.moves) % KNOWLEDGE_EVERY == 0:
            whole.update(_knowledge(match, len(match.moves) % match.seats))
    whole.update(repr((match.scores(), match.returns())).encode())
    return match, whole.digest()


def _knowledge(match: Match, seat: int) -> bytes:
    """A seat's tensor and a resampled state."""
    tensor = np.zeros(match.game.knowledge.OBSERVATION, np.int16)
    match.game.kernels.write_observation(match._rules_states, 0, seat, for_rules(tensor))
    g = chance.generator()
    chance.start(for_rules(g), for_rules(np.arange(chance.KEY_WORDS, dtype=np.uint32)))
    return tensor.tobytes() + match.imagine(seat, g).state_bytes


def main() -> None:
    name, matches, seed = sys.argv[1], int(sys.argv[2]), bytes.fromhex(sys.argv[3])
    game = find(name)
    sys.stdout.write(digest(game, matches, seed))


if __name__ == "__main__":
    main()
