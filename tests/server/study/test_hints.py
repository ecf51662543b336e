"""Hints at live tables: who may take them, that they are recorded, and that they use only what the seat knows."""

from __future__ import annotations

import asyncio
from time import perf_counter
from types import SimpleNamespace
from typing import Any

from dottable.bots.seat_access import SeatAccess
from dottable.core.matches.match import Match
from dottable.core.primitives.chance import seeded_generator
from dottable.core.registry import find_game
from dottable.server.access.limits import Limits
from dottable.server.routes.errors import ApiError
from dottable.server.study.hint_finder import HintFinder
from dottable.study.hints import Hint, make_hint
from tests.server.running_server import wait_until


def own_turn(server, table: str, token: str) -> dict:
    """Wait for the player's turn and return the position."""

    def position():
        return server.get(f"/api/v1/tables/{table}", token).json()["position"]

    wait_until(lambda: position()["legal"], 30)
    return position()


def take(server, table: str, token: str, level: str):
    return server.post(f"/api/v1/tables/{table}/hint", {"level": level}, token)


def test_first_the_idea_then_the_move(server):
    ann = server.create_player()
    table = server.create_table(ann, bots=["newcomer"], starts=True)["table"]
    position = own_turn(server, table, ann["token"])
    idea = take(server, table, ann["token"], "idea").json()
    assert (idea["action"], idea["words"], idea["move_number"]) == (None, None, position["move_number"])
    assert idea["idea"].endswith(".")
    move = take(server, table, ann["token"], "move").json()
    assert move["action"] in position["legal"]
    assert move["idea"] == idea["idea"]
    assert take(server, table, ann["token"], "move").json()["action"] == move["action"]


def test_the_replay_marks_hints(server):
    ann = server.create_player()
    table = server.create_table(ann, "dot_tiles", bots=["newcomer"], starts=True, settings={"pace": "quick"})["table"]
    first = own_turn(server, table, ann["token"])["move_number"]
    action = take(server, table, ann["token"], "move").json()["action"]
    while True:
        answer = server.post(f"/api/v1/tables/{table}/commands", {"kind": "move", "action": action}, ann["token"])
        assert answer.status_code == 200, answer.text
        wait_until(lambda: is_over(server, table) or own_legal(server, table, ann["token"]), 60)
        if is_over(server, table):
            break
        action = own_legal(server, table, ann["token"])[0]
    steps = server.get(f"/api/v1/matches/{table}/replay").json()["steps"]
    assert [step["n"] - 1 for step in steps if step["hint"] == "move"] == [first]


def is_over(server, table: str) -> bool:
    return server.get(f"/api/v1/tables/{table}").json()["status"] == "over"


def own_legal(server, table: str, token: str) -> list[int]:
    return server.get(f"/api/v1/tables/{table}", token).json()["position"]["legal"]


def two_people(server, **settings):
    """Start a match of two people and return the table, the one whose turn it is, and the other."""
    ann, bob = server.create_player("Ann"), server.create_player("Bob")
    table = server.create_table(ann, settings=settings)["table"]
    server.post(f"/api/v1/tables/{table}/commands", {"kind": "sit"}, bob["token"])
    server.post(f"/api/v1/tables/{table}/commands", {"kind": "start"}, ann["token"])
    wait_until(lambda: server.get(f"/api/v1/tables/{table}").json()["position"], 30)
    mover = server.get(f"/api/v1/tables/{table}").json()["position"]["to_act"][0]
    return table, (ann, bob)[mover], (ann, bob)[1 - mover]


def test_with_people_hints_need_the_agreement_of_the_table(server):
    table, mover, _ = two_people(server)
    answer = take(server, table, mover["token"], "idea")
    assert (answer.status_code, answer.json()["code"]) == (409, "no-hints")
    table, mover, other = two_people(server, hints=True)
    assert take(server, table, mover["token"], "idea").status_code == 200
    assert take(server, table, other["token"], "idea").json()["code"] == "not-your-turn"


def test_a_stranger_gets_no_hint(server):
    ann, eve = server.create_player(), server.create_player("Eve")
    table = server.create_table(ann, bots=["newcomer"], starts=True)["table"]
    own_turn(server, table, ann["token"])
    assert take(server, table, eve["token"], "move").status_code == 409
    assert server.post(f"/api/v1/tables/{table}/hint", {"level": "move"}).status_code == 401
    assert take(server, "nowhere", ann["token"], "move").status_code == 404


def test_a_hint_depends_only_on_what_the_seat_knows():
    """Same knowledge, other hidden cards: the access object is equal, so a search without a time limit is, too."""
    for slug in ("dot_tiles", "dots_72"):
        match = Match(find_game(slug), seed=bytes(32))
        seat = match.to_act[0]
        other = match.determinize(seat, seeded_generator(b"x" * 32))
        assert SeatAccess(match, seat).record.tobytes() == SeatAccess(other, seat).record.tobytes()


def test_a_hint_takes_about_300_ms():
    match = Match(find_game("dot_tiles"), seed=bytes(32))
    access = SeatAccess(match, match.to_act[0])
    make_hint(access, bytes(32))
    started_s = perf_counter()
    make_hint(access, bytes(32))
    assert perf_counter() - started_s < 1.5  # a busy machine may take longer than the 0.3 s of the search


class SlowBots:
    """A bot runner whose hints wait until the test releases them."""

    def __init__(self) -> None:
        self.released = asyncio.Event()
        self.searches = 0

    async def find_hint(self, _access: object) -> Hint:
        self.searches += 1
        await self.released.wait()
        return Hint(0, "", "")


def test_an_address_may_wait_for_only_a_few_hints():
    refused: list[str] = []

    async def flood() -> list[int]:
        bots: Any = SlowBots()
        answers = HintFinder(bots, Limits(hint_queue=3, hints_per_address=2), refused.append)

        async def ask(move_number: int, address: str) -> int:
            live: Any = SimpleNamespace(table=SimpleNamespace(id="t", seat_access=lambda _seat: None))
            try:
                await answers._find_hint(live, 0, move_number, address)
            except ApiError as error:
                return error.status
            return 200

        asked = [(1, "a"), (2, "a"), (3, "a"), (1, "b"), (4, "b"), (5, "b"), (6, "c")]
        tasks = [asyncio.create_task(ask(*one)) for one in asked]
        await asyncio.sleep(0)
        bots.released.set()
        statuses = [await task for task in tasks]
        assert bots.searches == 3
        assert await ask(7, "a") == 200
        return statuses

    assert asyncio.run(flood()) == [200, 200, 429, 200, 200, 503, 503]
    assert refused == ["hints_per_address", "hint_queue", "hint_queue"]
