"""The fast generator: reproducible, in range, uniform."""

from __future__ import annotations

from collections import Counter

from dottable.core.primitives import fast_rng
from dottable.core.primitives.record import rule_array


def started(low: int, high: int):
    q = fast_rng.new_generator()
    fast_rng.set_seed(rule_array(q), low, high)
    return rule_array(q)


def test_words_follow_multiply_with_carry():
    q = started(5, 6)
    low, carry = 5, 7
    for _ in range(1000):
        assert fast_rng.next_word(q) == low ^ carry
        carry, low = divmod(low * fast_rng.MULTIPLIER + carry, 2**32)


def test_draws_are_spread_evenly():
    q = started(1, 2)
    counts = Counter(fast_rng.random_below(q, 10) for _ in range(50_000))
    assert set(counts) == set(range(10))
    assert all(4700 < n < 5300 for n in counts.values())
