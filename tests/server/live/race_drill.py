"""Races over real connections with different latencies: how often each side wins, honest or cheating.

Server and clients run in two network namespaces (see `delay_line`). At every table two players snap the same card. Both
need a random time to react. The reactions of a race are the same in every condition, so that only the cheat can cause
differences between conditions. Prints one JSON object.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from dottable.core.registry import find_game
from dottable.server.access.limits import Limits
from dottable.server.configuration.settings import ServerConfig
from dottable.server.serving import GracefulServer, bind_socket, create_server
from dottable.table.viewers.recent_moves import RecentMoves
from tests.games.dots_52 import positions
from tests.server.live.delay_line import SERVER_ADDRESS, DelayLine, enter_namespace

FAST_ADDRESS, SLOW_ADDRESS = "10.72.0.2", "10.72.0.3"
TABLEAUX = ("7s 2s 3s 4s", "7h 2h 3h 4h")
PONG_DELAY_S = 0.39
ANSWER_TIMEOUT_S = 10
MEASURING_S = 1.5
"""Time in seconds for the first pings of every connection."""
CHEATS = ("delayed_pongs", "dropped_pongs", "delayed_acks")
LIMITS = Limits(
    messages_per_s=1000,
    messages_burst=1000,
    requests_per_s=1000,
    requests_burst=10_000,
    new_players_burst=10_000,
    new_tables_burst=10_000,
    new_players_per_day=100_000,
    new_tables_per_address_burst=10_000,
    max_open_tables_per_address=10_000,
    pong_timeout_s=300,  # the machine may be busy compiling
    max_sockets_per_address=10_000,
)


class Plan(NamedTuple):
    """The parameters of a drill."""

    round_trips_ms: tuple[float, float]
    """Round-trip times of the fast and the slow connection, in ms."""
    tables: int
    races: int
    """Races at each table and in each condition."""
    jitter: float
    reaction_ms: tuple[float, float]
    """Mean and standard deviation of the reaction time, in ms."""
    cheats: Sequence[str] = CHEATS


class Control:
    """Requests of the client process to the server process, over a socket pair."""

    def __init__(self, end: socket.socket) -> None:
        self._end = end
        self._lock = asyncio.Lock()

    async def ask(self, **request: Any) -> Any:
        reader, writer = self._streams
        async with self._lock:
            writer.write(json.dumps(request).encode() + b"\n")
            return json.loads(await reader.readline())

    async def open(self) -> None:
        self._streams = await asyncio.open_connection(sock=self._end)


class RacingPlayer:
    """A client that snaps a card some time after it sees it. It may cheat with its pongs."""

    def __init__(self, line: str, cheat: str | None) -> None:
        self.line = line
        self.cheat = cheat
        self.seat = -1
        self.reaction_s = 0.0
        self.snap = asyncio.get_running_loop().create_future()
        self.winner = asyncio.get_running_loop().create_future()
        self._tasks: set[asyncio.Task[None]] = set()

    async def join(self, url: str, token: str) -> None:
        address = FAST_ADDRESS if self.line == "fast" else SLOW_ADDRESS
        self.socket: ClientConnection = await connect(url, local_addr=(address, 0), compression=None)
        await self.send("hello", protocol=2, token=token)
        self._start(self._listen())

    async def leave(self) -> None:
        await self.socket.close()

    async def send(self, kind: str, **fields: Any) -> None:
        await self.socket.send(json.dumps({"kind": kind, **fields}))

    def await_card(self, reaction_s: float) -> None:
        self.reaction_s = reaction_s
        self.snap = asyncio.get_running_loop().create_future()
        self.winner = asyncio.get_running_loop().create_future()
        self._is_waiting = True

    def _start(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _listen(self) -> None:
        self._is_waiting = False
        async for text in self.socket:
            if self.cheat == "delayed_acks":
                self.socket.transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 0)
            message = json.loads(text)
            if message["kind"] == "ping":
                self._start(self._answer_ping(message["n"]))
            elif message["kind"] == "event" and message["event"]["kind"] == "moved":
                self._on_move(message["event"].get("move"))
            elif self._answers_snap(message) and not self.snap.done():
                self.snap.set_result(message["kind"])

    @staticmethod
    def _answers_snap(message: dict[str, Any]) -> bool:
        return message["kind"] in ("ack", "refused") and message["client_id"].startswith("snap")

    def _on_move(self, move: dict[str, Any] | None) -> None:
        if move is None:
            return
        if self._is_waiting and move["action"] == ACTIONS.encode("discard"):
            self._is_waiting = False
            self._start(self._react())
        elif not self._is_waiting and move["race"] and not self.winner.done():
            self.winner.set_result(move["race"]["rivals"][0]["seat"])

    async def _react(self) -> None:
        await asyncio.sleep(self.reaction_s)
        await self.send("move", action=ACTIONS.encode("snap", 0), client_id=f"snap{time.monotonic_ns()}")

    async def _answer_ping(self, n: int) -> None:
        if self.cheat in ("dropped_pongs", "delayed_acks"):
            return
        if self.cheat == "delayed_pongs":
            await asyncio.sleep(PONG_DELAY_S)
        with suppress(ConnectionClosed):
            await self.send("pong", n=n)


ACTIONS = find_game("dots_52").state.ACTIONS


LineClients = dict[str, httpx.AsyncClient]
"""HTTP client by connection (fast or slow)."""


async def open_table(clients: LineClients, players: Sequence[RacingPlayer]) -> str:
    """Open a table for two players and start it. Every player uses only its own connection."""
    https = [clients[player.line] for player in players]
    made = [await http.post("/api/v1/players", json={"name": "Racer"}) for http in https]
    tokens = [answer.json()["token"] for answer in made]
    headers = [{"authorization": f"Bearer {token}"} for token in tokens]
    opened = await https[0].post("/api/v1/tables", json={"game": "dots_52", "seats": 2}, headers=headers[0])
    table = str(opened.json()["table"])
    for k, kind in ((1, "sit"), (0, "start")):
        answer = await https[k].post(f"/api/v1/tables/{table}/commands", json={"kind": kind}, headers=headers[k])
        assert answer.status_code == 200, answer.text
    server = f"{https[0].base_url.host}:{https[0].base_url.port}"
    for seat, (player, token) in enumerate(zip(players, tokens, strict=True)):
        player.seat = seat
        await player.join(f"ws://{server}/api/v1/tables/{table}/socket", token)
    return table


async def race_at_table(
    control: Control, clients: LineClients, plan: Plan, number: int, cheats: dict[str, str]
) -> tuple[int, int, list[int]]:
    """Return the races won by the slow side, the number of races, and the latency credits of both sides in ms."""
    lines = ("fast", "slow") if number % 2 else ("slow", "fast")
    players = [RacingPlayer(line, cheats.get(line)) for line in lines]
    table = await open_table(clients, players)
    await asyncio.sleep(MEASURING_S)
    rng, winners = random.Random(number), list[str]()
    for _ in range(plan.races):
        await control.ask(deal=table)
        for line in ("fast", "slow"):
            players[lines.index(line)].await_card(max(0.0, rng.gauss(*plan.reaction_ms)) / 1000)
        await players[0].send("move", action=ACTIONS.encode("discard"), client_id=f"d{time.monotonic_ns()}")
        await asyncio.wait([player.snap for player in players], timeout=ANSWER_TIMEOUT_S)
        await asyncio.wait([players[0].winner], timeout=ANSWER_TIMEOUT_S)
        if players[0].winner.done():  # if not, the machine was too busy and both snaps came after the deadline
            winners.append(lines[players[0].winner.result()])
    credits = await control.ask(credits=table)
    for player in players:
        await player.leave()
    return winners.count("slow"), len(winners), [credits[lines.index(line)] for line in ("fast", "slow")]


def http_client(url: str, address: str) -> httpx.AsyncClient:
    """Return an HTTP client that uses one of the connections."""
    transport = httpx.AsyncHTTPTransport(local_address=address)
    return httpx.AsyncClient(base_url=url, timeout=600, transport=transport)


async def run_condition(control: Control, url: str, plan: Plan, cheats: dict[str, str]) -> dict[str, Any]:
    """Run all races of one condition at many tables at the same time."""
    async with http_client(url, FAST_ADDRESS) as fast_http, http_client(url, SLOW_ADDRESS) as slow_http:
        clients = {"fast": fast_http, "slow": slow_http}
        work = [race_at_table(control, clients, plan, number, cheats) for number in range(plan.tables)]
        results = await asyncio.gather(*work)
    races = sum(count for _, count, _ in results)
    share = sum(won for won, _, _ in results) / races
    fast, slow = (sorted(credits[k] for _, _, credits in results)[len(results) // 2] for k in (0, 1))
    return {"races": races, "slow_share": round(share, 4), "median_credit_ms": {"fast": fast, "slow": slow}}


async def run_clients(control: Control, url: str, plan: Plan) -> dict[str, Any]:
    """Run every condition and return the report."""
    await control.open()
    honest = await run_condition(control, url, plan, {})
    cheats = []
    for who in ("slow", "fast"):
        for how in plan.cheats:
            found = await run_condition(control, url, plan, {who: how})
            change = 100 * (found["slow_share"] - honest["slow_share"])
            cheats.append(
                {"who": who, "how": how, **found, "gain_points": round(change if who == "slow" else -change, 2)}
            )
    return {
        "plan": plan._asdict(),
        "honest": honest,
        "cheats": cheats,
        "max_gain_points": max((one["gain_points"] for one in cheats), default=0.0),
    }


def deal(server: GracefulServer, table_id: str) -> None:
    """Put a position on the table in which seat 0 can discard a seven that both seats can snap."""
    assert server.application.host is not None
    live = server.application.host.live[table_id]
    match, table = positions.table(*TABLEAUX, drawn="7d"), live.table
    table.match, table.recent_moves, table.to_act = match, RecentMoves(match), match.to_act
    for viewer in live.viewers.by_viewer:
        live.viewers._last_views[viewer] = match.view(viewer)


def latency_credits(server: GracefulServer, table_id: str) -> list[int]:
    """Return the latency credit of each seat in ms."""
    assert server.application.host is not None
    table = server.application.host.live[table_id].table
    return [table.presence.latency_credit_ms(holder.player) for holder in table.seating.holders if holder]


def run_server_until_done(end: socket.socket, folder: str) -> dict[str, Any]:
    """Serve the drill, answer the requests of the client process, and return its report."""
    config = ServerConfig(host=SERVER_ADDRESS, port=0, store=f"{folder}/drill.db", limits=LIMITS, compile_rules=False)
    listener = bind_socket(config)
    server = create_server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    stream = end.makefile("rw")
    stream.write(json.dumps({"url": f"http://{SERVER_ADDRESS}:{listener.getsockname()[1]}"}) + "\n")
    stream.flush()
    for line in stream:
        request = json.loads(line)
        if "report" in request:
            server.should_exit = True
            thread.join(30)
            return dict(request["report"])
        answer = on_loop(server, deal if "deal" in request else latency_credits, next(iter(request.values())))
        stream.write(json.dumps(answer) + "\n")
        stream.flush()
    raise RuntimeError("the client process ended without a report")


def on_loop(server: GracefulServer, function: Any, table_id: str) -> Any:
    """Call a function in the server's event loop and return its result."""

    async def call() -> Any:
        return function(server, table_id)

    assert server.application.host is not None
    return asyncio.run_coroutine_threadsafe(call(), server.application.host.loop).result(30)


