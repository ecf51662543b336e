"""Finished matches for the tests of reviews, and settings small enough for quick runs."""

from __future__ import annotations

from functools import cache

from dottable.bots.bot import Budget
from dottable.bots.registry import find_bot
from dottable.core.matches.match import Match
from dottable.core.registry import find_game
from dottable.lab.series.match_runner import MatchRunner
from dottable.study.evaluation_settings import ReviewSettings
from tests.sizes import sized

GAMES = ("dot_tiles", "dots_52", "dot_allot", "dots_72", "dobble_connect")
TURN_BASED = GAMES[:4]
SMALL = ReviewSettings(
    screening_deals=(4, 4),
    final_deals=12,
    doubtful_deals=12,
    max_candidates=4,
    screening_pool=8,
    pool_size=16,
    search_simulations=8,
    ledger_rollouts=4,
    max_choice_deals=4,
)
SETTINGS = sized(SMALL, ReviewSettings())
"""Settings of the tests that review a whole match."""


@cache
def finished_match(slug: str, bot: str = "greedy", seed: int = 1) -> Match:
    """Return a finished match of two equal bots."""
    game = find_game(slug)
    match = Match(game, seats=2, seed=bytes([seed] * 32), salt=bytes(16))
    MatchRunner(match, [find_bot(bot, game)] * 2, [Budget()] * 2, bytes([seed] * 32)).play()
    return match
