"""What a view shows, and what it hides."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from dottable.core.primitives.seats import SPECTATOR
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
