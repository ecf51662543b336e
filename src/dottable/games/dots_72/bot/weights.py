"""Weights of the hand evaluation and of choices: constants for `greedy`, `weights.toml` for the rollout policy.

`python -m dottable.games.dots_72.bot.fitting fit` writes a file like `weights.toml`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from math import exp, prod
from pathlib import Path
from typing import Any

import numpy as np

from dottable.core.primitives.record import Array
from dottable.games.dots_72.pieces import DECK_SIZE, NUMBER_COUNT
from dottable.games.dots_72.rules.calls import WINNING_SCORE
from dottable.games.dots_72.state import HAND_SIZE

WEIGHTS_FILE = Path(__file__).with_name("weights.toml")

SWATCH, NUMBER, DOTS, KIND_COUNT = range(4)
PERIOD_COUNT = 4
"""Number of periods of a hand, by the number of discards (`hand_value.period_of`)."""
CARD_CLASS_COUNT = 13
"""Number of card classes: a wild of each kind, swatches, numbers 2, 4, 6, 8, DOTS cards with 0, 1, 2, 3 pairs, with
more."""
MISSING_BAND_COUNT = 4
"""Number of bands for the cards missing in the best plan: up to 1, 2, 3, 4 or more."""
TOTAL_BAND_COUNT = 5
"""Number of bands for a total score: one per hundred points, with 400 and more in one."""
RECENT_DISCARD_COUNT = 8
"""Number of most recent discards that count as features."""

PROBABILITY_UNIT = 1 << 12
"""Probability 1 in fixed point."""
FACTOR_BITS = 10
FACTOR_UNIT = 1 << FACTOR_BITS
"""Factor 1 in fixed point."""
PENALTY_UNIT = 4096
"""Penalty of 1.0 (a natural logarithm) in fixed point."""
OUT_UNIT = 64
"""Value of one out (a card that would help) in fixed point."""
POINTS_FACTOR_UNIT = 1000
MAX_FITTED_OUTS = 7
"""Number of outs up to which the value of a plan is fitted; with more it grows by OUT_UNIT per out."""

SCORE_UNIT = 25
"""Number of points per score unit. All scores are multiples of it."""
WINNING_SCORE_UNITS = WINNING_SCORE // SCORE_UNIT
"""Score that wins the match, in SCORE_UNITs."""
FIRST_DOUBLED_INDEX = 9
"""First index of SCORE_UNITS_OF_PLAN for doubled points."""
SCORE_UNITS_OF_PLAN = (0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 2, 4, 6, 8, 10, 12, 14, 16)
"""Score of a plan in SCORE_UNITs, by the sum of its sets. From FIRST_DOUBLED_INDEX on: two sets of one colour (B11)."""
FITTED_SCORE_INDEXES = (2, 3, 4, 5, 6, 8, 11, 12, 13, 14, 15, 17)
"""Indexes of the plan scores that can occur. Each has a factor in `points_factor`."""

GREEDY_DRAWS = 2
"""Number of draws for which `greedy` plans ahead; chosen by hand."""
GREEDY_POINTS_POWER = 0.75
"""Exponent of a plan's points for `greedy`. It won 50.9 % (±0.8) of 8,000 matches against 0.5."""
CALL_SCORE_UNITS = 4
"""Usual score of an opponent's call in SCORE_UNITs (100 points)."""
PREVENTED_GAIN_SHARE = 0.6
"""Share of an opponent's usual gain that counts as prevented by a call; chosen by hand."""
VALUE_SCALE = 800
"""Scale of the fitted plan values, chosen so that rounding to integers loses little."""

