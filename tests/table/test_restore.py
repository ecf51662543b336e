"""A table is its events: any server brings it back as it was."""

from __future__ import annotations

import msgspec
import pytest

from dottable.core.game import Game
from dottable.core.registry import games
from dottable.table.commands import Ready, Say
from dottable.table.events import Moved, Started, decode, encode
from dottable.table.table import BrokenTable, Table

from .house import House


@pytest.mark.parametrize("slug", list(games()))
def test_a_restored_table_is_in_the_same_state(slug: str) -> None:
    house = House(slug, seats=3)
    house.start()
    house.play_randomly(40)
    table, again = house.table, house.restored()
    assert again.live_match().state_bytes == table.live_match().state_bytes
    assert (again.version, again.status, again.move_number) == (table.version, table.status, table.move_number)
    assert again.waits.by_seat == table.waits.by_seat
    assert again.waits.spent_ms == table.waits.spent_ms
    assert [holder for _, holder in again.seating.taken()] == [holder for _, holder in table.seating.taken()]


def test_events_survive_their_encoding(last_dot: Game) -> None:
    house = House(last_dot)
    house.seat_people()
    house.command("ann", Ready(client_id="r"))
    house.command("bob", Say(text="<b>ü</b>", name="Bob"))
    assert [encode(event) for event in house.events] == house.bodies
    assert decode(house.bodies[0]) == house.table.opened


def test_an_unknown_event_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError):
        decode(b'{"kind": "exploded", "at": 1, "clock_ms": 1}')


def test_events_without_an_opening_are_no_table(last_dot: Game) -> None:
    house = House(last_dot)
    house.seat_people()
    with pytest.raises(BrokenTable, match="begin with its opening"):
        Table.restore("t1", house.events[1:], house.now)


def test_a_move_that_the_rules_refuse_breaks_the_table(last_dot: Game) -> None:
    house = House(last_dot)
    house.start()
    bad = Moved(at=house.now, clock_ms=0, seat=1, action=0, at_ms=0, by="player")
    with pytest.raises(BrokenTable, match="not your turn"):
        Table.restore("t1", [*house.events, bad], house.now)


def test_a_move_before_the_start_breaks_the_table(last_dot: Game) -> None:
    house = House(last_dot)
    house.start()
    house.act("ann", "take", 0)
    events = [event for event in house.events if not isinstance(event, Started)]
    with pytest.raises(BrokenTable, match="before the start"):
        Table.restore("t1", events, house.now)


def test_other_rules_are_never_played_silently(last_dot: Game) -> None:
    house = House(last_dot)
    old = msgspec.structs.replace(house.table.opened, rules_version=99)
    with pytest.raises(BrokenTable, match="version 99 of the rules"):
        Table("t1", old)
