"""Bots for DOTS (72 cards): policies, evaluation, inference and weights. The package contains no rules."""

from dottable.games.dots_72.bot.evaluation import evaluate_midstage, evaluate_stage_end, stage_number
from dottable.games.dots_72.bot.forgetting import forget
from dottable.games.dots_72.bot.hand_inference import (
    POOL_SIZE,
    SCRATCH_SHAPE,
    SCRATCH_STATES,
    infer_states,
    log_likelihood,
    redraw_chance,
)
from dottable.games.dots_72.bot.policy import (
    LEVELS,
    MAX_DEPTH,
    greedy,
    observation_key,
    rank_candidates,
    rollout_policy,
)
