"""The bus between nodes: the same tests over the local one and NATS."""

from __future__ import annotations

import asyncio
import secrets

import pytest

from dottable.server.cluster.message_bus import BusTimeout, LocalBus, LocalHub, NoResponder
from dottable.server.cluster.nats_bus import NatsBus
from tests.server.cluster.serve_processes import NATS, skip_without_nats

pytestmark = pytest.mark.anyio

WAIT_S = 5.0


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture(params=["local", "nats"])
async def buses(request):
    """Three connected buses of one prefix."""
    if request.param == "nats":
        skip_without_nats()
    hub, prefix = LocalHub(), f"test-{secrets.token_hex(4)}"
    buses = [LocalBus(hub) if request.param == "local" else NatsBus(NATS, prefix) for _ in range(3)]
    for bus in buses:
        await bus.start()
    yield buses
    for bus in buses:
        await bus.close()


async def received(inbox, count):
    """Return the first messages of a list once there are enough of them."""
    async with asyncio.timeout(WAIT_S):
        while len(inbox) < count:
            await asyncio.sleep(0.01)
    return inbox[:count]


async def settle(bus):
    """Wait until all messages that were sent before have arrived."""
    subject = f"settle{secrets.token_hex(4)}"
    subscription = await bus.subscribe(subject, lambda payload, reply: reply(payload))
    assert await bus.request(subject, b"x", WAIT_S) == b"x"
    subscription.close()


async def test_every_subscriber_gets_all_messages_of_its_subject_in_order(buses):
    inboxes: list[list[bytes]] = [[], []]
    for bus, inbox in zip(buses[1:], inboxes, strict=True):
        await bus.subscribe("table.t1", lambda payload, _, inbox=inbox: inbox.append(payload))
        await settle(bus)
    for n in range(100):
        buses[0].publish("table.t1", b"%d" % n)
        buses[0].publish("table.t2", b"other")
    for inbox in inboxes:
        assert await received(inbox, 100) == [b"%d" % n for n in range(100)]


async def test_a_request_gets_the_answer_of_its_subscriber(buses):
    await buses[1].subscribe("node.b", lambda payload, reply: reply(payload * 2))
    await settle(buses[1])
    answers = await asyncio.gather(*(buses[0].request("node.b", b"%d" % n, WAIT_S) for n in range(20)))
    assert answers == [b"%d%d" % (n, n) for n in range(20)]


async def test_a_request_without_a_subscriber_fails_at_once(buses):
    with pytest.raises(NoResponder):
        await asyncio.wait_for(buses[0].request("nobody", b"", 60), WAIT_S)


async def test_a_request_without_an_answer_fails_after_its_time(buses):
    await buses[1].subscribe("silent", lambda _payload, _reply: None)
    await settle(buses[1])
    with pytest.raises(BusTimeout):
        await buses[0].request("silent", b"", 0.05)


async def test_one_subscriber_of_a_group_gets_each_message(buses):
    inboxes: list[list[bytes]] = [[], []]
    for bus, inbox in zip(buses[1:], inboxes, strict=True):
        await bus.subscribe("bots", lambda payload, _, inbox=inbox: inbox.append(payload), "bots")
        await settle(bus)
    for n in range(40):
        buses[0].publish("bots", b"%d" % n)
    async with asyncio.timeout(WAIT_S):
        while sum(map(len, inboxes)) < 40:
            await asyncio.sleep(0.01)
    assert sorted(int(one) for inbox in inboxes for one in inbox) == list(range(40))


async def test_a_closed_subscription_gets_nothing(buses):
    inbox = []
    subscription = await buses[1].subscribe("table.t1", lambda payload, _: inbox.append(payload))
    await settle(buses[1])
    subscription.close()
    await asyncio.sleep(0.05)
    await settle(buses[1])
    buses[0].publish("table.t1", b"late")
    await settle(buses[0])
    assert inbox == []


async def test_a_bus_that_is_not_connected_loses_messages_and_refuses_requests(buses):
    inbox = []
    await buses[1].subscribe("table.t1", lambda payload, _: inbox.append(payload))
    await settle(buses[1])
    await buses[0].close()
    assert not buses[0].is_connected
    buses[0].publish("table.t1", b"lost")
    with pytest.raises(NoResponder):
        await buses[0].request("table.t1", b"", WAIT_S)
    await settle(buses[1])
    assert inbox == []


async def test_a_question_gets_an_answer_or_learns_that_nobody_listens(buses):
    one, two, *_ = buses
    answers: list[bytes | None] = []
    answered = asyncio.Event()

    def on_answer(answer):
        answers.append(answer)
        answered.set()

    await two.subscribe("asked", lambda payload, reply: reply(payload.upper()))
    await settle(two)
    one.request_with_callback("asked", b"a", on_answer)
    await asyncio.wait_for(answered.wait(), 5)
    answered.clear()
    one.request_with_callback("unheard", b"b", on_answer)
    await asyncio.wait_for(answered.wait(), 5)
    assert answers == [b"A", None]


async def test_a_forgotten_question_gets_no_answer(buses):
    one, two, *_ = buses
    answers: list[bytes | None] = []
    received = asyncio.Event()

    def answer(payload, reply):
        reply(payload)
        received.set()

    await two.subscribe("asked", answer)
    await settle(two)
    one.forget_callback(one.request_with_callback("asked", b"a", answers.append))
    await asyncio.wait_for(received.wait(), 5)
    await one.request("asked", b"later", 5)
    assert answers == []
