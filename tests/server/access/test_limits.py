"""Token buckets, rate limiters and connection limits."""

from __future__ import annotations

import pytest

from dottable.server.access import limits
from dottable.server.access.limits import RateLimiter, TokenBucket, address_limit_key, is_loopback


def test_a_bucket_gives_its_burst_and_then_its_rate():
    bucket = TokenBucket(2, 3, now_s=0)
    assert [bucket.take_tokens(0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take_tokens(1) for _ in range(3)] == [True, True, False]


def test_a_bucket_never_holds_more_than_its_burst():
    bucket = TokenBucket(2, 3, now_s=0)
    assert sum(bucket.take_tokens(1000) for _ in range(10)) == 3


def test_a_rate_limiter_counts_each_key_separately():
    meter = RateLimiter(1, 1, lambda: 0.0)
    assert [meter.take_tokens("a"), meter.take_tokens("a"), meter.take_tokens("b")] == [True, False, True]


def test_a_rate_limiter_forgets_full_buckets(monkeypatch):
    monkeypatch.setattr(limits, "MAX_TOKEN_BUCKETS", 10)
    now = 0.0
    meter = RateLimiter(1, 1, lambda: now)
    for k in range(100):
        now += 0.5
        assert meter.take_tokens(k)
    assert len(meter._buckets) <= 10


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:0db8:0001:0002"),
        ("testclient", "testclient"),
    ],
)
def test_an_ipv6_address_counts_as_its_network(address, network):
    assert address_limit_key(address) == network


def test_only_loopback_is_this_machine():
    assert is_loopback("127.0.0.1")
    assert is_loopback("::1")
    assert not is_loopback("192.0.2.7")
    assert not is_loopback("")
