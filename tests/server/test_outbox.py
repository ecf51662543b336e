"""A reader that is too slow loses the queue and gets a snapshot."""

from __future__ import annotations

from dottable.server.outbox import Outbox


class Reader:
    """Whoever is at the other end; takes so many messages before it has to be waited for."""

    def __init__(self, most: int = 3, takes: int = 100) -> None:
        self.heard: list[bytes] = []
        self.takes = takes
        self.outbox = Outbox(most, self.hear)

    def hear(self, data: bytes) -> None:
        self.heard.append(data)
        self.takes -= 1
        if self.takes == 0:
            self.outbox.hold_back()

    def go_on(self, takes: int = 100) -> None:
        self.takes = takes
        self.outbox.go_on(lambda: b"snapshot")


def slow_reader(*messages: bytes) -> Reader:
    """A reader of whom three messages may wait, and these do."""
    reader = Reader()
    reader.outbox.hold_back()
    for data in messages:
        reader.outbox.put(data)
    return reader


def test_a_quick_reader_hears_everything_at_once():
    reader = Reader()
    assert all(reader.outbox.put(data) for data in (b"a", b"b", b"c", b"d"))
    assert reader.heard == [b"a", b"b", b"c", b"d"]


def test_what_waits_is_heard_in_order_when_the_reader_goes_on():
    reader = slow_reader(b"a", b"b")
    assert reader.heard == []
    reader.go_on()
    reader.outbox.put(b"c")
    assert reader.heard == [b"a", b"b", b"c"]


def test_a_reader_that_stops_again_is_waited_for_again():
    reader = slow_reader(b"a", b"b", b"c")
    reader.go_on(takes=1)
    assert reader.heard == [b"a"]
    reader.go_on()
    assert reader.heard == [b"a", b"b", b"c"]


def test_one_too_many_drops_everything_that_waits():
    reader = slow_reader(b"a", b"b", b"c")
    assert not reader.outbox.put(b"d")
    assert reader.outbox.is_behind
    assert not reader.outbox.put(b"e")
    assert reader.heard == []


def test_a_reader_that_is_behind_goes_on_from_a_snapshot():
    reader = slow_reader(b"a", b"b", b"c", b"d")
    reader.go_on()
    assert not reader.outbox.is_behind
    reader.outbox.put(b"e")
    assert reader.heard == [b"snapshot", b"e"]


def test_the_last_words_come_last_even_to_a_slow_reader():
    reader = slow_reader(b"a")
    reader.outbox.close(b"bye")
    assert not reader.outbox.put(b"b")
    reader.outbox.close(b"bye again")
    assert reader.heard == [b"a", b"bye"]
