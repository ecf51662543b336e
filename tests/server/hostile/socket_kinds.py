"""Hostile WebSockets: handshakes, frames and messages."""

from __future__ import annotations

import json
import struct
from contextlib import ExitStack
from functools import partial
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from tests.server.hostile.kinds import ANSWERED, CLOSED, add_kind, kind
from tests.server.hostile.target import NO_CLOSE_FRAME, TIMEOUT_S, Target, status_of

HANDSHAKE = (
    "GET /api/v1/tables/{table}/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: {version}\r\nSec-WebSocket-Key: {key}\r\n{more}\r\n"
)
KEY = "dGhlIHNhbXBsZSBub25jZQ=="
HELLO = {"kind": "hello", "protocol": 2}
TEXT, BINARY, CLOSE, PING = 1, 2, 8, 9


def frame(opcode: int, payload: bytes, *, flags: int = 0x80, is_masked: bool = True) -> bytes:
    """Return one frame of a client. The mask is zero, so the payload stays readable."""
    size, mask = len(payload), 0x80 if is_masked else 0
    if size < 126:
        length = struct.pack("!B", mask | size)
    elif size < 65536:
        length = struct.pack("!BH", mask | 126, size)
    else:
        length = struct.pack("!BQ", mask | 127, size)
    return bytes([flags | opcode]) + length + (bytes(4) if is_masked else b"") + payload


FRAMES = {
    "a text that is not UTF-8": frame(TEXT, b"\xff\xfe"),
    "a message over the limit": frame(TEXT, b"a" * 100_000),
    "a length of 8 EB": bytes([0x81, 0xFF]) + struct.pack("!Q", 2**63 - 1) + bytes(4),
    "a length with the top bit": bytes([0x81, 0xFF]) + struct.pack("!Q", 2**64 - 1) + bytes(4),
    "a frame without a mask": frame(TEXT, b"{}", is_masked=False),
    "a reserved bit": frame(TEXT, b"{}", flags=0xC0),
    "a reserved opcode": frame(5, b"{}"),
    "a continuation of nothing": frame(0, b"{}"),
    "a ping in parts": frame(PING, b"", flags=0),
    "a long ping": frame(PING, b"a" * 200),
    "a close with half a code": frame(CLOSE, b"\x03"),
    "a close with an impossible code": frame(CLOSE, struct.pack("!H", 1005)),
    "a close with a reason that is not UTF-8": frame(CLOSE, struct.pack("!H", 1000) + b"\xff"),
    "a text within a text": frame(TEXT, b"{", flags=0) + frame(TEXT, b"}"),
    "10,000 empty parts": frame(TEXT, b"", flags=0) + frame(0, b"", flags=0) * 10_000 + frame(8, b""),
    "2,000 pings": frame(PING, b"a") * 2_000 + frame(CLOSE, b""),
    "garbage": b"\x00\xff\x13\x37" * 500,
}
FIRST_MESSAGES = {
    "deep JSON": "[" * 8_000,
    "deep objects": '{"a":' * 1_500,
    "an empty message": "",
    "nonsense": "nonsense",
    "another message than hello": '{"kind": "move", "action": 1}',
    "an unknown kind": '{"kind": "obey"}',
    "an unknown protocol": '{"kind": "hello", "protocol": 99}',
    "a protocol with 5,000 digits": '{"kind": "hello", "protocol": ' + "9" * 5_000 + "}",
    "a protocol of NaN": '{"kind": "hello", "protocol": NaN}',
    "a long token": json.dumps({**HELLO, "token": "x" * 7_000}),
    "an unknown token": json.dumps({**HELLO, "token": "x" * 40}),
    "a token with a surrogate": '{"kind": "hello", "protocol": 2, "token": "\\ud800"}',
    "a negative version": json.dumps({**HELLO, "since": -1}),
}
BINARY_MESSAGES = {"bytes that are not UTF-8": b"\xff\xfe\x00", "an empty binary message": b""}
LATER_MESSAGES: dict[str, list[Any]] = {
    "invalid messages until the limit": ["nonsense"] * 400,
    "deep JSON": ["[" * 8_000] * 150,
    "moves out of range": [{"kind": "move", "action": n} for n in (2**62, -(2**62), 10**9, -1)] * 20,
    "moves with 5,000 digits": ['{"kind": "move", "action": ' + "9" * 5_000 + "}"] * 20,
    "previews of impossible moves": [{"kind": "preview", "action": 10**12}] * 30,
    "a second hello": [HELLO] * 10,
    "pongs that nobody asked for": [{"kind": "pong", "n": 2**62}, {"kind": "pong", "n": -5}] * 30,
    "chat of invisible characters": [{"kind": "say", "text": "\u200b\u202e"}] * 20,
    "chat of surrogates": ['{"kind": "say", "text": "\\ud800\\udfff\\ud800"}'] * 20,
    "chat with markup": [{"kind": "say", "text": "<img src=x onerror=alert(1)>"}] * 20,
    "client ids of surrogates": ['{"kind": "sit", "client_id": "\\ud800"}'] * 20,
    "commands of the host from a spectator": [{"kind": kind} for kind in ("abort", "start", "stand", "rematch")] * 5,
    "1,000 messages at once": [{"kind": "refresh"}] * 1_000,
    "seats out of range": [{"kind": "sit", "seat": n} for n in (-1, 8, 10**30)] * 10,
}


