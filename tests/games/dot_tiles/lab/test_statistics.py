"""Statistics: hand-counted positions, and identities over many matches."""

from __future__ import annotations

import numpy as np
import pytest

from dottable.core.lab.statistics_definitions import total_size
from dottable.core.matches.seeded_series import SeriesConfig, seed_from
from dottable.core.primitives.record import rule_array
from dottable.games.dot_tiles.lab import statistics
from dottable.games.dot_tiles.pieces import BOX_COUNT, FACE_COUNT, GROUP_COUNT, RUN, TWO_OF_A_KIND
from dottable.games.dot_tiles.state import Options
from dottable.games.dot_tiles.view import notation
from dottable.lab.series.policy_series import PolicySeries
from dottable.lab.statistics.metrics import MatchStatistics
from tests.games.dot_tiles.positions import FULL_KINDS_SHEET, GAME, SHEET_WITHOUT_PLACE_FOR_1, match_at


def counts_of_moves(match, *moves: str) -> np.ndarray:
    """Return the counts of some moves, each by the seat at turn."""
    found = np.zeros(total_size(statistics.COUNTS), np.int32)
    for text in moves:
        seat, action = match.to_act[0], notation.read_action(text)
        statistics.count_before_move(match.state, seat, action, rule_array(found))
        assert match.apply(seat, action) is None
        statistics.count_after_move(match.state, seat, action, rule_array(found))
    return found


def test_C6_placing_the_hot_swap_tile_is_a_swap():
    found = counts_of_moves(match_at(hot="r1", drawn="b2", bag="b3 b3"), "r1:1k", "b3:1k")
    assert (found[statistics.TURNS_INDEX], found[statistics.SWAP_TURNS_INDEX], found[statistics.BURNS_INDEX]) == (
        2,
        1,
        0,
    )


def test_C7_a_burn_is_counted_with_its_face():
    found = counts_of_moves(match_at(SHEET_WITHOUT_PLACE_FOR_1, hot="r4", drawn="b1", bag="b2"), "b1:burn")
    assert (found[statistics.STUCK_TURNS_INDEX], found[statistics.BURNS_INDEX], found[statistics.SWAP_TURNS_INDEX]) == (
        1,
        1,
        0,
    )
    assert found[statistics.BURNED_BY_FACE_INDEX + notation.FACE_BY_NOTATION["b1"]] == 1


def test_C7_burning_the_hot_swap_tile_is_no_swap():
    found = counts_of_moves(match_at(SHEET_WITHOUT_PLACE_FOR_1, hot="r4", drawn="b1", bag="b2"), "r4:burn")
    assert (found[statistics.BURNS_INDEX], found[statistics.SWAP_TURNS_INDEX]) == (1, 0)


def test_C8_the_last_turn_counts_the_sheets():
    found = counts_of_moves(
        match_at(FULL_KINDS_SHEET, f"{FULL_KINDS_SHEET} r1:run r2:run r3:run", hot="r4"), "r4:flush"
    )
    assert (found[statistics.SHEETS_INDEX], found[statistics.TURNS_INDEX]) == (2, 0)
    assert found[statistics.COMPLETE_GROUPS_INDEX + TWO_OF_A_KIND] == 2
    assert found[statistics.POINTS_BY_GROUP_INDEX + TWO_OF_A_KIND] == 48
    assert found[statistics.DOUBLED_GROUPS_INDEX + TWO_OF_A_KIND] == 2
    assert found[statistics.COMPLETE_GROUPS_INDEX + RUN] == 0
    assert found[statistics.EMPTY_BOXES_INDEX] == (BOX_COUNT - 11) + (BOX_COUNT - 13)


def test_C12_without_the_bonus_one_of_a_kind_is_not_doubled():
    found = counts_of_moves(match_at(FULL_KINDS_SHEET, hot="r4", single_colour_bonus=False), "r4:flush")
    assert (
        found[statistics.COMPLETE_GROUPS_INDEX],
        found[statistics.DOUBLED_GROUPS_INDEX],
        found[statistics.POINTS_BY_GROUP_INDEX],
    ) == (
        1,
        0,
        6,
    )


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_every_tile_is_placed_or_burned_and_points_make_the_score(seats, bots):
    series = PolicySeries(
        SeriesConfig(GAME, seats=seats, options=Options(), seed=seed_from("tiles")), [bots] * seats, has_statistics=True
    )
    recorded = MatchStatistics(series, series.play(0, 200))
    counts = recorded.counts_by_name
    placed = counts["placed"].sum(axis=(1, 2))
    assert (placed + counts["boxes"] == seats * BOX_COUNT).all()
    assert (counts["burned"].sum(axis=1) == counts["burns"]).all()
    assert (placed + counts["burns"] == counts["steps"]).all()
    assert (counts["points"].sum(axis=1) + 50 * counts["full_sheets"] == recorded.scores.sum(axis=1)).all()
    assert (counts["doubled"] <= counts["complete"]).all()
    assert (counts["swaps"] <= counts["turns"]).all()
    assert counts["complete"].shape == (200, GROUP_COUNT)
    assert counts["burned"].shape == (200, FACE_COUNT)
