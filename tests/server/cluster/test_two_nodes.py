"""Two real server processes on one PostgreSQL and one NATS: matches across nodes, a kill, a drain."""

from __future__ import annotations

import asyncio
import signal
import threading
import time

import pytest

from tests.server.cluster.serve_processes import running_cluster
from tests.server.running_server import wait_until

MAX_WAIT_S = 5
"""Time in which a replica must have followed and some seat must be able to move."""


@pytest.fixture
def cluster():
    with running_cluster() as cluster:
        yield cluster


@pytest.fixture
def nodes(cluster):
    nodes = cluster.start("one", "two")
    yield nodes
    for node in nodes:
        if node.process.poll() is None:
            node.stop(signal.SIGKILL)


class Seat:
    """A player who plays legal moves over one socket, and answers from a thread."""

    def __init__(self, node, table_id, player):
        self.node, self.player, self.table_id = node, player, table_id
        self.client = node.connect(table_id, player["token"])
        self.snapshot = self.client.receive_until("snapshot")["table"]
        self.sent = 0

    def request(self, kind, **fields):
        self.sent += 1
        return self.client.request(kind, client_id=f"c{self.sent}", **fields)

    def legal(self):
        """Return the legal actions of the latest state."""
        shown = self.node.get(f"/api/v1/tables/{self.table_id}", self.player["token"]).json()
        position = shown["position"]
        return position["legal"] if shown["you"] in position["to_act"] else []

    def move(self):
        """Make the first legal move; return the answer, or None if there is none."""
        legal = self.legal()
        return self.request("move", action=legal[0]) if legal else None


def play_until_over(seats, moves=10_000):
    """Let all seats move in turn; return the number of acknowledged moves."""
    acknowledged, end = 0, time.monotonic() + MAX_WAIT_S
    while acknowledged < moves and time.monotonic() < end:
        answers = [answer for answer in (seat.move() for seat in seats) if answer is not None]
        acknowledged += sum(answer["kind"] == "ack" for answer in answers)
        if answers:
            end = time.monotonic() + MAX_WAIT_S
    return acknowledged


def open_match(first, second, game="dot_tiles"):
    ann, bob = first.create_player("Ann"), second.create_player("Bob")
    table_id = first.create_table(ann, game, seats=2)["table"]
    seats = [Seat(first, table_id, ann), Seat(second, table_id, bob)]
    assert seats[1].request("sit")["kind"] == "ack"
    assert seats[0].request("start")["kind"] == "ack"
    return table_id, seats


def test_players_at_different_nodes_play_one_match_and_see_each_other(nodes):
    one, two = nodes
    table_id, seats = open_match(one, two)
    assert one.metric("dottable_owned_tables") == 1
    assert two.metric("dottable_owned_tables") == 0
    assert play_until_over(seats, 20) >= 20
    assert two.metric("dottable_forwarded_commands_total") >= 10
    shown = one.get(f"/api/v1/tables/{table_id}", seats[0].player["token"]).json()
    assert [seat["is_connected"] for seat in shown["seats"]] == [True, True]
    wait_until(lambda: len({node.get(f"/api/v1/tables/{table_id}").json()["version"] for node in nodes}) == 1, 5)
    for seat in seats:
        seat.client.close()


def test_a_table_moves_to_the_node_of_its_players(nodes):
    one, two = nodes
    table_id, seats = open_match(one, two)
    play_until_over(seats, 4)
    seats[0].client.close()
    wait_until(lambda: two.metric("dottable_owned_tables") == 1, 10)
    assert one.metric("dottable_moved_tables_total") == 1
    seats[0] = Seat(two, table_id, seats[0].player)
    seats[0].sent = 100
    forwarded = two.metric("dottable_forwarded_commands_total")
    assert play_until_over(seats, 6) >= 6
    assert two.metric("dottable_forwarded_commands_total") == forwarded
    seats[1].client.close()
    seats[1] = Seat(one, table_id, seats[1].player)
    seats[1].sent = 100
    assert play_until_over(seats, 6) >= 6
    assert two.metric("dottable_owned_tables") == 1  # a player is still connected there


def test_a_match_goes_on_after_its_owner_is_killed(nodes):
    one, two = nodes
    table_id, seats = open_match(one, two)
    play_until_over(seats, 6)
    one.stop(signal.SIGKILL)
    seats[0].client.socket.close_socket()
    started_s = time.monotonic()
    seats[0] = Seat(two, table_id, seats[0].player)
    seats[0].sent = 100
    assert play_until_over(seats, 6) >= 6
    assert time.monotonic() - started_s < 10
    assert two.metric("dottable_takeovers_total") == 1


def test_a_stopped_owner_that_wakes_up_becomes_a_replica(nodes):
    one, two = nodes
    table_id, seats = open_match(one, two)
    play_until_over(seats, 4)
    one.process.send_signal(signal.SIGSTOP)
    threading.Timer(4, one.process.send_signal, [signal.SIGCONT]).start()
    wait_until(lambda: two.metric("dottable_owned_tables") == 1, 10)
    wait_until(lambda: one.metric("dottable_owned_tables") == 0, 20)
    assert play_until_over(seats, 6) >= 6
    wait_until(lambda: len({node.get(f"/api/v1/tables/{table_id}").json()["version"] for node in nodes}) == 1, 5)


def test_a_draining_node_hands_its_tables_over(nodes):
    one, two = nodes
    table_id, seats = open_match(one, two)
    play_until_over(seats, 4)
    one.process.send_signal(signal.SIGTERM)
    wait_until(lambda: two.metric("dottable_owned_tables") == 1, 10)
    assert one.stop() == 0
    bye = seats[0].client.receive_until("bye")
    assert bye["is_temporary"]
    seats[0] = Seat(two, table_id, seats[0].player)
    seats[0].sent = 100
    assert play_until_over(seats, 6) >= 6


def test_a_damaged_table_is_set_aside_and_the_others_are_adopted(cluster):
    (one,) = cluster.start("one")
    ann = one.create_player("Ann")
    tables = [one.create_table(ann, sits=True, bots=["newcomer"], starts=True)["table"] for _ in range(4)]
    one.stop(signal.SIGKILL)
    delete_second_event(cluster.store, tables[0])
    (two,) = cluster.start("two")
    wait_until(lambda: two.metric("dottable_owned_tables") == 3, 20)
    answer = two.get(f"/api/v1/tables/{tables[0]}")
    assert (answer.status_code, answer.json()["code"]) == (409, "set_aside")
    assert all(two.get(f"/api/v1/tables/{table}").status_code == 200 for table in tables[1:])


def delete_second_event(store, table_id):
    """Delete event 1 of a table, as a damaged database might have lost it."""
    asyncpg = pytest.importorskip("asyncpg")

    async def delete():
        connection = await asyncpg.connect(store.partition("?")[0])
        schema = store.partition("search_path=")[2]
        await connection.execute(f"DELETE FROM {schema}.events WHERE table_id = $1 AND n = 1", table_id)
        await connection.close()

    asyncio.run(delete())
