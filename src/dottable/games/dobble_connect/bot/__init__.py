"""Bots for Dobble Connect: policy, evaluation and levels. The package contains no rules."""

from dottable.games.dobble_connect.bot.policy import LEVELS, evaluate_stage_end, greedy, rank_candidates, stage_number
