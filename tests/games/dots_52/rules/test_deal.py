"""Cards and deal: rulings D1-D3."""

from __future__ import annotations

import pytest

from dottable.core.errors import BadSeats
from dottable.games.dots_52.pieces import CARD_COUNT, card_points
from dottable.games.dots_52.rules.refusals import NOTHING_ON_PILE, PEEK_FIRST, PEEKED
from tests.games.dots_52.positions import ALL_CARDS, known, moves, new_match, play, refusal, table

PAIRS = ["peek:1,2", "peek:1,3", "peek:1,4", "peek:2,3", "peek:2,4", "peek:3,4"]


def everybody_peeks(match):
    for seat in range(match.seats):
        play(match, f"p{seat + 1} peek:1,2")
    return match


@pytest.mark.parametrize(
    ("card", "points"),
    [("As", 1), ("2h", 2), ("9d", 9), ("10c", 0), ("Js", 11), ("Qh", 12), ("Kd", 13)],
)
def test_D1_a_card_is_worth_its_rank_but_a_ten_nothing(card, points):
    assert card_points(ALL_CARDS[card]) == points


def test_D1_there_are_52_different_cards():
    assert len(ALL_CARDS) == CARD_COUNT == 52
    assert sum(int(card_points(card)) for card in ALL_CARDS.values()) == 4 * (91 - 10)


def test_D1_two_to_eight_play():
    for seats in (1, 9):
        with pytest.raises(BadSeats):
            new_match(seats)
    assert [new_match(seats).seats for seats in range(2, 9)] == list(range(2, 9))


@pytest.mark.parametrize("seats", range(2, 9))
def test_D2_four_cards_each_and_the_rest_is_the_stock(seats):
    view = new_match(seats).view(0)
    assert [len(places) for places in view.tableaux] == [4] * seats
    assert view.stock_left == 52 - 4 * seats
    assert view.pile_top is None


def test_D2_all_cards_are_different():
    s = new_match(8).state
    cards = [card for seat in range(8) for card in s.tableau[seat].tolist()[:4]] + s.stock.tolist()[:20]
    assert sorted(cards) == list(range(52))


def test_D2_everybody_chooses_two_cards_at_the_same_time():
    match = new_match(3)
    assert list(match.to_act) == [0, 1, 2]
    assert [moves(match, seat) for seat in range(3)] == [PAIRS] * 3
    play(match, "p3 peek:1,4")
    assert list(match.to_act) == [0, 1]


def test_D2_a_peek_tells_only_the_one_who_peeks():
    match = play(new_match(), "p1 peek:2,4")
    assert [text[:5] for text in known(match, 0)] == ["p1:2=", "p1:4="]
    assert known(match, 1) == known(match, -1) == []


def test_D2_nobody_peeks_twice_or_moves_before_all_have():
    match = new_match()
    assert refusal(match, "p1 draw") == PEEK_FIRST
    everybody_peeks(match)
    assert refusal(match, f"p{match.state.turn + 1} peek:3,4") == PEEKED


def test_D2_there_is_nothing_to_take_on_the_first_turn():
    match = everybody_peeks(new_match())
    assert moves(match) == ["draw"]
    assert refusal(match, f"p{match.state.turn + 1} take:1") == NOTHING_ON_PILE


def test_D2_places_are_fixed_and_emptied_ones_stay():
    match = play(table("7s 2h 3h", "9h", drawn="7c", pile="5d"), "p1 discard", "p1 snap:1")
    assert [place.present for place in match.view(1).tableaux[0]] == [False, True, True]


@pytest.mark.parametrize("seats", [2, 5])
def test_D3_the_player_left_of_the_dealer_begins(seats):
    for seed in range(10):
        match = everybody_peeks(new_match(seats, seed=seed))
        assert match.to_act == ((match.view(0).dealer + 1) % seats,)


def test_D3_the_seed_decides_the_first_dealer():
    assert {new_match(4, seed=seed).view(0).dealer for seed in range(40)} == {0, 1, 2, 3}


def test_D3_play_goes_left():
    match = table("7s", "8s", "9s", drawn="Ks")
    play(match, "p1 discard", "p1 decline", "p1 end")
    assert match.to_act == (1,)


def test_D3_the_deal_passes_left():
    match = table("2s", "8s", "9s", drawn="9c", caller=1)
    play(match, "p1 put:1", "clock time-up")
    assert match.view(0).phase == "round over"
    before = match.view(0)
    assert match.to_act == (0,)
    assert moves(match, 0) == ["deal"]
    play(match, "p1 deal")
    after = match.view(0)
    assert (before.dealer, after.dealer, after.round, after.phase) == (2, 0, 2, "peek")
    assert after.stock_left == 52 - 12
    everybody_peeks(match)
    assert match.to_act == (1,)
