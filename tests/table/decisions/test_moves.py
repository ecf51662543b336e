"""Moves, refusals, client ids, ends and rematches."""

from __future__ import annotations

import msgspec
import pytest

from dottable.core.game import Game
from dottable.table.commands import MakeMove, Rematch, Say, Sit, Stand, Start
from dottable.table.decisions.command_results import Accepted, DuplicateCommand, Rejected
from dottable.table.events import Ended, Moved, SeatTaken
from dottable.table.table import Table
from tests.table.harness import RED, TableHarness


@pytest.fixture
def harness(last_dot: Game) -> TableHarness:
    harness = TableHarness(last_dot, seats=2)
    harness.start()
    return harness


def finish(harness: TableHarness) -> None:
    while harness.table.status == "live":
        harness.act(("ann", "bob")[harness.table.live_match().to_act[0]], "take", 0)


def test_deciding_changes_nothing(harness: TableHarness) -> None:
    before = harness.table.live_match().state_bytes
    assert isinstance(harness.table.decide("ann", MakeMove(action=0), harness.now), Accepted)
    assert harness.table.live_match().state_bytes == before
    assert harness.table.version == len(harness.bodies)


def test_a_move_carries_the_time_since_the_start(harness: TableHarness) -> None:
    harness.wait(1234)
    harness.act("ann", "take", 0)
    assert harness.moves[-1].at_ms == 1234


def test_a_move_against_the_rules_is_refused_with_their_sentence(harness: TableHarness) -> None:
    answer = harness.act("bob", "take", 0)
    assert answer == Rejected("rules", "It is not your turn.", 4)


@pytest.mark.parametrize("action", [-1, 4, 2**70])
def test_a_number_that_is_no_action_is_refused(harness: TableHarness, action: int) -> None:
    answer = harness.move("ann", action)
    assert isinstance(answer, Rejected)
    assert answer.sentence == "This game has no such action."


def test_only_seated_players_may_move(harness: TableHarness) -> None:
    answer = harness.act("eve", "take", 0)
    assert isinstance(answer, Rejected)
    assert answer.code == "not-seated"


def test_moves_before_the_start_are_refused(last_dot: Game) -> None:
    harness = TableHarness(last_dot)
    harness.seat_people()
    answer = harness.act("ann", "take", 0)
    assert isinstance(answer, Rejected)
    assert answer.code == "not-live"


def test_the_same_client_id_again_gives_the_same_ack_and_no_second_move(harness: TableHarness) -> None:
    harness.act("ann", "take", 0, client_id="a1")
    version = harness.table.version
    harness.act("bob", "take", 0, client_id="a1")
    assert harness.act("ann", "take", 0, client_id="a1") == DuplicateCommand(version)
    assert len(harness.moves) == 2


def test_client_ids_are_known_again_after_a_restart(harness: TableHarness) -> None:
    harness.act("ann", "take", 0, client_id="a1")
    version = harness.table.version
    table = harness.restored()
    assert table.decide("ann", MakeMove(action=0, client_id="a1"), harness.now) == DuplicateCommand(version)


def test_every_command_may_be_resent(last_dot: Game) -> None:
    harness = TableHarness(last_dot)
    sit = Sit(name="Ann", colour=RED, client_id="s")
    harness.command("ann", sit)
    assert harness.command("ann", sit) == DuplicateCommand(2)
    harness.command("ann", Say(text="hi", name="Ann", client_id="c"))
    assert harness.command("ann", Say(text="hi", name="Ann", client_id="c")) == DuplicateCommand(3)
    assert harness.command("ann", Stand(client_id="u")) != DuplicateCommand(3)


def test_a_finished_match_ends_the_table(harness: TableHarness) -> None:
    finish(harness)
    assert harness.table.status == "over"
    assert isinstance(harness.events[-1], Ended)
    answer = harness.act("ann", "take", 0)
    assert isinstance(answer, Rejected)
    assert answer.code == "ended"


def test_a_rematch_is_a_new_table_with_the_same_players(harness: TableHarness) -> None:
    early = harness.command("bob", Rematch(table="t2"))
    assert isinstance(early, Rejected)
    assert early.code == "not-ended"
    finish(harness)
    harness.command("bob", Rematch(table="t2"))
    assert harness.table.rematch == "t2"
    again = Table.restore("t2", harness.table.rematch_events(harness.now, "bob"), harness.now)
    assert [holder.name for _, holder in again.seating.taken_seats()] == ["Ann", "Bob"]
    assert again.seating.host == "bob"
    assert again.opened.rematch_of == "t1"
    assert again.status == "open"


def test_there_is_one_rematch_only(harness: TableHarness) -> None:
    finish(harness)
    harness.command("bob", Rematch(table="t2"))
    assert isinstance(harness.command("ann", Rematch(table="t3")), DuplicateCommand)
    assert harness.table.rematch == "t2"


def test_a_rematch_seats_only_those_who_are_still_here(harness: TableHarness) -> None:
    finish(harness)
    harness.table.remove_connection("ann", harness.now)
    seated = [event.name for event in harness.table.rematch_events(harness.now, "bob") if isinstance(event, SeatTaken)]
    assert seated == ["Bob"]


def test_two_tables_never_share_a_seed(last_dot: Game) -> None:
    seeds = set()
    for seed in range(3):
        harness = TableHarness(last_dot, seed=seed)
        harness.start()
        seeds.add(harness.table.live_match().seed)
    assert len(seeds) == 3


def test_bots_play_a_match_to_its_end(last_dot: Game) -> None:
    harness = TableHarness(last_dot, seats=3)
    harness.seat_people(1)
    harness.seat_bots("sharp")
    harness.command("ann", Start())
    while harness.table.status == "live":
        harness.wait(5000)
        harness.act("ann", "take", 0)
    assert {move.by for move in harness.moves} == {"player", "bot"}
    assert all(isinstance(move, Moved) for move in harness.moves)


@pytest.mark.parametrize("text", ["two\nlines", "\u202eturned", "\x07"])
def test_chat_and_names_are_one_printable_line(text: str) -> None:
    for body in ({"text": text, "name": "Ann"}, {"text": "hi", "name": text}):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"kind": "say", **body}, Say)
