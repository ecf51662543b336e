"""Sitting down, standing up, bots, readiness and the start."""

from __future__ import annotations

import pytest

from dottable.bots.selectable_bots import LEVEL_NAMES
from dottable.core.errors import DottableError
from dottable.core.game import Game
from dottable.core.registry import find_game
from dottable.table.commands import Abort, SeatBot, SetReady, Sit, Stand, Start, Unseat
from dottable.table.decisions.command_results import Accepted, Rejected
from dottable.table.decisions.first_table_events import opened_event, rematch_events
from dottable.table.events import Level, SeatTaken, Settings
from dottable.table.seats.seating import BOT_NAMES, SEAT_COLOURS
from dottable.table.viewers.event_messages import public_event
from dottable.table.viewers.seat_info import seat_info, seat_infos
from tests.table.harness import NAMES, RED, TableHarness


def sit(name: str, seat: int | None = None) -> Sit:
    return Sit(name=name.capitalize(), colour=RED, seat=seat)


def code(answer: object) -> str:
    assert isinstance(answer, Rejected)
    return answer.code


@pytest.fixture
def harness(last_dot: Game) -> TableHarness:
    return TableHarness(last_dot, seats=3)


def names(harness: TableHarness) -> list[str | None]:
    return [holder.name if holder else None for holder in harness.table.seating.holders]


def test_sitting_without_a_seat_number_takes_the_first_free_one(harness: TableHarness) -> None:
    harness.command("bob", sit("bob", 0))
    harness.command("ann", sit("ann"))
    assert names(harness) == ["Bob", "Ann", None]


def test_a_taken_seat_is_refused(harness: TableHarness) -> None:
    harness.command("bob", sit("bob", 0))
    assert code(harness.command("ann", sit("ann", 0))) == "seat-taken"


def test_a_player_has_one_seat_only(harness: TableHarness) -> None:
    harness.command("bob", sit("bob", 0))
    assert code(harness.command("bob", sit("bob", 1))) == "seated-already"


def test_a_seat_beyond_the_table_is_refused(harness: TableHarness) -> None:
    assert code(harness.command("ann", sit("ann", 7))) == "no-such-seat"


def test_a_full_table_refuses_players(harness: TableHarness) -> None:
    harness.seat_people()
    assert code(harness.command("dot", sit("dot"))) == "table-full"


def test_standing_up_frees_the_seat(harness: TableHarness) -> None:
    harness.seat_people(2)
    harness.command("ann", Stand())
    assert names(harness) == [None, "Bob", None]


def test_the_next_player_becomes_host_when_the_host_stands_up(harness: TableHarness) -> None:
    harness.seat_people(2)
    harness.command("ann", Stand())
    assert harness.table.seating.host == "bob"


def test_the_next_player_becomes_host_when_the_host_leaves_a_live_match(harness: TableHarness) -> None:
    harness.start()
    harness.command("ann", Stand())
    assert harness.table.seating.host == "bob"


def test_a_host_for_whom_a_bot_plays_stays_the_host(last_dot: Game) -> None:
    harness = TableHarness(last_dot, bots_for_absent=True, absent_after_s=1)
    harness.start()
    harness.table.remove_connection("ann", harness.now)
    harness.wait(1000)
    assert harness.table.seating.bot_level_at(0) is not None
    assert harness.table.seating.host == "ann"


def test_seated_players_have_host_rights_while_the_host_is_away(harness: TableHarness) -> None:
    harness.seat_people(2)
    assert code(harness.command("bob", Abort())) == "not-host"
    harness.table.remove_connection("ann", harness.now)
    harness.wait(59_999)
    assert code(harness.command("bob", Abort())) == "not-host"
    harness.wait(1)
    assert code(harness.command("eve", Abort())) == "not-host"
    assert isinstance(harness.command("bob", Abort()), Accepted)


def test_only_the_host_seats_bots(harness: TableHarness) -> None:
    harness.seat_people(2)
    assert code(harness.command("bob", SeatBot(level="sharp"))) == "not-host"
    harness.command("ann", SeatBot(level="sharp"))
    assert names(harness)[2] == BOT_NAMES[0]


