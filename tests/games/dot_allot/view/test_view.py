"""What a view shows, and what it hides."""

from __future__ import annotations

from random import Random

from dottable.core.primitives.seats import SPECTATOR
from tests.games.dot_allot.positions import arrange_seats_and_hands, new_match, play, play_round, seeded_chance


def cards_in_hands(match):
    return match.state.hand.tolist()


def test_who_waits_in_the_queue_sees_no_hand_in_round_1():
    match = arrange_seats_and_hands(new_match(3))
    assert [side.hand for side in match.view(2).sides] == [None, None]
    assert [side.hand for side in match.view(SPECTATOR).sides] == [None, None]
    assert match.view(0).sides[0].hand is not None
    assert match.view(0).sides[1].hand is None


def test_after_round_1_everybody_knows_every_hand():
    match = play(play_round(new_match(3, seed=1), Random(1)), "deal")
    for seat in (0, 1, 2, SPECTATOR):
        assert all(len(side.hand) == 4 for side in match.view(seat).sides)
        assert cards_in_hands(match.determinize(seat, seeded_chance(1))) == cards_in_hands(match)
