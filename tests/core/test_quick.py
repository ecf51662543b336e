"""The quick generator: reproducible, in range, evenly spread."""

from __future__ import annotations

from collections import Counter

from dottable.core import quick
from dottable.core.record import for_rules


def started(low: int, high: int):
    q = quick.generator()
    quick.start(for_rules(q), low, high)
    return for_rules(q)


def test_words_follow_multiply_with_carry():
    q = started(5, 6)
    low, carry = 5, 7
    for _ in range(1000):
        assert quick.word(q) == low ^ carry
        carry, low = divmod(low * quick.MULTIPLIER + carry, 2**32)


def test_draws_are_spread_evenly():
    q = started(1, 2)
    counts = Counter(quick.below(q, 10) for _ in range(50_000))
    assert set(counts) == set(range(10))
    assert all(4700 < n < 5300 for n in counts.values())
