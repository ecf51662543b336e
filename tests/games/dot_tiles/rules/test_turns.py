"""Components and play: rulings C1-C8."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from dottable.core.primitives.record import rule_array
from dottable.core.primitives.refusals import MATCH_OVER, NOT_YOUR_TURN
from dottable.core.primitives.seats import SPECTATOR
from dottable.games.dot_tiles.rules import flow as rules
from dottable.games.dot_tiles.state import OVER, PLANNING_TURN, STANDARD_TURN
from tests.games.dot_tiles.positions import (
    GAME,
    SHEET_WITHOUT_PLACE_FOR_1,
    legal_moves,
    match_at,
    new_match,
    play,
    play_randomly,
    refusal_code,
    set_hand,
)


def count_pieces(match):
    out = np.zeros(rules.PIECE_KINDS, np.int64)
    GAME.rules.count_pieces(match.state, rule_array(out))
    return out.tolist()


def play_planning_turns(match):
    """Play the planning turns of all seats."""
    while match.state.phase == PLANNING_TURN:
        play(match, legal_moves(match)[0])
    return match


@pytest.mark.parametrize(("seats", "copies"), [(2, 5), (3, 8), (4, 10)])
def test_C1_the_number_of_tiles_depends_on_the_players(seats, copies):
    assert count_pieces(new_match(seats)) == [copies] * 12


@pytest.mark.parametrize(("seats", "steps"), [(2, 60), (3, 96), (4, 120)])
def test_C1_every_tile_is_used_by_the_end(seats, steps):
    match = new_match(seats)
    assert sum(1 for _ in play_randomly(match, Random(1))) == steps
    assert match.state.bag_left == 0


def test_C2_a_sheet_has_nine_groups_and_thirty_boxes():
    sheet = new_match().view(0).sheets[0]
    sizes = {group.name: group.size for group in sheet.groups}
    assert sizes == {
        "1 of a Kind": 1,
        "2 of a Kind": 2,
        "3 of a Kind": 3,
        "4 of a Kind": 4,
        "Odds": 3,
        "Evens": 3,
        "Flush": 5,
        "Full House": 5,
        "Run": 4,
    }
    assert sum(sizes.values()) == 30


def test_C2_odds_and_evens_have_numbers_on_their_boxes():
    groups = {group.name: group for group in new_match().view(0).sheets[0].groups}
    assert groups["Odds"].numbers == (1, 3, 5)
    assert groups["Evens"].numbers == (2, 4, 6)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_C3_hot_swap_holds_one_tile_until_the_match_is_over(seats):
    match = new_match(seats)
    for _ in play_randomly(match, Random(2)):
        assert match.view(SPECTATOR).hot is not None
    assert match.view(SPECTATOR).hot is None


def test_C3_what_is_placed_is_public():
    match = match_at("r4:run", "b2:flush", drawn="r1")
    groups = match.view(SPECTATOR).sheets[1].groups
    assert groups[6].tiles == ("b2", None, None, None, None)
    assert match.view(SPECTATOR).sheets == match.view(0).sheets == match.view(1).sheets


def test_C3_burned_tiles_leave_the_game():
    match = play(match_at(SHEET_WITHOUT_PLACE_FOR_1, hot="b6", drawn="r1", bag="r2"), "r1:burn")
    assert match.view(0).burned == ("r1",)
    assert "r1" not in (match.view(1).hot, match.view(1).drawn)


@pytest.mark.parametrize(("seats", "left"), [(2, 49), (3, 80), (4, 99)])
def test_C4_setup_deals_one_tile_to_hot_swap_and_five_to_each_player(seats, left):
    view = new_match(seats).view(0)
    assert view.hot is not None
    assert view.hand_counts == (5,) * seats
    assert len(view.hand) == 5
    assert view.bag_left == left


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_C4_the_seed_chooses_the_starting_player(seats):
    starters = [new_match(seats, seed=seed).view(0).starter for seed in range(40)]
    assert set(starters) == set(range(seats))
    assert starters == [new_match(seats, seed=seed).view(0).starter for seed in range(40)]


def test_C4_the_starting_player_begins():
    match = new_match(4, seed=3)
    assert match.to_act == (match.view(0).starter,)


def test_C5_a_planning_turn_lasts_until_all_five_tiles_are_placed():
    match = match_at(hands=("r1 r1 r1 r1 r1", "b2 b2 b2 b2 b2"), bag="r3")
    play(match, "r1:1k", "r1:2k", "r1:2k", "r1:3k")
    assert match.to_act == (0,)
    assert match.view(0).hand == ("r1",)
    assert play(match, "r1:3k").to_act == (1,)


def test_C5_the_hand_is_placed_by_the_normal_rules():
    match = match_at("r4:run", hands=("r1 b4 b4 b4 b4", "r1 r1 r1 r1 r1"))
    groups_for_4 = ["1k", "2k", "3k", "4k", "evens", "flush", "house"]
    groups_for_1 = ["1k", "2k", "3k", "4k", "odds", "flush", "house", "run"]
    assert legal_moves(match) == [f"r1:{group}" for group in groups_for_1] + [f"b4:{group}" for group in groups_for_4]


def test_C5_nothing_is_burned_while_planning():
    match = match_at(hands=("r1 r1 r1 r1 r1", "b2 b2 b2 b2 b2"))
    assert refusal_code(match, "r1:burn") == rules.BURN_WHILE_PLANNING_REFUSAL


def test_C5_nothing_is_swapped_while_planning():
    match = match_at(hot="b6", hands=("r1 r1 r1 r1 r1", "b2 b2 b2 b2 b2"))
    assert refusal_code(match, "b6:1k") == rules.TILE_NOT_YOURS_REFUSAL


def test_C5_the_hot_swap_tile_stays_through_planning():
    match = new_match(4, seed=5)
    hot = match.view(0).hot
    assert play_planning_turns(match).view(0).hot == hot


def test_C5_everybody_plans_once_in_turn_order_from_the_starting_player():
    match = next(match for match in (new_match(3, seed=seed) for seed in range(20)) if match.view(0).starter == 2)
    order: list[int] = []
    while match.state.phase == PLANNING_TURN:
        order += match.to_act
        play(match, legal_moves(match)[0])
    assert order == [2] * 5 + [0] * 5 + [1] * 5


def test_C5_the_starting_player_has_the_first_standard_turn():
    match = play_planning_turns(new_match(3, seed=6))
    assert match.view(0).phase == "standard"
    assert match.to_act == (match.view(0).starter,)


@pytest.mark.parametrize("hand", ["r1 r1 r1 r1 r1", "b6 r6 b6 r6 b6", "r1 b2 r3 b4 r5"])
def test_C5_no_tile_of_the_starting_hand_is_ever_without_a_place(hand):
    for seed in range(20):
        match = match_at(hands=(hand, "b2"))
        for seat, _ in play_randomly(match, Random(seed)):
            if seat != 0:
                break
            tiles = {move.partition(":")[0] for move in legal_moves(match)}
            assert tiles == set(match.view(0).hand)


def test_C5_a_hand_is_hidden_until_placed():
    match = match_at(hands=("r1 r1 r1 r1 r1", "b2 b2 b2 b2 b2"))
    before = match.view(1)
    set_hand(match, 0, "b6 b6 b6 b6 b6")
    assert match.view(1) == before
    assert match.view(0).hand == ("b6",) * 5


def test_C5_only_the_player_at_turn_places():
    match = match_at(hands=("r1 r1 r1 r1 r1", "b2 b2 b2 b2 b2"))
    refused = match.refusal(1, 0)
    assert refused is not None
    assert refused.code == NOT_YOUR_TURN
    assert legal_moves(match, 1) == []


def test_C6_the_drawn_tile_is_placed_and_the_hot_swap_tile_stays():
    match = play(match_at(hot="b2", drawn="r4", bag="r6"), "r4:run")
    assert match.view(0).sheets[0].groups[8].tiles[0] == "r4"
    assert match.view(0).hot == "b2"


def test_C6_after_a_swap_the_drawn_tile_stays_in_hot_swap():
    match = play(match_at(hot="b2", drawn="r4", bag="r6"), "b2:flush")
    assert match.view(0).sheets[0].groups[6].tiles[0] == "b2"
    assert match.view(0).hot == "r4"


def test_C6_both_tiles_may_go_to_any_group_that_takes_them():
    match = match_at("r4:flush r5:run", hot="b2", drawn="r3", bag="r6")
    groups_for_2 = ["1k", "2k", "3k", "4k", "evens", "house", "run"]
    groups_for_3 = ["1k", "2k", "3k", "4k", "odds", "flush", "house", "run"]
    assert legal_moves(match) == [f"b2:{group}" for group in groups_for_2] + [f"r3:{group}" for group in groups_for_3]


def test_C6_the_hot_swap_tile_may_be_placed_although_the_drawn_tile_fits():
    assert refusal_code(match_at(hot="b2", drawn="r4", bag="r6"), "b2:2k") is None


def test_C6_a_third_tile_is_not_playable():
    assert refusal_code(match_at(hot="b2", drawn="r4", bag="r6"), "r6:run") == rules.TILE_NOT_YOURS_REFUSAL


def test_C6_equal_tiles_are_offered_once():
    match = match_at(hot="r4", drawn="r4", bag="r6")
    assert len(legal_moves(match)) == len(set(legal_moves(match))) == 8
    assert play(match, "r4:1k").view(0).hot == "r4"


def test_C6_one_tile_a_turn_and_the_next_player_draws():
    match = play(match_at(hot="b2", drawn="r4", bag="r6"), "r4:run")
    assert match.to_act == (1,)
    assert match.view(1).drawn == "r6"
    assert match.view(1).bag_left == 0


def test_C6_turns_go_round_the_table():
    match = play_planning_turns(new_match(3, seed=8))
    order: list[int] = []
    for _ in range(6):
        order += match.to_act
        play(match, legal_moves(match)[0])
    starter = match.view(0).starter
    assert order == [(starter + k) % 3 for k in range(6)]


def test_C6_only_the_player_at_turn_sees_the_drawn_tile():
    match = match_at(hot="b2", drawn="r4", bag="r6")
    assert match.view(0).drawn == "r4"
    assert match.view(1).drawn is None
    assert match.view(SPECTATOR).drawn is None


def test_C7_burning_is_refused_while_the_drawn_tile_fits():
    match = match_at(hot="b2", drawn="r4", bag="r6")
    assert refusal_code(match, "r4:burn") == rules.BURN_WHILE_TILE_FITS_REFUSAL
    assert refusal_code(match, "b2:burn") == rules.BURN_WHILE_TILE_FITS_REFUSAL


def test_C7_burning_is_refused_while_the_drawn_tile_fits_even_if_the_hot_swap_tile_does_not():
    match = match_at(SHEET_WITHOUT_PLACE_FOR_1, hot="r1", drawn="r4", bag="r6")
    assert legal_moves(match) == ["r4:evens", "r4:run"]
    assert refusal_code(match, "r1:burn") == rules.BURN_WHILE_TILE_FITS_REFUSAL


def test_C7_with_the_drawn_tile_stuck_the_hot_swap_tile_is_placed_or_either_is_burned():
    match = match_at(SHEET_WITHOUT_PLACE_FOR_1, hot="r4", drawn="r1", bag="r6")
    assert legal_moves(match) == ["r1:burn", "r4:evens", "r4:run", "r4:burn"]


def test_C7_when_neither_fits_burning_is_the_only_move():
    assert legal_moves(match_at(SHEET_WITHOUT_PLACE_FOR_1, hot="b1", drawn="r1", bag="r6")) == ["r1:burn", "b1:burn"]


def test_C7_two_equal_stuck_tiles_give_one_burn():
    assert legal_moves(match_at(SHEET_WITHOUT_PLACE_FOR_1, hot="r1", drawn="r1", bag="r6")) == ["r1:burn"]


def test_C7_burning_the_drawn_tile_leaves_the_hot_swap_tile():
    match = play(match_at(SHEET_WITHOUT_PLACE_FOR_1, hot="r4", drawn="r1", bag="r6"), "r1:burn")
    assert match.view(0).hot == "r4"
    assert match.to_act == (1,)


def test_C7_burning_the_hot_swap_tile_leaves_the_drawn_tile():
    match = play(match_at(SHEET_WITHOUT_PLACE_FOR_1, hot="r4", drawn="r1", bag="r6"), "r4:burn")
    assert match.view(0).hot == "r1"
    assert match.view(0).burned == ("r4",)


def test_C7_placing_the_hot_swap_tile_leaves_a_stuck_drawn_tile():
    match = play(match_at(SHEET_WITHOUT_PLACE_FOR_1, hot="r4", drawn="r1", bag="r6"), "r4:run")
    assert match.view(0).hot == "r1"
    assert match.view(0).burned == ()


@pytest.mark.parametrize("seat", [0, 1, SPECTATOR])
def test_C7_everybody_saw_what_was_burned(seat):
    match = play(match_at(SHEET_WITHOUT_PLACE_FOR_1, hot="r4", drawn="r1", bag="r6"), "r1:burn")
    assert match.view(seat).burned == ("r1",)


def test_C8_with_the_bag_empty_the_next_player_has_the_last_turn():
    match = play(match_at(hot="b2", drawn="r4", seats=3), "r4:run")
    assert match.view(0).phase == "last turn"
    assert match.to_act == (1,)
    assert match.view(1).drawn is None


def test_C8_the_last_bag_tile_is_still_a_standard_turn():
    match = play(match_at(hot="b2", drawn="r4", bag="r6"), "r4:run")
    assert match.state.phase == STANDARD_TURN


def test_C8_the_last_tile_must_be_placed_if_it_fits():
    match = match_at(SHEET_WITHOUT_PLACE_FOR_1, hot="r4")
    assert legal_moves(match) == ["r4:evens", "r4:run"]
    assert refusal_code(match, "r4:burn") == rules.BURN_WHILE_TILE_FITS_REFUSAL


def test_C8_the_last_tile_is_burned_if_it_fits_nowhere():
    match = match_at(SHEET_WITHOUT_PLACE_FOR_1, hot="r1")
    assert legal_moves(match) == ["r1:burn"]
    assert play(match, "r1:burn").view(0).burned == ("r1",)


def test_C8_the_match_ends_with_the_last_tile():
    match = play(match_at(hot="r4"), "r4:run")
    assert match.state.phase == OVER
    assert match.is_over
    assert match.view(0).turn is None
    refused = match.refusal(1, 0)
    assert refused is not None
    assert refused.code == MATCH_OVER


def test_C8_the_tile_swapped_away_on_the_last_draw_is_the_last_tile():
    match = play(match_at(hot="b2", drawn="r4"), "b2:flush", "r4:1k")
    assert match.is_over
    assert match.view(0).sheets[1].groups[0].tiles == ("r4",)
