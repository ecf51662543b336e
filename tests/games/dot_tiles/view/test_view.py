"""What a view shows, and what it hides."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from dottable.core.primitives.seats import SPECTATOR
from dottable.games.dot_tiles.view.notation import FACE_BY_NOTATION
from dottable.games.dot_tiles.view.seat_view import TILE_NOTATIONS
from tests.games.dot_tiles.positions import GAME, match_at, new_match, play_randomly, set_hand


def view_json(match, seat):
    return msgspec.json.encode(match.view(seat))


def viewers_who_see_difference(match, other):
    """Return the viewers for whom the views of two matches differ."""
    return [seat for seat in (*range(match.seats), SPECTATOR) if view_json(match, seat) != view_json(other, seat)]


def test_no_view_shows_the_hand_of_another_seat():
    match = match_at(hands=("r1 r1 r1 r1 r1", "b2 b2 b2 b2 b2", "r3 r3 r3 r3 r3"), bag="r6", seats=3)
    other = match.copy()
    set_hand(other, 1, "b5 r5 b5 r6 b6")
    assert viewers_who_see_difference(match, other) == [1]


def test_no_view_shows_what_is_in_the_bag():
    assert viewers_who_see_difference(match_at(drawn="r1", bag="r6 r6 b2"), match_at(drawn="r1", bag="b1 b1 b1")) == []


def test_no_view_shows_chance():
    match = match_at(drawn="r1", bag="r6 r6 b2")
    other = match.copy()
    other.state.rng[0] = 12345
    assert viewers_who_see_difference(match, other) == []


def test_only_the_seat_at_turn_sees_the_drawn_tile():
    assert viewers_who_see_difference(match_at(drawn="r1", hot="b6"), match_at(drawn="b5", hot="b6")) == [0]


def test_a_spectator_has_no_hand():
    match = new_match(4)
    assert match.view(SPECTATOR).hand == ()
    assert match.view(SPECTATOR).hand_counts == (5, 5, 5, 5)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_view_goes_through_json_and_back(seats):
    match = new_match(seats, seed=4, single_colour_bonus=False)
    for step, _ in enumerate(play_randomly(match, Random(4))):
        if step % 10 == 0:
            shown = match.view(step % seats)
            assert msgspec.json.decode(msgspec.json.encode(shown), type=GAME.view.View) == shown
    assert not match.view(0).options.single_colour_bonus


def test_a_view_tells_what_each_group_still_takes():
    groups = match_at("r4:run b5:run r6:flush b3:odds", drawn="r1").view(1).sheets[0].groups
    assert groups[8].tiles == ("r4", "b5", None, None)
    assert groups[8].takes == ("r2", "b2", "r3", "b3", "r6", "b6")
    assert groups[6].takes == ("r1", "r2", "r3", "r4", "r5", "r6")
    assert groups[4].tiles == (None, "b3", None)
    assert groups[4].takes == ("r1", "b1", "r5", "b5")


def placements(match):
    """Return points and doubling of the placements of the seat to move, by tile and group."""
    found = match.view(match.to_act[0]).placements
    return {(each.tile, each.group): (each.points, each.doubling) for each in found}


def test_a_view_tells_what_a_placement_brings():
    found = placements(match_at("r4:2k r3:3k r3:3k", drawn="r4", hot="b3"))
    assert found["r4", 1] == (16, "sure")
    assert found["b3", 2] == (9, "none")
    assert found["r4", 8] == (0, "possible")
    assert ("b3", 1) not in found
    assert found["r4", 0] == (8, "sure")
    assert {tile for tile, _ in found} == {"r4", "b3"}


def test_placements_are_legal_actions_of_the_seat_to_move_only():
    for seed in range(2):
        match = new_match(3, seed=seed)
        for seat, _ in play_randomly(match, Random(seed)):
            legal = {divmod(action, 10) for action in match.legal(seat)}
            found = placements(match)
            known = {(FACE_BY_NOTATION[tile], group) for tile, group in found}
            assert known == {(face, group) for face, group in legal if group != 9}
            assert all(match.view(other).placements == () for other in range(3) if other != seat)


def test_the_points_of_a_placement_are_those_that_it_adds():
    for seed in range(3):
        match = new_match(2, seed=seed, single_colour_bonus=seed != 1)
        for seat, action in play_randomly(match, Random(seed)):
            face, group = divmod(action, 10)
            before, total = placements(match), match.view(seat).totals[seat]
            match_after = match.copy()
            assert match_after.apply(seat, action) is None
            if group != 9:
                points, doubling = before[TILE_NOTATIONS[face], group]
                assert match_after.view(seat).totals[seat] - total == points
                assert match_after.view(seat).sheets[seat].groups[group].doubling == doubling


@pytest.mark.parametrize(
    ("sheet", "group", "doubling"),
    [
        ("", 1, "possible"),
        ("r4:2k", 1, "possible"),
        ("r3:3k b3:3k", 2, "none"),
        ("r3:3k r3:3k r3:3k", 2, "sure"),
        ("r3:3k r3:3k b3:3k", 2, "none"),
        ("r3:flush", 6, "sure"),
        ("", 0, "sure"),
    ],
)
def test_a_view_tells_whether_a_group_is_doubled(sheet, group, doubling):
    assert match_at(sheet, drawn="r1").view(1).sheets[0].groups[group].doubling == doubling


def test_groups_of_one_colour_are_doubled_only_by_the_option():
    groups = match_at("r3:flush", drawn="r1", single_colour_bonus=False).view(0).sheets[0].groups
    assert [groups[group].doubling for group in (0, 6)] == ["none", "none"]


FIVE_FOURS = "r4:2k r4:2k r4:evens r4:flush r4:run"


@pytest.mark.parametrize(
    ("own", "other", "group", "can_be_completed", "doubling"),
    [
        ("r4:4k", "r4:2k b4:2k r4:flush b4:3k b4:house", 3, True, "none"),
        ("r4:4k", "r4:2k r4:2k b4:3k b4:3k b4:3k r4:house b4:house b4:evens", 3, False, "none"),
        ("r4:2k r4:2k r4:evens r4:flush r4:run b4:3k b4:3k", "b4:2k b4:3k b4:house", 2, False, "none"),
        ("", FIVE_FOURS, 3, True, "possible"),
        ("", "r4:2k b4:2k r4:3k b4:3k r4:4k b4:4k r4:house b4:house r4:evens b4:1k", 5, False, "none"),
        ("r2:run", "r4:2k b4:2k r4:3k b4:3k r4:4k b4:4k r4:house b4:house r4:evens b4:1k", 8, False, "none"),
    ],
)
def test_a_view_tells_whether_the_tiles_left_can_complete_a_group(own, other, group, can_be_completed, doubling):
    found = match_at(own, other, drawn="r1").view(0).sheets[0].groups[group]
    assert (found.can_be_completed, found.doubling) == (can_be_completed, doubling)
