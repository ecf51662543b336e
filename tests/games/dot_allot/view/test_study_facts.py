"""Reasons for reviews and hints of Dot Allot: each names a goal."""

from __future__ import annotations

from dottable.games.dot_allot.view import notation
from dottable.games.dot_allot.view.study_facts import move_reasons
from tests.games.dot_allot.positions import arrange_seats_and_hands, new_match, play


def reasons_for(best, played, *, seat=0):
    """Return the first halves of the reasons for one first move of a match over another."""
    match = arrange_seats_and_hands(new_match(), hands=("1 2 3 16", "5 6 7 8"))
    after_best, after_played = (play(match.copy(), move).view(seat) for move in (best, played))
    better, worse = notation.read_action(best), notation.read_action(played)
    return [one.better for one in move_reasons(match.view(seat), better, worse, after_best, after_played)]


def test_a_reason_names_the_group_that_is_safe_or_kept_small():
    low, level = reasons_for("1@0+2", "1@0+0"), reasons_for("1@0+0", "1@0-3")
    assert low[0].startswith("the largest blue group of Player 2 has only ")
    assert level[0] == "5 dots of your blue group can never be covered"


def test_the_flip_is_the_last_reason():
    better = reasons_for("1@0+0", "1@0r+0")
    assert better[-1] == "you can still flip a later card"
