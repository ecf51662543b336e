"""Snapshots and events, as viewers get them."""

from __future__ import annotations

import hashlib

import msgspec
import pytest

from dottable.core.game import Game
from dottable.core.primitives.seats import SPECTATOR
from dottable.core.views.narration import render_narration
from dottable.table.commands import React, Rematch, Say, Start
from dottable.table.events import Ended
from dottable.table.viewers import event_messages, seat_info, snapshots
from tests.table.decisions.test_races import SEVENS, snap_harness
from tests.table.harness import NAMES, TableHarness, right_symbol


def text_of(harness: TableHarness, viewer: int = SPECTATOR) -> str:
    return msgspec.json.encode(snapshots.build_snapshot(harness.table, viewer, harness.now)).decode()


@pytest.fixture
def harness(last_dot: Game) -> TableHarness:
    harness = TableHarness(last_dot)
    harness.start()
    return harness


def test_before_the_start_there_is_a_table_but_no_position(last_dot: Game) -> None:
    harness = TableHarness(last_dot)
    harness.seat_people(1)
    told = snapshots.build_snapshot(harness.table, 0, harness.now)
    assert (told.status, told.position, told.commitment) == ("open", None, None)
    assert [seat.name for seat in told.seats] == ["Ann", None]
    assert told.seats[0].is_host


def test_a_seat_gets_descriptions_of_its_legal_actions(harness: TableHarness) -> None:
    told = snapshots.build_snapshot(harness.table, 0, harness.now)
    assert told.position is not None
    assert told.position.legal == (0, 1, 2)
    assert told.position.words[0] == "Take 1 of 12 dots"
    assert told.you == 0


def test_a_spectator_has_no_actions(harness: TableHarness) -> None:
    told = snapshots.build_snapshot(harness.table, SPECTATOR, harness.now)
    assert told.position is not None
    assert (told.position.legal, told.you) == ((), None)


def test_many_legal_actions_have_no_descriptions() -> None:
    harness = TableHarness("dobble_connect")
    harness.start()
    harness.act("ann", "claim", 0, 0, right_symbol(harness, 0))
    told = snapshots.build_snapshot(harness.table, 0, harness.now)
    assert told.position is not None
    assert len(told.position.legal) > snapshots.MAX_DESCRIBED_ACTIONS
    assert told.position.words == ()


def test_no_player_id_is_sent(last_dot: Game) -> None:
    harness = TableHarness(last_dot)
    harness.start()
    harness.command("ann", Say(text="hello", name="Ann"))
    for viewer in (SPECTATOR, 0, 1):
        text = text_of(harness, viewer)
        assert all(f'"{player}"' not in text for player in NAMES)


def test_the_seed_is_revealed_only_after_the_end(harness: TableHarness) -> None:
    seed = harness.table.live_match().seed.hex()
    assert seed not in text_of(harness, 0)
    harness.abort()
    assert seed in text_of(harness, 0)


def test_the_revealed_seed_matches_the_commitment(harness: TableHarness) -> None:
    commitment = snapshots.build_snapshot(harness.table, 0, harness.now).commitment
    harness.abort()
    result = snapshots.build_snapshot(harness.table, 0, harness.now).result
    assert result is not None
    assert result.seed is not None
    assert result.salt is not None
    assert hashlib.sha256(bytes.fromhex(result.seed + result.salt)).hexdigest() == commitment


def test_a_finished_match_is_announced_with_scores_and_winners(harness: TableHarness) -> None:
    harness.play_randomly(30)
    result = snapshots.build_snapshot(harness.table, 0, harness.now).result
    assert result is not None
    assert result.reason == "finished"
    assert len(result.scores) == 2
    assert result.winners == tuple(s for s, value in enumerate(result.returns) if value == max(result.returns))
    assert result.progress[-1] == result.scores


