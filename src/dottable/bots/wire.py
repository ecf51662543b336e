"""What we and the process of a foreign bot say to each other, and how it travels: length, then MessagePack."""

from __future__ import annotations

import os
import select
import time
from typing import Any

import msgspec

HEADER_BYTES = 4
LONGEST_BYTES = 1 << 20
MOST_AT_ONCE = 1 << 16


class Hello(msgspec.Struct, frozen=True, tag="hello"):
    """The first message to a new process: load this bot for this game."""

    bot: str
    game: str
    """The slug of the game, or the folder of its package."""


class Question(msgspec.Struct, frozen=True, tag="question"):
    """A seat's knowledge of a match, as an imagined record; nothing of the true match."""

    n: int
    seat: int
    seats: int
    record: bytes
    options: dict[str, Any]
    deck: tuple[str, str] | None
    """Name and text; none for the house's."""
    now_ms: int
    simulations: int | None
    ms: int | None
    seed: bytes
    limit_ms: int


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """The bot is loaded."""


class Reply(msgspec.Struct, frozen=True, tag="reply"):
    """What the bot chose, and when it acts if it said so."""

    n: int
    action: int
    after_ms: int | None = None


class Trouble(msgspec.Struct, frozen=True, tag="trouble"):
    """The bot raised, or answered something that is no action."""

    n: int
    kind: str
    message: str


ToBot = Hello | Question
FromBot = Ready | Reply | Trouble

to_bot: msgspec.msgpack.Decoder[ToBot] = msgspec.msgpack.Decoder(ToBot)
from_bot: msgspec.msgpack.Decoder[FromBot] = msgspec.msgpack.Decoder(FromBot)


class Garbage(Exception):
    """The other end did not keep to the protocol."""


def frame(message: ToBot | FromBot) -> bytes:
    """A message as it travels."""
    body = msgspec.msgpack.encode(message)
    return len(body).to_bytes(HEADER_BYTES, "big") + body


class Line:
    """Two pipe ends. Every call ends by its time: TimeoutError; EOFError once the other end is gone."""

    def __init__(self, inlet: int, outlet: int) -> None:
        self.inlet, self.outlet = inlet, outlet
        os.set_blocking(inlet, False)
        os.set_blocking(outlet, False)

    def send(self, message: ToBot | FromBot, until: float | None = None) -> None:
        """Write a whole message; `until` is a time of `time.monotonic`, none to wait for ever."""
        rest = memoryview(frame(message))
        while rest:
            wait(self.outlet, select.POLLOUT, until)
            try:
                rest = rest[os.write(self.outlet, rest[:MOST_AT_ONCE]) :]
            except BlockingIOError:
                continue
            except OSError:
                raise EOFError from None

    def receive(self, until: float | None = None) -> bytes:
        """Read the body of the next message."""
        size = int.from_bytes(self._read(HEADER_BYTES, until), "big")
        if size > LONGEST_BYTES:
            raise Garbage(f"a message of {size} bytes")
        return self._read(size, until)

    def _read(self, size: int, until: float | None) -> bytes:
        got = bytearray()
        while len(got) < size:
            wait(self.inlet, select.POLLIN, until)
            try:
                piece = os.read(self.inlet, size - len(got))
            except BlockingIOError:
                continue
            if not piece:
                raise EOFError
            got += piece
        return bytes(got)


def wait(pipe: int, event: int, until: float | None) -> None:
    """Return when the pipe may be ready."""
    left_ms = None if until is None else 1000 * (until - time.monotonic())
    if left_ms is not None and left_ms <= 0:
        raise TimeoutError
    poll = select.poll()
    poll.register(pipe, event)
    if not poll.poll(left_ms):
        raise TimeoutError
