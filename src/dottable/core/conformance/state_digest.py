"""A hash over all states of random matches. The conformance kit compares it between modes of execution.

`python -m dottable.core.conformance.state_digest GAME MATCHES SEED` prints it, for example with NUMBA_DISABLE_JIT=1
(interpreted) or NUMBA_BOUNDSCHECK=1 (compiled, every index checked).
"""

from __future__ import annotations

import hashlib
import sys

import numpy as np

from dottable.core.game import Game
from dottable.core.matches.match import Match
from dottable.core.matches.seeded_series import Series, SeriesConfig, play_random_move
from dottable.core.options import options_varied_one_at_a_time
from dottable.core.primitives import chance
from dottable.core.primitives.record import rule_array
from dottable.core.registry import find_game

KNOWLEDGE_HASH_INTERVAL = 20
"""Number of moves between two hashes of an observation and a resampled state."""
MAX_STEPS_PER_MATCH, FULL_LENGTH_STEP_BUDGET, MAX_STEPS_PER_MATCH_OVER_BUDGET = 600, 60_000, 100
"""Step limits, because random matches of some games take thousands of steps. A match stops after MAX_STEPS_PER_MATCH
steps, and after MAX_STEPS_PER_MATCH_OVER_BUDGET once all matches together have taken FULL_LENGTH_STEP_BUDGET steps."""


def state_digest(game: Game, matches: int, seed: bytes) -> str:
    """Return a SHA-256 over every state of `matches` random matches, spread over all options and seat counts."""
    hasher = hashlib.sha256()
    option_sets = list(options_varied_one_at_a_time(game.state.Options))
    steps = 0
    for index in range(matches):
        seats = game.seat_counts[index // len(option_sets) % len(game.seat_counts)]
        series = Series(SeriesConfig(game, seats=seats, options=option_sets[index % len(option_sets)], seed=seed))
        match, states = play_and_hash(
            series, index, MAX_STEPS_PER_MATCH if steps < FULL_LENGTH_STEP_BUDGET else MAX_STEPS_PER_MATCH_OVER_BUDGET
        )
        hasher.update(states)
        steps += len(match.moves)
    return hasher.hexdigest()


def play_and_hash(series: Series, index: int, most_steps: int) -> tuple[Match, bytes]:
    """Play match number `index` of a series at random. Return the match and a SHA-256 over all its states."""
    match, q = series.match(index)
    hasher = hashlib.sha256(match.state_bytes)
    while not match.is_over and len(match.moves) < most_steps:
        if play_random_move(match, q):
            break
        hasher.update(match.state_bytes)
        if len(match.moves) % KNOWLEDGE_HASH_INTERVAL == 0:
            hasher.update(_knowledge_bytes(match, len(match.moves) % match.seats))
    hasher.update(repr((match.scores(), match.returns())).encode())
    return match, hasher.digest()


def _knowledge_bytes(match: Match, seat: int) -> bytes:
    """Return the bytes of a seat's observation followed by those of a state resampled for the seat."""
    observation = np.zeros(match.game.knowledge.OBSERVATION_SIZE, np.int16)
    match.game.kernels.observe_at(match.states, 0, seat, observation)
    g = chance.new_generator()
    chance.set_key(rule_array(g), rule_array(np.arange(chance.KEY_WORDS, dtype=np.uint32)))
    return observation.tobytes() + match.determinize(seat, g).state_bytes


def main() -> None:
    """Print the digest for game, match count and seed (hexadecimal) from the command line."""
    name, matches, seed = sys.argv[1], int(sys.argv[2]), bytes.fromhex(sys.argv[3])
    game = find_game(name)
    sys.stdout.write(state_digest(game, matches, seed))


if __name__ == "__main__":
    main()
