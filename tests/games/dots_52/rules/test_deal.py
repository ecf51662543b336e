"""Cards and deal: rulings D1-D3."""

from __future__ import annotations

import pytest

from dottable.core.errors import BadSeats
from dottable.core.primitives.refusals import BEFORE_DEADLINE
from dottable.core.primitives.seats import CLOCK
from dottable.games.dots_52.pieces import CARD_COUNT, card_points
from dottable.games.dots_52.rules.refusal_codes import (
    ALREADY_READY,
    ARRANGEMENTS_USED,
    CARD_SEEN,
    NOTHING_ON_PILE,
    PEEKS_USED,
    PREPARATION_OVER,
    READY_FIRST,
)
from dottable.games.dots_52.state import ROUND_OVER
from tests.games.dots_52.positions import (
    ALL_CARDS,
    everybody_ready,
    known,
    moves,
    new_match,
    play,
    refusal,
    table,
    tableau,
)
from tests.present import present

LOOKS = [f"peek:{place}" for place in range(1, 5)]
SWAPS = [f"arrange:{first},{second}" for first in range(1, 5) for second in range(first + 1, 5)]


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


def test_D2_all_players_prepare_at_the_same_time():
    match = new_match(3)
    assert list(match.to_act) == [0, 1, 2]
    assert [moves(match, seat) for seat in range(3)] == [[*LOOKS, *SWAPS, "ready"]] * 3
    play(match, "p3 peek:1", "p3 ready")
    assert list(match.to_act) == [0, 1]
    assert moves(match, 2) == []


def test_D2_a_peek_tells_only_the_one_who_peeks():
    match = play(new_match(), "p1 peek:2", "p1 peek:4")
    assert [text[:5] for text in known(match, 0)] == ["p1:2=", "p1:4="]
    assert known(match, 1) == known(match, -1) == []


def test_D2_two_cards_at_most_and_each_once():
    match = play(new_match(), "p1 peek:2")
    assert refusal(match, "p1 peek:2") == CARD_SEEN
    play(match, "p1 peek:4")
    assert moves(match, 0) == [*SWAPS, "ready"]
    assert refusal(match, "p1 peek:1") == PEEKS_USED
    assert moves(match, 1) == [*LOOKS, *SWAPS, "ready"]


def test_D2_looking_is_optional():
    match = play(new_match(), "p1 ready", "p2 peek:1", "p2 ready")
    assert match.view(0).phase == "turn"
    assert known(match, 0) == []
    assert len(known(match, 1)) == 1


def test_D2_what_a_player_saw_follows_the_card():
    match = play(new_match(), "p1 peek:2")
    before = tableau(match, 0).split()
    play(match, "p1 arrange:2,4")
    assert tableau(match, 0).split() == [before[0], before[3], before[2], before[1]]
    assert known(match, 0) == [f"p1:4={before[1]}"]
    assert known(match, 1) == known(match, -1) == []
    assert refusal(match, "p1 peek:4") == CARD_SEEN
    play(match, "p1 peek:2")
    assert known(match, 0) == [f"p1:2={before[3]}", f"p1:4={before[1]}"]


def test_D2_three_swaps_reach_every_order():
    orders = set()
    for first in ("1,2", "1,3", "1,4", ""):
        for second in ("2,3", "2,4", ""):
            for third in ("3,4", ""):
                match = new_match()
                play(match, *(f"p1 arrange:{pair}" for pair in (first, second, third) if pair))
                orders.add(tableau(match, 0))
    assert len(orders) == 24


def test_D2_a_player_cannot_arrange_for_ever():
    match = play(new_match(), *["p1 arrange:1,2"] * 6)
    assert moves(match, 0) == [*LOOKS, "ready"]
    assert refusal(match, "p1 arrange:1,2") == ARRANGEMENTS_USED
    play(match, "p1 ready", "p2 ready")
    again = next_round(match)
    assert moves(again, 0) == [*LOOKS, *SWAPS, "ready"]


def next_round(match):
    """Return the match at the start of another round."""
    match.state.phase = ROUND_OVER
    return play(match, f"p{match.to_act[0] + 1} deal")


def test_D2_ready_is_the_last_word_and_all_must_say_it():
    match = new_match()
    assert refusal(match, "p1 draw") == READY_FIRST
    play(match, "p1 ready")
    assert {refusal(match, f"p1 {move}") for move in ("peek:1", "arrange:1,2", "ready", "draw")} == {ALREADY_READY}
    assert match.view(1).preparation.seats == (1,)
    play(match, "p2 ready")
    assert match.view(1).preparation is None
    for move in ("peek:3", "arrange:1,2", "ready"):
        assert {refusal(match, f"p{player} {move}") for player in (1, 2)} == {PREPARATION_OVER}


def test_D2_without_the_option_no_clock_runs():
    match = new_match()
    assert match.deadline_ms is None
    assert CLOCK not in match.to_act
    assert match.legal(CLOCK) == []


def test_D2_a_time_limit_ends_the_preparation_of_all():
    match = play(new_match(ready_seconds=30), "p1 peek:1", "p2 ready")
    assert (match.deadline_ms, match.to_act) == (30_000, (0, CLOCK))
    assert match.view(0).preparation.deadline_ms == 30_000
    assert present(match.refusal(CLOCK, match.legal(CLOCK)[0], 29_999)).code == BEFORE_DEADLINE
    assert match.apply_clock_move() is None
    assert (match.view(0).phase, match.deadline_ms) == ("turn", None)
    assert len(known(match, 0)) == 1


def test_D2_the_time_limit_runs_from_the_deal_of_each_round():
    match = play(new_match(ready_seconds=30), "p1 ready", "p2 ready")
    match.state.phase = ROUND_OVER
    dealer = match.to_act[0]
    assert match.apply(dealer, match.legal(dealer)[0], 100_000) is None
    assert match.deadline_ms == 130_000


def test_D2_there_is_nothing_to_take_on_the_first_turn():
    match = everybody_ready(new_match())
    assert moves(match) == ["draw"]
    assert refusal(match, f"p{match.state.turn + 1} take:1") == NOTHING_ON_PILE


def test_D2_places_are_fixed_and_emptied_ones_stay():
    match = play(table("7s 2h 3h", "9h", drawn="7c", pile="5d"), "p1 discard", "p1 snap:1")
    assert [place.present for place in match.view(1).tableaux[0]] == [False, True, True]


@pytest.mark.parametrize("seats", [2, 5])
def test_D3_the_player_left_of_the_dealer_begins(seats):
    for seed in range(10):
        match = everybody_ready(new_match(seats, seed=seed))
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
    assert (before.dealer, after.dealer, after.round, after.phase) == (2, 0, 2, "prepare")
    assert after.stock_left == 52 - 12
    everybody_ready(match)
    assert match.to_act == (1,)
