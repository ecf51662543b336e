"""The rules: the starting player makes all tosses, and each toss scores for one of the two players."""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.chance import random_below
from dottable.core.primitives.rule import rule
from dottable.core.primitives.seats import highest_wins, seat_mask

from .state import TOSSES

PIECE_KINDS = 1


@rule
def setup(s: Any, settings: Any) -> None:
    s.luck = settings[0]
    s.starter = random_below(s.rng, 2)


@rule
def to_act(s: Any) -> int:
    return seat_mask(s.starter) if s.tossed < TOSSES else 0


@rule
def deadline(s: Any) -> int:
    return -1


@rule
def legal(s: Any, seat: int, out: Any) -> int:
    out[0] = 0
    return 1 if s.tossed < TOSSES and seat == s.starter else 0


@rule
def why_not(s: Any, seat: int, action: int) -> int:
    return 0


@rule
def play(s: Any, seat: int, action: int, at_ms: int) -> None:
    s.won[s.starter if random_below(s.rng, 100) < s.luck else 1 - s.starter] += 1
    s.tossed += 1


@rule
def scores(s: Any, out: Any) -> None:
    for seat in range(2):
        out[seat] = s.won[seat]


@rule
def returns(s: Any, out: Any) -> None:
    scores(s, out)
    highest_wins(2, out)


@rule
def count_pieces(s: Any, out: Any) -> None:
    out[0] += 1
