"""Hashes of all results that kernels compute in matches and searches, which `compare_backends.py` compares."""

from __future__ import annotations

import hashlib
from typing import Any

from dottable.bots.bot import Budget
from dottable.bots.search.search_bot import SearchBot, SearchConfig
from dottable.bots.seat_access import SeatAccess
from dottable.core.game import Game
from dottable.core.matches.batch import Batch
from dottable.core.matches.match import Match
from dottable.core.matches.seeded_series import Series, SeriesConfig, play_random_move
from dottable.core.options import options_varied_one_at_a_time
from dottable.core.primitives import chance
from dottable.core.primitives.rule import BACKEND
from dottable.core.primitives.seats import CLOCK, SPECTATOR
from dottable.core.registry import find_game

SEED = bytes(range(32))
MAX_BATCH_SIZE = 50
STEPS_PER_BATCH = 60
"""Number of steps of a batch in which every state, mask and observation is hashed. Of whole matches, only the results
are hashed."""
MOVES_BETWEEN_SEARCHES = 7


def digests(slug: str, matches: int, searches: int, simulations: int) -> dict[str, Any]:
    """Return counts, and hashes of results, states and choices."""
    game = find_game(slug)
    result_hash = hash_of_results(game, matches)
    batch_count, batch_hash = hash_of_batches(game, matches)
    views, view_hash = hash_of_views(game, max(1, matches // 500))
    choices = choices_of_search(game, searches, simulations)
    return {
        "backend": BACKEND,
        "matches": matches,
        "results": result_hash,
        "batches": batch_count,
        "states": batch_hash,
        "views": views,
        "seen": view_hash,
        "searches": len(choices),
        "choices": hashlib.sha256(repr(choices).encode()).hexdigest(),
    }


def configurations(game: Game) -> list[SeriesConfig]:
    """Return one series configuration per option set, with all numbers of seats in turn."""
    option_sets = list(options_varied_one_at_a_time(game.state.Options))
    counts = game.seat_counts
    rounds = max(len(option_sets), len(counts))
    return [SeriesConfig(game, counts[k % len(counts)], option_sets[k % len(option_sets)], SEED) for k in range(rounds)]


def hash_of_results(game: Game, matches: int) -> str:
    """Return a hash of the steps, scores and returns of whole random matches."""
    hasher = hashlib.sha256()
    configs = configurations(game)
    for k, config in enumerate(configs):
        results = Series(config).play(k * matches, -(-matches // len(configs)))
        for array in (results.steps, results.scores, results.returns):
            hasher.update(array.tobytes())
    return hasher.hexdigest()


def hash_of_batches(game: Game, matches: int) -> tuple[int, str]:
    """Return the number of batches, and a hash of the states, masks, observations and refusals of their first steps."""
    hasher = hashlib.sha256()
    configs = configurations(game)
    size = min(matches, MAX_BATCH_SIZE)
    count = matches // size
    for k in range(count):
        config = configs[k % len(configs)]
        seed = hashlib.sha256(SEED + bytes([k % 256, k // 256])).digest()
        batch = Batch(game, size, seats=config.seats, options=config.options, deck=config.deck, seed=seed)
        batch.reset()
        for _ in range(STEPS_PER_BATCH):
            hasher.update(batch.legal().tobytes())
            hasher.update(batch.observe().tobytes())
            batch.step(batch.sample_actions())
            hasher.update(batch.states.tobytes() + batch.reasons.tobytes() + batch.turns.tobytes())
        hasher.update(batch.outcome().tobytes() + batch.scores.tobytes())
    return count, hasher.hexdigest()


def hash_of_views(game: Game, matches: int) -> tuple[int, str]:
    """Return the number of views, and a hash of the views, refusals and determinizations of random matches."""
    hasher, count = hashlib.sha256(), 0
    configs = configurations(game)
    for k in range(matches):
        match, q = Series(configs[k % len(configs)]).match(k)
        while not match.is_over and len(match.moves) < STEPS_PER_BATCH:
            for seat in (SPECTATOR, *range(match.seats)):
                hasher.update(repr(match.view(seat)).encode())
                count += 1
            hasher.update(match.determinize(0, chance.seeded_generator(SEED)).state_bytes)
            hasher.update(repr([match.refusal(seat, len(match.moves)) for seat in range(match.seats)]).encode())
            play_random_move(match, q)
    return count, hasher.hexdigest()


def choices_of_search(game: Game, searches: int, simulations: int) -> list[int]:
    """Return the choices of the search bot in positions of random matches."""
    choices: list[int] = []
    configs = configurations(game)
    index = 0
    while len(choices) < searches:
        match, q = Series(configs[index % len(configs)]).match(index)
        choices += choices_in_match(match, q, min(20, searches - len(choices)), simulations)
        index += 1
    return choices


def choices_in_match(match: Match, q: Any, searches: int, simulations: int) -> list[int]:
    bot, choices = SearchBot(SearchConfig()), []
    while not match.is_over and len(choices) < searches:
        seats = [seat for seat in match.to_act if seat != CLOCK and len(match.legal(seat)) > 1]
        if seats:
            seed = len(choices).to_bytes(32, "little")
            choices.append(bot.choose(SeatAccess(match, seats[0]), Budget(simulations=simulations), seed))
        for _ in range(MOVES_BETWEEN_SEARCHES):
            if not match.is_over:
                play_random_move(match, q)
    return choices
