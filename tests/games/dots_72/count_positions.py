"""Perft: counts the move sequences within a hand, by the rules and by the oracle.

Simultaneous choices count in every order.
"""

from __future__ import annotations

from dottable.core.matches.match import Match
from dottable.games.dots_72.state import HAND_OVER
from dottable.games.dots_72.view import notation

from . import oracle
from .positions import moves


def count_by_oracle(position: oracle.Position, depth: int) -> int:
    """Return the number of sequences of `depth` moves according to the oracle."""
    if depth == 0:
        return 1
    if position.phase == "hand over":
        return 0
    ways = ((seat, move) for seat in oracle.awaited(position) for move in oracle.legal(position, seat))
    return sum(count_by_oracle(oracle.play(position, seat, move), depth - 1) for seat, move in ways)


def count_by_engine(match: Match, depth: int) -> int:
    """Return the number of sequences of `depth` moves according to the rules."""
    if depth == 0:
        return 1
    if match.state.phase == HAND_OVER:
        return 0
    total = 0
    for seat in match.to_act:
        for move in moves(match, seat):
            after = match.copy()
            assert after.apply(seat, notation.read_action(move)) is None
            total += count_by_engine(after, depth - 1)
    return total
