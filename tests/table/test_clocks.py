"""Table time, clock moves and limits."""

from __future__ import annotations

import pytest

from dottable.core.game import Game
from dottable.core.seats import CLOCK
from dottable.table.clocks import OVERTIME_MS, Clock
from dottable.table.commands import Abort, Start

from .house import House


def started(game: Game | str, **settings: object) -> House:
    house = House(game, **settings)  # type: ignore[arg-type]
    house.start()
    return house


def test_the_clock_moves_at_the_deadline(last_dot: Game) -> None:
    house = started(last_dot)
    house.wait(9_999)
    assert house.moves == []
    house.wait(1)
    assert (house.moves[0].seat, house.moves[0].at_ms, house.moves[0].by) == (CLOCK, 10_000, "clock")


def test_a_clock_that_is_served_late_still_moves_at_its_deadline(last_dot: Game) -> None:
    house = started(last_dot)
    house.now += 60_000
    house.settle()
    assert [move.at_ms for move in house.moves] == [10_000, 20_000, 30_000, 40_000, 50_000, 60_000]


def test_time_stands_still_while_no_server_is_up(last_dot: Game) -> None:
    house = started(last_dot)
    house.wait(4_000)
    house.act("ann", "take", 0)
    house.table = house.restored(after_ms=3_600_000)
    house.now += 3_600_000
    house.wait(9_999)
    assert len(house.moves) == 1
    house.wait(1)
    assert house.moves[-1].at_ms == 14_000


def test_table_time_never_runs_backwards() -> None:
    clock = Clock(opened_at=1_000)
    clock.last_ms = 500
    assert clock.read(1_200) == 500


def test_whoever_exceeds_the_move_limit_gets_the_default_action() -> None:
    house = started("dot_tiles", move_limit_s=20)
    house.wait(19_999)
    assert house.moves == []
    house.wait(1)
    assert house.moves[0].by == "default"


def test_limits_are_off_unless_set() -> None:
    house = started("dot_tiles")
    house.wait(7 * 24 * 3600 * 1000)
    assert house.moves == []


def test_the_time_for_the_match_counts_only_while_one_is_awaited(last_dot: Game) -> None:
    house = started(last_dot, match_limit_s=15)
    for _ in range(2):
        house.wait(6_000)
        house.act("ann", "take", 0)
        house.wait(1_000)
        house.act("bob", "take", 0)
    assert house.table.waits.spent_ms == [12_000, 2_000]
    house.wait(3_000)
    assert house.moves[-1].by == "default"


def test_once_the_time_for_the_match_is_spent_every_action_has_moments(last_dot: Game) -> None:
    house = started(last_dot, match_limit_s=5)
    house.wait(5_000)
    house.act("bob", "take", 0)
    before = len(house.moves)
    house.wait(OVERTIME_MS - 1)
    assert len(house.moves) == before
    house.wait(1)
    assert (house.moves[-1].seat, house.moves[-1].by) == (0, "default")


def test_the_default_action_is_sensible_where_the_game_gives_advice() -> None:
    house = started("dots_72", move_limit_s=10)
    house.wait(60_000)
    assert len(house.moves) == 6
    assert all(move.by == "default" for move in house.moves)


def test_nobody_has_to_race() -> None:
    """E5: there are no turns in Dobble Connect, so a limit forces no claim."""
    house = started("dobble_connect", move_limit_s=5)
    house.wait(60_000)
    assert house.moves == []


@pytest.mark.parametrize("ms", [40, 300])
def test_a_limit_waits_for_a_slow_connection(ms: int) -> None:
    house = started("dot_tiles", move_limit_s=20)
    seat = house.table.live_match().to_act[0]
    house.table.round_trip(("ann", "bob")[seat], ms)
    house.wait(20_000 + ms - 1)
    assert house.moves == []
    house.wait(1)
    assert len(house.moves) == 1


def test_an_aborted_match_has_no_clock(last_dot: Game) -> None:
    house = House(last_dot)
    house.seat_people(1)
    house.seat_bots()
    house.command("ann", Start())
    house.table.disconnected("ann", house.now)
    house.command("ann", Abort())
    assert house.table.wake_at(house.now) is None
