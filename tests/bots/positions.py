"""Positions from random matches, for tests of bots."""

from __future__ import annotations

from collections.abc import Iterator

from dottable.core.match import Match
from dottable.core.registry import find
from dottable.core.seats import CLOCK
from dottable.core.series import Series, play_random, seed_from

STEPS = (0, 1, 3, 8, 13, 21, 34, 60)
LATER = 24
"""So many moves are added to each of the steps, one more from time to time; more would outlast a short match."""


def positions(slug: str, count: int, *, seats: int | None = None) -> Iterator[tuple[Match, int]]:
    """Matches after some random moves, each with a seat that has several actions to choose from."""
    game = find(slug)
    found = index = 0
    while found < count:
        seat_count = seats or game.seat_counts[index % len(game.seat_counts)]
        series = Series(game, seats=seat_count, options=game.state.Options(), seed=seed_from("positions"))
        match, q = series.match(index)
        for _ in range(STEPS[index % len(STEPS)] + index // len(STEPS) % LATER):
            if not match.is_over:
                play_random(match, q)
        choosing = [seat for seat in match.to_act if seat != CLOCK and len(match.legal(seat)) > 1]
        index += 1
        if choosing:
            found += 1
            yield match, choosing[found % len(choosing)]
