"""Plays random moves of DOTS (72 cards) over the socket protocol: two connections and one pending move per table.

    python ours_driver.py --port PORT --server-pid PID --sockets 50 [--rate 1000] [--seconds 5]

Without a rate every seat moves as soon as it can. With a rate, all seats together make that many moves a second.
With several nodes, every socket goes to a random one of the ports. `--open-port` names the nodes that open the tables.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import random
import threading
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import Any

import msgspec
import uvloop
from frames import Socket
from stopwatch import Stopwatch

GAME = "dots_72"
OPENERS = 24
"""Tables opened concurrently."""
TIMEOUT_S = 60


class Position(msgspec.Struct):
    to_act: list[int]
    legal: list[int]


class Update(msgspec.Struct):
    """The fields of an event or a snapshot that are needed to play."""

    kind: str = ""
    position: Position | None = None


class Message(msgspec.Struct):
    kind: str
    n: int = 0
    client_id: str = ""
    event: Update | None = None
    table: Update | str | None = None


read = msgspec.json.Decoder(Message).decode
local = threading.local()


class Table:
    """Two seats and their pending move."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.seats: list[Seat] = []
        self.sent_s = 0.0
        self.next_s = 0.0
        self.mover = -1


class Seat:
    """One connection that makes random moves."""

    def __init__(self, run: Run, table: Table, number: int) -> None:
        self.run = run
        self.table = table
        self.number = number
        self.position: Position | None = None
        self.socket: Socket
        self._sent_s: dict[str, float] = {}
        self._is_planned = False

    def on_message(self, data: bytes) -> None:
        message = read(data)
        if message.kind == "event" and message.event is not None:
            self._on_event(message.event, len(data))
        elif message.kind == "ack":
            self.run.note_ack(perf_counter() - self._sent_s.pop(message.client_id))
            self.play()
        elif message.kind == "ping":
            self.socket.send(b'{"kind":"pong","n":%d}' % message.n)
        elif message.kind == "snapshot" and isinstance(message.table, Update):
            self.position = message.table.position
        elif message.kind in ("refused", "problem", "bye"):
            self.run.faults += 1
            self.run.last_fault = data.decode()

    def _on_event(self, event: Update, size: int) -> None:
        self.position = event.position
        if event.kind != "moved":
            return
        mover_s = self.table.sent_s
        if self.number != self.table.mover:
            self.run.note_update(perf_counter() - mover_s)
        self.run.watch.bytes_in += size if self.run.watch.is_running else 0
        self.play()

    def play(self) -> None:
        """Move now or at the scheduled time, if this seat is to act."""
        position = self.position
        if self.run.is_over or position is None or self.number not in position.to_act or not position.legal:
            return
        if self._sent_s or self._is_planned:
            return
        if self.run.pause_s:
            self._is_planned = True
            table = self.table
            table.next_s = max(table.next_s + self.run.pause_s, perf_counter())
            asyncio.get_running_loop().call_later(table.next_s - perf_counter(), self._move)
        else:
            self._move()

    def _move(self) -> None:
        run, position = self.run, self.position
        self._is_planned = False
        if run.is_over or position is None or not position.legal:
            return
        run.asked += 1
        client_id = f"{run.asked:x}"
        action = random.choice(position.legal)
        self.table.mover = self.number
        self._sent_s[client_id] = self.table.sent_s = perf_counter()
        self.socket.send(f'{{"kind":"move","action":{action},"client_id":"{client_id}"}}'.encode())


