"""Placement: rulings C9-C11, and the examples of the source text."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

import pytest

from dottable.games.dot_tiles.pieces import FLUSH
from dottable.games.dot_tiles.rules import placement
from tests.games.dot_tiles.positions import (
    match_at,
    new_match,
    numbers_taken_by,
    oracle_sheet,
    place_sheet_tiles,
    play_randomly,
    refusal_code,
    tiles_in_group,
    tiles_taken_by,
)

ALL_TILES = ["r1", "b1", "r2", "b2", "r3", "b3", "r4", "b4", "r5", "b5", "r6", "b6"]


@pytest.mark.parametrize("group", ["1k", "2k", "3k", "4k", "flush", "house", "run"])
def test_C9_an_empty_group_takes_any_tile(group):
    assert tiles_taken_by(group, "") == ALL_TILES


@pytest.mark.parametrize("group", ["2k", "3k", "4k"])
def test_C9_a_kind_takes_its_number_in_either_colour(group):
    assert tiles_taken_by(group, f"r5:{group}") == ["r5", "b5"]


def test_C9_a_kind_refuses_another_number():
    assert refusal_code(match_at("r5:3k", drawn="r4"), "r4:3k") == placement.DIFFERENT_NUMBER_REFUSAL


def test_C9_example_three_5s_complete_3_of_a_kind():
    match = match_at("r5:3k b5:3k r5:3k", drawn="r5")
    assert match.view(0).sheets[0].groups[2].full
    assert refusal_code(match, "r5:3k") == placement.GROUP_FULL_REFUSAL


def test_C9_odds_takes_1_3_and_5_once_each():
    assert numbers_taken_by("odds", "") == "135"
    assert numbers_taken_by("odds", "r3:odds") == "15"
    assert numbers_taken_by("odds", "r3:odds b5:odds") == "1"
    assert tiles_taken_by("odds", "r3:odds b5:odds r1:odds") == []


def test_C9_evens_takes_2_4_and_6_once_each():
    assert numbers_taken_by("evens", "") == "246"
    assert numbers_taken_by("evens", "b2:evens") == "46"
    assert numbers_taken_by("evens", "b2:evens r6:evens") == "4"


def test_C9_a_numbered_box_takes_only_its_own_number():
    assert refusal_code(match_at(drawn="r4"), "r4:odds") == placement.NO_BOX_FOR_NUMBER_REFUSAL
    assert refusal_code(match_at("b3:odds", drawn="r3"), "r3:odds") == placement.BOX_TAKEN_REFUSAL


def test_C9_a_tile_lies_in_the_box_with_its_number():
    match = match_at("r5:odds b6:evens r2:evens", drawn="r1")
    assert match.view(0).sheets[0].groups[4].tiles == (None, None, "r5")
    assert match.view(0).sheets[0].groups[5].tiles == ("r2", None, "b6")


def test_C9_a_flush_takes_any_number_of_one_colour():
    assert tiles_taken_by("flush", "b2:flush") == ["b1", "b2", "b3", "b4", "b5", "b6"]
    assert tiles_taken_by("flush", "r2:flush r2:flush r2:flush r6:flush") == ["r1", "r2", "r3", "r4", "r5", "r6"]


def test_C9_a_flush_refuses_the_other_colour():
    assert refusal_code(match_at("b2:flush", drawn="r2"), "r2:flush") == placement.DIFFERENT_COLOUR_REFUSAL


def test_C9_example_three_4s_and_two_2s_make_a_full_house():
    match = match_at("r4:house b4:house r4:house b2:house r2:house", drawn="r1")
    assert match.view(0).sheets[0].groups[7].full


@pytest.mark.parametrize("order", ["r4 r4 r4 b2 b2", "b2 r4 b2 r4 r4", "r4 b2 r4 b2 r4", "b2 b2 r4 r4 r4"])
def test_C9_a_full_house_grows_in_any_order(order):
    match = match_at(" ".join(f"{tile}:house" for tile in order.split()), drawn="r1")
    assert match.view(0).sheets[0].groups[7].full


@pytest.mark.parametrize("run", ["1234", "2345", "3456"])
def test_C9_the_valid_runs_can_be_laid_in_any_order(run):
    for order in permutations(run):
        match = match_at(" ".join(f"r{number}:run" for number in order), drawn="r1")
        assert match.view(0).sheets[0].groups[8].full


def test_C9_example_3_4_5_takes_a_2_or_a_6():
    assert tiles_taken_by("run", "r3:run b4:run r5:run") == ["r2", "b2", "r6", "b6"]


@pytest.mark.parametrize(
    ("tiles", "numbers"),
    [
        ("4", "123456"),
        ("44", "123456"),
        ("444", "12356"),  # a fourth 4 is refused
        ("42", "24"),  # two numbers: no third
        ("442", "24"),
        ("4422", "24"),  # either becomes the three
        ("4442", "2"),
    ],
)
def test_C10_a_full_house_takes_what_can_still_become_3_and_2(tiles, numbers):
    sheet = " ".join(f"r{number}:house" for number in tiles)
    assert numbers_taken_by("house", sheet) == numbers


def test_C10_a_full_house_refuses_a_third_number():
    assert refusal_code(match_at("r4:house r2:house", drawn="r3"), "r3:house") == placement.THIRD_NUMBER_REFUSAL


def test_C10_a_full_house_refuses_a_fourth_equal_tile():
    match = match_at("r4:house b4:house r4:house", drawn="b4")
    assert refusal_code(match, "b4:house") == placement.FOURTH_OF_NUMBER_REFUSAL


def test_C10_a_full_house_never_becomes_3_and_3():
    match = match_at("r4:house b4:house r4:house r2:house r2:house", drawn="b2")
    assert refusal_code(match, "b2:house") == placement.GROUP_FULL_REFUSAL


@pytest.mark.parametrize(
    ("tiles", "numbers"),
    [
        ("1", "234"),
        ("2", "1345"),
        ("3", "12456"),
        ("4", "12356"),
        ("5", "2346"),
        ("6", "345"),
        ("14", "23"),
        ("36", "45"),
        ("23", "145"),
        ("35", "246"),
        ("45", "236"),
        ("124", "3"),
        ("234", "15"),
        ("245", "3"),
    ],
)
def test_C10_a_run_takes_other_numbers_that_span_at_most_three(tiles, numbers):
    sheet = " ".join(f"b{number}:run" for number in tiles)
    assert numbers_taken_by("run", sheet) == numbers


def test_C10_a_run_refuses_a_number_twice():
    assert refusal_code(match_at("r4:run", drawn="b4"), "b4:run") == placement.RUN_REPEATS_NUMBER_REFUSAL


def test_C10_a_run_refuses_a_number_too_far_away():
    assert refusal_code(match_at("r2:run", drawn="b6"), "b6:run") == placement.RUN_TOO_WIDE_REFUSAL


@pytest.mark.parametrize("group", ["1k", "2k", "3k", "4k", "odds", "evens", "flush", "house", "run"])
def test_C10_a_full_group_takes_nothing(group):
    full = {
        "1k": "r1",
        "2k": "r1 b1",
        "3k": "r1 b1 r1",
        "4k": "r1 b1 r1 r1",
        "odds": "r1 b3 r5",
        "evens": "r2 b4 r6",
        "flush": "r1 r1 r2 r3 r6",
        "house": "r1 r1 r1 b2 b2",
        "run": "r1 b2 r3 b4",
    }
    assert tiles_taken_by(group, " ".join(f"{tile}:{group}" for tile in full[group].split())) == []


@pytest.mark.parametrize("order", list(permutations(["r6", "b3", "r5", "b4"]))[::5])
def test_C11_a_run_is_a_set_whatever_the_order_of_placing(order):
    match = match_at(" ".join(f"{tile}:run" for tile in order), drawn="r1")
    assert tiles_in_group(match, 0, 8) == ("b3", "b4", "r5", "r6")


def test_C11_the_order_of_placing_in_the_run_leaves_no_trace():
    one, other = match_at(drawn="r1"), match_at(drawn="r1")
    place_sheet_tiles(one, 0, "r4:run b5:run r3:run r1:flush r3:flush")
    place_sheet_tiles(other, 0, "r1:flush r3:run r4:run r3:flush b5:run")
    assert one.state_bytes == other.state_bytes


def test_C11_other_tiles_stay_where_they_were_placed():
    match = match_at("b5:flush b1:flush b3:flush", drawn="r1")
    assert match.view(0).sheets[0].groups[FLUSH].tiles[:3] == ("b5", "b1", "b3")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_C11_a_placed_tile_never_leaves_its_group(seats):
    match = new_match(seats, seed=11)
    before = [oracle_sheet(match, seat) for seat in range(seats)]
    for _ in play_randomly(match, Random(11)):
        now = [oracle_sheet(match, seat) for seat in range(seats)]
        for old, new in zip(before, now, strict=True):
            assert all(not Counter(old[group]) - Counter(new[group]) for group in old)
        before = now
