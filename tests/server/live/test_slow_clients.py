"""Clients that send or read too slowly, open too many connections, or do not answer pings."""

from __future__ import annotations

import socket as sockets
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

import pytest

from dottable.server.access.limits import Limits
from tests.server.protocol.test_websocket_connection import masked_frame, upgrade_request
from tests.server.running_server import RunningServer, run_server, wait_until

HALF_HEADERS = b"GET /api/v1/games HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
HALF_BODY = (
    b"POST /api/v1/players HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b'Content-Length: 100\r\n\r\n{"name":'
)
FAST = Limits(header_timeout_s=1, body_timeout_s=1, send_timeout_s=1, pong_timeout_s=0.5, hello_timeout_s=60)


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with run_server(tmp_path_factory.mktemp("slow") / "d.db", FAST) as up:
        yield up


@contextmanager
def raw_sockets(up: RunningServer, count: int, first: bytes = b"") -> Iterator[list[sockets.socket]]:
    """Open raw sockets that send `first` and nothing else."""
    with ExitStack() as stack:
        opened = []
        for _ in range(count):
            raw = stack.enter_context(sockets.create_connection(("127.0.0.1", up.port), timeout=30))
            raw.sendall(first)
            opened.append(raw)
        yield opened


def answer_of(raw: sockets.socket) -> bytes:
    """Return everything until the server closes the connection."""
    parts: list[bytes] = []
    while True:
        try:
            part = raw.recv(65_536)
        except ConnectionResetError:
            part = b""
        if not part:
            return b"".join(parts)
        parts.append(part)


@pytest.mark.parametrize("half", [b"", b"G", HALF_HEADERS, HALF_BODY], ids=["nothing", "byte", "headers", "body"])
def test_a_half_sent_request_is_answered_with_408(quick, half):
    with raw_sockets(quick, 1, half) as (raw,):
        assert b" 408 " in answer_of(raw)
    wait_until(lambda: quick.server.connections.count <= 1)


def test_a_client_that_sends_byte_by_byte_gains_no_time(quick):
    with raw_sockets(quick, 1) as (raw,):
        raw.settimeout(0.1)
        begun, answer = time.monotonic(), b""
        for byte in HALF_HEADERS + b"a" * 200:
            raw.sendall(bytes([byte]))
            try:
                answer = raw.recv(1000)
                break
            except TimeoutError:
                continue
    assert b" 408 " in answer
    assert time.monotonic() - begun < 5


def test_a_second_half_sent_request_on_a_connection_is_closed_too(quick):
    with raw_sockets(quick, 1, b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n") as (raw,):
        assert b" 200 " in raw.recv(65_536)
        raw.sendall(HALF_HEADERS)
        assert b" 408 " in answer_of(raw)


def test_1100_half_sent_requests_lock_nobody_out(tmp_path):
    with run_server(tmp_path / "d.db") as up:
        up.server.connections.max_connections = 800  # as with 1,000 file descriptors
        with raw_sockets(up, 1100, HALF_HEADERS):
            for _ in range(5):
                begun = time.monotonic()
                assert up.http.get("/health", headers={"connection": "close"}).status_code == 200
                assert time.monotonic() - begun < 1
            wait_until(lambda: up.server.connections.count <= 801)


def test_players_at_a_table_keep_their_sockets_during_a_flood(tmp_path):
    with run_server(tmp_path / "d.db") as up:
        ann = up.create_player()
        table = up.create_table(ann)["table"]
        up.server.connections.max_connections = 50
        with up.connect(table, ann["token"]) as client, raw_sockets(up, 200, HALF_HEADERS):
            client.receive_until("snapshot")
            assert client.request("say", text="still here")["kind"] == "ack"


def test_one_address_has_a_limited_number_of_connections(tmp_path, monkeypatch):
    with run_server(tmp_path / "d.db", Limits(max_connections_per_address=10)) as up:
        monkeypatch.setattr(up.server.connections, "connection_limit_key", lambda address: address)
        with raw_sockets(up, 40, HALF_HEADERS):
            wait_until(lambda: up.server.connections.count <= 10)
            assert up.http.get("/health", headers={"connection": "close"}).status_code == 200


def test_an_address_that_uses_all_its_connections_gets_429(tmp_path, monkeypatch):
    with run_server(tmp_path / "d.db", Limits(max_connections_per_address=3)) as up:
        ann = up.create_player()
        table = up.create_table(ann)["table"]
        up.http.close()
        wait_until(lambda: up.server.connections.count == 0)
        monkeypatch.setattr(up.server.connections, "connection_limit_key", lambda address: address)
        with up.connect(table), up.connect(table), up.connect(table), raw_sockets(up, 1, HALF_HEADERS) as (raw,):
            assert b" 429 " in answer_of(raw)


def test_an_http_client_that_does_not_read_is_cut_off(quick):
    with sockets.socket() as raw:
        raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 1024)
        raw.connect(("127.0.0.1", quick.port))
        raw.sendall(b"GET /api/v1/messages HTTP/1.1\r\nHost: localhost\r\n\r\n" * 200)
        wait_until(lambda: quick.server.connections.count >= 1)
        wait_until(lambda: quick.server.connections.count == 0, 30)


def test_a_socket_that_never_reads_is_cut_off(tmp_path):
    """It asks for snapshots and reads none of them, so that all buffers fill up."""
    limits = Limits(send_timeout_s=1, messages_per_s=10_000, messages_burst=20_000)
    with run_server(tmp_path / "d.db", limits) as up:
        table = up.create_table(up.create_player())["table"]
        with sockets.socket() as raw:
            raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 1024)
            raw.connect(("127.0.0.1", up.port))
            say_hello(raw, up, table)
            refresh = masked_frame(b'{"kind":"refresh"}')
            with suppress(OSError):
                for _ in range(10_000):
                    raw.sendall(refresh)
            wait_until(lambda: sockets_at(up, table) == 0, 30)


def test_a_socket_without_pongs_is_closed(quick):
    table = quick.create_table(quick.create_player())["table"]
    with raw_sockets(quick, 1) as (raw,):
        say_hello(raw, quick, table)
        answer_of(raw)
        wait_until(lambda: sockets_at(quick, table) == 0)


def test_a_socket_that_answers_pings_stays_open(quick):
    ann = quick.create_player()
    with quick.connect(quick.create_table(ann)["table"], ann["token"]) as client:
        client.receive_until("snapshot")
        end = time.monotonic() + 3  # several pings and deadlines
        while time.monotonic() < end:
            assert client.request("react", reaction="wow")["kind"] in ("ack", "refused")
            time.sleep(0.2)


def say_hello(raw: sockets.socket, up: RunningServer, table: str) -> None:
    """Upgrade a raw socket and join a table as a spectator."""
    raw.settimeout(30)
    raw.sendall(upgrade_request(up.port, table))
    assert b" 101 " in raw.recv(1000)
    raw.sendall(masked_frame(b'{"kind":"hello","protocol":2}'))
    wait_until(lambda: sockets_at(up, table) == 1)


def sockets_at(up: RunningServer, table: str) -> int:
    return up.host.live[table].viewers.session_count
