"""A reader that is too slow loses the queue and gets a snapshot."""

from __future__ import annotations

import asyncio

from dottable.server.outbox import Outbox


def drained(outbox: Outbox) -> list[str]:
    async def drain() -> list[str]:
        found = []
        while (text := await outbox.next()) is not None:
            found.append(text)
        return found

    return asyncio.run(drain())


def test_what_is_put_comes_out_in_order():
    outbox = Outbox(3)
    for text in "abc":
        assert outbox.put(text)
    outbox.close()
    assert drained(outbox) == ["a", "b", "c"]


def test_one_too_many_drops_everything_that_waits():
    outbox = Outbox(3)
    assert [outbox.put(text) for text in "abcde"] == [True, True, True, False, False]
    assert outbox.is_behind
    assert drained(outbox) == []


def test_a_reader_that_is_behind_goes_on_from_a_snapshot():
    outbox = Outbox(1)
    outbox.put("a")
    outbox.put("b")
    outbox.caught_up("snapshot")
    outbox.close()
    assert not outbox.is_behind
    assert drained(outbox) == ["snapshot"]


def test_the_last_words_come_last():
    outbox = Outbox(1)
    outbox.put("a")
    outbox.close("bye")
    assert not outbox.put("b")
    assert drained(outbox) == ["a", "bye"]


def test_a_reader_waits_until_something_comes():
    async def scene() -> str | None:
        outbox = Outbox(1)
        reading = asyncio.create_task(outbox.next())
        await asyncio.sleep(0)
        outbox.put("late")
        return await reading

    assert asyncio.run(scene()) == "late"
