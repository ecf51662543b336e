"""Counts of action sequences to a depth, by the engine and by the referee; draws are counted by face."""

from __future__ import annotations

from collections.abc import Iterator

from dottable.core.match import Match
from dottable.games.dot_tiles.state import STANDARD

from . import oracle
from .positions import bag_faces


def count_by_oracle(position: oracle.Position, depth: int) -> int:
    """How many ways the referee finds to make `depth` moves."""
    if depth == 0:
        return 1
    after = (oracle.play(position, move) for move in oracle.legal(position))
    return sum(count_by_oracle(drawn, depth - 1) for p in after for drawn in oracle.draws(p))


def count_by_engine(match: Match, depth: int) -> int:
    """How many ways the rules find to make `depth` moves."""
    if depth == 0:
        return 1
    return sum(count_by_engine(drawn, depth - 1) for after in after_each_move(match) for drawn in each_draw(after))


def after_each_move(match: Match) -> Iterator[Match]:
    """A copy of the match for every legal move."""
    for seat in match.to_act:
        for action in match.legal(seat):
            after = match.copy()
            assert after.apply(seat, action) is None
            yield after


def each_draw(match: Match) -> Iterator[Match]:
    """The match for every face that could have been drawn instead of the one that was."""
    if match.state.phase != STANDARD:
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
