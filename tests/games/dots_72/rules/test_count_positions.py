"""Move sequences from tiny positions, counted by the rules and by the referee."""

from __future__ import annotations

import pytest

from tests.games.dots_72.count_positions import count_by_engine, count_by_oracle
from tests.games.dots_72.positions import for_oracle, table
from tests.sizes import sized_depths


def nearly_void():
    """The fifth turning is two draws away."""
    match = table("r r r r8 r8 r8", "g g g g8 g8 g8", pile="b8 b8", discards="y8 y8")
    match.state.turn_overs = 4
    return match


def nearly_won():
    """Seat 0 wins with any right call."""
    match = table("r r8 d3 b b8 d9", "y y y y8 y8 y8", pile="d4 g2 g6", discards="g8")
    match.state.scores[0] = 450
    return match


TABLES = {
    # The first row is easily counted by hand: draw, take or call; then 3 faces to discard, each with or without
    # a call, or after the wrong call draw or take (2 * 6 + 2); then 12 * 3 and 2 * 3.
    "a turn": (
        lambda: table("r r r r8 r8 r8", "g g g g8 g8 g8", pile="b8 b2 b4", discards="y8"),
        [1, 3, 14, 42, 186, 588, 2836, 10532],
    ),
    "turning over": (
        lambda: table("r r r r8 r8 r8", "g g g g8 g8 g8", pile="b8", discards="y8 y8"),
        [1, 3, 14, 52, 171, 538, 2054, 6843, 29710],
    ),
    "three seats": (
        lambda: table("r r r r8 r8 r8", "g g g g8 g8 g8", "y y y y8 y8 y8", seats=3, pile="b8", discards="y4 y4"),
        [1, 3, 14, 64, 289, 922, 3134, 11381],
    ),
    "nearly void": (nearly_void, [1, 3, 14, 42, 186, 480, 2080, 5625, 22014]),
    "nearly won": (nearly_won, [1, 3, 30, 96, 420, 1330, 10770]),
}
"""Positions and their counts at every depth."""


@pytest.mark.parametrize("name", TABLES)
def test_the_rules_and_the_referee_count_the_same_sequences(name):
    build, counts = TABLES[name]
    match = build()
    depths = sized_depths(counts)
    counts = counts[: len(depths)]
    assert [count_by_engine(match, depth) for depth in depths] == counts
    assert [count_by_oracle(for_oracle(match), depth) for depth in depths] == counts