EVALUATION_TABLE_SHAPES = {
    "draws_ahead": (PERIOD_COUNT, KIND_COUNT, NUMBER_COUNT),
    "outs": (KIND_COUNT, MAX_FITTED_OUTS),
    "both_missing": (KIND_COUNT,),
    "either_likelier": (KIND_COUNT,),
    "either_other": (KIND_COUNT,),
    "missing_factor": (PERIOD_COUNT, HAND_SIZE + 2),
    "points_factor": (PERIOD_COUNT, len(FITTED_SCORE_INDEXES)),
}
# Shapes of the penalty tables for discarding a card, by name of the table.
DISCARD_TABLE_SHAPES = {
    "period": (PERIOD_COUNT, CARD_CLASS_COUNT),
    "missing": (MISSING_BAND_COUNT, CARD_CLASS_COUNT),
    "opponent_total": (TOTAL_BAND_COUNT, CARD_CLASS_COUNT),
    "known_partners": (KIND_COUNT, 4),
    "known_same_kind": (KIND_COUNT, 3),
    "held_of_kind": (PERIOD_COUNT, KIND_COUNT, HAND_SIZE),
    "unseen_copies": (KIND_COUNT, 6),
    "unseen_partners": (KIND_COUNT, 8),
    "recent_discards": (KIND_COUNT, RECENT_DISCARD_COUNT, 2),
}
# Shapes of the penalty tables for taking the top discard, by name of the table.
TAKE_TABLE_SHAPES = {
    "period_missing": (PERIOD_COUNT, HAND_SIZE + 1),
    "taken_class": (CARD_CLASS_COUNT,),
    "released_class": (CARD_CLASS_COUNT,),
    "own_total": (TOTAL_BAND_COUNT,),
    "opponent_total": (TOTAL_BAND_COUNT,),
    "missing_spread": (MISSING_BAND_COUNT, 8),
    "unseen_copies": (KIND_COUNT, 6),
}
TABLE_SHAPES_BY_SECTION = {
    "evaluation": EVALUATION_TABLE_SHAPES,
    "discard": DISCARD_TABLE_SHAPES,
    "take": TAKE_TABLE_SHAPES,
}
"""Tables of `weights.toml` with their shapes; `docs/bots/dots_72.md` describes each."""


def table_offsets(tables: Mapping[str, tuple[int, ...]]) -> dict[str, int]:
    """Return the index at which each table starts in the flat array of its section, and the total size as `end`."""
    found, at = {}, 0
    for name, shape in tables.items():
        found[name] = at
        at += prod(shape)
    return found | {"end": at}


DISCARD_TABLE_OFFSETS, TAKE_TABLE_OFFSETS = table_offsets(DISCARD_TABLE_SHAPES), table_offsets(TAKE_TABLE_SHAPES)

WEIGHTS_RECORD = np.dtype(
    (
        np.record,
        [
            ("draws_ahead", np.int64, (PERIOD_COUNT, KIND_COUNT, NUMBER_COUNT)),
            ("outs", np.int64, (KIND_COUNT, DECK_SIZE + 1)),
            ("both_missing", np.int64, (KIND_COUNT,)),
            ("either_likelier", np.int64, (KIND_COUNT,)),
            ("either_other", np.int64, (KIND_COUNT,)),
            ("missing_factor", np.int64, (PERIOD_COUNT, HAND_SIZE + 2)),
            ("neglect", np.int64),
            ("discard", np.int64, (DISCARD_TABLE_OFFSETS["end"],)),
            ("take", np.int64, (TAKE_TABLE_OFFSETS["end"],)),
            (
                "plan_value",
                np.int64,
                (PERIOD_COUNT * WINNING_SCORE_UNITS * WINNING_SCORE_UNITS, len(SCORE_UNITS_OF_PLAN)),
            ),
        ],
    )
)
"""Weights as compiled code reads them.

- `draws_ahead`: number of draws looked ahead, times PROBABILITY_UNIT, by period, kind and number 2, 4, 6 or 8.
- `outs`: value of a number of outs, times OUT_UNIT, by kind.
- `both_missing`: factor for a plan that lacks a card of a kind for both of its sets.
- `either_likelier`, `either_other`: factors for a plan that lacks one card of a kind, for either set.
- `missing_factor`: factor by period and number of missing cards.
- `neglect`: a plan whose value is this many times smaller than the best one adds nothing to card losses.
- `discard`, `take`: penalties (`penalty_features.py`).
- `plan_value`: value of a plan's score by period, own total, best other total (SCORE_UNITs) and SCORE_UNITS_OF_PLAN.
"""


def win_probability_from_totals(own_units: int, other_units: int) -> float:
    """Return the probability of winning a match of two players from totals in SCORE_UNITs.

    See `evaluation.strength_of_total`.
    """
    if max(own_units, other_units) >= WINNING_SCORE_UNITS:
        return 1.0 if own_units > other_units else 0.0
    own, other = own_units * SCORE_UNIT / 100, other_units * SCORE_UNIT / 100
    return 1 / (1 + exp(0.40 * (other - own) + 0.07 * (other**2 - own**2)))


def value_of_score(own: int, other: int, steps: int) -> float:
    """Return the gain in winning probability by a call, plus a share of the loss by the opponent's prevented call."""
    now = win_probability_from_totals(own, other)
    prevented = now - win_probability_from_totals(own, min(other + CALL_SCORE_UNITS, WINNING_SCORE_UNITS))
    return VALUE_SCALE * (
        win_probability_from_totals(min(own + steps, WINNING_SCORE_UNITS), other)
        - now
        + PREVENTED_GAIN_SHARE * prevented
    )


