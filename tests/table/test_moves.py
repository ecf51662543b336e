"""Moves, refusals, client ids, ends and rematches."""

from __future__ import annotations

import msgspec
import pytest

from dottable.core.game import Game
from dottable.table.answers import Accepted, Refusal, Repeated
from dottable.table.commands import Move, Rematch, Say, Sit, Stand, Start
from dottable.table.events import Ended, Moved, Sat
from dottable.table.table import Table

from .house import RED, House


@pytest.fixture
def house(last_dot: Game) -> House:
    house = House(last_dot, seats=2)
    house.start()
    return house


def finish(house: House) -> None:
    while house.table.status == "live":
        house.act(("ann", "bob")[house.table.live_match().to_act[0]], "take", 0)


def test_deciding_changes_nothing(house: House) -> None:
    before = house.table.live_match().state_bytes
    assert isinstance(house.table.decide("ann", Move(action=0), house.now), Accepted)
    assert house.table.live_match().state_bytes == before
    assert house.table.version == len(house.bodies)


def test_a_move_carries_the_time_since_the_start(house: House) -> None:
    house.wait(1234)
    house.act("ann", "take", 0)
    assert house.moves[-1].at_ms == 1234


def test_a_move_against_the_rules_is_refused_with_their_sentence(house: House) -> None:
    answer = house.act("bob", "take", 0)
    assert answer == Refusal("rules", "It is not your turn.", 4)


@pytest.mark.parametrize("action", [-1, 4, 2**70])
def test_a_number_that_is_no_action_is_refused(house: House, action: int) -> None:
    answer = house.move("ann", action)
    assert isinstance(answer, Refusal)
    assert answer.sentence == "This game has no such action."


def test_only_who_sits_may_move(house: House) -> None:
    answer = house.act("eve", "take", 0)
    assert isinstance(answer, Refusal)
    assert answer.code == "not-seated"


def test_nobody_moves_before_the_start(last_dot: Game) -> None:
    house = House(last_dot)
    house.seat_people()
    answer = house.act("ann", "take", 0)
    assert isinstance(answer, Refusal)
    assert answer.code == "not-live"


def test_the_same_client_id_again_gives_the_same_ack_and_no_second_move(house: House) -> None:
    house.act("ann", "take", 0, client_id="a1")
    version = house.table.version
    house.act("bob", "take", 0, client_id="a1")
    assert house.act("ann", "take", 0, client_id="a1") == Repeated(version)
    assert len(house.moves) == 2


def test_client_ids_are_known_again_after_a_restart(house: House) -> None:
    house.act("ann", "take", 0, client_id="a1")
    version = house.table.version
    table = house.restored()
    assert table.decide("ann", Move(action=0, client_id="a1"), house.now) == Repeated(version)


def test_every_command_may_be_resent(last_dot: Game) -> None:
    house = House(last_dot)
    sit = Sit(name="Ann", colour=RED, client_id="s")
    house.command("ann", sit)
    assert house.command("ann", sit) == Repeated(2)
    house.command("ann", Say(text="hi", name="Ann", client_id="c"))
    assert house.command("ann", Say(text="hi", name="Ann", client_id="c")) == Repeated(3)
    assert house.command("ann", Stand(client_id="u")) != Repeated(3)


def test_a_finished_match_ends_the_table(house: House) -> None:
    finish(house)
    assert house.table.status == "over"
    assert isinstance(house.events[-1], Ended)
    answer = house.act("ann", "take", 0)
    assert isinstance(answer, Refusal)
    assert answer.code == "ended"


def test_a_rematch_is_a_new_table_with_the_same_players(house: House) -> None:
    early = house.command("bob", Rematch(table="t2"))
    assert isinstance(early, Refusal)
    assert early.code == "not-ended"
    finish(house)
    house.command("bob", Rematch(table="t2"))
    assert house.table.rematch == "t2"
    again = Table.restore("t2", house.table.rematch_events(house.now, "bob"), house.now)
    assert [holder.name for _, holder in again.seating.taken()] == ["Ann", "Bob"]
    assert again.seating.host == "bob"
    assert again.opened.rematch_of == "t1"
    assert again.status == "open"


def test_there_is_one_rematch_only(house: House) -> None:
    finish(house)
    house.command("bob", Rematch(table="t2"))
    assert isinstance(house.command("ann", Rematch(table="t3")), Repeated)
    assert house.table.rematch == "t2"


def test_a_rematch_seats_only_those_who_are_still_here(house: House) -> None:
    finish(house)
    house.table.disconnected("ann", house.now)
    seated = [event.name for event in house.table.rematch_events(house.now, "bob") if isinstance(event, Sat)]
    assert seated == ["Bob"]


def test_the_same_seed_is_drawn_for_nobody_twice(last_dot: Game) -> None:
    seeds = set()
    for seed in range(3):
        house = House(last_dot, seed=seed)
        house.start()
        seeds.add(house.table.live_match().seed)
    assert len(seeds) == 3


def test_bots_play_a_match_to_its_end(last_dot: Game) -> None:
    house = House(last_dot, seats=3)
    house.seat_people(1)
    house.seat_bots("sharp")
    house.command("ann", Start())
    while house.table.status == "live":
        house.wait(5000)
        house.act("ann", "take", 0)
    assert {move.by for move in house.moves} == {"player", "bot"}
    assert all(isinstance(move, Moved) for move in house.moves)


@pytest.mark.parametrize("text", ["two\nlines", "\u202eturned", "\x07"])
def test_chat_and_names_are_one_printable_line(text: str) -> None:
    for body in ({"text": text, "name": "Ann"}, {"text": "hi", "name": text}):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"kind": "say", **body}, Say)
