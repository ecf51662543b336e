"""The bus between nodes: publish, subscribe, and request with one reply. Delivery is at most once.

`LocalBus` connects nodes of one process; `nats_bus.py` connects processes.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable
from itertools import count
from typing import NamedTuple, Protocol

from dottable.core.errors import DottableError

SendReply = Callable[[bytes], None]
MessageHandler = Callable[[bytes, SendReply], None]
"""Handler of a message. It takes the payload, and a function that answers the sender if it asked for an answer."""

AnswerCallback = Callable[[bytes | None], None]
"""Callback of `Bus.request_with_callback`: receives the answer, or None if no node is subscribed to the subject."""


class BusError(DottableError):
    """Raised when a message cannot be sent, or no answer arrives."""


class NoResponder(BusError):
    """Raised when no node is subscribed to the subject of a request."""


class BusTimeout(BusError):
    """Raised when no answer arrives in time. The request may have been carried out."""


class Subscription(Protocol):
    """Protocol of a subscription to messages of the bus."""

    def close(self) -> None:
        """End the subscription: receive no more messages."""


class Bus(Protocol):
    """Protocol of a message bus between nodes. Messages of one sender on one subject arrive in order, or are lost."""

    @property
    def is_connected(self) -> bool:
        """Whether messages can be sent now."""

    async def start(self) -> None:
        """Connect to the bus. Raise BusError if that is impossible."""

    async def close(self) -> None:
        """Disconnect from the bus."""

    def publish(self, subject: str, payload: bytes) -> None:
        """Send a message to all subscribers. It is lost while the bus is not connected."""

    async def request(self, subject: str, payload: bytes, timeout_s: float) -> bytes:
        """Send a message and return the first answer. Raise NoResponder or BusTimeout."""

    def request_with_callback(self, subject: str, payload: bytes, on_answer: AnswerCallback) -> int:
        """Send a message, and return a number for `forget_callback`. `on_answer` gets the answer if one arrives.

        It gets None if there is no subscriber. There is no timeout. Cheaper than `request`, for messages that
        are seldom answered.
        """

    def forget_callback(self, question: int) -> None:
        """Ignore later answers to the message that `request_with_callback` sent under this number."""

    async def subscribe(self, subject: str, handler: MessageHandler, group: str = "") -> Subscription:
        """Call `handler` for every message of a subject until the returned subscription is closed.

        Of the subscribers with the same non-empty `group`, only one gets each message.
        """


class LocalSubscription(NamedTuple):
    """A subscription to messages of a `LocalBus`."""

    hub: LocalHub
    subject: str
    handler: MessageHandler
    group: str

    def close(self) -> None:
        if self in self.hub.subscriptions[self.subject]:
            self.hub.subscriptions[self.subject].remove(self)


class LocalHub:
    """The subscriptions of all `LocalBus` objects that exchange messages."""

    def __init__(self) -> None:
        self.subscriptions: defaultdict[str, list[LocalSubscription]] = defaultdict(list)
        self.turns = count()

    def next_receivers(self, subject: str) -> list[LocalSubscription]:
        """Return the subscriptions that get the next message: all without a group, and one of each group in turn."""
        found = self.subscriptions[subject]
        groups = {one.group for one in found if one.group}
        turn = next(self.turns)
        chosen = [[one for one in found if one.group == group] for group in sorted(groups)]
        return [one for one in found if not one.group] + [members[turn % len(members)] for members in chosen]


class LocalBus:
    """A message bus inside one process, for tests."""

    def __init__(self, hub: LocalHub) -> None:
        self._hub = hub
        self.is_connected = False
        self._questions: dict[int, AnswerCallback] = {}
        self._numbers = count()

    async def start(self) -> None:
        self.is_connected = True

    async def close(self) -> None:
        self.is_connected = False

    def publish(self, subject: str, payload: bytes) -> None:
        self._send(subject, payload, lambda _answer: None)

    def _send(self, subject: str, payload: bytes, reply: SendReply) -> int:
        receivers = self._hub.next_receivers(subject) if self.is_connected else []
        for one in receivers:
            asyncio.get_running_loop().call_soon(one.handler, payload, reply)
        return len(receivers)

    async def request(self, subject: str, payload: bytes, timeout_s: float) -> bytes:
        answered: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

        def reply(answer: bytes) -> None:
            if not answered.done():
                answered.set_result(answer)

        if not self._send(subject, payload, reply):
            raise NoResponder("Nobody listens.")
        try:
            return await asyncio.wait_for(answered, timeout_s)
        except TimeoutError:
            raise BusTimeout("No answer came in time.") from None

    def request_with_callback(self, subject: str, payload: bytes, on_answer: AnswerCallback) -> int:
        question = next(self._numbers)
        self._questions[question] = on_answer
        if not self._send(subject, payload, lambda answer: self._on_answer(question, answer)):
            asyncio.get_running_loop().call_soon(self._on_answer, question, None)
        return question

    def _on_answer(self, question: int, answer: bytes | None) -> None:
        handler = self._questions.pop(question, None)
        if handler is not None:
            handler(answer)

    def forget_callback(self, question: int) -> None:
        self._questions.pop(question, None)

    async def subscribe(self, subject: str, handler: MessageHandler, group: str = "") -> Subscription:
        subscription = LocalSubscription(self._hub, subject, handler, group)
        self._hub.subscriptions[subject].append(subscription)
        return subscription
