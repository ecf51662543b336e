"""Lookup tables of the evaluation. They are computed from the fitted weights in `weights.toml` at import."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np

FITTED_WEIGHTS = tomllib.loads(Path(__file__).with_name("weights.toml").read_text(encoding="utf-8"))
ORIENTATIONS = ("vertical", "horizontal")
MAX_GROUP_SIZE = 39
"""Maximum group size: three scoring rows in four columns left of the starting column and nine from it on."""
UNITS_PER_LOGIT = 16
"""Number of integer units per logit in the tables."""
UNITS_PER_POINT = 1024
"""Number of integer units per point in the values of placements."""
ASSUMED_GROUP_GROWTH = 2
"""Number of dots that a group that reaches the last fixed column is assumed to gain."""
MAX_LOGIT = 16 * UNITS_PER_LOGIT
"""Maximum absolute logit. Beyond it, a colour counts as decided."""

COLOUR_COEFFICIENTS = np.array([FITTED_WEIGHTS["colour_model"][name] for name in ORIENTATIONS], np.float64)
"""Coefficients of the ordered logit model by orientation, number of cards to come and feature (see `weights.toml`)."""

MOVER, OPPONENT = range(2)
_fixed_sizes, _growing_sizes = np.indices((MAX_GROUP_SIZE + 1, MAX_GROUP_SIZE + 1))
_group_features = np.stack(
    [
        np.ones_like(_fixed_sizes),
        _fixed_sizes,
        _growing_sizes,
        np.maximum(_fixed_sizes, _growing_sizes + ASSUMED_GROUP_GROWTH),
    ]
)
_weights_by_side = np.stack([COLOUR_COEFFICIENTS[:, :, 0:4], np.insert(COLOUR_COEFFICIENTS[:, :, 4:7], 0, 0.0, axis=2)])
GROUP_LOGITS = np.rint(UNITS_PER_LOGIT * np.einsum("whcf,fmg->whcmg", _weights_by_side, _group_features)).astype(
    np.int64
)
"""Contribution of a side's groups to the logit, in UNITS_PER_LOGIT.

The axes are side (MOVER has just laid a card), orientation, cards still to come, size of the largest fixed group, and
size of the largest group that reaches the last fixed column.
"""
VISIBLE_GROUP_LOGITS = np.rint(UNITS_PER_LOGIT * COLOUR_COEFFICIENTS[:, :, 7]).astype(np.int64)
"""Contribution to the logit per dot of the opponent's largest visible group, by orientation and number of cards to
come."""
_logit_range = np.arange(-MAX_LOGIT, MAX_LOGIT + 1) / UNITS_PER_LOGIT
WIN_PROBABILITY_BY_LOGIT = np.rint(
    UNITS_PER_POINT / (1 + np.exp(COLOUR_COEFFICIENTS[:, :, 8, None] - _logit_range))
).astype(np.int64)
"""Probability of winning a colour, times UNITS_PER_POINT, by orientation, number of cards to come and MAX_LOGIT +
logit."""

EXPECTED_RETURN_BY_LEAD = np.array([FITTED_WEIGHTS["stage_end"]["lead"][name] for name in ORIENTATIONS], np.float64)
"""Expected return of a lead between two players, by orientation, number of rounds to come and lead in points (0 to
4)."""
EXPECTED_RETURN_OF_STARTING = np.array(
    [FITTED_WEIGHTS["stage_end"]["starter"][name] for name in ORIENTATIONS], np.float64
)
"""Expected return of starting the next round, by orientation and number of rounds to come."""
POINTS_SOFTMAX_SLOPES = np.array(FITTED_WEIGHTS["stage_end"]["softmax_slopes"], np.float64)
"""Slope of the softmax over points for more than two players, by number of rounds to come."""
