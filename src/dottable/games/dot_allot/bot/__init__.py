"""Playing advice for bots in Dot Allot. Never a rule."""

from dottable.games.dot_allot.bot.policy import LEVELS, evaluate_stage_end, greedy, rank_candidates, stage
