"""Scoring: rulings C12 and C13, on sheets counted by hand."""

from __future__ import annotations

import pytest

from tests.games.dot_tiles.positions import legal_moves, match_at, play

MIXED_SHEET = {
    "1k": "r6",  # 6, doubled: 12
    "2k": "r5 b5",  # 10
    "3k": "r4 r4 b4",  # 12
    "4k": "r6 r6 b6 b6",  # 24
    "odds": "r1 b3 r5",  # 9
    "evens": "r2 b4 r6",  # 12
    "flush": "r1 r2 r3 r4 r5",  # 15, doubled: 30
    "house": "r4 r4 b4 r2 b2",  # 12 + 4 = 16
    "run": "r3 b4 r5 b6",  # 18
}
"""12 + 10 + 12 + 24 + 9 + 12 + 30 + 16 + 18 = 143."""

ALL_BLACK_SHEET = {
    "1k": "b6",  # 12
    "2k": "b6 b6",  # 24
    "3k": "b6 b6 b6",  # 36
    "4k": "b6 b6 b6 b6",  # 48
    "odds": "b1 b3 b5",  # 18
    "evens": "b2 b4 b6",  # 24
    "flush": "b6 b6 b6 b6 b6",  # 60
    "house": "b6 b6 b6 b5 b5",  # (18 + 10) * 2 = 56
    "run": "b3 b4 b5 b6",  # 36
}
"""12 + 24 + 36 + 48 + 18 + 24 + 60 + 56 + 36 = 314, the most a sheet can hold."""

LOW_SHEET = {
    "1k": "r1",  # 2
    "2k": "r1 r1",  # 4
    "3k": "r1 r1 b1",  # 3
    "4k": "r2 r2 r2 r2",  # 16
    "odds": "r1 r3 r5",  # 18
    "evens": "r2 r4 b6",  # 12
    "flush": "b1 b1 b2 b2 b3",  # 9, doubled: 18
    "house": "r1 r1 r1 r2 r2",  # (3 + 4) * 2 = 14
    "run": "b1 b2 b3 b4",  # 20
}
"""2 + 4 + 3 + 16 + 18 + 12 + 18 + 14 + 20 = 107."""


def sheet_notation(groups):
    """Return a sheet in notation."""
    return " ".join(f"{tile}:{group}" for group, tiles in groups.items() for tile in tiles.split())


def points_of_sheet(sheet, **options):
    match = match_at(sheet, drawn="r1", **options)
    view = match.view(0)
    assert view.totals[0] == match.scores()[0]
    return view.totals[0]


def points_of_group(group, tiles, **options):
    return points_of_sheet(" ".join(f"{tile}:{group}" for tile in tiles.split()), **options)


def test_C12_an_empty_sheet_scores_nothing():
    assert points_of_sheet("") == 0


@pytest.mark.parametrize(
    ("group", "tiles"),
    [
        ("2k", "r6"),
        ("3k", "r6 r6"),
        ("4k", "r6 r6 r6"),
        ("odds", "r1 r5"),
        ("evens", "r4 r6"),
        ("flush", "r6 r6 r6 r6"),
        ("house", "r6 r6 r6 r5"),
        ("run", "r4 r5 r6"),
    ],
)
def test_C12_an_incomplete_group_scores_nothing(group, tiles):
    assert points_of_group(group, tiles) == 0


@pytest.mark.parametrize(
    ("group", "tiles", "points"),
    [
        ("2k", "r5 b5", 10),
        ("3k", "r5 b5 r5", 15),
        ("4k", "r3 b3 b3 b3", 12),
        ("odds", "r1 r3 b5", 9),
        ("evens", "b2 r4 b6", 12),
        ("house", "r4 b4 r4 b2 r2", 16),
        ("run", "r1 r2 r3 b4", 10),
        ("run", "r2 b3 r4 b5", 14),
        ("run", "r3 r4 b5 b6", 18),
    ],
)
def test_C12_a_complete_group_scores_its_pips(group, tiles, points):
    assert points_of_group(group, tiles) == points