def test_every_bot_has_a_name_of_its_own(harness: TableHarness) -> None:
    harness.command("ann", sit(BOT_NAMES[0]))
    for _ in range(2):
        harness.command("ann", SeatBot(level="newcomer"))
    assert names(harness) == list(BOT_NAMES[:3])


def test_the_host_frees_a_seat(harness: TableHarness) -> None:
    harness.seat_people(2)
    harness.command("ann", Unseat(seat=1))
    assert names(harness) == ["Ann", None, None]
    assert code(harness.command("ann", Unseat(seat=1))) == "seat-empty"


def test_a_table_with_empty_seats_does_not_start(harness: TableHarness) -> None:
    harness.seat_people(2)
    assert code(harness.command("ann", Start())) == "not-full"


def test_the_host_starts_without_waiting_for_readiness(harness: TableHarness) -> None:
    harness.seat_people()
    assert code(harness.command("bob", Start())) == "not-host"
    harness.command("ann", Start())
    assert harness.table.status == "live"


def test_the_match_starts_by_itself_when_all_are_ready(harness: TableHarness) -> None:
    harness.seat_people(2)
    harness.command("ann", SetReady())
    harness.command("bob", SetReady())
    assert harness.table.match is None
    harness.command("ann", SeatBot(level="steady"))
    assert harness.table.status == "live"


def test_a_player_may_become_not_ready_again(harness: TableHarness) -> None:
    harness.seat_people()
    for player in ("ann", "bob"):
        harness.command(player, SetReady())
    harness.command("bob", SetReady(is_ready=False))
    harness.command("cem", SetReady())
    assert harness.table.status == "open"


def test_sitting_down_in_a_live_match_is_refused(harness: TableHarness) -> None:
    harness.seat_people(2)
    harness.seat_bots()
    harness.command("ann", Start())
    assert code(harness.command("dot", sit("dot"))) == "not-open"


def test_a_bot_takes_over_when_a_player_leaves_a_live_match(harness: TableHarness) -> None:
    harness.start()
    harness.command("bob", Stand())
    holder = harness.table.seating.holders[1]
    assert holder is not None
    assert (holder.player, holder.bot) == (None, "steady")
    assert harness.table.status == "live"


def test_the_last_player_to_leave_ends_the_match(harness: TableHarness) -> None:
    harness.seat_people(1)
    harness.seat_bots()
    harness.command("ann", Start())
    harness.command("ann", Stand())
    assert harness.table.status == "aborted"


def test_only_the_host_closes_an_open_table(harness: TableHarness) -> None:
    harness.seat_people(2)
    assert code(harness.command("bob", Abort())) == "not-host"
    assert isinstance(harness.command("ann", Abort()), Accepted)
    assert harness.table.status == "aborted"
    assert code(harness.command("ann", Abort())) == "ended"


@pytest.mark.parametrize("stays", [0, 1])
def test_a_player_who_lost_the_connection_has_a_minute_to_return(stays: int) -> None:
    """Host and guest alike."""
    harness = TableHarness("dot_tiles")
    harness.start()
    here, gone = NAMES[stays], NAMES[1 - stays]
    assert code(harness.command(here, Abort())) == "others-are-playing"
    harness.table.remove_connection(gone, harness.now)
    assert code(harness.command(here, Abort())) == "grace"
    harness.wait(12_500)
    refused = harness.command(here, Abort())
    assert isinstance(refused, Rejected)
    assert refused.sentence.endswith("You can end the match in 48 s.")
    harness.wait(47_499)
    assert code(harness.command(here, Abort())) == "grace"
    harness.wait(1)
    assert isinstance(harness.command(here, Abort()), Accepted)


def test_a_player_who_returns_has_a_new_minute_after_the_next_loss() -> None:
    harness = TableHarness("dot_tiles")
    harness.start()
    harness.table.remove_connection("bob", harness.now)
    harness.wait(59_000)
    harness.table.add_connection("bob")
    harness.wait(5_000)
    assert code(harness.command("ann", Abort())) == "others-are-playing"
    harness.table.remove_connection("bob", harness.now)
    harness.wait(59_000)
    assert code(harness.command("ann", Abort())) == "grace"