class Run:
    """All tables and their measurements."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.ports: list[int] = given.port
        self.open_ports: list[int] = given.open_port or given.port
        self.watch = Stopwatch(given.server_pid)
        self.announces: bool = given.announce
        self.tables: list[Table] = []
        self.pause_s = given.sockets / 2 / given.rate if given.rate else 0.0
        self.is_over = False
        self.asked = 0
        self.faults = 0
        self.last_fault = ""

    def note_ack(self, wait_s: float) -> None:
        if self.watch.is_running:
            self.watch.acks_ms.append(1000 * wait_s)

    def note_update(self, wait_s: float) -> None:
        if self.watch.is_running:
            self.watch.updates_ms.append(1000 * wait_s)

    # Opening

    def post(self, port: int, path: str, body: Any, token: str = "") -> Any:
        connections = local.__dict__.setdefault("connections", {})
        if port not in connections:
            connections[port] = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
        connections[port].request("POST", f"/api/v1/{path}", json.dumps(body), headers)
        answer = connections[port].getresponse()
        text = answer.read()
        if answer.status >= 300:
            raise SystemExit(f"The server refused {path}: {text.decode()}")
        return json.loads(text)

    def open_table(self, k: int) -> tuple[str, list[str]]:
        """Start a match; return the table's id and the tokens of its two players."""
        port = self.open_ports[k % len(self.open_ports)]
        tokens = [self.post(port, "players", {"name": name})["token"] for name in ("Ann", "Bo")]
        table_id = self.post(port, "tables", {"game": GAME, "seats": 2}, tokens[0])["table"]
        self.post(port, f"tables/{table_id}/commands", {"kind": "sit"}, tokens[1])
        self.post(port, f"tables/{table_id}/commands", {"kind": "start"}, tokens[0])
        return table_id, tokens

    async def sit(self, table: Table, number: int, token: str) -> None:
        seat = Seat(self, table, number)
        path = f"/api/v1/tables/{table.id}/socket"
        seat.socket = await Socket.connect("127.0.0.1", random.choice(self.ports), path, seat.on_message)
        seat.socket.send(json.dumps({"kind": "hello", "protocol": 2, "token": token}).encode())
        table.seats.append(seat)

    async def open_all(self, count: int) -> None:
        loop = asyncio.get_running_loop()
        with ThreadPoolExecutor(OPENERS) as openers:
            opened = await asyncio.gather(*(loop.run_in_executor(openers, self.open_table, k) for k in range(count)))
        for table_id, tokens in opened:
            table = Table(table_id)
            await asyncio.gather(*(self.sit(table, number, token) for number, token in enumerate(tokens)))
            self.tables.append(table)
        async with asyncio.timeout(TIMEOUT_S):
            while not all(seat.position for table in self.tables for seat in table.seats):
                await asyncio.sleep(0.05)

    # Measuring

    def begin(self) -> None:
        now_s = perf_counter()
        for table in self.tables:
            table.next_s = now_s + random.uniform(-1, 0) * self.pause_s
            for seat in table.seats:
                seat.play()

    def announce(self, word: str) -> None:
        """Print when the measurement begins or ends, for a caller that reads its own counters then."""
        if self.announces:
            print(word, flush=True)

    async def measure(self, warm_s: float, seconds: float) -> dict[str, object]:
        self.begin()
        await asyncio.sleep(warm_s)
        self.announce("begin")
        self.watch.start()
        await asyncio.sleep(seconds)
        found = self.watch.stop()
        self.is_over = True
        self.announce("end")
        lost = sum(seat.socket.is_lost for table in self.tables for seat in table.seats)
        if self.faults:
            found["last_fault"] = self.last_fault
        return {**found, "faults": self.faults, "lost_sockets": lost}


async def main(given: argparse.Namespace) -> None:
    run = Run(given)
    await run.open_all(given.sockets // 2)
    print(json.dumps(await run.measure(given.warm, given.seconds)))
    for table in run.tables:
        for seat in table.seats:
            seat.socket.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, nargs="+", required=True, help="nodes that sockets connect to")
    parser.add_argument("--open-port", type=int, nargs="*", help="nodes that open the tables (default: the same)")
    parser.add_argument("--server-pid", type=int, nargs="+", required=True)
    parser.add_argument("--announce", action="store_true", help="print 'begin' and 'end' of the measurement")
    parser.add_argument("--sockets", type=int, default=50)
    parser.add_argument("--rate", type=float, default=0)
    parser.add_argument("--warm", type=float, default=2)
    parser.add_argument("--seconds", type=float, default=5)
    uvloop.run(main(parser.parse_args()))
