"""Perft: numbers of action sequences of a given length, by the rules and by the oracle."""

from __future__ import annotations

from dottable.core.matches.match import Match

from . import oracle


def count_by_oracle(position: oracle.Position, depth: int) -> int:
    """Return the number of sequences of `depth` moves according to the oracle."""
    if depth == 0:
        return 1
    return sum(count_by_oracle(oracle.play(position, move), depth - 1) for move in oracle.legal(position))


def count_by_engine(match: Match, depth: int) -> int:
    """Return the number of sequences of `depth` moves according to the rules."""
    if depth == 0:
        return 1
    count = 0
    for seat in match.to_act:
        for action in match.legal(seat):
            after = match.copy()
            assert after.apply(seat, action) is None
            count += count_by_engine(after, depth - 1)
    return count
