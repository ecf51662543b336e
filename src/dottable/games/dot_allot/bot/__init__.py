"""Bots for Dot Allot: policy, evaluation and weights. The package contains no rules."""

from dottable.games.dot_allot.bot.policy import LEVELS, evaluate_stage_end, greedy, rank_candidates, stage_number
