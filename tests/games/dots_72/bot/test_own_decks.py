"""Bots with own decks of two to eight colours (B3): greedy play beats random play."""

from __future__ import annotations

import pytest

from dottable.core.matches.seeded_series import SeriesConfig
from dottable.games.dots_72.state import Options
from dottable.lab.series.policy_series import PolicySeries
from tests.games.dots_72.colour_decks import colour_deck
from tests.games.dots_72.positions import GAME
from tests.sizes import sized

MATCHES = sized(4, 100)


@pytest.mark.parametrize("colours", [2, 3, 5, 8])
def test_B3_greedy_play_beats_random_play(colours):
    config = SeriesConfig(GAME, seats=2, options=Options(), seed=bytes(32), deck=colour_deck(colours))
    returns = PolicySeries(config, ["greedy", "random"]).play(0, MATCHES).returns[:, 0]
    assert (returns > 0).mean() > 0.9