@pytest.mark.parametrize(
    ("group", "tiles", "points"),
    [
        ("2k", "r5 r5", 20),
        ("3k", "b5 b5 b5", 30),
        ("4k", "r3 r3 r3 r3", 24),
        ("odds", "b1 b3 b5", 18),
        ("evens", "r2 r4 r6", 24),
        ("house", "r4 r4 r4 r2 r2", 32),
        ("run", "b1 b2 b3 b4", 20),
        ("run", "b2 b3 b4 b5", 28),
    ],
)
@pytest.mark.parametrize("single_colour_bonus", [True, False])
def test_C12_one_colour_doubles_a_complete_group(group, tiles, points, single_colour_bonus):
    assert points_of_group(group, tiles, single_colour_bonus=single_colour_bonus) == points


@pytest.mark.parametrize(("group", "tiles", "pips"), [("1k", "b6", 6), ("flush", "r1 r1 r2 r3 r6", 13)])
def test_C12_1_of_a_kind_and_flush_double_unless_the_option_says_no(group, tiles, pips):
    assert points_of_group(group, tiles) == 2 * pips
    assert points_of_group(group, tiles, single_colour_bonus=False) == pips


@pytest.mark.parametrize(
    ("sheet", "points", "points_without_bonus"),
    [
        (MIXED_SHEET, 143 + 50, 143 - 6 - 15 + 50),
        (ALL_BLACK_SHEET, 314 + 50, 314 - 6 - 30 + 50),
        (LOW_SHEET, 107 + 50, 107 - 1 - 9 + 50),
        ({**MIXED_SHEET, "run": "r3 b4 r5"}, 143 - 18, 143 - 18 - 6 - 15),
        ({**ALL_BLACK_SHEET, "1k": ""}, 314 - 12, 314 - 12 - 30),
        ({**LOW_SHEET, "odds": "r1 r3", "evens": "r2 r4"}, 107 - 18 - 12, 107 - 18 - 12 - 1 - 9),
    ],
)
def test_C13_hand_counted_sheets(sheet, points, points_without_bonus):
    assert points_of_sheet(sheet_notation(sheet)) == points
    assert points_of_sheet(sheet_notation(sheet), single_colour_bonus=False) == points_without_bonus


def test_C13_a_full_sheet_is_worth_fifty_more():
    view = match_at(sheet_notation(MIXED_SHEET), drawn="r1").view(0)
    assert view.sheets[0].full
    assert view.sheets[0].bonus == 50
    assert view.totals[0] == sum(group.points for group in view.sheets[0].groups) + 50


def test_C13_one_empty_box_forfeits_the_fifty():
    view = match_at(sheet_notation({**MIXED_SHEET, "run": "r3 b4 r5"}), drawn="r1").view(0)
    assert not view.sheets[0].full
    assert view.sheets[0].bonus == 0


def test_C13_a_full_sheet_takes_no_tile_any_more():
    assert legal_moves(match_at(sheet_notation(ALL_BLACK_SHEET), drawn="r1", hot="b1")) == ["r1:burn", "b1:burn"]


def test_C13_the_last_tile_can_complete_the_sheet():
    match = play(match_at(sheet_notation({**MIXED_SHEET, "run": "r3 b4 r5"}), hot="b6"), "b6:run")
    assert match.scores() == [193, 0]


def test_C13_the_highest_total_wins():
    match = play(match_at("r2:1k", "r3:1k", "r1:2k", hot="b1", seats=3), "b1:odds")
    assert match.scores() == [4, 6, 0]
    assert match.view(0).winners == (1,)
    assert match.returns() == [-0.5, 1.0, -0.5]


def test_C13_ties_share_the_win():
    match = play(match_at("r3:1k", "b3:1k", "r1:2k", hot="b1", seats=3), "b1:odds")
    assert match.view(2).winners == (0, 1)
    assert match.returns() == [0.25, 0.25, -0.5]


def test_C13_nobody_with_points_is_a_tie_of_all():
    match = play(match_at(hot="b1"), "b1:2k")
    assert match.view(0).winners == (0, 1)
    assert match.returns() == [0.0, 0.0]


def test_C13_nobody_has_won_before_the_end():
    assert match_at("r6:1k", drawn="r1").view(0).winners == ()
