"""Anything that people, bots, connections and restarts can do in any order keeps a table sound."""

from __future__ import annotations

import random
from typing import Any

import pytest

from dottable.core.registry import games
from dottable.table.answers import Held, Refusal, Repeated
from dottable.table.commands import (
    Abort,
    AnyCommand,
    Move,
    React,
    Ready,
    Rematch,
    Say,
    SeatBot,
    Sit,
    Stand,
    Start,
    Unseat,
)
from dottable.table.events import Moved

from .house import NAMES, RED, House

PEOPLE = NAMES[:5]
STEPS = 250


class Crowd:
    """People who do anything at a table."""

    def __init__(self, slug: str, seed: int) -> None:
        self.luck = random.Random(f"{slug} {seed}")
        limits = {"move_limit_s": self.luck.choice([None, 8]), "match_limit_s": self.luck.choice([None, 60])}
        self.house = House(slug, seats=3, seed=seed, bots_for_absent=True, absent_after_s=6, **limits)
        self.held: set[tuple[str, str | None]] = set()
        self.here: list[str] = []
        self.sent: list[tuple[str, AnyCommand]] = []

    def step(self) -> None:
        self.luck.choice([self.do, self.do, self.do, self.do, self.resend, self.pass_time, self.connect, self.ping])()

    def do(self) -> None:
        player = self.luck.choice(PEOPLE)
        self.send(player, self.anything(player))

    def send(self, player: str, command: AnyCommand) -> None:
        before = self.house.table.version
        answer = self.house.command(player, command)
        self.sent.append((player, command))
        if isinstance(answer, Held):
            self.held.add((player, command.client_id))
        if isinstance(answer, Refusal):
            assert answer.sentence.endswith((".", "!", "?"))
        if isinstance(answer, Repeated):
            assert answer.version <= before

    def anything(self, player: str) -> AnyCommand:
        """A move, mostly a legal one; now and then something else."""
        table, own = self.house.table, {"client_id": f"c{len(self.sent)}"}
        seat = table.seating.seat_of(player)
        if table.match is not None and seat is not None and self.luck.random() < 0.8:
            legal = table.match.legal(seat)
            guess = self.luck.randrange(-3, table.game.state.ACTIONS.size + 3)
            return Move(action=self.luck.choice(legal) if legal and self.luck.random() < 0.9 else guess, **own)
        name: dict[str, Any] = {"name": player.capitalize(), **own}
        rare = self.luck.random() < 0.02
        return self.luck.choice(
            [
                Sit(colour=RED, seat=self.luck.choice([None, 0, 1, 2, 5]), **name),
                SeatBot(level="casual", **own),
                Ready(is_ready=self.luck.random() < 0.9, **own),
                Say(text="hi", **name),
                React(reaction="wow", **name),
                Start(**own),
                Rematch(table="t2", **own),
                Stand(**own) if rare else Ready(**own),
                Unseat(seat=self.luck.randrange(8), **own) if rare else Start(**own),
                Abort(**own) if rare and self.luck.random() < 0.2 else Start(**own),
            ]
        )

    def resend(self) -> None:
        """What was carried out before is not carried out again."""
        if self.sent:
            player, command = self.luck.choice(self.sent[-10:])
            if self.house.table.acked(player, command.client_id) is not None:
                before = len(self.house.bodies)
                assert isinstance(self.house.table.decide(player, command, self.house.now), Repeated)
                assert len(self.house.bodies) == before

    def pass_time(self) -> None:
        self.house.wait(self.luck.choice([10, 100, 1000, 4000]))

    def connect(self) -> None:
        player = self.luck.choice(PEOPLE)
        if player in self.here and self.luck.random() < 0.3:
            self.here.remove(player)
            self.house.table.disconnected(player, self.house.now)
        elif player not in self.here:
            self.here.append(player)
            self.house.table.connected(player)

    def ping(self) -> None:
        if self.here:
            self.house.table.round_trip(self.luck.choice(self.here), self.luck.randrange(500))

    def answered(self) -> set[tuple[str, str | None]]:
        """Every claim that was held and then judged."""
        moved = {(event.asker, event.client_id) for event in self.house.moves if event.asker is not None}
        return moved | {(refused.player, refused.client_id) for refused in self.house.refused}


@pytest.mark.parametrize("slug", list(games()))
@pytest.mark.parametrize("seed", range(3))
def test_a_table_stays_sound_whatever_happens(slug: str, seed: int) -> None:
    crowd = Crowd(slug, seed)
    for player in PEOPLE[:2]:
        crowd.send(player, Sit(name=player, colour=RED))
    for _ in range(STEPS):
        crowd.step()
    house = crowd.house
    house.wait(1000)
    again = house.restored()
    assert (again.version, again.status) == (house.table.version, house.table.status)
    if house.table.match is not None:
        assert again.live_match().state_bytes == house.table.live_match().state_bytes
        assert len(house.moves) > 10
    times = [event.clock_ms for event in house.events]
    assert times == sorted(times)
    unanswered = {player for player, _ in crowd.held - crowd.answered()}
    assert house.table.status == "aborted" or all(house.table.seating.seat_of(player) is None for player in unanswered)


def test_moves_are_never_stored_twice_for_one_client_id() -> None:
    crowd = Crowd("dobble_connect", 9)
    for player in PEOPLE[:3]:
        crowd.send(player, Sit(name=player, colour=RED))
    crowd.send("ann", Start())
    for _ in range(STEPS):
        crowd.step()
        player, command = crowd.luck.choice(crowd.sent[-5:])
        if isinstance(command, Move):
            crowd.house.command(player, command)
    ids = [(event.asker, event.client_id) for event in crowd.house.events if isinstance(event, Moved) and event.asker]
    assert len(ids) == len(set(ids)) > 5
