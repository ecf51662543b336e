"""Messages between Dottable and the process of an external bot.

A message is its length in 4 bytes, then MessagePack.
"""

from __future__ import annotations

import os
import select
import time
from typing import Any

import msgspec

HEADER_BYTES = 4
MAX_MESSAGE_BYTES = 1 << 20
WRITE_CHUNK_BYTES = 1 << 16


class LoadRequest(msgspec.Struct, frozen=True, tag="hello"):
    """The first message to a new process: load this bot for this game."""

    bot: str
    game: str
    """Slug of the game, or folder of its package."""


class ChooseRequest(msgspec.Struct, frozen=True, tag="question"):
    """Asks the bot for an action. The record is a determinized one; no part of the true match is sent."""

    n: int
    """Number of the request; the reply repeats it."""
    seat: int
    seats: int
    record: bytes
    history: list[int]
    """Public history, if the game keeps one (PublicHistory)."""
    options: dict[str, Any]
    deck: tuple[str, str] | None
    """Name and text of a custom deck; None for the house deck."""
    now_ms: int
    simulations: int | None
    ms: int | None
    seed: bytes
    limit_ms: int
    """Time in milliseconds after which the process is killed."""


class LoadReply(msgspec.Struct, frozen=True, tag="ready"):
    """Reply to a LoadRequest: the bot is loaded."""


class ChooseReply(msgspec.Struct, frozen=True, tag="reply"):
    """The bot's action, and its delay in milliseconds if the bot returned one."""

    n: int
    action: int
    after_ms: int | None = None


class FaultReply(msgspec.Struct, frozen=True, tag="trouble"):
    """Says that the bot raised an exception or returned a value that is not an action."""

    n: int
    kind: str
    message: str


BotRequest = LoadRequest | ChooseRequest
BotReply = LoadReply | ChooseReply | FaultReply

request_decoder: msgspec.msgpack.Decoder[BotRequest] = msgspec.msgpack.Decoder(BotRequest)
reply_decoder: msgspec.msgpack.Decoder[BotReply] = msgspec.msgpack.Decoder(BotReply)


class ProtocolViolation(Exception):
    """Raised for a message that breaks the protocol."""


def encode_frame(message: BotRequest | BotReply) -> bytes:
    """Return a message as bytes, preceded by its length in 4 bytes."""
    body = msgspec.msgpack.encode(message)
    return len(body).to_bytes(HEADER_BYTES, "big") + body


class PipeConnection:
    """A connection over two pipes.

    Its methods raise TimeoutError at their deadline, and EOFError if the peer has closed.
    """

    def __init__(self, read_end: int, write_end: int) -> None:
        self.read_end, self.write_end = read_end, write_end
        os.set_blocking(read_end, False)
        os.set_blocking(write_end, False)

    def send(self, message: BotRequest | BotReply, deadline_s: float | None = None) -> None:
        """Write a whole message. The deadline is a time of `time.monotonic`; None waits forever."""
        rest = memoryview(encode_frame(message))
        while rest:
            wait_until_ready(self.write_end, select.POLLOUT, deadline_s)
            try:
                rest = rest[os.write(self.write_end, rest[:WRITE_CHUNK_BYTES]) :]
            except BlockingIOError:
                continue
            except OSError:
                raise EOFError from None

    def receive(self, deadline_s: float | None = None) -> bytes:
        """Return the body of the next message. The deadline is a time of `time.monotonic`; None waits forever."""
        size = int.from_bytes(self._read_bytes(HEADER_BYTES, deadline_s), "big")
        if size > MAX_MESSAGE_BYTES:
            raise ProtocolViolation(f"a message of {size} bytes")
        return self._read_bytes(size, deadline_s)

    def _read_bytes(self, size: int, deadline_s: float | None) -> bytes:
        received = bytearray()
        while len(received) < size:
            wait_until_ready(self.read_end, select.POLLIN, deadline_s)
            try:
                chunk = os.read(self.read_end, size - len(received))
            except BlockingIOError:
                continue
            if not chunk:
                raise EOFError
            received += chunk
        return bytes(received)


def wait_until_ready(pipe: int, event: int, deadline_s: float | None) -> None:
    """Wait until a pipe is ready for reading or writing; raise TimeoutError at the deadline."""
    left_ms = None if deadline_s is None else 1000 * (deadline_s - time.monotonic())
    if left_ms is not None and left_ms <= 0:
        raise TimeoutError
    poll = select.poll()
    poll.register(pipe, event)
    if not poll.poll(left_ms):
        raise TimeoutError