def run_drill(plan: Plan) -> dict[str, Any]:
    """Run a drill. Moves this process into a new network namespace."""
    ours, theirs = socket.socketpair()
    server_device = enter_namespace([SERVER_ADDRESS])
    client_process = os.fork()
    if client_process == 0:
        run_client_process(theirs, plan)
    theirs.close()
    _, (client_device,), _, _ = socket.recv_fds(ours, 1, 1)
    forwarder = os.fork()
    delays_ms = dict(zip((FAST_ADDRESS, SLOW_ADDRESS), (ms / 2 for ms in plan.round_trips_ms), strict=True))
    if forwarder == 0:
        ours.close()
        asyncio.run(DelayLine(server_device, client_device, delays_ms, plan.jitter).run())
    with tempfile.TemporaryDirectory() as folder:
        try:
            return run_server_until_done(ours, folder)
        finally:
            for process in (forwarder, client_process):
                os.kill(process, 9)
                os.waitpid(process, 0)


def run_client_process(end: socket.socket, plan: Plan) -> None:
    """Run the clients in their own namespace, send the report, and wait to be ended."""
    device = enter_namespace([FAST_ADDRESS, SLOW_ADDRESS])
    socket.send_fds(end, [b"d"], [device])
    url = json.loads(end.makefile().readline())["url"]
    report = asyncio.run(run_clients(Control(end.dup()), url, plan))
    end.setblocking(True)
    end.sendall(json.dumps({"report": report}).encode() + b"\n")
    while True:
        time.sleep(60)


def parse_plan(arguments: Sequence[str]) -> Plan:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--round-trips", type=float, nargs=2, default=(20, 180), metavar="MS")
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--races", type=int, default=25, help="races at each table and in each condition")
    parser.add_argument("--jitter", type=float, default=0.0, help="standard deviation as a share of the delay")
    parser.add_argument("--reaction", type=float, nargs=2, default=(400, 80), metavar="MS", help="mean, deviation")
    parser.add_argument("--cheats", nargs="*", default=CHEATS, choices=CHEATS)
    found = parser.parse_args(arguments)
    return Plan(tuple(found.round_trips), found.tables, found.races, found.jitter, tuple(found.reaction), found.cheats)


if __name__ == "__main__":
    print(json.dumps(run_drill(parse_plan(sys.argv[1:])), indent=2))  # noqa: T201
