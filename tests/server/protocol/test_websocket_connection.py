"""The WebSocket connection: messages are read once and in order, however their frames are split."""

from __future__ import annotations

import json
import random
import socket as sockets
import time

import pytest
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from dottable.server.protocol.websocket_connection import text_frame


@pytest.fixture
def table(server):
    return server.create_table(server.create_player())["table"]


def read_frame(data: bytes) -> Frame:
    """Parse a server's frame with the `websockets` library."""
    reader = StreamReader()
    reader.feed_data(data)
    parsing = Frame.parse(reader.read_exact, mask=False, max_size=None)
    with pytest.raises(StopIteration) as done:
        next(parsing)
    assert reader.buffer == b""
    return done.value.value


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536])
def test_a_frame_of_any_size_is_read_as_it_was_written(size):
    frame = read_frame(text_frame(b"x" * size))
    assert (frame.opcode, frame.fin, frame.data) == (Opcode.TEXT, True, b"x" * size)


def test_a_fragmented_message_is_read_as_one(server, table):
    ann = server.create_player()
    with server.connect(table, ann["token"]) as client:
        client.receive_until("snapshot")
        client.socket.send(iter(['{"kind":"say",', '"text":"in ', 'pieces","client_id":"c1"}']))
        assert client.receive_until("ack")["client_id"] == "c1"


def test_a_binary_message_is_read_like_a_text_message(server, table):
    with server.connect(table, server.create_player()["token"]) as client:
        client.receive_until("snapshot")
        client.send(b'{"kind":"say","text":"hello","client_id":"c1"}')
        assert client.receive_until("ack")["client_id"] == "c1"


def test_invalid_utf8_is_reported_and_the_connection_stays_open(server, table):
    with server.connect(table, server.create_player()["token"]) as client:
        client.receive_until("snapshot")
        client.socket.send(b'{"kind":"say","text":"\xff\xfe"}', text=True)
        assert client.receive_until("problem")["code"] == "bad_message"
        assert client.request("say", text="still here")["kind"] == "ack"


def test_messages_sent_with_the_hello_are_read_after_it(server, table):
    """The client does not wait for the welcome; its frames arrive together or byte by byte."""
    token = server.create_player()["token"]
    hello = {"kind": "hello", "protocol": 2, "token": token}
    said = [{"kind": "say", "text": f"word {k}", "client_id": f"c{k}"} for k in range(3)]
    data = b"".join(masked_frame(json.dumps(message).encode()) for message in (hello, *said))
    for step in (len(data), 1):
        with sockets.create_connection(("127.0.0.1", server.port)) as raw:
            raw.settimeout(60)
            raw.sendall(upgrade_request(server.port, table))
            assert b" 101 " in raw.recv(65_536)
            for k in range(0, len(data), step):
                raw.sendall(data[k : k + step])
            assert received_client_ids(raw, 3, before=b'"kind":"ack",') == ["c0", "c1", "c2"]


def test_fragmented_messages_are_read_once_and_in_order(server, table):
    """Short and long messages, fragmented, with pings in between, in packets that rarely end with a frame."""
    rng = random.Random(7)
    sent = [
        masked_frame(json.dumps({"kind": "hello", "protocol": 2, "token": server.create_player()["token"]}).encode())
    ]
    for k in range(40):
        said = json.dumps({"kind": "react", "reaction": "wow", "client_id": f"c{k}"}).encode()
        padded = said[:-1] + b" " * rng.choice((0, 0, 60, 200)) + b"}"
        sent += [masked_frame(padded)] if k % 3 else split_into_two_frames(padded)
    portions: list[bytes] = []
    for frame in sent:
        cut = rng.choice((0, 0, 1, 2, 5, 7, len(frame) - 1))
        portions += [frame[:cut], frame[cut:]] if rng.random() < 0.8 else [frame]
        if rng.random() < 0.3:
            portions[-1:] = [portions[-1] + Frame(Opcode.PING, b"there?").serialize(mask=True)]
    with sockets.create_connection(("127.0.0.1", server.port)) as raw:
        raw.settimeout(60)
        raw.setsockopt(sockets.IPPROTO_TCP, sockets.TCP_NODELAY, 1)
        raw.sendall(upgrade_request(server.port, table))
        assert b" 101 " in raw.recv(65_536)
        for portion in portions:
            raw.sendall(portion)
            time.sleep(0.002)
        heard = received_client_ids(raw, 40)
    assert heard == [f"c{k}" for k in range(40)]


def split_into_two_frames(data: bytes) -> list[bytes]:
    first, second = data[: len(data) // 2], data[len(data) // 2 :]
    return [Frame(Opcode.TEXT, first, fin=False).serialize(mask=True), Frame(Opcode.CONT, second).serialize(mask=True)]


def received_client_ids(raw: sockets.socket, count: int, before: bytes = b"") -> list[str]:
    """Return the client ids of the first `count` answers that contain `before`, read from the raw bytes."""
    mark = before + b'"client_id":"'
    heard = b""
    while heard.count(mark + b"c") < count:
        data = raw.recv(65_536)
        assert data, "the server closed the socket"
        heard += data
    return [part.partition(b'"')[0].decode() for part in heard.split(mark)[1:]]


def upgrade_request(port: int, table: str) -> bytes:
    lines = (
        f"GET /api/v1/tables/{table}/socket HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
    )
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def masked_frame(data: bytes) -> bytes:
    return Frame(Opcode.TEXT, data).serialize(mask=True)


def test_an_answer_and_its_event_leave_in_one_write(server, table, monkeypatch):
    with server.connect(table, server.create_player()["token"]) as client:
        client.receive_until("snapshot")
        session = next(s for group in server.host.live[table].viewers.by_viewer.values() for s in group)
        line = session.queue._write.__self__
        writes: list[bytes] = []
        true = line._write_queued_frames

        def watched() -> None:
            writes.append(b"".join(line._frames_to_write))
            true()

        monkeypatch.setattr(line, "_write_queued_frames", watched)
        client.request("say", text="hello", client_id="c1")
    assert [data.count(b'"kind":"ack"') + data.count(b'"kind":"event"') for data in writes if b"c1" in data] == [2]
