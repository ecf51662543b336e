"""Backpressure: a slow reader loses its queue and gets a snapshot."""

from __future__ import annotations

from dottable.server.live.send_queue import SendQueue


class Reader:
    """A client that pauses the queue after a number of messages."""

    def __init__(self, most: int = 3, takes: int = 100) -> None:
        self.received: list[bytes] = []
        self.takes = takes
        self.queue = SendQueue(most, self.receive)

    def receive(self, data: bytes) -> None:
        self.received.append(data)
        self.takes -= 1
        if self.takes == 0:
            self.queue.pause()

    def resume(self, takes: int = 100) -> None:
        self.takes = takes
        self.queue.resume(lambda: b"snapshot")


def slow_reader(*messages: bytes) -> Reader:
    """A paused reader with a full queue of three messages."""
    reader = Reader()
    reader.queue.pause()
    for data in messages:
        reader.queue.put(data)
    return reader


def test_a_fast_reader_gets_messages_immediately():
    reader = Reader()
    assert all(reader.queue.put(data) for data in (b"a", b"b", b"c", b"d"))
    assert reader.received == [b"a", b"b", b"c", b"d"]


def test_queued_messages_are_sent_in_order_after_a_pause():
    reader = slow_reader(b"a", b"b")
    assert reader.received == []
    reader.resume()
    reader.queue.put(b"c")
    assert reader.received == [b"a", b"b", b"c"]


def test_a_reader_may_pause_again():
    reader = slow_reader(b"a", b"b", b"c")
    reader.resume(takes=1)
    assert reader.received == [b"a"]
    reader.resume()
    assert reader.received == [b"a", b"b", b"c"]


def test_an_overflow_empties_the_queue():
    reader = slow_reader(b"a", b"b", b"c")
    assert not reader.queue.put(b"d")
    assert reader.queue.has_overflowed
    assert not reader.queue.put(b"e")
    assert reader.received == []


def test_an_overflowed_reader_continues_from_a_snapshot():
    reader = slow_reader(b"a", b"b", b"c", b"d")
    reader.resume()
    assert not reader.queue.has_overflowed
    reader.queue.put(b"e")
    assert reader.received == [b"snapshot", b"e"]


def test_the_last_message_comes_last_even_to_a_slow_reader():
    reader = slow_reader(b"a")
    reader.queue.close(b"bye")
    assert not reader.queue.put(b"b")
    reader.queue.close(b"bye again")
    assert reader.received == [b"a", b"bye"]
