"""The option `memory` (B16): what a view keeps of what the seat has seen."""

from __future__ import annotations

from random import Random

import pytest

from dottable.core.matches.match import Match
from dottable.core.primitives.seats import SPECTATOR
from dottable.core.views.narration import render_narration
from dottable.games.dots_72.state import Options
from dottable.games.dots_72.view.narration import describe_action, narrate
from dottable.games.dots_72.view.notation import read_action
from tests.games.dots_72.positions import (
    COMPLETE,
    GAME,
    NOTHING,
    cards_of,
    hand,
    known,
    new_match,
    play,
    play_randomly,
    table,
)
from tests.sizes import sized

OTHER = "y y y8 y8 g g"
UNKNOWN = ""
MOVES = sized(60, 1000)


def told(match: Match, text: str, viewer: int) -> str:
    """Make a move and return how a viewer is told of it."""
    seat, action, before = match.to_act[0], read_action(text), match.view(viewer)
    assert match.apply(seat, action) is None
    return render_narration(GAME, narrate(before, seat, action, match.view(viewer)), viewer)


def test_B16_without_memory_only_the_top_discard_is_shown():
    match = table(NOTHING, OTHER, discards="g8 b8 y2", memory=False)
    assert match.view(0).discards == ("g8",)
    assert match.view(0).discards_left == 3
    assert table(NOTHING, OTHER, discards="g8 b8 y2").view(0).discards == ("y2", "b8", "g8")


def test_B16_without_memory_a_taken_card_is_not_kept_in_view():
    match = play(table(NOTHING, OTHER, discards="g8 b8", memory=False), "take", "discard:r8")
    assert known(match, 1, 0) == UNKNOWN
    assert known(match, 0, 0) == hand(match, 0)
    with_memory = play(table(NOTHING, OTHER, discards="g8 b8"), "take", "discard:r8")
    assert known(with_memory, 1, 0) == "g8!"


@pytest.mark.parametrize("viewer", [1, SPECTATOR])
def test_B9_B16_a_wrong_call_lies_open_until_the_next_move(viewer):
    match = play(table(NOTHING, OTHER, memory=False), "call")
    assert known(match, viewer, 0) == "r! r! r8! r8! r8! r8!"
    assert known(match, 0, 0) == "r! r! r8! r8! r8! r8!"
    play(match, "draw")
    assert known(match, viewer, 0) == UNKNOWN
    assert "!" not in known(match, 0, 0)


def test_B9_B16_a_wrong_call_after_a_discard_lies_open_during_the_next_turns_start():
    match = play(table(f"{NOTHING} b8", OTHER, memory=False), "call:b8")
    assert match.to_act == (1,)
    assert known(match, 1, 0) == "r! r! r8! r8! r8! r8!"
    assert known(play(match, "draw"), 1, 0) == UNKNOWN


def test_B9_B16_a_wrong_call_is_told_with_its_cards():
    match = table(NOTHING, OTHER, memory=False)
    assert "All see these cards: red Swatch" in told(match, "call", 1)


def test_B11_B16_the_hand_that_wins_is_shown():
    match = play(table(COMPLETE, OTHER, memory=False), "call")
    assert known(match, 1, 0) == " ".join(f"{code}!" for code in cards_of(match, 0))
    assert known(match, 0, 1) == UNKNOWN
    assert match.view(1).result is not None


def test_B10_B16_without_memory_a_turned_pile_looks_like_any_other():
    match = play(table(f"{NOTHING} b8", OTHER, pile="", discards="g8 y2", memory=False), "discard:b8")
    play(match, "pass:r", "pass:y")
    assert match.state.pile_is_known
    view = match.view(1)
    assert (view.pile_order_known, view.pile_cards) == (False, ())
    assert known(match, 1, 0) == UNKNOWN  # not even the card that seat 1 has just passed
    assert describe_action(view, read_action("draw")) == "Draw a card from the draw pile"
    assert told(match, "draw", 0) == "Player 2 draws a card."


def test_B10_B16_without_memory_a_shuffled_pile_is_not_listed():
    match = play(table(f"{NOTHING} b8", OTHER, pile="", discards="g8", reshuffle=True, memory=False), "discard:b8")
    assert match.view(0).pile_cards == ()


@pytest.mark.parametrize("seats", [2, 4])
def test_B16_the_option_changes_views_only(seats):
    with_memory, without = new_match(seats), new_match(seats, memory=False)
    for _, (seat, action) in zip(range(MOVES), play_randomly(with_memory, Random(seats)), strict=False):
        assert with_memory.legal(seat) == without.legal(seat)
        assert (with_memory.observation(seat) == without.observation(seat)).all()
        assert_shows_less(without, with_memory)
        assert without.apply(seat, action) is None


def assert_shows_less(without: Match, with_memory: Match) -> None:
    """Check that a view without memory names no card that a view with memory does not."""
    for viewer in range(SPECTATOR, without.seats):
        less, more = without.view(viewer), with_memory.view(viewer)
        assert less.discards == more.discards[-1:]
        for seat in range(without.seats):
            codes = [card.code for card in more.hands[seat].cards]
            for card in less.hands[seat].cards:
                codes.remove(card.code)


def test_B16_auto_is_on_with_bots_and_off_among_people():
    assert Options().memory == "auto"
    assert Options(reshuffle=True).for_players(with_bots=True) == Options(reshuffle=True, memory="on")
    assert Options().for_players(with_bots=False) == Options(memory="off")
    assert Options(memory="on").for_players(with_bots=False) == Options(memory="on")
    assert Options(memory="off").for_players(with_bots=True) == Options(memory="off")


def test_B16_a_match_without_a_table_remembers():
    assert Match(GAME).view(0).options.memory == "on"
