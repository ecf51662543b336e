"""What viewers are sent."""

from __future__ import annotations

import hashlib

import msgspec
import pytest

from dottable.core.game import Game
from dottable.core.seats import SPECTATOR
from dottable.table import telling
from dottable.table.commands import Abort, React, Rematch, Say, Start
from dottable.table.events import Ended

from .house import NAMES, House, right_symbol
from .test_races import SEVENS, snap_house


def text_of(house: House, viewer: int = SPECTATOR) -> str:
    return msgspec.json.encode(telling.snapshot(house.table, viewer, house.now)).decode()


@pytest.fixture
def house(last_dot: Game) -> House:
    house = House(last_dot)
    house.start()
    return house


def test_before_the_start_there_is_a_table_but_no_position(last_dot: Game) -> None:
    house = House(last_dot)
    house.seat_people(1)
    told = telling.snapshot(house.table, 0, house.now)
    assert (told.status, told.position, told.commitment) == ("open", None, None)
    assert [seat.name for seat in told.seats] == ["Ann", None]
    assert told.seats[0].is_host


def test_a_seat_is_told_its_legal_actions_in_words(house: House) -> None:
    told = telling.snapshot(house.table, 0, house.now)
    assert told.position is not None
    assert told.position.legal == (0, 1, 2)
    assert told.position.words[0] == "Take 1 of 12 dots"
    assert told.you == 0


def test_a_spectator_has_no_actions(house: House) -> None:
    told = telling.snapshot(house.table, SPECTATOR, house.now)
    assert told.position is not None
    assert (told.position.legal, told.you) == ((), None)


def test_very_many_actions_are_told_without_words() -> None:
    house = House("dobble_connect")
    house.start()
    house.act("ann", "claim", 0, 0, right_symbol(house, 0))
    told = telling.snapshot(house.table, 0, house.now)
    assert told.position is not None
    assert len(told.position.legal) > telling.MOST_WORDS
    assert told.position.words == ()


def test_no_players_id_is_told(last_dot: Game) -> None:
    house = House(last_dot)
    house.start()
    house.command("ann", Say(text="hello", name="Ann"))
    for viewer in (SPECTATOR, 0, 1):
        text = text_of(house, viewer)
        assert all(f'"{player}"' not in text for player in NAMES)


def test_the_seed_is_told_only_when_all_is_over(house: House) -> None:
    seed = house.table.live_match().seed.hex()
    assert seed not in text_of(house, 0)
    house.command("ann", Abort())
    assert seed in text_of(house, 0)


def test_the_seed_that_is_told_fits_the_commitment(house: House) -> None:
    commitment = telling.snapshot(house.table, 0, house.now).commitment
    house.command("ann", Abort())
    result = telling.snapshot(house.table, 0, house.now).result
    assert result is not None
    assert result.seed is not None
    assert result.salt is not None
    assert hashlib.sha256(bytes.fromhex(result.seed + result.salt)).hexdigest() == commitment


def test_a_finished_match_is_told_with_scores_and_winners(house: House) -> None:
    house.play_randomly(30)
    result = telling.snapshot(house.table, 0, house.now).result
    assert result is not None
    assert result.reason == "finished"
    assert len(result.scores) == 2
    assert result.winners == tuple(s for s, value in enumerate(result.returns) if value == max(result.returns))
    assert result.progress[-1] == result.scores


def test_a_table_aborted_before_the_start_has_an_empty_result(last_dot: Game) -> None:
    house = House(last_dot)
    house.command("ann", Abort())
    assert telling.snapshot(house.table, 0, house.now).result == telling.Result("aborted", (), (), (), None, None)


def test_everyone_reads_a_move_in_words_of_their_own(house: House) -> None:
    house.act("ann", "take", 1)
    assert telling.last_moves(house.table, 0)[-1].sentence.startswith("You take 2")
    assert telling.last_moves(house.table, 1)[-1].sentence.startswith("Player 1 takes 2")


def test_a_restored_table_tells_the_same(house: House) -> None:
    house.play_randomly(5)
    house.now -= 500
    before = text_of(house)
    connected = house.restored()
    for player in ("ann", "bob"):
        connected.connected(player)
    house.table = connected
    assert text_of(house) == before


def test_a_viewer_who_came_between_is_told_no_move_but_the_position(house: House) -> None:
    house.act("ann", "take", 0)
    seen = telling.sight(house.table.live_match(), 1)
    told = telling.happening(telling.news_of(house.table, house.moves[-1], house.now), 1, None, seen)
    assert told.move is None
    assert told.position is not None


def test_a_race_is_told_with_its_reason_and_times() -> None:
    house = snap_house(*SEVENS[:2], ann=20, bob=180)
    house.wait(1000)
    house.act("ann", "snap", 0)
    house.wait(100)
    house.act("bob", "snap", 0)
    house.wait(500)
    races = [move.race for move in telling.last_moves(house.table, 0) if move.race]
    assert races[0] == telling.RaceTold("earlier", (telling.RivalTold(1, 920), telling.RivalTold(0, 980)))


def test_chat_is_told_with_the_name_of_the_seat(house: House) -> None:
    house.command("bob", Say(text="hi", name="Mallory"))
    house.command("eve", Say(text="hello", name="Eve"))
    told = telling.snapshot(house.table, SPECTATOR, house.now).sayings
    assert [(saying.seat, saying.name, saying.text) for saying in told] == [(1, "Bob", "hi"), (None, "Eve", "hello")]


def test_a_reaction_is_told_once_and_not_kept(house: House) -> None:
    answer = house.command("bob", React(reaction="wow", name="Bob"))
    news = telling.news_of(house.table, answer.events[0], house.now)  # type: ignore[union-attr]
    told = telling.happening(news, 0, None, None)
    assert told.saying is not None
    assert (told.kind, told.saying.text) == ("reacted", "wow")
    assert telling.snapshot(house.table, 0, house.now).sayings == ()


def test_a_rematch_is_told_by_its_table(house: House) -> None:
    house.command("ann", Abort())
    assert isinstance(house.events[-1], Ended)
    house.command("bob", Rematch(table="t2"))
    assert telling.snapshot(house.table, SPECTATOR, house.now).rematch == "t2"
    told = telling.happening(telling.news_of(house.table, house.events[-1], house.now), 0, None, None)
    assert (told.kind, told.rematch) == ("renewed", "t2")


def test_presence_and_limits_are_told_by_seat(last_dot: Game) -> None:
    house = House(last_dot, move_limit_s=30)
    house.seat_people()
    house.command("ann", Start())
    house.table.disconnected("bob", house.now)
    ann, bob = telling.seats_told(house.table)
    assert (ann.is_connected, bob.is_connected) == (True, False)
    assert (ann.limit_ms, bob.limit_ms) == (30_000, None)
