"""The rules and the oracle count the same action sequences with the same results (perft)."""

from __future__ import annotations

import pytest

from dottable.games.dots_52.state import CALLING
from tests.games.dots_52 import oracle
from tests.games.dots_52.count_positions import count_by_engine
from tests.games.dots_52.positions import for_oracle, play, table
from tests.sizes import sized_depths


def after_call(*tableaux, **rest):
    """Return a match in which seat 0 has called, so that the others have their last turns."""
    return play(table(*tableaux, phase=CALLING, **rest), "p1 call")


def in_window(*tableaux, **rest):
    """Return a match in which seat 0 has just discarded the drawn card."""
    return play(table(*tableaux, **rest), "p1 discard")


POSITIONS = {
    "a turn with all its ways": (
        lambda: table("7s 4h", "7h 9c", pile="5d", stock="7d Jd 2c 2d"),
        [6, 47, 413, 1416, 4676, 33596],
    ),
    "snaps right, wrong and late": (
        lambda: in_window("7s 2h", "7h 9c", "7d", drawn="7c", pile="5d", stock="Ks 3s"),
        [11, 69, 246, 738, 3892],
    ),
    "a Jack": (
        lambda: table("7s 4h", "7h 9c", "10s", drawn="Js", pile="5d", stock="3s 3h"),
        [3, 30, 190, 650, 1578, 7420],
    ),
    "a Queen": (lambda: table("7s 4h", "7h 9c", drawn="Qs", pile="5d", stock="3s 3h"), [3, 24, 95, 212, 878, 5380]),
    "a King": (lambda: table("7s 4h", "7h 9c", drawn="Ks", pile="5d", stock="3s 3h"), [3, 24, 95, 212, 878, 5380]),
    "after a call": (lambda: after_call("3s 4h", "7h 9c", pile="5d", stock="3d Js Qs"), [5, 39, 258, 305, 0, 0]),
    "after a failing call": (lambda: after_call("9s 4h", "3h 9c", pile="5d", stock="9d Js"), [4, 27, 117, 106, 0, 0]),
    "after a call with three": (
        lambda: after_call("3s 4h", "7h", "3c", pile="5d", stock="3d Js"),
        [3, 16, 98, 364, 1011, 4582],
    ),
    "locked cards": (
        lambda: after_call("3s 4h", "7h 9c", "2d", pile="5d", stock="Jd Js Qs", lock_caller=True),
        [5, 47, 462, 2140, 6930],
    ),
    "hardly any stock": (lambda: table("7s 4h", "7h", pile="4d 5d", stock=""), [3, 15, 58, 141, 258, 876, 3022]),
    "no cards": (lambda: table("", "7h -- 9c", pile="4d 5d", stock=""), [1, 1, 4, 8, 24, 104, 140, 178]),
    "no cards and no stock": (lambda: table("", "7h", pile="9d", stock="", turn=1), [1, 3, 6, 3, 9, 18, 9, 27]),
}
"""Positions and how many sequences there are of 1, 2, 3, ... moves. Ended rounds are not continued."""


@pytest.mark.parametrize("name", POSITIONS)
def test_the_rules_and_the_oracle_count_the_same_sequences(name):
    build, totals = POSITIONS[name]
    match = build()
    position = for_oracle(match, total_at_call=oracle.total(for_oracle(match).tableaux[0]))
    for depth, total in enumerate(totals[: len(sized_depths(totals))], 1):
        counts = count_by_engine(match, depth)
        assert counts == oracle.count(position, depth)
        assert counts.total() == total


def test_the_first_counts_are_right_by_hand():
    match = table("7s 4h", "7h 9c", pile="5d", stock="7d Jd")
    # Draw (one of two cards) or take into one of two places.
    assert count_by_engine(match, 1).total() == 4
    # After a draw: two places or the pile. Wrong snaps count twice, for either penalty card:
    # taken for the 7, seat 0 has two wrong ones and a pass, seat 1 a wrong and a right one and a pass;
    # taken for the 4, all four are wrong. And the clock may close each window.
    assert count_by_engine(match, 2).total() == 2 * 3 + (5 + 4 + 1) + (5 + 5 + 1)


def test_the_sequences_end_in_won_and_lost_calls():
    ends = count_by_engine(after_call("3s 4h", "7h 9c", pile="5d", stock="3d Js Qs"), 3)
    assert ends[(0, 14)] > 0  # seat 1 takes the 5 for the 7
    assert ends[(50, 0)] > 0  # seat 0 snaps wrongly and gets the Jack