def send_frames(data: bytes, target: Target) -> list[int]:
    """Complete the handshake, send bytes, and return the code of the server's close frame."""
    with target.connect() as connection:
        connection.sendall(handshake(target))
        assert status_of(connection.recv(4_096)) == 101
        received = b""
        try:
            connection.sendall(data)
            while part := connection.recv(65_536):
                received += part
        except OSError:
            pass
        return [close_code(received)]


def handshake(target: Target, *, version: str = "13", key: str = KEY, more: str = "") -> bytes:
    return HANDSHAKE.format(table=target.table, version=version, key=key, more=more).encode("latin-1")


def close_code(frames: bytes) -> int:
    """Return the code of the close frame in the bytes that the server sent."""
    while len(frames) >= 2:
        opcode, size = frames[0] & 15, frames[1]
        header = 2
        if size == 126:
            size, header = int.from_bytes(frames[2:4], "big"), 4
        if opcode == CLOSE:
            return int.from_bytes(frames[header : header + 2], "big") if size >= 2 else 1000
        frames = frames[header + size :]
    return NO_CLOSE_FRAME


def open_socket(target: Target, table: str | None = None) -> ClientConnection:
    url = f"ws://127.0.0.1:{target.port}/api/v1/tables/{table or target.table}/socket"
    return connect(url, compression=None, max_size=None, proxy=None, open_timeout=TIMEOUT_S, close_timeout=0.1)


def closed_code_of(socket: ClientConnection) -> int:
    """Read until the server closes the connection, and return its close code."""
    try:
        while True:
            socket.recv(timeout=TIMEOUT_S)
    except ConnectionClosed as end:
        return end.rcvd.code if end.rcvd else NO_CLOSE_FRAME


def send_first(message: str | bytes, target: Target) -> list[int]:
    with open_socket(target) as socket:
        socket.send(message)
        return [closed_code_of(socket)]


def send_later(messages: list[Any], target: Target) -> list[int]:
    """Send hello, then messages. Check that the connection still works or was closed because of them."""
    with open_socket(target) as socket:
        socket.send(json.dumps(HELLO))
        try:
            for message in messages:
                socket.send(message if isinstance(message, str) else json.dumps(message))
            socket.send('{"kind": "refresh"}')
            for _ in range(5):
                socket.recv(timeout=TIMEOUT_S)
        except ConnectionClosed as end:
            return [end.rcvd.code if end.rcvd else NO_CLOSE_FRAME]
    return [1000]


for name, data in FRAMES.items():
    add_kind(f"frame: {name}", partial(send_frames, data), CLOSED)
first_messages: dict[str, str | bytes] = {**FIRST_MESSAGES, **BINARY_MESSAGES}
for name, message in first_messages.items():
    add_kind(f"first message: {name}", partial(send_first, message), CLOSED)
for name, messages in LATER_MESSAGES.items():
    add_kind(f"message: {name}", partial(send_later, messages), CLOSED)


@kind("handshake: malformed", ANSWERED | {0, 101})
def malformed_handshakes(target: Target) -> list[int]:
    requests = [
        handshake(target, version="99"),
        handshake(target, key="short"),
        handshake(target, key="\xff" * 24),
        handshake(target, more="Origin: https://evil.example\r\n"),
        handshake(target, more="Sec-WebSocket-Extensions: " + "x;" * 5_000 + "\r\n"),
        handshake(target, more="Sec-WebSocket-Protocol: " + "x," * 5_000 + "x\r\n"),
        handshake(target, more="Content-Length: 5\r\n") + b"hello",
        handshake(target).replace(b"GET", b"POST"),
        handshake(target).replace(b"Host: 127.0.0.1", b"Host: evil.example"),
        handshake(target)[:100],
    ]
    return [target.raw(request, ends=True) for request in requests]


@kind("handshake: unknown tables", CLOSED)
def unknown_tables(target: Target) -> list[int]:
    codes = []
    for table in ("nowhere", "%00", "x" * 500, "%ff%fe", "..%2f..%2fetc"):
        try:
            with open_socket(target, table) as socket:
                socket.send(json.dumps(HELLO))
                codes.append(closed_code_of(socket))
        except InvalidStatus as refused:
            codes.append(refused.response.status_code)
    return codes


@kind("sockets: 300 onlookers at one table", CLOSED)
def many_onlookers(target: Target) -> list[int]:
    """Check that the attacker's own seat can still connect while 300 others try to watch."""
    with ExitStack() as stack:
        for _ in range(300):
            connection = stack.enter_context(target.connect())
            connection.sendall(handshake(target) + frame(TEXT, json.dumps(HELLO).encode()))
        socket = stack.enter_context(open_socket(target))
        socket.send(json.dumps({**HELLO, "token": target.token}))
        assert json.loads(socket.recv(timeout=TIMEOUT_S))["kind"] == "welcome"
    return [1000]


@kind("sockets: 200 that vanish in the middle of a message", CLOSED)
def vanishing_sockets(target: Target) -> list[int]:
    for _ in range(200):
        with target.connect() as connection:
            connection.sendall(handshake(target) + frame(TEXT, b"{" * 100)[:50])
    return [target.get("/api/v1/games")]
