"""What people see: the view, moves in words, narration, refusals and notation."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest

from dottable.core.errors import BadNotation
from dottable.core.primitives import chance
from dottable.core.primitives.record import rule_array
from dottable.core.primitives.seats import CLOCK, SPECTATOR
from dottable.core.views.narration import render_narration
from dottable.games.dobble_connect import view
from dottable.games.dobble_connect.knowledge.observation import OBSERVATION_SIZE, SPOTS_OFFSET, WRONG_CLAIMS_OFFSET
from dottable.games.dobble_connect.rules import flow as rules
from dottable.games.dobble_connect.state import ACTIONS
from dottable.games.dobble_connect.view import notation
from tests.games.dobble_connect.positions import (
    GAME,
    claim,
    deal,
    err,
    fill_round,
    lay,
    new_match,
    position,
    right_place,
)
from tests.games.dobble_connect.rules.test_rounds import PINK_LINE, rest


def narrated(match, seat, action, viewer=0, at_ms=None):
    before = match.view(viewer)
    assert match.apply(seat, action, at_ms) is None
    return render_narration(GAME, view.narrate(before, seat, action, match.view(viewer)), viewer)


def symbol(match, seat, action):
    return match.view(seat).players[seat].top.symbols[action % 10]


def test_everybody_sees_the_same_table():
    match = new_match(5, seed=4)
    for _ in range(4):
        fill_round(match, Random(1))
        views = [msgspec.structs.replace(match.view(viewer), seat=0) for viewer in (SPECTATOR, 0, 1, 2, 3, 4)]
        assert all(other == views[0] for other in views)
        deal(match)


def test_the_view_shows_the_options():
    options: dict[str, Any] = {"teams": "3", "points": 2, "lock_seconds": 7}
    assert msgspec.to_builtins(new_match(4, **options).view(0).options) == {
        "teams": "3",
        "points": 2,
        "lock-seconds": 7,
    }


def test_the_face_down_cards_are_shown_sorted_and_never_in_order():
    match = new_match(4)
    for team in match.view(0).teams:
        numbers = [int(name.split()[1]) for name in team.face_down]
        assert numbers == sorted(numbers)
        assert len(numbers) == 18


def test_an_open_card_shows_its_ten_symbols_in_the_order_a_claim_counts_them():
    match = position()
    top = match.view(0).players[0].top
    assert (top.name, top.kind, top.letter, top.number) == ("pink 1", "pink", "P", 0)
    assert len(top.symbols) == 10
    place = right_place(match, 0, 0)
    assert top.symbols[place] in match.view(0).table[0].card.symbols


def test_a_claim_in_words():
    match = position()
    action = claim(match, 0, "0ne")
    assert (
        view.describe_action(match.view(0), action)
        == f"Find the {symbol(match, 0, action)} on S0 and lay your pink card to its upper right"
    )


def test_every_legal_action_has_words_of_its_own():
    match = position("p5@1,0 o5@0,1")
    texts = [view.describe_action(match.view(1), action) for action in match.legal(1)]
    assert len(set(texts)) == len(texts)


def test_a_deal_in_words():
    match = lay(position(PINK_LINE), 0, "3e")
    assert view.describe_action(match.view(0), ACTIONS.encode("deal")) == "Deal round 2"


def test_narration_of_a_right_claim():
    match = position()
    action = claim(match, 1, "0w")
    named = symbol(match, 1, action)
    assert narrated(match.copy(), 1, action) == f"Player 2 finds the {named} on S0 and lays an orange card to its left."
    assert narrated(match, 1, action, viewer=1) == f"You find the {named} on S0 and lay an orange card to its left."


def test_narration_of_a_wrong_claim():
    match = position()
    action = claim(match, 1, "0w", wrong=True)
    named = symbol(match, 1, action)
    assert narrated(match.copy(), 1, action) == f"Player 2 chooses the {named}, which is not on S0, and waits 3 s."
    assert narrated(match, 1, action, viewer=1) == f"You choose the {named}, which is not on S0, and wait 3 s."


def test_narration_of_a_wrong_claim_without_locks():
    match = position(lock_seconds=0)
    action = claim(match, 1, "0w", wrong=True)
    assert narrated(match, 1, action).endswith("which is not on S0.")


def test_narration_of_a_point():
    match = position(PINK_LINE)
    told = narrated(match, 0, claim(match, 0, "3e"))
    assert told.endswith(" Four pink cards in a line: a point for you.")


def test_narration_of_the_last_point():
    match = position(PINK_LINE, points=(4, 0))
    assert narrated(match, 0, claim(match, 0, "3e")).endswith("Four pink cards in a line: you win the match.")


def test_narration_of_a_round_without_a_winner():
    match = position(packs=("", "o2"))
    told = narrated(match, 0, claim(match, 0, "0w"))
    assert told.endswith(" The round ends without a winner: one side has no cards left.")
    match = position(lock_seconds=0)
    match.state.wrong = rules.MAX_WRONG_CLAIMS - 1
    told = narrated(match, 0, claim(match, 0, "0w", wrong=True))
    assert told.endswith(" The round ends without a winner: too many wrong symbols were named.")


def test_narration_of_a_deal_says_why_cards_change_hands():
    packs = (rest("p", "p1 p5 p6 p7"), rest("o", "o1"))
    match = lay(position(PINK_LINE, packs=packs, points=(1, 0)), 0, "3e")
    told = narrated(match, 0, ACTIONS.encode("deal"))
    assert told == "You deal round 2. You have 2 points now, so Player 2 gives you 2 cards."


def test_E9_narration_of_a_deal_says_that_a_single_player_gets_cards_of_several_teams():
    packs = (rest("p", "p1 p5 p6 p7"), rest("o", "o1"), rest("g", "g1"), rest("b", "b1"))
    match = position(PINK_LINE, seats=4, teams="4", tops="p1 o1 g1 b1", packs=packs, points=(1, 0, 0, 0))
    told = narrated(lay(match, 0, "3e"), 0, ACTIONS.encode("deal"))
    assert told == "You deal round 2. You have 2 points now and get 6 cards from the others."


def test_narration_of_the_clock():
    match = err(err(position(), 0, "0e", at_ms=0), 1, "0e", at_ms=0)
    assert narrated(match, CLOCK, ACTIONS.encode("unlock"), at_ms=3000) == "You and Player 2 may go on."


def test_every_refusal_has_a_sentence():
    codes = [getattr(rules, name) for name in dir(rules) if isinstance(getattr(rules, name), int) and name.isupper()]
    reasons = {code for code in codes if rules.LOCKED_REFUSAL <= code <= rules.ONLY_CLOCK_REFUSAL}
    assert reasons <= set(view.REFUSAL_SENTENCES)
    assert all(sentence.endswith(".") for sentence in view.REFUSAL_SENTENCES.values())


@pytest.mark.parametrize(
    ("text", "action"),
    [("0e:1", 0), ("0ne:2", 11), ("4ne:2", 4 * 60 + 11), ("80se:10", 4859), ("deal", 4860), ("unlock", 4861)],
)
def test_actions_are_written_as_spot_side_and_symbol(text, action):
    assert notation.write_action(action) == text
    assert notation.read_action(text) == action
    assert notation.read_action(f" {text.upper()} ") == action


@pytest.mark.parametrize("text", ["", "81e:1", "0e:0", "0e:11", "0n:1", "e:1", "0e", "0e:1:1", "pass", "-1e:1", "²e:1"])
def test_a_text_that_is_no_move_is_refused_with_an_example(text):
    with pytest.raises(BadNotation, match="4ne:2"):
        notation.read_action(text)


def test_the_tensor_points_at_the_shared_symbol():
    match = position("p5@1,0 o5@0,1")
    out = np.zeros(OBSERVATION_SIZE, np.int16)
    for seat in (0, 1):
        GAME.kernels.observe_at(match._states, 0, seat, rule_array(out))
        spots = out[SPOTS_OFFSET:WRONG_CLAIMS_OFFSET].reshape(-1, 4)
        assert [int(place) for place in spots[:3, 3]] == [right_place(match, seat, spot) + 1 for spot in range(3)]
        assert [int(card) - 1 for card in spots[:3, 0]] == match.state.card.tolist()[:3]
        assert not spots[3:].any()


def test_resampling_redraws_the_order_of_the_packs():
    match = new_match(2)
    turned = set()
    for number in range(40):
        g = chance.new_generator()
        chance.set_key(rule_array(g), rule_array(chance.key_from_seed(number.to_bytes(32, "little"))))
        twin = match.determinize(0, g)
        assert twin.view(0) == match.view(0)
        turned.add(lay(twin, 0, "0e").view(0).players[0].top.name)
    assert len(turned) > 12