def test_after_a_restart_everybody_has_a_minute_to_return() -> None:
    harness = TableHarness("dot_tiles")
    harness.start()
    harness.wait(300_000)
    harness.table = harness.restored()
    harness.table.add_connection("bob")
    assert code(harness.command("bob", Abort())) == "grace"


def test_a_match_is_aborted_only_when_all_other_players_are_gone() -> None:
    harness = TableHarness("dot_tiles", seats=3)
    harness.start()
    harness.table.remove_connection("bob", harness.now)
    harness.wait(60_000)
    assert code(harness.command("ann", Abort())) == "others-are-playing"
    harness.table.remove_connection("cem", harness.now)
    assert code(harness.command("ann", Abort())) == "grace"
    assert code(harness.command("eve", Abort())) == "not-seated"
    harness.wait(60_000)
    assert isinstance(harness.command("ann", Abort()), Accepted)


def test_a_match_with_bots_only_can_be_aborted_at_any_time(harness: TableHarness) -> None:
    harness.seat_people(1)
    harness.seat_bots()
    harness.command("ann", Start())
    assert isinstance(harness.command("ann", Abort()), Accepted)


def test_the_end_of_the_grace_is_shown_in_match_time() -> None:
    harness = TableHarness("dot_tiles")
    harness.start()
    harness.wait(5_000)
    assert [seat.grace_until_ms for seat in seat_infos(harness.table)] == [None, None]
    harness.table.remove_connection("bob", harness.now)
    harness.wait(1_000)
    assert [seat.grace_until_ms for seat in seat_infos(harness.table)] == [None, 65_000]


def test_levels_are_those_of_the_bots() -> None:
    assert Level.__args__ == LEVEL_NAMES  # type: ignore[attr-defined]


def test_an_opening_with_invalid_seats_or_options_gives_an_error_message() -> None:
    game = find_game("dots_52")
    with pytest.raises(DottableError, match="takes 2 to 8 seats"):
        opened_event(game, seats=9, options={}, host="ann", settings=Settings(), now=0)
    with pytest.raises(DottableError, match="Unknown option 'speed'"):
        opened_event(game, seats=2, options={"speed": "5"}, host="ann", settings=Settings(), now=0)


def colours(harness: TableHarness) -> list[str]:
    return [holder.colour for _, holder in harness.table.seating.taken_seats()]


def test_two_seats_never_have_the_same_colour(harness: TableHarness) -> None:
    for player in ("ann", "bob"):
        harness.command(player, Sit(name=player, colour=SEAT_COLOURS[1]))
    harness.command("ann", SeatBot(level="sharp"))
    assert colours(harness)[0] == SEAT_COLOURS[1]
    assert len(set(colours(harness))) == 3


def test_a_player_who_leaves_keeps_the_name_and_the_colour_for_the_bot(harness: TableHarness) -> None:
    harness.start()
    before = colours(harness)
    decided = harness.command("bob", Stand())
    assert isinstance(decided, Accepted)
    assert harness.table.seating.seat_of("bob") is None
    assert names(harness)[1] == "Bob"
    assert colours(harness) == before
    seat = seat_info(harness.table, 1)
    assert (seat.has_left, seat.bot, seat.is_person) == (True, "steady", False)


def test_others_read_that_a_player_has_left(harness: TableHarness) -> None:
    harness.start()
    decided = harness.command("bob", Stand())
    assert isinstance(decided, Accepted)
    assert public_event(harness.table, decided.events[-1], harness.now).fields["notice"] == (
        "Bob left the match. A bot plays on."
    )


def test_a_rematch_does_not_seat_the_bot_of_a_player_who_left(harness: TableHarness) -> None:
    harness.start()
    harness.command("bob", Stand())
    seated = [event for event in rematch_events(harness.table, harness.now, "ann") if isinstance(event, SeatTaken)]
    assert 1 not in [event.seat for event in seated]
