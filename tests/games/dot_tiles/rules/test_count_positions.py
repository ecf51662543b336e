"""Perft: action sequences from small positions, counted by the rules and by the oracle."""

from __future__ import annotations

import pytest

from tests.games.dot_tiles.count_positions import count_by_engine, count_by_oracle
from tests.games.dot_tiles.positions import match_at, oracle_position
from tests.sizes import sized_depths

KIND_GROUP_TILES = "b6:1k r2:2k b2:2k r3:3k r3:3k b4:4k b4:4k b4:4k b4:4k"
ENDGAME_SHEET_START = f"{KIND_GROUP_TILES} r1:odds b3:odds r2:evens r4:evens r6:flush r6:flush r1:flush r1:flush"
ENDGAME_SHEETS = (
    f"{ENDGAME_SHEET_START} r5:house b5:house b5:house r3:run r4:run",
    f"{ENDGAME_SHEET_START} r6:house b1:house r1:house b3:run b6:run",
)

CASES = {
    # The first row is easily counted by hand: 8 places for each of two tiles, then 3 faces to draw.
    "empty sheets": (lambda: match_at(hot="b5", drawn="r4", bag="r4 b5 b6"), [1, 48, 1280, 17192]),
    "planning": (
        lambda: match_at(*ENDGAME_SHEETS, hot="b1", hands=("r5 b6", "r1 r3"), bag="r3 b5 b5"),
        [1, 6, 18, 72, 216, 900, 2124, 5416, 6392, 0],
    ),
    "standard": (
        lambda: match_at(*ENDGAME_SHEETS, hot="b1", drawn="r5", bag="r2 b6 b6 r5"),
        [1, 15, 121, 907, 2949, 10745, 16865, 0],
    ),
    "burning": (
        lambda: match_at(*ENDGAME_SHEETS[::-1], hot="b2", drawn="r2", bag="b2 r2 r4 r6"),
        [1, 4, 51, 196, 723, 1548, 2223, 0],
    ),
    "three seats": (
        lambda: match_at(*ENDGAME_SHEETS, ENDGAME_SHEETS[0], hot="b5", drawn="r1", bag="r4 r5 b1 b1", seats=3),
        [1, 15, 135, 982, 3193, 8813, 15103, 0],
    ),
}
"""Positions with their counts at each depth. All but the first are counted to the end of the match."""


@pytest.mark.parametrize("name", CASES)
def test_the_rules_and_the_oracle_count_the_same_sequences(name):
    build, counts = CASES[name]
    match = build()
    depths = sized_depths(counts)
    counts = counts[: len(depths)]
    assert [count_by_engine(match, depth) for depth in depths] == counts
    assert [count_by_oracle(oracle_position(match), depth) for depth in depths] == counts
