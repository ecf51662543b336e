"""Seats and sets of seats. A set is a bit mask, so that compiled rules can return it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from dottable.core.rule import rule

MAX_SEATS = 8
CLOCK = 31
"""The seat of the clock: it moves when a deadline has passed."""
SPECTATOR = -1
"""Looks on, sits nowhere, knows only what is public."""


@rule
def only(seat: int) -> int:
    """The set of one seat."""
    return 1 << seat


@rule
def everyone(seats: int) -> int:
    """The set of the first `seats` seats."""
    return (1 << seats) - 1


@rule
def has(mask: int, seat: int) -> bool:
    """Whether the seat is in the set."""
    return (mask >> seat) & 1 == 1


@rule
def how_many(mask: int) -> int:
    """The size of the set."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@rule
def nth(mask: int, n: int) -> int:
    """The n-th seat of the set, counted from 0 and from the lowest."""
    for _ in range(n):
        mask &= mask - 1
    seat = 0
    while (mask >> seat) & 1 == 0:
        seat += 1
    return seat


@rule
def share_win(seats: int, winners: int, out: Any) -> None:
    """Zero-sum returns: winners share the win equally, the others share the loss."""
    won = how_many(winners)
    for seat in range(seats):
        gain = seats / won if has(winners, seat) else 0.0
        out[seat] = (gain - 1.0) / (seats - 1)


@rule
def highest_wins(seats: int, out: Any) -> None:
    """Turn the points that `out` holds into returns: the highest wins, ties share the win."""
    winners = 0
    best = out[0]
    for seat in range(seats):
        if out[seat] > best:
            best, winners = out[seat], 0
        if out[seat] == best:
            winners |= only(seat)
    share_win(seats, winners, out)


@lru_cache(4096)
def members(mask: int) -> tuple[int, ...]:
    """The seats of a set, the clock last."""
    return tuple(seat for seat in range(CLOCK + 1) if mask >> seat & 1)
