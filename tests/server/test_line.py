"""The short way between the wire and a session: whatever way a message is cut up, it is heard once and in order."""

from __future__ import annotations

import json
import random
import socket as sockets
import time

import pytest
from websockets.frames import Frame, Opcode
from websockets.server import ServerProtocol
from websockets.streams import StreamReader

from dottable.server.line import framed, is_between_frames, is_short_text


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
            assert heard_of(raw, 3, before=b'"kind":"ack",') == ["c0", "c1", "c2"]


def test_messages_cut_up_in_every_way_are_heard_once_and_in_order(server, table):
    """Short and long ones, in pieces, with pings between them, in portions that seldom end where a frame ends."""
    luck = random.Random(7)
    sent = [masked(json.dumps({"kind": "hello", "protocol": 1, "token": server.player()["token"]}).encode())]
    for k in range(40):
        said = json.dumps({"kind": "react", "reaction": "wow", "client_id": f"c{k}"}).encode()
        padded = said[:-1] + b" " * luck.choice((0, 0, 60, 200)) + b"}"
        sent += [masked(padded)] if k % 3 else in_two_pieces(padded)
    portions: list[bytes] = []
    for frame in sent:
        cut = luck.choice((0, 0, 1, 2, 5, 7, len(frame) - 1))
        portions += [frame[:cut], frame[cut:]] if luck.random() < 0.8 else [frame]
        if luck.random() < 0.3:
            portions[-1:] = [portions[-1] + Frame(Opcode.PING, b"there?").serialize(mask=True)]
    with sockets.create_connection(("127.0.0.1", server.port)) as raw:
        raw.settimeout(60)
        raw.setsockopt(sockets.IPPROTO_TCP, sockets.TCP_NODELAY, 1)
        raw.sendall(upgrade(server.port, table))
        assert b" 101 " in raw.recv(65_536)
        for portion in portions:
            raw.sendall(portion)
            time.sleep(0.002)
        heard = heard_of(raw, 40)
    assert heard == [f"c{k}" for k in range(40)]


def test_a_short_text_does_not_pass_through_the_library(server, table):
    """Should a new version of it look different inside, all still works, but slower: this test tells."""
    with server.sit(table, server.player()["token"]) as sitter:
        sitter.until("snapshot")
        session = next(s for group in server.host.live[table].groups.values() for s in group)
        line = session.outbox._say.__self__
        sitter.ask("say", text="hello")
        assert line._is_between_frames
        read_by_library = line.conn.receive_data
        line.conn.receive_data = lambda data: pytest.fail("the library was asked")
        assert sitter.ask("say", text="hello")["kind"] == "ack"
        line.conn.receive_data = read_by_library
        assert sitter.ask("say", text="hello " * 40)["kind"] == "ack"
        assert line._is_between_frames


def test_only_a_whole_masked_text_that_came_alone_is_short():
    text = masked(b"hello")
    assert is_short_text(text)
    assert is_short_text(masked(b"x" * 125))
    assert not is_short_text(masked(b"x" * 126))
    assert not is_short_text(text[:-1])
    assert not is_short_text(text + b"\x81")
    assert not is_short_text(Frame(Opcode.TEXT, b"hello").serialize(mask=False))
    assert not is_short_text(Frame(Opcode.TEXT, b"hello", fin=False).serialize(mask=True))
    assert not is_short_text(Frame(Opcode.PING, b"hello").serialize(mask=True))
    assert not is_short_text(b"\xc1" + text[1:]), "compressed"
    assert not any(is_short_text(text[:size]) for size in range(6))


def test_what_the_library_waits_for_is_known_at_every_byte():
    conn = opened()
    whole = masked(b"hello")
    assert is_between_frames(conn)
    for k in range(len(whole)):
        conn.receive_data(whole[k : k + 1])
        assert is_between_frames(conn) == (k == len(whole) - 1)
    conn.receive_data(in_two_pieces(b"hello")[0])
    assert not is_between_frames(conn), "a text has begun"
    conn.receive_data(Frame(Opcode.CONT, b"!").serialize(mask=True))
    assert is_between_frames(conn)
    conn.receive_data(Frame(Opcode.CLOSE, b"").serialize(mask=True))
    assert not is_between_frames(conn)


def opened() -> ServerProtocol:
    """The library's side of a socket that has just been opened."""
    conn = ServerProtocol()
    assert not is_between_frames(conn)
    conn.receive_data(upgrade(80, "x"))
    assert not is_between_frames(conn)
    conn.send_response(conn.accept(conn.events_received()[0]))
    return conn


def in_two_pieces(data: bytes) -> list[bytes]:
    first, second = data[: len(data) // 2], data[len(data) // 2 :]
    return [Frame(Opcode.TEXT, first, fin=False).serialize(mask=True), Frame(Opcode.CONT, second).serialize(mask=True)]


def heard_of(raw: sockets.socket, count: int, before: bytes = b"") -> list[str]:
    """The client ids of as many answers, of any kind or with these letters before them, read without a library."""
    mark = before + b'"client_id":"'
    heard = b""
    while heard.count(mark + b"c") < count:
        data = raw.recv(65_536)
        assert data, "the server closed the socket"
        heard += data
    return [part.partition(b'"')[0].decode() for part in heard.split(mark)[1:]]


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
