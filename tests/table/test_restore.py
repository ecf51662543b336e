"""A table restored from its events equals the original."""

from __future__ import annotations

import msgspec
import pytest

from dottable.core.game import Game
from dottable.core.registry import installed_games
from dottable.table.commands import Say, SetReady
from dottable.table.events import Moved, Started, decode_event, encode_event
from dottable.table.table import InvalidTableEvents, Table
from tests.table.harness import TableHarness


@pytest.mark.parametrize("slug", list(installed_games()))
def test_a_restored_table_is_in_the_same_state(slug: str) -> None:
    harness = TableHarness(slug, seats=3)
    harness.start()
    harness.play_randomly(40)
    table, again = harness.table, harness.restored()
    assert again.live_match().state_bytes == table.live_match().state_bytes
    assert (again.version, again.status, again.move_number) == (table.version, table.status, table.move_number)
    assert again.seat_clocks.waits == table.seat_clocks.waits
    assert again.seat_clocks.spent_ms == table.seat_clocks.spent_ms
    assert [holder for _, holder in again.seating.taken_seats()] == [
        holder for _, holder in table.seating.taken_seats()
    ]


def test_events_survive_their_encoding(last_dot: Game) -> None:
    harness = TableHarness(last_dot)
    harness.seat_people()
    harness.command("ann", SetReady(client_id="r"))
    harness.command("bob", Say(text="<b>ü</b>", name="Bob"))
    assert [encode_event(event) for event in harness.events] == harness.bodies
    assert decode_event(harness.bodies[0]) == harness.table.opened


def test_an_unknown_event_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError):
        decode_event(b'{"kind": "exploded", "at": 1, "clock_ms": 1}')


def test_events_without_an_opening_are_no_table(last_dot: Game) -> None:
    harness = TableHarness(last_dot)
    harness.seat_people()
    with pytest.raises(InvalidTableEvents, match="must be its opening"):
        Table.restore("t1", harness.events[1:], harness.now)


def test_a_move_that_the_rules_refuse_breaks_the_table(last_dot: Game) -> None:
    harness = TableHarness(last_dot)
    harness.start()
    bad = Moved(at=harness.now, clock_ms=0, seat=1, action=0, at_ms=0, by="player")
    with pytest.raises(InvalidTableEvents, match="not your turn"):
        Table.restore("t1", [*harness.events, bad], harness.now)


def test_a_move_before_the_start_breaks_the_table(last_dot: Game) -> None:
    harness = TableHarness(last_dot)
    harness.start()
    harness.act("ann", "take", 0)
    events = [event for event in harness.events if not isinstance(event, Started)]
    with pytest.raises(InvalidTableEvents, match="before the start"):
        Table.restore("t1", events, harness.now)


def test_another_rules_version_is_refused(last_dot: Game) -> None:
    harness = TableHarness(last_dot)
    old = msgspec.structs.replace(harness.table.opened, rules_version=99)
    with pytest.raises(InvalidTableEvents, match="rules version 99"):
        Table("t1", old)