FITTED_PLAN_VALUES = np.array(
    [
        [[value_of_score(own, other, k) for k in SCORE_UNITS_OF_PLAN] for other in range(WINNING_SCORE_UNITS)]
        for own in range(WINNING_SCORE_UNITS)
    ]
)
GREEDY_PLAN_VALUES = [
    [
        round(100 * (SCORE_UNIT * min(k, WINNING_SCORE_UNITS - own) / 100) ** GREEDY_POINTS_POWER)
        for k in SCORE_UNITS_OF_PLAN
    ]
    for own in range(WINNING_SCORE_UNITS)
]


def set_greedy_weights(weights: Any) -> None:
    """Set the weights of `greedy`, which compares hands only by outs and by the points missing to 500.

    All other factors are neutral.
    """
    weights.draws_ahead = GREEDY_DRAWS * PROBABILITY_UNIT
    weights.outs = OUT_UNIT * np.arange(DECK_SIZE + 1)
    weights.both_missing = weights.either_likelier = weights.missing_factor = FACTOR_UNIT
    weights.either_other = 0
    weights.neglect = 8
    values = np.array(GREEDY_PLAN_VALUES)[None, :, None, :]
    weights.plan_value = np.broadcast_to(
        values, (PERIOD_COUNT, WINNING_SCORE_UNITS, WINNING_SCORE_UNITS, len(SCORE_UNITS_OF_PLAN))
    ).reshape(weights.plan_value.shape)


def set_fitted_weights(weights: Any, tables: Mapping[str, Mapping[str, Any]]) -> None:
    """Set weights from the tables of `weights.toml`."""
    evaluation = tables["evaluation"]
    for name in ("draws_ahead", "both_missing", "either_likelier", "either_other", "missing_factor"):
        weights[name] = evaluation[name]
    weights.outs = OUT_UNIT * np.arange(DECK_SIZE + 1)
    weights.outs[:, 1 : MAX_FITTED_OUTS + 1] = evaluation["outs"]
    weights.neglect = 16
    factors = np.ones((PERIOD_COUNT, 1, 1, len(SCORE_UNITS_OF_PLAN)))
    factors[:, 0, 0, FITTED_SCORE_INDEXES] = np.asarray(evaluation["points_factor"]) / POINTS_FACTOR_UNIT
    weights.plan_value = np.rint(FITTED_PLAN_VALUES * factors).reshape(weights.plan_value.shape)
    for section in ("discard", "take"):
        weights[section] = np.concatenate(
            [np.ravel(tables[section][name]) for name in TABLE_SHAPES_BY_SECTION[section]]
        )


def check_table_shapes(tables: Mapping[str, Any]) -> Mapping[str, Mapping[str, Any]]:
    """Return the tables. Raise ValueError if one is missing or has a wrong shape."""
    for section, shapes in TABLE_SHAPES_BY_SECTION.items():
        for name, shape in shapes.items():
            if np.shape(tables.get(section, {}).get(name, ())) != shape:
                raise ValueError(f"weights.toml: [{section}] {name} must have the shape {shape}.")
    return tables


def read_weights(path: Path) -> Array:
    """Return the weights of a file like `weights.toml` as an array of one record."""
    weights = np.zeros(1, WEIGHTS_RECORD)
    set_fitted_weights(weights[0], check_table_shapes(tomllib.loads(path.read_text())))
    return weights


def greedy_weights() -> Array:
    """Return the weights of `greedy` as an array of one record."""
    weights = np.zeros(1, WEIGHTS_RECORD)
    set_greedy_weights(weights[0])
    return weights


def weights_file_text(tables: Mapping[str, Mapping[str, Any]], heading: str) -> str:
    """Return the text of `weights.toml`, with one row of a table per line."""
    lines = [f"# {line}".rstrip() for line in heading.splitlines()]
    for section, shapes in TABLE_SHAPES_BY_SECTION.items():
        lines += ["", f"[{section}]"]
        for name in shapes:
            lines += toml_table_lines(name, np.asarray(tables[section][name]))
    return "\n".join(lines) + "\n"


def toml_table_lines(name: str, table: Array) -> Iterator[str]:
    """Yield the lines of one table of `weights.toml`."""
    if table.ndim == 1:
        yield f"{name} = {table.tolist()}"
        return
    yield f"{name} = ["
    for part in table:
        rows = [str(row.tolist()) for row in part] if part.ndim == 2 else []
        yield f"    [{', '.join(rows)}]," if rows else f"    {part.tolist()},"
    yield "]"


GREEDY_INDEX, FITTED_INDEX = range(2)
WEIGHTS = np.concatenate([greedy_weights(), read_weights(WEIGHTS_FILE)])
"""Weights by policy: GREEDY_INDEX and FITTED_INDEX. Numba freezes them as constants."""
