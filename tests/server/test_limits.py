"""Buckets fill and run dry by the clock they are given."""

from __future__ import annotations

import pytest

from dottable.server import limits
from dottable.server.doorkeeper import Doorkeeper
from dottable.server.limits import Bucket, Limits, Meter, is_own_machine, network_of


def test_a_bucket_gives_its_burst_and_then_its_rate():
    bucket = Bucket(2, 3, now_s=0)
    assert [bucket.take(0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(1) for _ in range(3)] == [True, True, False]


def test_a_bucket_never_holds_more_than_its_burst():
    bucket = Bucket(2, 3, now_s=0)
    assert sum(bucket.take(1000) for _ in range(10)) == 3


def test_a_meter_counts_everyone_apart():
    meter = Meter(1, 1, lambda: 0.0)
    assert [meter.take("a"), meter.take("a"), meter.take("b")] == [True, False, True]


def test_a_meter_stays_small(monkeypatch):
    monkeypatch.setattr(limits, "MOST_BUCKETS", 10)
    now = 0.0
    meter = Meter(1, 1, lambda: now)
    for k in range(100):
        now += 0.5
        assert meter.take(k)
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
def test_an_address_counts_as_its_network(address, network):
    assert network_of(address) == network


def test_only_loopback_is_this_machine():
    assert is_own_machine("127.0.0.1")
    assert is_own_machine("::1")
    assert not is_own_machine("192.0.2.7")
    assert not is_own_machine("")


def test_the_doorkeeper_counts_sockets_of_an_address_and_of_a_player():
    keeper = Doorkeeper(Limits(sockets_per_address=2, sockets_per_player=1))
    assert keeper.let_in("192.0.2.7", "ann")
    assert not keeper.let_in("192.0.2.8", "ann")
    assert keeper.let_in("192.0.2.7", None)
    assert not keeper.let_in("192.0.2.7", "bob")
    keeper.let_out("192.0.2.7", "ann")
    assert keeper.let_in("192.0.2.7", "ann")


def test_this_machine_may_open_as_many_sockets_as_it_likes():
    keeper = Doorkeeper(Limits(sockets_per_address=1))
    assert all(keeper.let_in("127.0.0.1", None) for _ in range(5))
