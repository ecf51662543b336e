"""Seat numbers, and sets of seats as bit masks (bit k for seat k), so that compiled rules can return them."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from dottable.core.primitives.rule import rule

MAX_SEATS = 8
"""Largest number of seats in any game."""
CLOCK = 31
"""The number of the pseudo-seat that acts when a deadline has passed."""
SPECTATOR = -1
"""The number that stands for a spectator, who knows only what is public."""


@rule
def seat_mask(seat: int) -> int:
    """Return the bit mask that holds one seat."""
    return 1 << seat


@rule
def all_seats(seats: int) -> int:
    """Return the bit mask of seats 0 to `seats` - 1."""
    return (1 << seats) - 1


@rule
def has_seat(mask: int, seat: int) -> bool:
    """Return whether a bit mask holds a seat."""
    return (mask >> seat) & 1 == 1


@rule
def popcount(mask: int) -> int:
    """Return the number of set bits of a mask: how many seats it holds."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@rule
def nth_set_bit(mask: int, n: int) -> int:
    """Return the position of the n-th set bit, with n counted from 0 at the lowest bit."""
    for _ in range(n):
        mask &= mask - 1
    seat = 0
    while (mask >> seat) & 1 == 0:
        seat += 1
    return seat


@rule
def share_win(seats: int, winners: int, out: Any) -> None:
    """Write zero-sum returns (-1 to 1) to `out`. Seats in the bit mask `winners` share the win, others the loss."""
    won = popcount(winners)
    for seat in range(seats):
        gain = seats / won if has_seat(winners, seat) else 0.0
        out[seat] = (gain - 1.0) / (seats - 1)


@rule
def highest_wins(seats: int, out: Any) -> None:
    """Replace the points in `out` by zero-sum returns (-1 to 1). The highest points win; ties share the win."""
    winners = 0
    best = out[0]
    for seat in range(seats):
        if out[seat] > best:
            best, winners = out[seat], 0
        if out[seat] == best:
            winners |= seat_mask(seat)
    share_win(seats, winners, out)


@lru_cache(4096)
def seats_of_mask(mask: int) -> tuple[int, ...]:
    """Return the seat numbers of a bit mask in ascending order, so the clock comes last."""
    return tuple(seat for seat in range(CLOCK + 1) if mask >> seat & 1)
