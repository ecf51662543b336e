"""Counts that are known by hand, and identities over many matches."""

from __future__ import annotations

import numpy as np
import pytest

from dottable.core.record import for_rules
from dottable.core.series import seed_from
from dottable.core.tally import width
from dottable.games.dot_tiles import notation, tally
from dottable.games.dot_tiles.pieces import BOXES, FACES, GROUPS, RUN, TWO
from dottable.games.dot_tiles.state import Options
from dottable.lab.figures import Noted
from dottable.lab.policy_series import PolicySeries

from .positions import GAME, KINDS, STUCK, table


def counted(match, *moves: str) -> np.ndarray:
    """The tally of some moves of seat 0 and whoever follows."""
    found = np.zeros(width(tally.COUNTS), np.int32)
    for text in moves:
        seat, action = match.to_act[0], notation.read(text)
        tally.before(match.state, seat, action, for_rules(found))
        assert match.apply(seat, action) is None
        tally.after(match.state, seat, action, for_rules(found))
    return found


def test_C6_placing_the_hot_swap_tile_is_a_swap():
    found = counted(table(hot="r1", drawn="b2", bag="b3 b3"), "r1:1k", "b3:1k")
    assert (found[tally.TURNS], found[tally.SWAPS], found[tally.BURNS]) == (2, 1, 0)


def test_C7_a_burn_is_counted_with_its_face():
    found = counted(table(STUCK, hot="r4", drawn="b1", bag="b2"), "b1:burn")
    assert (found[tally.STUCK], found[tally.BURNS], found[tally.SWAPS]) == (1, 1, 0)
    assert found[tally.BURNED + notation.TILES["b1"]] == 1


def test_C7_burning_the_hot_swap_tile_is_no_swap():
    found = counted(table(STUCK, hot="r4", drawn="b1", bag="b2"), "r4:burn")
    assert (found[tally.BURNS], found[tally.SWAPS]) == (1, 0)


def test_C8_the_last_turn_counts_the_sheets():
    found = counted(table(KINDS, f"{KINDS} r1:run r2:run r3:run", hot="r4"), "r4:flush")
    assert (found[tally.SHEETS], found[tally.TURNS]) == (2, 0)
    assert found[tally.COMPLETE + TWO] == 2
    assert found[tally.POINTS + TWO] == 48
    assert found[tally.DOUBLED + TWO] == 2
    assert found[tally.COMPLETE + RUN] == 0
    assert found[tally.EMPTY] == (BOXES - 11) + (BOXES - 13)


def test_C12_without_the_bonus_one_of_a_kind_is_not_doubled():
    found = counted(table(KINDS, hot="r4", single_colour_bonus=False), "r4:flush")
    assert (found[tally.COMPLETE], found[tally.DOUBLED], found[tally.POINTS]) == (1, 0, 6)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_every_tile_is_placed_or_burned_and_points_make_the_score(seats, bots):
    series = PolicySeries(
        GAME, seats=seats, options=Options(), seed=seed_from("tiles"), bots=[bots] * seats, is_noted=True
    )
    noted = Noted(series, series.play(0, 200))
    counts = noted.counts
    placed = counts["placed"].sum(axis=(1, 2))
    assert (placed + counts["boxes"] == seats * BOXES).all()
    assert (counts["burned"].sum(axis=1) == counts["burns"]).all()
    assert (placed + counts["burns"] == counts["steps"]).all()
    assert (counts["points"].sum(axis=1) + 50 * counts["full_sheets"] == noted.scores.sum(axis=1)).all()
    assert (counts["doubled"] <= counts["complete"]).all()
    assert (counts["swaps"] <= counts["turns"]).all()
    assert counts["complete"].shape == (200, GROUPS)
    assert counts["burned"].shape == (200, FACES)