def test_a_table_aborted_before_the_start_has_an_empty_result(last_dot: Game) -> None:
    harness = TableHarness(last_dot)
    harness.abort()
    assert snapshots.build_snapshot(harness.table, 0, harness.now).result == snapshots.MatchResult(
        "aborted", (), (), (), None, None
    )


def test_a_move_is_narrated_per_viewer(harness: TableHarness) -> None:
    harness.act("ann", "take", 1)
    moves = [snapshots.recent_move_infos(harness.table, seat)[-1] for seat in (0, 1)]
    texts = [render_narration(harness.table.game, move.narration, seat) for seat, move in enumerate(moves)]
    assert texts[0].startswith("You take 2")
    assert texts[1].startswith("Player 1 takes 2")


def test_a_restored_table_sends_equal_snapshots(harness: TableHarness) -> None:
    harness.play_randomly(5)
    harness.now -= 500
    before = text_of(harness)
    connected = harness.restored()
    for player in ("ann", "bob"):
        connected.add_connection(player)
    harness.table = connected
    assert text_of(harness) == before


def test_a_viewer_without_a_previous_view_gets_the_position_but_no_move(harness: TableHarness) -> None:
    harness.act("ann", "take", 0)
    seen = snapshots.viewer_state(harness.table.live_match(), 1)
    told = event_messages.event_info(
        event_messages.public_event(harness.table, harness.moves[-1], harness.now), 1, None, seen
    )
    assert told.move is None
    assert told.position is not None


def test_a_race_is_announced_with_its_reason_and_times() -> None:
    harness = snap_harness(*SEVENS[:2], ann=20, bob=180)
    harness.wait(1000)
    harness.act("ann", "snap", 0)
    harness.wait(100)
    harness.act("bob", "snap", 0)
    harness.wait(500)
    races = [move.race for move in snapshots.recent_move_infos(harness.table, 0) if move.race]
    assert races[0] == snapshots.RaceInfo("earlier", (snapshots.RivalInfo(1, 920), snapshots.RivalInfo(0, 980)))


def test_chat_carries_the_name_of_the_seat(harness: TableHarness) -> None:
    harness.command("bob", Say(text="hi", name="Mallory"))
    harness.command("eve", Say(text="hello", name="Eve"))
    told = snapshots.build_snapshot(harness.table, SPECTATOR, harness.now).chat
    assert [(said.seat, said.name, said.text) for said in told] == [
        (1, "Bob", "hi"),
        (None, "Eve", "hello"),
    ]


def test_a_reaction_stays_in_the_chat_after_a_reload(harness: TableHarness) -> None:
    answer = harness.command("bob", React(reaction="wow", name="Bob"))
    news = event_messages.public_event(harness.table, answer.events[0], harness.now)  # type: ignore[union-attr]
    told = event_messages.event_info(news, 0, None, None)
    assert told.chat_message is not None
    assert (told.kind, told.chat_message.text) == ("reacted", "wow")
    assert snapshots.build_snapshot(harness.table, 0, harness.now).chat == (told.chat_message,)


def test_a_rematch_is_announced_by_its_table(harness: TableHarness) -> None:
    harness.abort()
    assert isinstance(harness.events[-1], Ended)
    harness.command("bob", Rematch(table="t2"))
    assert snapshots.build_snapshot(harness.table, SPECTATOR, harness.now).rematch == "t2"
    told = event_messages.event_info(
        event_messages.public_event(harness.table, harness.events[-1], harness.now), 0, None, None
    )
    assert (told.kind, told.rematch) == ("rematch", "t2")


def test_presence_and_limits_are_shown_by_seat(last_dot: Game) -> None:
    harness = TableHarness(last_dot, move_limit_s=30)
    harness.seat_people()
    harness.command("ann", Start())
    harness.table.remove_connection("bob", harness.now)
    ann, bob = seat_info.seat_infos(harness.table)
    assert (ann.is_connected, bob.is_connected) == (True, False)
    assert (ann.limit_ms, bob.limit_ms) == (30_000, None)
