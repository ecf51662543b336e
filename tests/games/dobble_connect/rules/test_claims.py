"""Claims: rulings E5, E6 and E7."""

from __future__ import annotations

import pytest

from dottable.core.primitives.refusals import BEFORE_DEADLINE
from dottable.core.primitives.seats import CLOCK
from dottable.games.dobble_connect.pieces import COLOURS, SYMBOL_NAMES
from dottable.games.dobble_connect.rules import flow as rules
from dottable.games.dobble_connect.state import ACTIONS, spot_of
from dottable.games.dobble_connect.view import notation
from tests.games.dobble_connect.positions import (
    CARDS,
    card,
    claim,
    err,
    is_playing,
    lay,
    new_match,
    pool,
    position,
    right_place,
    table_cards,
)
from tests.present import present

UNLOCK = ACTIONS.encode("unlock")


def code(match, seat, text, at_ms=None):
    """Return the reason why a move is refused; None if it would be accepted."""
    refused = match.refusal(seat, notation.read_action(text), at_ms)
    return refused.code if refused else None


def test_E5_a_starting_card_lies_in_the_centre():
    view = new_match().view(0)
    (spot,) = view.table
    assert spot.card.kind == "start"
    assert (spot.q, spot.r) == (0, 0)


def test_E5_anybody_may_act_at_any_time():
    match = new_match(6)
    assert match.to_act == (0, 1, 2, 3, 4, 5)
    lay(match, 4, "0e")
    lay(match, 4, "1e")
    lay(match, 0, "0w")
    assert match.to_act == (0, 1, 2, 3, 4, 5)


def test_E5_a_right_claim_places_the_top_card_and_turns_up_the_next():
    match = position(tops="p1 o1", packs=("p2", "o2"))
    lay(match, 0, "0ne")
    assert table_cards(match) == ["s1", "p1"]
    view = match.view(0)
    assert (view.table[1].q, view.table[1].r) == (1, -1)
    assert view.players[0].top.name == "pink 2"
    assert view.players[0].pack_left == 0
    assert pool(match, 0) == []


def test_E5_the_next_card_is_any_of_the_pack():
    turned = set()
    for seed in range(60):
        match = position(packs=("p2 p3 p4", "o2"), seed=seed)
        turned.add(lay(match, 0, "0e").view(0).players[0].top.name)
    assert turned == {"pink 2", "pink 3", "pink 4"}


def test_E5_the_shared_symbol_is_the_right_one_for_every_pair_of_cards():
    for top in range(0, 80, 7):
        match = position(tops="p1 o1", packs=("p2", "o2"))
        match.state.top[0] = top
        (shared,) = set(CARDS[top]) & set(CARDS[card("s1")])
        for place, symbol in enumerate(CARDS[top]):
            twin = match.copy()
            twin.apply(0, notation.read_action(f"0e:{place + 1}"))
            assert (len(table_cards(twin)) == 2) == (symbol == shared), SYMBOL_NAMES[symbol]


@pytest.mark.parametrize(
    ("side", "place"),
    [("e", (1, 0)), ("ne", (1, -1)), ("nw", (0, -1)), ("w", (-1, 0)), ("sw", (-1, 1)), ("se", (0, 1))],
)
def test_E5_a_card_goes_to_one_of_six_sides(side, place):
    view = lay(position(), 0, f"0{side}").view(0)
    assert (view.table[1].q, view.table[1].r) == place


def test_E5_any_card_on_the_table_can_be_matched():
    match = lay(lay(position(), 0, "0e"), 1, "1e")
    assert {spot_of(action) for action in match.legal(0)} == {0, 1, 2}


def test_E6_no_card_is_skipped_the_top_card_is_the_one_that_is_laid():
    match = position(tops="p1 o1", packs=("p2 p3", "o2"))
    lay(match, 0, "0e")
    second = match.view(0).players[0].top.name
    lay(match, 0, "0w")
    assert [spot.card.name for spot in match.view(0).table] == ["start 1", "pink 1", second]


def test_E6_no_card_is_covered():
    match = lay(position(), 0, "0e")
    assert all(not notation.write_action(action).startswith(("0e:", "1w:")) for action in match.legal(1))
    assert code(match, 1, "0e:1") == rules.TOO_LATE_REFUSAL
    assert code(match, 1, "1w:1") == rules.TOO_LATE_REFUSAL


def test_E6_a_hexagon_beside_two_cards_is_taken_from_both_sides():
    match = lay(lay(position(), 0, "0e"), 0, "0ne")
    free = {edge for action in match.legal(1) for edge in [notation.write_action(action).split(":")[0]]}
    assert "1nw" not in free  # the card at the upper right of the start lies there too
    assert free == {"0nw", "0w", "0sw", "0se", "1e", "1ne", "1sw", "1se", "2e", "2ne", "2nw", "2w"}


def test_E6_the_new_card_need_not_match_its_other_neighbours():
    # The lower right of spot 1 also touches spot 2; only the named card has to share the named symbol.
    match = position("p5@1,0 o5@0,1", tops="p1 o1")
    named = CARDS[card("p1")][right_place(match, 0, 1)]
    assert named not in CARDS[card("o5")]
    lay(match, 0, "1se")
    assert table_cards(match)[-1] == "p1"


