"""A small fast generator for random play and sampling; never for the chance of a match.

Multiply-with-carry on 64 bits (MWC64X): one multiplication a draw, no overflow.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dottable.core.record import Array
from dottable.core.rule import rule

WORD = 0xFFFFFFFF
MULTIPLIER = 4294883355


@rule
def start(q: Any, low: int, high: int) -> None:
    """Start from two random words; the carry is kept below the multiplier, and never all zero."""
    q[0] = low & WORD
    q[1] = 1 + (high & WORD) % (MULTIPLIER - 2)


@rule
def word(q: Any) -> int:
    """The next 32 random bits."""
    low, carry = q[0], q[1]
    product = low * MULTIPLIER + carry  # may fill all 64 bits, hence the mask on the upper half
    q[0] = product & WORD
    q[1] = (product >> 32) & WORD
    return low ^ carry


@rule
def below(q: Any, bound: int) -> int:
    """A random integer in 0..bound-1; bias below bound / 2**32."""
    return (word(q) * bound) >> 32


def generator() -> Array:
    """An unstarted quick generator."""
    return np.zeros(2, np.int64)
