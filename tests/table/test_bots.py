"""Bots at the table: their own seats, and those of players who are away."""

from __future__ import annotations

import pytest

from dottable.bots.bot import Budget, Choice
from dottable.bots.chair import Chair
from dottable.core.game import Game
from dottable.table.commands import Start
from dottable.table.plans import BotCall

from .house import House, right_symbol


class First:
    """Takes the first legal action after a fixed time."""

    def __init__(self, after_ms: int = 1000) -> None:
        self.after_ms = after_ms

    def choose(self, chair: Chair, budget: Budget, seed: bytes) -> Choice:  # noqa: ARG002
        return Choice(chair.legal()[0], self.after_ms)


class Stubborn:
    """Never chooses anything legal."""

    def choose(self, chair: Chair, budget: Budget, seed: bytes) -> int:  # noqa: ARG002
        return 3


def against_bot(game: Game | str, bot: object, *, people: int = 1, seats: int = 2, **settings: object) -> House:
    house = House(game, seats=seats, bot=bot, **settings)  # type: ignore[arg-type]
    house.seat_people(people)
    house.seat_bots()
    house.command("ann", Start())
    return house


def test_a_bot_acts_after_its_own_time(last_dot: Game) -> None:
    house = against_bot(last_dot, First(1000))
    house.wait(500)
    house.act("ann", "take", 0)
    house.wait(999)
    assert len(house.moves) == 1
    house.wait(1)
    assert (house.moves[-1].seat, house.moves[-1].at_ms, house.moves[-1].by) == (1, 1500, "bot")


@pytest.mark.parametrize(("pace", "ms"), [("quick", 250), ("natural", 1000), ("calm", 2000)])
def test_the_pace_of_a_table_is_that_of_its_bots(last_dot: Game, pace: str, ms: int) -> None:
    house = against_bot(last_dot, First(1000), pace=pace)
    house.act("ann", "take", 0)
    house.wait(5000)
    assert house.moves[1].at_ms == ms


def test_a_bot_is_asked_once_for_every_wait(last_dot: Game) -> None:
    house = against_bot(last_dot, First())
    assert house.table.bots_to_move() == []
    house.act("ann", "take", 0)
    assert len(house.asked) == 1
    house.settle()
    assert house.table.bots_to_move() == []


def test_a_choice_that_is_out_of_date_is_dropped(last_dot: Game) -> None:
    house = against_bot(last_dot, First())
    house.act("ann", "take", 0)
    old = BotCall(1, "steady", house.table.version)
    house.wait(2000)
    house.act("ann", "take", 0)
    plan = house.table.plans.by_seat[1]
    house.table.bot_chose(old, Choice(2, 0), house.now)
    assert house.table.plans.by_seat[1] == plan


def test_a_bot_that_chooses_nothing_legal_gets_the_default_action(last_dot: Game) -> None:
    house = against_bot(last_dot, Stubborn())
    house.act("ann", "take", 0)
    assert (house.moves[-1].seat, house.moves[-1].action) == (1, 0)


def test_a_bots_claim_waits_for_rivals_like_any_other() -> None:
    house = against_bot("dobble_connect", First(1000))
    house.table.round_trip("ann", 200)
    house.wait(1199)
    assert house.moves == []
    house.wait(1)
    assert (house.moves[0].seat, house.moves[0].at_ms, house.moves[0].by) == (1, 1000, "bot")


def test_a_bot_keeps_its_time_while_others_act() -> None:
    house = against_bot("dobble_connect", First(1000), seats=3, people=2)
    house.wait(500)
    house.act("ann", "claim", 0, 5, 0)
    house.wait(500)
    assert [(move.seat, move.at_ms) for move in house.moves] == [(0, 500), (2, 1000)]


def test_a_bot_that_was_forestalled_chooses_anew() -> None:
    """E7: its hexagon is taken."""
    house = against_bot("dobble_connect", First(1000), seats=3, people=2)
    house.wait(500)
    house.act("ann", "claim", 0, 0, right_symbol(house, 0))
    house.wait(1000)
    assert [move.seat for move in house.moves] == [0, 2]
    assert house.moves[1].action != house.moves[0].action


def test_a_bot_plays_for_whoever_is_away_too_long(last_dot: Game) -> None:
    house = House(last_dot, bot=First(), bots_for_absent=True, absent_after_s=5)
    house.start()
    house.wait(1000)
    house.table.disconnected("ann", house.now)
    house.wait(4999)
    assert house.table.seating.bot_at(0) is None
    house.wait(1)
    assert house.table.seating.bot_at(0) == "steady"
    house.wait(1000)
    assert (house.moves[-1].seat, house.moves[-1].by) == (0, "bot")


def test_nobody_is_replaced_unless_the_table_says_so(last_dot: Game) -> None:
    house = House(last_dot)
    house.start()
    house.table.disconnected("ann", house.now)
    house.wait(9_000)
    assert house.table.seating.bot_at(0) is None


def test_a_table_that_all_have_left_waits_for_them(last_dot: Game) -> None:
    house = House(last_dot, bots_for_absent=True, absent_after_s=5)
    house.start()
    for player in ("ann", "bob"):
        house.table.disconnected(player, house.now)
    house.wait(9_000)
    assert [house.table.seating.bot_at(seat) for seat in (0, 1)] == [None, None]


def test_a_player_who_is_back_plays_on(last_dot: Game) -> None:
    house = House(last_dot, bot=First(4000), bots_for_absent=True, absent_after_s=5)
    house.start()
    house.table.disconnected("ann", house.now)
    house.wait(5000)
    house.table.connected("ann")
    house.wait(10)
    assert house.table.seating.bot_at(0) is None
    assert house.table.seating.seat_of("ann") == 0
    house.act("ann", "take", 2)
    assert (house.moves[-1].by, house.moves[-1].action) == ("player", 2)


def test_a_player_with_two_devices_is_away_only_without_both(last_dot: Game) -> None:
    house = House(last_dot, bots_for_absent=True, absent_after_s=5)
    house.start()
    house.table.connected("ann")
    house.table.disconnected("ann", house.now)
    house.wait(8000)
    assert house.table.seating.bot_at(0) is None


def test_after_a_restart_everybody_has_time_to_come_back(last_dot: Game) -> None:
    house = House(last_dot, bots_for_absent=True, absent_after_s=5)
    house.start()
    house.act("ann", "take", 0)
    house.table = house.restored(after_ms=1_000_000)
    house.now += 1_000_000
    house.table.connected("ann")
    house.wait(4999)
    assert house.table.seating.bot_at(1) is None
    house.wait(1)
    assert house.table.seating.bot_at(1) == "steady"


def test_a_bot_that_was_thinking_when_the_server_stopped_is_asked_again(last_dot: Game) -> None:
    house = against_bot(last_dot, First())
    house.act("ann", "take", 0)
    table = house.restored()
    assert [call.seat for call in table.bots_to_move()] == [1]