def test_E6_every_free_side_of_every_card_is_offered_with_every_symbol():
    match = position("p5@1,0 o5@0,1 p6@2,0")
    view = match.view(0)
    expected = {
        f"{k}{side}:{place}" for k, spot in enumerate(view.table) for side in spot.free for place in range(1, 11)
    }
    assert {notation.write_action(action) for action in match.legal(0)} == expected
    assert match.legal(0) == match.legal(1)


def test_E7_a_wrong_symbol_places_nothing_and_locks_for_three_seconds():
    match = err(position(), 0, "0e", at_ms=5000)
    assert table_cards(match) == ["s1"]
    assert match.legal(0) == []
    assert match.to_act == (1, CLOCK)
    assert match.deadline_ms == 8000
    assert match.view(1).players[0].locked_until_ms == 8000


@pytest.mark.parametrize("seconds", [1, 10])
def test_E7_the_lock_is_an_option(seconds):
    match = err(position(lock_seconds=seconds), 0, "0e", at_ms=100)
    assert match.deadline_ms == 100 + 1000 * seconds


def test_E7_a_lock_of_zero_seconds_is_none():
    match = err(position(lock_seconds=0), 0, "0e")
    assert match.to_act == (0, 1)
    assert match.deadline_ms is None
    lay(match, 0, "0e")


def test_E7_the_clock_unlocks_at_the_deadline_and_not_before():
    match = err(position(), 0, "0e", at_ms=0)
    assert present(match.refusal(CLOCK, UNLOCK, 2999)).code == BEFORE_DEADLINE
    assert match.apply(CLOCK, UNLOCK, 3000) is None
    assert match.to_act == (0, 1)
    assert match.view(0).players[0].locked_until_ms is None
    lay(match, 0, "0e")


def test_E7_each_lock_has_its_own_time():
    match = err(err(position(), 0, "0e", at_ms=0), 1, "0e", at_ms=1000)
    assert list(match.to_act) == [CLOCK]
    assert match.deadline_ms == 3000
    match.apply(CLOCK, UNLOCK, 3000)
    assert list(match.to_act) == [0, CLOCK]
    assert match.deadline_ms == 4000


def test_E7_a_late_clock_unlocks_everybody_whose_time_is_up():
    match = err(err(position(), 0, "0e", at_ms=0), 1, "0e", at_ms=1000)
    match.apply(CLOCK, UNLOCK, 4000)
    assert match.to_act == (0, 1)
    assert match.deadline_ms is None


def test_E7_a_locked_player_is_told_why():
    match = err(position(), 0, "0e")
    action = claim(match, 0, "0e")
    assert present(match.refusal(0, action)).code == rules.LOCKED_REFUSAL


def test_E7_others_play_on_while_a_player_is_locked():
    match = err(position(), 0, "0e")
    lay(match, 1, "0e")
    assert match.to_act == (1, CLOCK)


def test_E7_claims_are_judged_in_order_and_the_second_is_too_late():
    match = position()
    mine, theirs = claim(match, 0, "0e"), claim(match, 1, "0e")
    assert match.apply(0, mine, 1000) is None
    before = match.state_bytes
    refused = present(match.apply(1, theirs, 1000))
    assert refused.code == rules.TOO_LATE_REFUSAL
    assert refused.sentence == "Too late: a card lies there already."
    assert match.state_bytes == before
    assert match.to_act == (0, 1)


def test_E7_too_late_is_no_lock_even_with_a_wrong_symbol():
    match = lay(position(), 0, "0e")
    assert present(match.apply(1, claim(match, 1, "0e", wrong=True))).code == rules.TOO_LATE_REFUSAL
    assert match.to_act == (0, 1)


def test_E7_a_card_that_is_not_on_the_table_cannot_be_named():
    assert code(position(), 0, "1e:1") == rules.NO_SUCH_SPOT_REFUSAL


def test_E7_only_the_clock_unlocks():
    match = err(position(), 0, "0e")
    assert present(match.refusal(1, UNLOCK)).code == rules.ONLY_CLOCK_REFUSAL


def test_E7_locks_end_with_the_round():
    match = position("p5@1,0 p6@2,0 p7@3,0", tops="p1 o1")
    err(match, 1, "0w", at_ms=0)
    lay(match, 0, "3e", at_ms=10)
    assert not is_playing(match)
    assert match.deadline_ms is None
    assert all(player.locked_until_ms is None for player in match.view(0).players)


def test_a_player_without_cards_is_told_so():
    match = position(seats=4, tops="p1 o1 - o2", packs=("", ""))
    assert match.to_act == (0, 1, 3)
    assert present(match.refusal(2, notation.read_action("0e:1"))).code == rules.PLAYED_OUT_REFUSAL


def test_nothing_is_dealt_while_a_round_goes_on():
    assert code(position(), 0, "deal") == rules.ROUND_GOES_ON_REFUSAL


def test_a_round_ends_without_a_winner_after_a_thousand_wrong_claims():
    match = position(lock_seconds=0)
    match.state.wrong = rules.MAX_WRONG_CLAIMS - 1
    err(match, 0, "0e")
    view = match.view(0)
    assert (view.phase, view.scorer, view.ended_by) == ("round over", None, "wrong claims")
    assert [team.points for team in view.teams] == [0] * 2
    assert tuple(team.colour for team in view.teams) == COLOURS[:2]
