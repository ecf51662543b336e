"""Scores, the end of the match and its length: rulings B11, B13 and B15."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from dottable.core.primitives.record import rule_array
from dottable.core.primitives.refusals import MATCH_OVER
from dottable.games.dots_72.rules import flow as rules
from dottable.games.dots_72.rules import refusal_codes as reasons
from dottable.games.dots_72.state import HAND_OVER
from tests.games.dots_72.positions import (
    COMPLETE,
    GAME,
    NOTHING,
    moves,
    new_match,
    play,
    play_randomly,
    refusal,
    table,
)
from tests.present import present

OTHER = "y y g g y2 g2"


def count_pieces(match):
    out = np.zeros(rules.PIECE_KINDS, np.int64)
    GAME.rules.count_pieces(match.state, rule_array(out))
    return out.tolist()


def test_B11_only_the_caller_scores():
    match = play(table(COMPLETE, "y y6 d5 r r6 d7"), "call")
    assert match.scores() == [50, 0]


def test_B13_totals_carry_over_hands():
    match = play(table(COMPLETE), "call", "deal")
    assert match.scores() == [50, 0]
    assert match.state.hand_number == 2


def test_B13_the_first_to_reach_500_wins():
    match = table(COMPLETE, seats=3)
    match.state.scores[0], match.state.scores[1] = 450, 480
    play(match, "call")
    assert match.is_over
    assert match.scores() == [500, 480, 0]
    assert match.view(2).winners == (0,)
    assert match.returns() == [1.0, -0.5, -0.5]


def test_B13_just_below_500_play_goes_on():
    match = table(COMPLETE)
    match.state.scores[0] = 449
    assert play(match, "call").state.phase == HAND_OVER


def test_B13_nothing_is_possible_after_the_end():
    match = table(COMPLETE)
    match.state.scores[0] = 450
    play(match, "call")
    assert match.to_act == ()
    assert present(match.refusal(0, 0)).code == MATCH_OVER


def test_B15_after_twelve_turns_with_the_top_discard_somebody_has_to_draw():
    match = table(NOTHING, OTHER, discards="b2 g6")
    for _ in range(12):
        play(match, "take", "discard:b2")
    assert moves(match) == ["draw", "call"]
    assert refusal(match, "take") == reasons.TAKE_LIMIT_REACHED
    play(match, "draw", moves(play(match.copy(), "draw"))[0])
    assert "take" in moves(match)


def test_B15_a_draw_starts_the_count_anew():
    match = table(NOTHING, OTHER, discards="b2 g6")
    play(match, *["take", "discard:b2"] * 5, "draw", "discard:y", *["take", "discard:y"] * 11)
    assert "take" in moves(match)


@pytest.mark.parametrize("seats", [2, 6])
def test_B15_bounds_the_length_of_a_match(seats):
    draws = (71 - 6 * seats) + 4 * (72 - 6 * seats)
    a_hand = draws * 13 * 3 + 4 * seats + 1
    hands = 3 * (9 * seats + 1)  # at least 50 points a call, and two void hands before each
    assert hands * a_hand <= GAME.max_steps


def test_no_card_is_lost_or_made():
    match = new_match(3, seed=5)
    whole = count_pieces(match)
    for step, _ in enumerate(play_randomly(match, Random(5))):
        assert count_pieces(match) == whole
        if step == 1500:
            break


def test_nobody_deals_while_a_hand_runs_and_nothing_else_is_done_between_hands():
    assert refusal(table(NOTHING), "deal") == reasons.HAND_NOT_OVER
    assert refusal(play(table(COMPLETE), "call"), "draw") == reasons.DEAL_FIRST
