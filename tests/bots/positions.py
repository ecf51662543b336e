"""Positions from random matches, for tests of bots."""

from __future__ import annotations

from collections.abc import Iterator

from dottable.core.matches.match import Match
from dottable.core.matches.seeded_series import Series, SeriesConfig, play_random_move, seed_from
from dottable.core.primitives.seats import CLOCK
from dottable.core.registry import find_game

MOVE_COUNTS = (0, 1, 3, 8, 13, 21, 34, 60)
MAX_EXTRA_MOVES = 24
"""Maximum number of moves added to each of MOVE_COUNTS. More would exceed a short match."""


def positions(slug: str, count: int, *, seats: int | None = None) -> Iterator[tuple[Match, int]]:
    """Yield matches after some random moves, each with a seat that has several legal actions."""
    game = find_game(slug)
    found = index = 0
    while found < count:
        seat_count = seats or game.seat_counts[index % len(game.seat_counts)]
        series = Series(SeriesConfig(game, seats=seat_count, options=game.state.Options(), seed=seed_from("positions")))
        match, q = series.match(index)
        for _ in range(MOVE_COUNTS[index % len(MOVE_COUNTS)] + index // len(MOVE_COUNTS) % MAX_EXTRA_MOVES):
            if not match.is_over:
                play_random_move(match, q)
        choosing = [seat for seat in match.to_act if seat != CLOCK and len(match.legal(seat)) > 1]
        index += 1
        if choosing:
            found += 1
            yield match, choosing[found % len(choosing)]
