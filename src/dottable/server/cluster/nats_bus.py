"""Message bus over NATS (core NATS, without JetStream). nats-py is an optional extra, so it is imported only when
used."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from inspect import signature
from itertools import count
from typing import Any

from dottable.server.cluster.message_bus import (
    AnswerCallback,
    BusError,
    BusTimeout,
    MessageHandler,
    NoResponder,
    Subscription,
)

log = logging.getLogger("dottable.server")

CONNECT_TIMEOUT_S = 5.0
"""Time limit in seconds for the first connection."""
FLUSH_TIMEOUT_S = 1
"""Time limit in seconds for NATS to confirm a subscription."""
RECONNECT_PAUSE_S = 0.25
PING_INTERVAL_S = 1
MAX_PENDING_BYTES = 1_500_000
"""Number of unsent bytes above which messages are dropped. From 2 MiB on, nats-py would block instead."""
NO_RESPONDERS = "503"
"""Status of the answer that NATS sends if a request has no subscriber."""
MAX_UNANSWERED_PINGS = 2
"""Number of unanswered pings after which nats-py closes the connection and reconnects."""


def load_nats() -> Any:
    """Return the nats module. Raise BusError with the install command if it is missing."""
    try:
        return import_module("nats")
    except ImportError:
        raise BusError("The bus needs nats-py. Install it with 'pip install dottable[cluster]'.") from None


class NatsSubscription:
    """A subscription to messages of a NATS server."""

    def __init__(self, subscription: Any) -> None:
        self._subscription = subscription
        self._ending: asyncio.Task[None] | None = None

    def close(self) -> None:
        if self._ending is None:
            self._ending = asyncio.create_task(self._unsubscribe())

    async def _unsubscribe(self) -> None:
        with suppress(Exception):  # the connection may be lost, and the subscription with it
            await self._subscription.unsubscribe()


class NatsBus:
    """A connection to NATS. `prefix` is the first part of all subjects, before the first dot."""

    def __init__(self, url: str, prefix: str) -> None:
        self._nats = load_nats()
        self._url = url
        self._prefix = prefix
        self._client: Any = self._nats.NATS()
        self._inbox = f"{prefix}.inbox.{secrets.token_hex(8)}."
        self._questions: dict[int, AnswerCallback] = {}
        self._numbers = count()

    @property
    def is_connected(self) -> bool:
        return bool(self._client.is_connected)

    async def start(self) -> None:
        connecting = asyncio.create_task(
            self._client.connect(
                self._url,
                error_cb=on_error,
                connect_timeout=2,
                reconnect_time_wait=RECONNECT_PAUSE_S,
                max_reconnect_attempts=-1,
                ping_interval=PING_INTERVAL_S,
                max_outstanding_pings=MAX_UNANSWERED_PINGS,
                name="dottable",
                **optional_settings(self._client.connect),
            )
        )
        try:
            await asyncio.wait_for(connecting, CONNECT_TIMEOUT_S)
        except (TimeoutError, OSError, self._nats.errors.Error) as error:
            raise BusError(f"The bus cannot be reached: {error or 'no answer from NATS'}. Check --bus.") from None
        await self._client.subscribe(f"{self._inbox}*", cb=self._on_answer)

    async def close(self) -> None:
        with suppress(Exception):
            await asyncio.wait_for(self._client.close(), CONNECT_TIMEOUT_S)

    def publish(self, subject: str, payload: bytes) -> None:
        self._publish(f"{self._prefix}.{subject}", payload)

    def _publish(self, subject: str, payload: bytes, reply: str = "") -> None:
        """Put a message into the send buffer of nats-py. It is dropped if the buffer is full.

        `publish` of nats-py is a coroutine, but it waits for nothing while its buffer has room. So it is run here at
        once: a task for every message would cost more than all the rest.
        """
        if not self.is_connected or self._client.pending_data_size + len(payload) > MAX_PENDING_BYTES:
            return
        sending = self._client.publish(subject, payload, reply)
        try:
            sending.send(None)
        except StopIteration:
            return
        except Exception as error:  # a lost message is no failure: receivers read what they miss from the store
            log.debug("a message was lost: %s", error)
        sending.close()

    def request_with_callback(self, subject: str, payload: bytes, on_answer: AnswerCallback) -> int:
        question = next(self._numbers)
        self._questions[question] = on_answer
        if self.is_connected:
            self._publish(f"{self._prefix}.{subject}", payload, f"{self._inbox}{question}")
        else:
            asyncio.get_running_loop().call_soon(self._answer_question, question, None)
        return question

    def forget_callback(self, question: int) -> None:
        self._questions.pop(question, None)

    async def _on_answer(self, message: Any) -> None:
        headers = message.headers
        is_unheard = headers is not None and headers.get("Status") == NO_RESPONDERS
        question = int(message.subject.rpartition(".")[2])
        try:
            self._answer_question(question, None if is_unheard else message.data)
        except Exception:
            log.exception("an answer of the bus could not be handled")

    def _answer_question(self, question: int, answer: bytes | None) -> None:
        handler = self._questions.pop(question, None)
        if handler is not None:
            handler(answer)

    async def request(self, subject: str, payload: bytes, timeout_s: float) -> bytes:
        if not self.is_connected:
            raise NoResponder("The bus is not connected.")
        try:
            answer = await self._client.request(f"{self._prefix}.{subject}", payload, timeout=timeout_s)
        except self._nats.errors.NoRespondersError:
            raise NoResponder("Nobody listens.") from None
        except (TimeoutError, self._nats.errors.Error, OSError) as error:
            raise BusTimeout(f"No answer came: {error}") from None
        return bytes(answer.data)

    async def subscribe(self, subject: str, handler: MessageHandler, group: str = "") -> Subscription:
        async def on_message(message: Any) -> None:
            try:
                handler(message.data, lambda answer: self._answer(message.reply, answer))
            except Exception:
                log.exception("a message of the bus could not be handled")

        try:
            subscription = NatsSubscription(
                await self._client.subscribe(f"{self._prefix}.{subject}", queue=group, cb=on_message)
            )
            await self._client.flush(FLUSH_TIMEOUT_S)  # what is published from now on must arrive
            return subscription
        except (TimeoutError, self._nats.errors.Error, OSError) as error:
            raise BusError(f"The bus failed: {error}") from None

    def _answer(self, inbox: str, answer: bytes) -> None:
        if inbox:
            self._publish(inbox, answer)


def optional_settings(connect: Callable[..., Any]) -> dict[str, Any]:
    """Return connection settings that only newer versions of nats-py accept, if this version does."""
    return {"skip_subject_validation": True} if "skip_subject_validation" in signature(connect).parameters else {}


async def on_error(error: Exception) -> None:
    """Log an error of the connection. nats-py reconnects by itself."""
    log.info("the bus reported: %s", error or type(error).__name__)
