"""Perft: counts the action sequences of a given length, by the rules and by the oracle. Equal draws count once."""

from __future__ import annotations

from collections.abc import Iterator

from dottable.core.matches.match import Match
from dottable.games.dot_tiles.state import STANDARD_TURN

from . import oracle
from .positions import bag_faces


def count_by_oracle(position: oracle.Position, depth: int) -> int:
    """Return the number of sequences of `depth` moves according to the oracle."""
    if depth == 0:
        return 1
    after = (oracle.play(position, move) for move in oracle.legal(position))
    return sum(count_by_oracle(drawn, depth - 1) for p in after for drawn in oracle.positions_after_draw(p))


def count_by_engine(match: Match, depth: int) -> int:
    """Return the number of sequences of `depth` moves according to the rules."""
    if depth == 0:
        return 1
    return sum(
        count_by_engine(drawn, depth - 1)
        for after in match_after_each_move(match)
        for drawn in match_with_each_draw(after)
    )


def match_after_each_move(match: Match) -> Iterator[Match]:
    """Yield a copy of the match after each legal move."""
    for seat in match.to_act:
        for action in match.legal(seat):
            after = match.copy()
            assert after.apply(seat, action) is None
            yield after


def match_with_each_draw(match: Match) -> Iterator[Match]:
    """Yield the match with each face that could have been drawn."""
    if match.state.phase != STANDARD_TURN:
        yield match
        return
    faces = [*bag_faces(match), int(match.state.drawn)]
    for face in sorted(set(faces)):
        other = match.copy()
        rest = [*faces]
        rest.remove(face)
        other.state.bag[: len(rest)] = rest
        other.state.drawn = face
        yield other
