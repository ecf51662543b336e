"""A person's first match of Dots (52 cards) against the level `newcomer`, and calls of all levels."""

from __future__ import annotations

import pytest
from benchmarks.bots.beginners.dots_52 import Beginner
from benchmarks.bots.uncalled_rounds import uncalled_share

from dottable.bots.bot import Budget
from dottable.bots.levels import level_bot
from dottable.bots.random_bot import RandomBot
from dottable.bots.selectable_bots import LEVEL_NAMES
from dottable.core.matches.match import Match
from dottable.core.registry import find_game
from dottable.lab.series.match_runner import run_match
from tests.sizes import sized

MATCHES = sized(4, 20, 60)
ROUNDS = sized(6, 30, 100)


def share_won(first, second) -> float:
    """Return the share of matches that the first bot wins; seats are swapped on the same deals."""
    game, won = find_game("dots_52"), 0.0
    for number in range(MATCHES):
        match = Match(game, seats=2, seed=(number // 2).to_bytes(32, "little"), salt=b"")
        bots = [first, second] if number % 2 == 0 else [second, first]
        assert run_match(match, bots, [Budget()] * 2, bytes([number])) == []
        winners = match.winners()
        won += (number % 2 in winners) / len(winners)
    return won / MATCHES


def test_a_beginner_beats_a_newcomer():
    assert share_won(Beginner(), level_bot("newcomer", find_game("dots_52"))) >= 0.6


def test_a_newcomer_beats_random_play():
    assert share_won(level_bot("newcomer", find_game("dots_52")), RandomBot()) >= 0.6


@pytest.mark.parametrize("level", LEVEL_NAMES)
def test_D16_hardly_any_round_ends_without_a_call(level):
    found = uncalled_share(level, 3 if level == "master" else 2, ROUNDS, "test")
    assert found["uncalled"] <= max(1, 0.05 * found["rounds"])
