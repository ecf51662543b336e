"""Random commands, bots, connections and restarts leave a table consistent."""

from __future__ import annotations

import random
from typing import Any

import pytest

from dottable.core.registry import installed_games
from dottable.table.commands import (
    Abort,
    AnyCommand,
    ChooseTeam,
    MakeMove,
    React,
    Rematch,
    Say,
    SeatBot,
    SetReady,
    Sit,
    Stand,
    Start,
    Unseat,
)
from dottable.table.decisions.command_results import DuplicateCommand, HeldClaim, Rejected
from dottable.table.events import Moved
from tests.sizes import sized
from tests.table.harness import NAMES, RED, TableHarness

PEOPLE = NAMES[:5]
STEPS = sized(350, 1000)


class Crowd:
    """Players who send random commands."""

    def __init__(self, slug: str, seed: int) -> None:
        self.rng = random.Random(f"{slug} {seed}")
        limits: dict[str, Any] = {
            "move_limit_s": self.rng.choice([None, 8]),
            "match_limit_s": self.rng.choice([None, 60]),
        }
        self.harness = TableHarness(slug, seats=3, seed=seed, bots_for_absent=True, absent_after_s=6, **limits)
        self.held: set[tuple[str, str | None]] = set()
        self.here: list[str] = []
        self.sent: list[tuple[str, AnyCommand]] = []

    def step(self) -> None:
        self.rng.choice(
            [self.do, self.do, self.do, self.do, self.resend, self.apply_clock_move, self.connect, self.ping]
        )()

    def do(self) -> None:
        player = self.rng.choice(PEOPLE)
        self.send(player, self.anything(player))

    def send(self, player: str, command: AnyCommand) -> None:
        before = self.harness.table.version
        answer = self.harness.command(player, command)
        self.sent.append((player, command))
        if isinstance(answer, HeldClaim):
            self.held.add((player, command.client_id))
        if isinstance(answer, Rejected):
            assert answer.sentence.endswith((".", "!", "?"))
        if isinstance(answer, DuplicateCommand):
            assert answer.version <= before

    def anything(self, player: str) -> AnyCommand:
        """Send a mostly legal move or another command."""
        table = self.harness.table
        own: dict[str, Any] = {"client_id": f"c{len(self.sent)}"}
        seat = table.seating.seat_of(player)
        if table.match is not None and seat is not None and self.rng.random() < 0.8:
            legal = table.match.legal(seat)
            guess = self.rng.randrange(-3, table.game.state.ACTIONS.size + 3)
            return MakeMove(action=self.rng.choice(legal) if legal and self.rng.random() < 0.9 else guess, **own)
        name: dict[str, Any] = {"name": player.capitalize(), **own}
        rare = self.rng.random() < 0.02
        return self.rng.choice(
            [
                Sit(colour=RED, seat=self.rng.choice([None, 0, 1, 2, 5]), **name),
                SeatBot(level="casual", **own),
                SetReady(is_ready=self.rng.random() < 0.9, **own),
                Say(text="hi", **name),
                React(reaction="wow", **name),
                Start(**own),
                *[ChooseTeam(team=name, **own) for name in table.teams.team_names[:2]],
                Rematch(table="t2", **own),
                Stand(**own) if rare else SetReady(**own),
                Unseat(seat=self.rng.randrange(8), **own) if rare else Start(**own),
                Abort(**own) if rare and self.rng.random() < 0.2 else Start(**own),
            ]
        )

    def resend(self) -> None:
        """Check that a repeated client id is not carried out again."""
        if self.sent:
            player, command = self.rng.choice(self.sent[-10:])
            if self.harness.table.acknowledged_version(player, command.client_id) is not None:
                before = len(self.harness.bodies)
                assert isinstance(self.harness.table.decide(player, command, self.harness.now), DuplicateCommand)
                assert len(self.harness.bodies) == before

    def apply_clock_move(self) -> None:
        self.harness.wait(self.rng.choice([10, 100, 1000, 4000]))

    def connect(self) -> None:
        player = self.rng.choice(PEOPLE)
        if player in self.here and self.rng.random() < 0.3:
            self.here.remove(player)
            self.harness.table.remove_connection(player, self.harness.now)
        elif player not in self.here:
            self.here.append(player)
            self.harness.table.add_connection(player)

    def ping(self) -> None:
        if self.here:
            self.harness.table.add_round_trip(self.rng.choice(self.here), self.rng.randrange(500))

    def answered(self) -> set[tuple[str, str | None]]:
        """Return every claim that was held and then decided."""
        moved = {(event.asker, event.client_id) for event in self.harness.moves if event.asker is not None}
        return moved | {(claim.player, claim.client_id) for claim in self.harness.rejected}


@pytest.mark.parametrize("slug", list(installed_games()))
@pytest.mark.parametrize("seed", range(3))
def test_a_table_stays_consistent_under_random_commands(slug: str, seed: int) -> None:
    crowd = Crowd(slug, seed)
    for player in PEOPLE[:2]:
        crowd.send(player, Sit(name=player, colour=RED))
    for _ in range(STEPS):
        crowd.step()
    harness = crowd.harness
    harness.wait(1000)
    again = harness.restored()
    assert (again.version, again.status) == (harness.table.version, harness.table.status)
    if harness.table.match is not None:
        assert again.live_match().state_bytes == harness.table.live_match().state_bytes
        assert len(harness.moves) > 10
    times = [event.clock_ms for event in harness.events]
    assert times == sorted(times)
    unanswered = {player for player, _ in crowd.held - crowd.answered()}
    assert harness.table.status == "aborted" or all(
        harness.table.seating.seat_of(player) is None for player in unanswered
    )


def test_moves_are_never_stored_twice_for_one_client_id() -> None:
    crowd = Crowd("dobble_connect", 9)
    for player in PEOPLE[:3]:
        crowd.send(player, Sit(name=player, colour=RED))
    crowd.send("ann", Start())
    for _ in range(STEPS):
        crowd.step()
        player, command = crowd.rng.choice(crowd.sent[-5:])
        if isinstance(command, MakeMove):
            crowd.harness.command(player, command)
    ids = [(event.asker, event.client_id) for event in crowd.harness.events if isinstance(event, Moved) and event.asker]
    assert len(ids) == len(set(ids)) > 5
