"""Claim sequences from tiny positions, counted by the rules and by the oracle (perft)."""

from __future__ import annotations

import pytest

from tests.games.dobble_connect.count_positions import TABLES, count_by_engine, count_by_oracle, for_oracle
from tests.sizes import sized_depths

RIGHT_CLAIMS = {
    # By hand: 2 seats x 6 sides; then 2 seats x 5 + 5 free sides; a team's second card ends the round.
    "start": [1, 12, 240, 3168],
    "almost a line": [1, 36, 1444, 32332],
    "last cards": [1, 24, 360, 0],
    "three seats": [1, 30, 792, 12720],
}
ALL_MOVES = {
    "start": [1, 120, 8988],  # 12 right ones lead to 200 claims each, 108 wrong ones to 60 and the clock
    "almost a line": [1, 360, 73084],
    "last cards": [1, 240, 29736],
    "three seats": [1, 300, 62190],
}


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize(("only_right", "expected"), [(True, RIGHT_CLAIMS), (False, ALL_MOVES)])
def test_the_rules_and_the_oracle_count_the_same_sequences(name, only_right, expected):
    match = TABLES[name]()
    depths = sized_depths(expected[name])
    counts = [expected[name][depth] for depth in depths]
    assert [count_by_engine(match, depth, only_right=only_right) for depth in depths] == counts
    assert [count_by_oracle(for_oracle(match), depth, only_right=only_right) for depth in depths] == counts
