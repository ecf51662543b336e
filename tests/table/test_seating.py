"""Sitting down, standing up, bots, readiness and the start."""

from __future__ import annotations

import pytest

from dottable.bots.names import LEVELS
from dottable.core.errors import DottableError
from dottable.core.game import Game
from dottable.core.registry import find
from dottable.table.answers import Accepted, Refusal
from dottable.table.commands import Abort, Ready, SeatBot, Sit, Stand, Start, Unseat
from dottable.table.events import Level, Settings
from dottable.table.opening import opening

from .house import RED, House


def sit(name: str, seat: int | None = None) -> Sit:
    return Sit(name=name.capitalize(), colour=RED, seat=seat)


def code(answer: object) -> str:
    assert isinstance(answer, Refusal)
    return answer.code


@pytest.fixture
def house(last_dot: Game) -> House:
    return House(last_dot, seats=3)


def names(house: House) -> list[str | None]:
    return [holder.name if holder else None for holder in house.table.seating.holders]


def test_whoever_names_no_seat_gets_the_first_free_one(house: House) -> None:
    house.command("bob", sit("bob", 0))
    house.command("ann", sit("ann"))
    assert names(house) == ["Bob", "Ann", None]


def test_nobody_sits_on_a_taken_seat(house: House) -> None:
    house.command("bob", sit("bob", 0))
    assert code(house.command("ann", sit("ann", 0))) == "seat-taken"


def test_a_player_has_one_seat_only(house: House) -> None:
    house.command("bob", sit("bob", 0))
    assert code(house.command("bob", sit("bob", 1))) == "seated-already"


def test_a_seat_beyond_the_table_is_refused(house: House) -> None:
    assert code(house.command("ann", sit("ann", 7))) == "no-such-seat"


def test_a_full_table_takes_nobody(house: House) -> None:
    house.seat_people()
    assert code(house.command("dot", sit("dot"))) == "table-full"


def test_whoever_stands_up_frees_the_seat(house: House) -> None:
    house.seat_people(2)
    house.command("ann", Stand())
    assert names(house) == [None, "Bob", None]


def test_the_next_player_becomes_host_when_the_host_stands_up(house: House) -> None:
    house.seat_people(2)
    house.command("ann", Stand())
    assert house.table.seating.host == "bob"


def test_the_next_player_becomes_host_when_the_host_leaves_a_live_match(house: House) -> None:
    house.start()
    house.command("ann", Stand())
    assert house.table.seating.host == "bob"


def test_a_host_for_whom_a_bot_plays_stays_the_host(last_dot: Game) -> None:
    house = House(last_dot, bots_for_absent=True, absent_after_s=1)
    house.start()
    house.table.disconnected("ann", house.now)
    house.wait(1000)
    assert house.table.seating.bot_at(0) is not None
    assert house.table.seating.host == "ann"


def test_whoever_sits_may_lead_the_table_while_its_host_is_away(house: House) -> None:
    house.seat_people(2)
    assert code(house.command("bob", Abort())) == "not-host"
    house.table.disconnected("ann", house.now)
    assert code(house.command("eve", Abort())) == "not-host"
    assert isinstance(house.command("bob", Abort()), Accepted)


def test_only_the_host_seats_bots(house: House) -> None:
    house.seat_people(2)
    assert code(house.command("bob", SeatBot(level="sharp"))) == "not-host"
    house.command("ann", SeatBot(level="sharp"))
    assert names(house)[2] == "Sharp bot"


def test_the_host_frees_a_seat(house: House) -> None:
    house.seat_people(2)
    house.command("ann", Unseat(seat=1))
    assert names(house) == ["Ann", None, None]
    assert code(house.command("ann", Unseat(seat=1))) == "seat-empty"


def test_a_table_with_empty_seats_does_not_start(house: House) -> None:
    house.seat_people(2)
    assert code(house.command("ann", Start())) == "not-full"


def test_the_host_starts_without_waiting_for_readiness(house: House) -> None:
    house.seat_people()
    assert code(house.command("bob", Start())) == "not-host"
    house.command("ann", Start())
    assert house.table.status == "live"


def test_the_match_starts_by_itself_when_all_are_ready(house: House) -> None:
    house.seat_people(2)
    house.command("ann", Ready())
    house.command("bob", Ready())
    assert house.table.status == "open"
    house.command("ann", SeatBot(level="steady"))
    assert house.table.status == "live"


def test_a_player_may_take_readiness_back(house: House) -> None:
    house.seat_people()
    for player in ("ann", "bob"):
        house.command(player, Ready())
    house.command("bob", Ready(is_ready=False))
    house.command("cem", Ready())
    assert house.table.status == "open"


def test_nobody_sits_down_in_a_live_match(house: House) -> None:
    house.seat_people(2)
    house.seat_bots()
    house.command("ann", Start())
    assert code(house.command("dot", sit("dot"))) == "not-open"


def test_a_bot_takes_over_for_whoever_leaves_a_live_match(house: House) -> None:
    house.start()
    house.command("bob", Stand())
    holder = house.table.seating.holders[1]
    assert holder is not None
    assert (holder.player, holder.bot) == (None, "steady")
    assert house.table.status == "live"


def test_the_last_player_to_leave_ends_the_match(house: House) -> None:
    house.seat_people(1)
    house.seat_bots()
    house.command("ann", Start())
    house.command("ann", Stand())
    assert house.table.status == "aborted"


def test_only_the_host_aborts(house: House) -> None:
    house.start()
    assert code(house.command("bob", Abort())) == "not-host"
    assert isinstance(house.command("ann", Abort()), Accepted)
    assert house.table.status == "aborted"
    assert code(house.command("ann", Abort())) == "ended"


def test_an_open_table_that_nobody_looks_at_is_closed_after_a_day(house: House) -> None:
    house.wait(23 * 3600 * 1000)
    assert house.table.status == "open"
    house.wait(3600 * 1000)
    assert house.table.status == "aborted"


def test_an_open_table_with_somebody_connected_stays_open(house: House) -> None:
    house.seat_people(1)
    house.wait(48 * 3600 * 1000)
    assert house.table.status == "open"


def test_levels_are_those_of_the_bots() -> None:
    assert Level.__args__ == LEVELS  # type: ignore[attr-defined]


def test_an_opening_with_wrong_seats_or_options_is_refused_in_a_sentence() -> None:
    game = find("dots_52")
    with pytest.raises(DottableError, match="takes 2 to 8 seats"):
        opening(game, seats=9, options={}, host="ann", settings=Settings(), now=0)
    with pytest.raises(DottableError, match="no option 'speed'"):
        opening(game, seats=2, options={"speed": "5"}, host="ann", settings=Settings(), now=0)
