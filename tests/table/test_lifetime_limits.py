"""Idle limits of tables, and the limit of events other than moves."""

from __future__ import annotations

import pytest

from dottable.table.commands import Say, SetReady, Sit, Stand, Start
from dottable.table.decisions.command_results import Accepted, Rejected
from dottable.table.lifetime_limits import RETURN_GRACE_MS, IdleLimits, idle_deadline
from dottable.table.table import MAX_SIDE_EVENTS
from tests.table.harness import OPENED_AT, RED, TableHarness

HOUR_MS = 3600 * 1000
LIMITS = IdleLimits(lobby_s=2 * 3600, live_s=24 * 3600)


@pytest.fixture
def harness() -> TableHarness:
    return TableHarness("dot_tiles")


def deadline(harness: TableHarness, seen_at: int = 0) -> int | None:
    return idle_deadline(harness.table, LIMITS, seen_at)


def test_an_empty_lobby_has_the_short_limit(harness: TableHarness) -> None:
    assert deadline(harness) == OPENED_AT + 2 * HOUR_MS


def test_a_lobby_with_a_connection_has_the_long_limit(harness: TableHarness) -> None:
    harness.seat_people(1)
    assert deadline(harness) == OPENED_AT + 24 * HOUR_MS


def test_a_live_table_counts_from_the_last_move_of_a_player(harness: TableHarness) -> None:
    harness.start()
    harness.wait(5 * HOUR_MS)
    harness.play_randomly(1)
    moved_at = harness.events[-1].at
    assert moved_at == OPENED_AT + 5 * HOUR_MS
    assert deadline(harness) == moved_at + 24 * HOUR_MS


def test_a_restart_does_not_extend_the_limit(harness: TableHarness) -> None:
    harness.start()
    restored = harness.restored(after_ms=23 * HOUR_MS)
    assert idle_deadline(restored, LIMITS, OPENED_AT + 20 * HOUR_MS) == OPENED_AT + 24 * HOUR_MS


def test_players_have_time_to_come_back_after_a_restart(harness: TableHarness) -> None:
    harness.start()
    started_at = OPENED_AT + 48 * HOUR_MS
    restored = harness.restored(after_ms=48 * HOUR_MS)
    assert idle_deadline(restored, LIMITS, started_at) == started_at + RETURN_GRACE_MS


def test_neither_chat_nor_default_moves_keep_a_table_alive() -> None:
    harness = TableHarness("dot_tiles", move_limit_s=60)
    harness.start()
    harness.wait(5 * 60 * 1000)
    harness.command("ann", Say(text="still here", name="Ann"))
    assert {move.by for move in harness.moves} == {"default"}
    assert deadline(harness) == OPENED_AT + 24 * HOUR_MS


@pytest.mark.parametrize(
    ("settings", "hours"), [({"move_limit_s": 72 * 3600}, 144), ({"match_limit_s": 168 * 3600}, 168)]
)
def test_slow_time_limits_make_the_idle_limit_longer(settings, hours) -> None:
    harness = TableHarness("dot_tiles", **settings)
    harness.start()
    assert deadline(harness) == OPENED_AT + hours * HOUR_MS


def test_a_table_that_is_over_has_no_deadline(harness: TableHarness) -> None:
    harness.seat_people(1)
    harness.seat_bots()
    harness.command("ann", Start())
    harness.command("ann", Stand())
    assert harness.table.is_over
    assert deadline(harness) is None


def test_the_seats_of_a_table_change_a_limited_number_of_times(harness: TableHarness) -> None:
    harness.seat_people(1)
    harness.command("ann", Say(text="hello", name="Ann"))
    while isinstance(answer := harness.command("ann", SetReady(is_ready=True)), Accepted):
        pass
    assert isinstance(answer, Rejected)
    assert answer.code == "full"
    assert harness.table.version == MAX_SIDE_EVENTS + 1
    assert isinstance(harness.command("bob", Sit(name="Bob", colour=RED)), Rejected)
    assert isinstance(harness.command("ann", Say(text="hello", name="Ann")), Accepted)
    assert isinstance(harness.command("ann", Stand()), Accepted)


def test_much_chat_stops_neither_the_start_nor_moves(harness: TableHarness) -> None:
    harness.seat_people()
    while isinstance(answer := harness.command("eve", Say(text="spam", name="Eve")), Accepted):
        pass
    assert isinstance(answer, Rejected)
    assert answer.code == "full"
    assert isinstance(harness.command("ann", Start()), Accepted)
    harness.play_randomly(3)
    assert len(harness.moves) == 3
