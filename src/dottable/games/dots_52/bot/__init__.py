"""Bots for Dots (52 cards): policy, evaluation and levels. The package contains no rules."""

from dottable.games.dots_52.bot.forgetting import forget
from dottable.games.dots_52.bot.policy import (
    LEVELS,
    evaluate_stage_end,
    greedy,
    log_likelihood,
    observation_key,
    rank_candidates,
    sample_count,
    stage_number,
)
