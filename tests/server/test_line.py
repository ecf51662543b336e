"""The short way between the wire and a session: whatever way a message is cut up, it is heard once and in order."""

from __future__ import annotations

import json
import socket as sockets

import pytest
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from dottable.server.line import framed


@pytest.fixture
def table(server):
    return server.table(server.player())["table"]


def read_frame(data: bytes) -> Frame:
    """A frame as a client of the library reads it."""
    reader = StreamReader()
    reader.feed_data(data)
    parsing = Frame.parse(reader.read_exact, mask=False, max_size=None)
    with pytest.raises(StopIteration) as done:
        next(parsing)
    assert reader.buffer == b""
    return done.value.value


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536])
def test_a_frame_of_any_size_is_read_as_it_was_written(size):
    frame = read_frame(framed(b"x" * size))
    assert (frame.opcode, frame.fin, frame.data) == (Opcode.TEXT, True, b"x" * size)


def test_a_message_in_pieces_is_heard_as_one(server, table):
    ann = server.player()
    with server.sit(table, ann["token"]) as sitter:
        sitter.until("snapshot")
        sitter.socket.send(iter(['{"kind":"say",', '"text":"in ', 'pieces","client_id":"c1"}']))
        assert sitter.until("ack")["client_id"] == "c1"


def test_a_message_in_bytes_is_heard_like_a_text(server, table):
    with server.sit(table, server.player()["token"]) as sitter:
        sitter.until("snapshot")
        sitter.send(b'{"kind":"say","text":"hello","client_id":"c1"}')
        assert sitter.until("ack")["client_id"] == "c1"


def test_a_text_that_is_none_is_named_and_the_socket_lives_on(server, table):
    with server.sit(table, server.player()["token"]) as sitter:
        sitter.until("snapshot")
        sitter.socket.send(b'{"kind":"say","text":"\xff\xfe"}', text=True)
        assert sitter.until("problem")["code"] == "bad_message"
        assert sitter.ask("say", text="still here")["kind"] == "ack"


def test_all_that_comes_with_the_hello_is_heard_after_it(server, table):
    """A client that does not wait, and whose frames arrive together or byte by byte."""
    token = server.player()["token"]
    hello = {"kind": "hello", "protocol": 1, "token": token}
    said = [{"kind": "say", "text": f"word {k}", "client_id": f"c{k}"} for k in range(3)]
    data = b"".join(masked(json.dumps(message).encode()) for message in (hello, *said))
    for step in (len(data), 1):
        with sockets.create_connection(("127.0.0.1", server.port)) as raw:
            raw.settimeout(60)
            raw.sendall(upgrade(server.port, table))
            assert b" 101 " in raw.recv(65_536)
            for k in range(0, len(data), step):
                raw.sendall(data[k : k + step])
            assert acks(raw, 3) == ["c0", "c1", "c2"]


def upgrade(port: int, table: str) -> bytes:
    lines = (
        f"GET /api/v1/tables/{table}/socket HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
    )
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def masked(data: bytes) -> bytes:
    return Frame(Opcode.TEXT, data).serialize(mask=True)


def acks(raw: sockets.socket, count: int) -> list[str]:
    """The client ids of the first acknowledgements, read without a library."""
    heard = b""
    while heard.count(b'"kind":"ack"') < count:
        data = raw.recv(65_536)
        assert data, "the server closed the socket"
        heard += data
    return [part.partition(b'"')[0].decode() for part in heard.split(b'"kind":"ack","client_id":"')[1:]]


def test_an_answer_and_its_event_leave_in_one_write(server, table, monkeypatch):
    with server.sit(table, server.player()["token"]) as sitter:
        sitter.until("snapshot")
        session = next(s for group in server.host.live[table].groups.values() for s in group)
        line = session.outbox._say.__self__
        writes: list[bytes] = []
        true = line._write_said

        def watched() -> None:
            writes.append(b"".join(line._said))
            true()

        monkeypatch.setattr(line, "_write_said", watched)
        sitter.ask("say", text="hello", client_id="c1")
    assert [data.count(b'"kind":"ack"') + data.count(b'"kind":"event"') for data in writes if b"c1" in data] == [2]
