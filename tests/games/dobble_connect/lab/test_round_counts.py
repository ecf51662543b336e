"""Counts of rounds, packs and cards handed over in small positions."""

from __future__ import annotations

import numpy as np
import pytest

from dottable.core.lab.statistics_definitions import total_size
from dottable.core.primitives.record import rule_array
from dottable.games.dobble_connect.lab import statistics
from dottable.games.dobble_connect.rules import flow as rules
from tests.games.dobble_connect.lab.counting import DEAL, PINK_ROW, counted
from tests.games.dobble_connect.positions import claim, position


def test_a_thousand_wrong_claims_give_a_round_up():
    table = counted(lock_seconds=3)
    table.match.state.wrong = rules.MAX_WRONG_CLAIMS - 1
    table.err(0, "0e")
    assert {name: table[name] for name in ("rounds", "given_up", "played_out", "points", "wrong", "locks")} == {
        "rounds": 1,
        "given_up": 1,
        "played_out": 0,
        "points": 0,
        "wrong": 1,
        "locks": 0,
    }
    assert table["lengths"][0] == 1


def test_E9_cards_handed_over_are_counted_at_the_deal():
    table = counted(PINK_ROW, points=(2, 0), packs=("p2 p3 p4", "o2 o3 o4 o8 o9")).lay(0, "3e")
    assert table["handed_over"] == 0
    table.deal()
    assert (table["owed"], table["handed_over"], table["kept_back"], table["brought_home"]) == (3, 3, 0, 0)


def test_E9_every_other_team_hands_over():
    packs = ("p2 p3", "o2 o3 o4", "g2 g3 g4", "b2 b3 b4")
    settings = {"seats": 4, "teams": "4", "tops": "p1 o1 g1 b1", "packs": packs, "points": (1, 0, 0, 0)}
    assert counted(PINK_ROW, **settings).lay(0, "3e").deal()["handed_over"] == 6


def test_E9_the_last_card_of_a_deck_is_kept_back():
    table = counted(PINK_ROW, points=(3, 0), packs=("p2 p3 p4", "o2 o3")).lay(0, "3e").deal()
    assert (table["owed"], table["handed_over"], table["kept_back"]) == (4, 2, 2)


def test_E9_a_handed_card_of_the_own_colour_comes_home():
    table = counted(PINK_ROW, tops="p1 o1", packs=("p2 p3", "p8 p9")).lay(0, "3e").deal()
    assert (table["handed_over"], table["brought_home"]) == (1, 1)


def test_E9_a_card_of_another_colour_is_foreign_to_the_player_who_lays_it():
    table = counted(tops="o1 o2", packs=("p2 p3", "o3")).lay(0, "0e").lay(1, "0w")
    assert (table["cards"], table["foreign"]) == (2, 1)


@pytest.mark.parametrize(("last_scorer", "chances", "repeats"), [(-1, 0, 0), (0, 1, 1), (1, 1, 0)])
def test_E9_a_point_after_a_point_may_be_the_same_teams(last_scorer, chances, repeats):
    table = counted(PINK_ROW)
    table.match.state.scorer = last_scorer
    table.lay(0, "3e")
    assert (table["chances_to_repeat"], table["repeats"]) == (chances, repeats)


def test_E10_what_is_left_in_the_packs_at_a_rounds_end():
    packs = (" ".join(f"p{k}" for k in range(8, 12)), " ".join(f"o{k}" for k in range(2, 9)))
    table = counted(PINK_ROW, tops="p1 o1", packs=packs)
    assert table["packs"] == 0
    table.lay(0, "3e")
    assert (table["packs"], table["unlaid"], table["dealt"]) == (2, 4 + 8, 40)
    assert table["packs_left"] == [0, 0, 1, 1, 0, 0, 0, 0, 0]  # 4-6 and 7-9 cards


def test_E11_a_round_that_a_team_has_played_out():
    table = counted(tops="p1 o1", packs=("", "o2 o3")).err(1, "0e").lay(0, "0w")
    assert (table["rounds"], table["played_out"], table["given_up"], table["points"]) == (1, 1, 0, 0)
    assert table["packs_left"][:2] == [1, 1]
    assert table["unlaid"] == 3
    table.deal()
    assert (table["owed"], table["handed_over"], table["kept_back"]) == (0, 0, 0)


@pytest.mark.parametrize(("cards", "bar"), [(4, 0), (5, 0), (6, 1)])
def test_E11_a_round_is_counted_by_the_cards_laid_in_it(cards, bar):
    ring = ("o2@0,-1", "o3@-1,0", "o4@-1,1", "o5@0,1", "o6@1,0")
    laid = " ".join(ring[: cards - 1])
    table = counted(laid, tops="p1 o1", packs=("", "o19")).lay(0, "0ne")
    assert table["lengths"] == [k == bar for k in range(statistics.LENGTH_BIN_COUNT)]


def test_E12_a_match_without_a_winner_after_sixty_rounds_is_unwon():
    table = counted(tops="p1 o1", packs=("", "o2"), points=(1, 3))
    table.match.state.round_number = rules.MAX_ROUNDS
    assert table.lay(0, "0w")["unwon"] == 1


@pytest.mark.parametrize(("points", "unwon"), [(4, 0), (1, 1)])
def test_E12_the_last_point_wins_also_in_the_sixtieth_round(points, unwon):
    table = counted(PINK_ROW, points=(points, 3))
    table.match.state.round_number = rules.MAX_ROUNDS
    table.lay(0, "3e")
    assert table.match.is_over
    assert table["unwon"] == unwon


def test_a_match_that_goes_on_is_not_unwon():
    assert counted(PINK_ROW).lay(0, "3e")["unwon"] == 0


def test_counting_changes_no_byte_of_the_match():
    match = position(PINK_ROW)
    numbers = rule_array(np.zeros(total_size(statistics.COUNTS), np.int32))
    for seat, action in ((1, claim(match, 1, "0w", wrong=True)), (0, claim(match, 0, "3e")), (0, DEAL)):
        for count in (statistics.count_before_move, statistics.count_after_move):
            held = match.state_bytes
            count(match.state, seat, action, numbers)
            assert match.state_bytes == held
            if count is statistics.count_before_move:
                assert match.apply(seat, action, 0) is None
