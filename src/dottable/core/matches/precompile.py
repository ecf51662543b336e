"""Compiles, or loads from the disk cache, every function that a match of a game calls."""

from __future__ import annotations

from dottable.core.game import Game
from dottable.core.matches.match import Match
from dottable.core.primitives.fast_rng import new_generator, set_seed
from dottable.core.primitives.record import rule_array
from dottable.core.primitives.seats import CLOCK, SPECTATOR

RANDOM_MOVES_PLAYED = 40
"""Number of random moves that are played to compile the rules; enough to reach every kernel."""


def precompile_rules(game: Game) -> None:
    """Play some random moves, so that Numba compiles every function that a live match of the game calls."""
    match = Match(game)
    q = new_generator()
    set_seed(rule_array(q), 1, 2)
    for _ in range(RANDOM_MOVES_PLAYED):
        if match.is_over:
            break
        for seat in range(match.seats):
            match.refusal(seat, (match.legal(seat) or [0])[0])
        match.view(SPECTATOR)
        match.view(0)
        if set(match.to_act) == {CLOCK}:
            match.apply_clock_move()
            continue
        match.apply(*match.random_move(q))
    match.scores()
    match.returns()
    match.deadline_ms  # noqa: B018
