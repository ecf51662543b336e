"""Table time, clock moves and limits."""

from __future__ import annotations

import pytest

from dottable.core.game import Game
from dottable.core.primitives.seats import CLOCK
from dottable.table.commands import Abort, Start
from dottable.table.seats.clocks import OVERTIME_PER_ACTION_MS, TableClock
from tests.table.harness import TableHarness


def started(game: Game | str, **settings: object) -> TableHarness:
    harness = TableHarness(game, **settings)  # type: ignore[arg-type]
    harness.start()
    return harness


def test_the_clock_moves_at_the_deadline(last_dot: Game) -> None:
    harness = started(last_dot)
    harness.wait(9_999)
    assert harness.moves == []
    harness.wait(1)
    assert (harness.moves[0].seat, harness.moves[0].at_ms, harness.moves[0].by) == (CLOCK, 10_000, "clock")


def test_a_late_clock_move_still_carries_its_deadline(last_dot: Game) -> None:
    harness = started(last_dot)
    harness.now += 60_000
    harness.settle()
    assert [move.at_ms for move in harness.moves] == [10_000, 20_000, 30_000, 40_000, 50_000, 60_000]


def test_table_time_stops_while_no_server_runs(last_dot: Game) -> None:
    harness = started(last_dot)
    harness.wait(4_000)
    harness.act("ann", "take", 0)
    harness.table = harness.restored(after_ms=3_600_000)
    harness.now += 3_600_000
    harness.wait(9_999)
    assert len(harness.moves) == 1
    harness.wait(1)
    assert harness.moves[-1].at_ms == 14_000


def test_table_time_never_runs_backwards() -> None:
    clock = TableClock(opened_at=1_000)
    clock.last_ms = 500
    assert clock.table_time(1_200) == 500


def test_a_seat_over_the_move_limit_gets_the_default_action() -> None:
    harness = started("dot_tiles", move_limit_s=20)
    harness.wait(19_999)
    assert harness.moves == []
    harness.wait(1)
    assert harness.moves[0].by == "default"


def test_limits_are_off_unless_set() -> None:
    harness = started("dot_tiles")
    harness.wait(7 * 24 * 3600 * 1000)
    assert harness.moves == []


def test_the_match_limit_counts_only_while_the_seat_is_to_act(last_dot: Game) -> None:
    harness = started(last_dot, match_limit_s=15)
    for _ in range(2):
        harness.wait(6_000)
        harness.act("ann", "take", 0)
        harness.wait(1_000)
        harness.act("bob", "take", 0)
    assert harness.table.seat_clocks.spent_ms == [12_000, 2_000]
    harness.wait(3_000)
    assert harness.moves[-1].by == "default"


def test_after_the_match_limit_every_action_has_overtime(last_dot: Game) -> None:
    harness = started(last_dot, match_limit_s=5)
    harness.wait(5_000)
    harness.act("bob", "take", 0)
    before = len(harness.moves)
    harness.wait(OVERTIME_PER_ACTION_MS - 1)
    assert len(harness.moves) == before
    harness.wait(1)
    assert (harness.moves[-1].seat, harness.moves[-1].by) == (0, "default")


def test_the_default_action_follows_the_games_policy() -> None:
    harness = started("dots_72", move_limit_s=10)
    harness.wait(60_000)
    assert len(harness.moves) == 6
    assert all(move.by == "default" for move in harness.moves)


def test_races_are_optional() -> None:
    """E5: there are no turns in Dobble Connect, so a limit forces no claim."""
    harness = started("dobble_connect", move_limit_s=5)
    harness.wait(60_000)
    assert harness.moves == []


@pytest.mark.parametrize("ms", [40, 300])
def test_a_limit_waits_for_a_slow_connection(ms: int) -> None:
    harness = started("dot_tiles", move_limit_s=20)
    seat = harness.table.live_match().to_act[0]
    harness.table.add_round_trip(("ann", "bob")[seat], ms)
    harness.wait(20_000 + ms - 1)
    assert harness.moves == []
    harness.wait(1)
    assert len(harness.moves) == 1


def test_an_aborted_match_has_no_clock(last_dot: Game) -> None:
    harness = TableHarness(last_dot)
    harness.seat_people(1)
    harness.seat_bots()
    harness.command("ann", Start())
    harness.table.remove_connection("ann", harness.now)
    harness.command("ann", Abort())
    assert harness.table.next_due_at(harness.now) is None
