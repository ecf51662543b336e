"""The powers of court cards: rulings D5 and D12."""

from __future__ import annotations

import pytest

from dottable.core.primitives.seats import SPECTATOR
from dottable.games.dots_52.rules.refusal_codes import (
    CALLER_LOCKED,
    CHOOSE_OWN_CARD_FIRST,
    NO_CARD_THERE,
    NO_POWER,
    NO_SUCH_PLAYER,
    OTHER_POWER,
    OTHERS_CARD_ONLY,
    OWN_CARD_CHOSEN,
    OWN_CARD_ONLY,
    POWER_FIRST,
)
from tests.games.dots_52.positions import known, moves, play, refusal, set_stock, table, tableau

VIEWERS = (0, 1, 2, SPECTATOR)


def discarded(card, *tableaux, **rest):
    """Return a match in which seat 0 has discarded this card from the stock."""
    return play(table(*tableaux, drawn=card, pile="5d", **rest), "p1 discard")


def test_D5_a_jack_swaps_an_own_card_with_another_players_unseen():
    match = discarded("Js", "7s 2h", "9h 3h", "10s")
    assert moves(match) == ["swap:1", "swap:2", "decline"]
    play(match, "p1 swap:2")
    assert moves(match) == ["target:2,1", "target:2,2", "target:3,1", "decline"]
    play(match, "p1 target:2,1")
    assert [tableau(match, seat) for seat in range(3)] == ["7s 9h", "2h 3h", "10s"]
    assert all(known(match, viewer) == [] for viewer in VIEWERS)


def test_D5_what_is_known_of_a_card_goes_along_with_it():
    match = table("7s 2h", "9h", "10s", drawn="4c", pile="5d")
    play(match, "p1 put:1", "clock time-up", "p1 end", "p2 take:1", "clock time-up", "p2 end")
    assert known(match, 0) == ["p1:1=4c", "p2:1=7s"]
    set_stock(match, "Js")
    play(match, "p3 draw", "p3 discard", "p3 swap:1", "p3 target:1,1")
    assert tableau(match, 0) == "10s 2h"
    assert known(match, 0) == ["p2:1=7s", "p3:1=4c"]
    assert known(match, 1) == known(match, 2) == ["p2:1=7s"]


def test_D5_a_queen_looks_at_another_players_card():
    match = discarded("Qs", "7s 2h", "9h 3h", "10s")
    assert moves(match) == ["look:2,1", "look:2,2", "look:3,1", "decline"]
    play(match, "p1 look:2,2")
    assert [known(match, viewer) for viewer in VIEWERS] == [["p2:2=3h"], [], [], []]


def test_D5_a_king_looks_at_an_own_card():
    match = discarded("Ks", "7s 2h", "9h 3h", "10s")
    assert moves(match) == ["look:1,1", "look:1,2", "decline"]
    play(match, "p1 look:1,2")
    assert [known(match, viewer) for viewer in VIEWERS] == [["p1:2=2h"], [], [], []]


@pytest.mark.parametrize("card", ["Js", "Qs", "Ks"])
def test_D5_a_power_need_not_be_used(card):
    match = play(discarded(card, "7s", "9h"), "p1 decline")
    assert (tableau(match, 0), tableau(match, 1)) == ("7s", "9h")
    assert match.view(0).phase == "call"


def test_D5_a_jacks_swap_may_be_given_up_halfway():
    match = play(discarded("Js", "7s", "9h"), "p1 swap:1", "p1 decline")
    assert tableau(match, 0) == "7s"
    assert match.view(0).swap_place is None


@pytest.mark.parametrize("card", ["Js", "Qs", "Ks"])
def test_D5_a_court_card_out_of_a_tableau_has_no_power(card):
    assert play(table(card, "9h", drawn="2c", pile="5d"), "p1 put:1").view(0).phase == "call"
    assert play(table(card, "9h", pile="5d"), "p1 take:1").view(0).phase == "call"


@pytest.mark.parametrize("card", ["Js", "Qs", "Ks"])
def test_D5_a_court_card_kept_in_the_tableau_has_no_power(card):
    match = play(table("4s", "9h", drawn=card, pile="5d"), "p1 put:1", "clock time-up")
    assert match.view(0).phase == "call"


@pytest.mark.parametrize(
    ("card", "own", "other"), [("Js", "", "9h"), ("Js", "7s", ""), ("Qs", "7s", "--"), ("Ks", "", "9h")]
)
def test_D5_a_power_without_a_target_lapses(card, own, other):
    assert discarded(card, own, other).view(0).phase == "call"


def test_D5_targets_are_refused_with_a_reason():
    jack = discarded("Js", "7s --", "9h", "10s")
    assert refusal(jack, "p1 swap:2") == NO_CARD_THERE
    assert refusal(jack, "p1 target:2,1") == CHOOSE_OWN_CARD_FIRST
    assert refusal(jack, "p1 look:2,1") == OTHER_POWER
    assert refusal(jack, "p1 end") == refusal(jack, "p1 call") == POWER_FIRST
    play(jack, "p1 swap:1")
    assert refusal(jack, "p1 swap:1") == OWN_CARD_CHOSEN
    assert refusal(jack, "p1 target:1,1") == OTHERS_CARD_ONLY
    assert refusal(jack, "p1 target:2,2") == NO_CARD_THERE
    assert refusal(jack, "p1 target:4,1") == NO_SUCH_PLAYER


def test_D5_looks_are_refused_with_a_reason():
    queen, king = discarded("Qs", "7s", "9h"), discarded("Ks", "7s", "9h")
    assert refusal(queen, "p1 look:1,1") == OTHERS_CARD_ONLY
    assert refusal(king, "p1 look:2,1") == OWN_CARD_ONLY
    assert refusal(queen, "p1 look:3,1") == NO_SUCH_PLAYER
    assert refusal(queen, "p1 look:2,3") == NO_CARD_THERE
    assert refusal(queen, "p1 swap:1") == refusal(king, "p1 target:2,1") == OTHER_POWER
    assert refusal(table("7s", "9h", pile="5d"), "p1 look:1,1") == NO_POWER


def test_D12_a_jack_may_take_the_callers_card():
    match = play(discarded("Js", "7s", "9h", "10s", caller=2), "p1 swap:1")
    assert moves(match) == ["target:2,1", "target:3,1", "decline"]


def test_D12_lock_caller_keeps_jacks_away_from_the_callers_cards():
    match = play(discarded("Js", "7s", "9h", "10s", caller=2, lock_caller=True), "p1 swap:1")
    assert moves(match) == ["target:2,1", "decline"]
    assert refusal(match, "p1 target:3,1") == CALLER_LOCKED


def test_D12_a_jack_lapses_if_only_locked_cards_are_left():
    assert discarded("Js", "7s", "9h", caller=1, lock_caller=True).view(0).phase == "round over"


def test_D12_a_queen_may_look_at_locked_cards():
    assert moves(discarded("Qs", "7s", "9h", caller=1, lock_caller=True)) == ["look:2,1", "decline"]
