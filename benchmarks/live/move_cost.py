"""CPU time of the server for one move, without network and disk: from a client's message to the frames of all viewers.

    python benchmarks/live/move_cost.py [--sources src OTHER/src ...] [--slices 30] [--moves 250] [--game dots_72]

Plays random moves at 25 tables of two players in one process for each folder of sources. The processes take turns in
short slices, so that other load on the machine hits all alike. Time is virtual, so that races are decided at once. A
match that ends is followed by another, whose opening is not counted. Prints one JSON object with quantiles over the
slices.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

TABLES = 25
WARM_ROUNDS = 20
MS_PER_ROUND = 2_000
"""Virtual time between two rounds; enough for every race and deadline of the last one."""
SOURCES = Path(__file__).resolve().parents[2] / "src"


class Position(msgspec.Struct):
    to_act: list[int]
    legal: list[int]


class Update(msgspec.Struct):
    position: Position | None = None


class Message(msgspec.Struct):
    kind: str
    event: Update | None = None
    table: Update | str | None = None


read = msgspec.json.Decoder(Message).decode


class CallbackStore:
    """Stands for a store: keeps nothing, and reports the appends of a round as stored when asked to."""

    def __init__(self) -> None:
        self.callbacks: list[Callable[[None], None]] = []

    def append_with_callback(self, _table: str, _first_n: int, _bodies: Any, callback: Any, _token: Any) -> None:
        self.callbacks.append(callback)

    def report_all(self) -> None:
        callbacks, self.callbacks = self.callbacks, []
        for callback in callbacks:
            callback(None)


class FrameConnection:
    """Stands for a WebSocket connection: builds the frames, and keeps the latest position."""

    def __init__(self) -> None:
        self.latest = b""

    def send_text(self, data: bytes) -> None:
        from dottable.server.protocol.websocket_connection import text_frame

        text_frame(data)
        if data.startswith((b'{"kind":"event"', b'{"kind":"snapshot"')):
            self.latest = data

    def round_trip_us(self) -> int:
        return 500


Seats = list[tuple[Any, FrameConnection]]
"""Session and connection of every seat of a table."""


class Load:
    """Tables whose players make random moves in turn."""

    def __init__(self, game: str) -> None:
        from dottable.server.access.limits import Limits
        from dottable.server.live.table_host import TableHost
        from dottable.server.monitoring.metrics import Metrics

        self.game = game
        self.store: Any = CallbackStore()
        self.now_ms = time.time_ns() // 1_000_000
        limits = Limits(messages_per_s=1e9, messages_burst=1_000_000_000)
        self.host = TableHost(self.store, limits, Metrics(), lambda: self.now_ms)
        self.host.search_rows.queue_update = lambda _live: None
        self.rng = random.Random(7)
        self.moves = self.opened = 0
        self.opening_s = 0.0
        self.tables = [self.open_table() for _ in range(TABLES)]

    def open_table(self) -> Seats:
        """Start a match of two players and return their sessions and connections."""
        started_s = time.thread_time()
        self.opened += 1
        seats = self.start_match(self.game, self.opened)
        self.opening_s += time.thread_time() - started_s
        return seats

    def start_match(self, slug: str, k: int) -> Seats:
        from dottable.core.registry import find_game
        from dottable.server.live.live_table import LiveTable
        from dottable.table.commands import Sit, Start
        from dottable.table.decisions.first_table_events import opened_event
        from dottable.table.events import Settings
        from dottable.table.table import Table

        names, now = [f"{k}-{seat}" for seat in range(2)], self.host.clock_ms()
        opened = opened_event(find_game(slug), seats=2, options={}, host=names[0], settings=Settings(), now=now)
        table = Table(f"table{k}", opened, random_bytes=self.rng.randbytes)
        commands = [(name, Sit(seat=seat, name=name, colour="#111111")) for seat, name in enumerate(names)]
        for player, command in [*commands, (names[0], Start())]:
            answer: Any = table.decide(player, command, now)
            for event in answer.events:
                table.apply_event(event)
        live = LiveTable(table, self.host)
        return [self.join(live, name) for name in names]

    def join(self, live: Any, name: str) -> tuple[Any, FrameConnection]:
        """Return a new session of a player and its connection."""
        from dottable.server.live.session import Session
        from dottable.store import PlayerRow

        connection: Any = FrameConnection()
        session = Session(connection, live, self.host, PlayerRow(name, name, "#111111", None, 0, 0))
        live.sessions.queue_join(session, None)
        return session, connection

    def play_round(self) -> None:
        """Make one move at every table, let what is due happen, and replace the matches that are over."""
        for seats in self.tables:
            self.move_somewhere(seats)
        self.store.report_all()
        self.now_ms += MS_PER_ROUND
        for seats in self.tables:
            seats[0][0].live.advance()
        while self.store.callbacks:
            self.store.report_all()
        self.tables = [self.open_table() if seats[0][0].live.table.is_over else seats for seats in self.tables]

    def move_somewhere(self, seats: Seats) -> None:
        """Make a random move at the first seat that can make one."""
        for seat, (session, connection) in enumerate(seats):
            message = read(connection.latest)
            update = message.event or message.table
            position = update.position if isinstance(update, Update) else None
            if position is not None and seat in position.to_act and position.legal:
                self.moves += 1
                action = self.rng.choice(position.legal)
                session.on_message(b'{"kind":"move","action":%d,"client_id":"%x"}' % (action, self.moves))
                break


async def work(game: str) -> None:
    """Play as many rounds as each line of the standard input says, and print the CPU time per move in microseconds."""
    load = Load(game)
    for _ in range(WARM_ROUNDS):
        load.play_round()
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)
    print("ready", flush=True)
    for line in sys.stdin:
        before_s, before = time.thread_time() - load.opening_s, load.moves
        for _ in range(int(line)):
            load.play_round()
        used_s = time.thread_time() - load.opening_s - before_s
        print(1e6 * used_s / max(1, load.moves - before), flush=True)
    load.host.bot_runner.close()


def start_worker(sources: str, game: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": sources}
    command = [sys.executable, __file__, "--work", "--game", game]
    process = subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    if process.stdout.readline().strip() != "ready":
        raise SystemExit(f"The process for {sources} failed.")
    return process


def ask(process: subprocess.Popen[str], rounds: int) -> float:
    """Let a worker play and return its CPU time per move in microseconds."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{rounds}\n")
    process.stdin.flush()
    return float(process.stdout.readline())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sources", nargs="+", default=[str(SOURCES)], help="folders with the package dottable")
    parser.add_argument("--slices", type=int, default=30)
    parser.add_argument("--moves", type=int, default=250, help="moves in a slice")
    parser.add_argument("--game", default="dots_72")
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.work:
        asyncio.run(work(given.game))
        return
    workers = {sources: start_worker(sources, given.game) for sources in given.sources}
    costs: dict[str, list[float]] = {sources: [] for sources in workers}
    for _ in range(given.slices):
        for sources, process in workers.items():
            costs[sources].append(ask(process, given.moves // TABLES))
    for process in workers.values():
        process.communicate()
    found = {
        sources: {f"p{round(100 * q)}_us": round(sorted(us)[int(q * (len(us) - 1))], 1) for q in (0, 0.1, 0.5, 0.9)}
        for sources, us in costs.items()
    }
    print(json.dumps({"load": os.getloadavg()[0], "cpu_per_move": found}, indent=2))


if __name__ == "__main__":
    main()
