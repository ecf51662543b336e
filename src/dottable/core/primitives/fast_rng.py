"""A fast random generator for random play and sampling, never for the chance of a match.

MWC64X (multiply-with-carry, 64 bits): one multiplication per draw.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dottable.core.primitives.record import Array
from dottable.core.primitives.rule import rule

WORD_MASK = 0xFFFFFFFF
MULTIPLIER = 4294883355
"""Multiplier of MWC64X."""


@rule
def set_seed(q: Any, low: int, high: int) -> None:
    """Seed the generator `q` with two random 32-bit words. The carry is reduced below the multiplier and is never 0."""
    q[0] = low & WORD_MASK
    q[1] = 1 + (high & WORD_MASK) % (MULTIPLIER - 2)


@rule
def next_word(q: Any) -> int:
    """Return the next 32 random bits of the generator `q`."""
    low, carry = q[0], q[1]
    product = low * MULTIPLIER + carry  # may fill all 64 bits, hence the mask on the upper half
    q[0] = product & WORD_MASK
    q[1] = (product >> 32) & WORD_MASK
    return low ^ carry


@rule
def random_below(q: Any, bound: int) -> int:
    """Return a random integer in 0..bound-1, with a bias below bound / 2**32."""
    return (next_word(q) * bound) >> 32


def new_generator() -> Array:
    """Return the array of a fast generator that is not seeded yet."""
    return np.zeros(2, np.int64)
