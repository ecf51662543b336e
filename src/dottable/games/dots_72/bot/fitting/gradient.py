"""The gradient of the expected value of a softmax choice with respect to the weights."""

from __future__ import annotations

from math import exp, log
from typing import Any, NamedTuple

from dottable.core.primitives.rule import noinline_rule, rule
from dottable.games.dots_72.bot.fitting.choice_sampling import Choices
from dottable.games.dots_72.bot.hand_value import (
    CARDS_OFFSET,
    FEATURES_OFFSET,
    LOSSES_OFFSET,
    PERIOD_OFFSET,
    VALUE_ROW_OFFSET,
    evaluate_hand,
)
from dottable.games.dots_72.bot.penalty_features import list_discard_features, list_take_features
from dottable.games.dots_72.bot.turn_choices import evaluate_hand_with_card
from dottable.games.dots_72.bot.weights import PENALTY_UNIT, SCORE_UNITS_OF_PLAN
from dottable.games.dots_72.pieces import NO_CARD
from dottable.games.dots_72.state import DISCARD, TAKE

FINITE_DIFFERENCE_STEP = 0.06
"""Relative step of the finite differences; larger than the rounding of the integer weights."""
LOG_VALUES_ROW, UTILITIES_ROW, UTILITY_DERIVATIVES_ROW, CHANGED_ROW, ROW_COUNT = range(5)
"""Rows of the scratch array, which has one column per candidate."""


class WeightCells(NamedTuple):
    """Positions of the evaluation's parameters in a weights record that is viewed as a flat array of integers.

    `parameters[period, j]` is a parameter that matters in a period, `offsets[period, j]` its cell. For a factor of
    points, the offset is relative to the row of `plan_value` that is in use. These rows begin at `plan_value`.
    """

    parameters: Any
    offsets: Any
    is_points: Any
    plan_value: int
    discard: int
    take: int


@noinline_rule
def add_gradient(
    choices: Choices,
    weights: Any,
    flat: Any,
    cells: WeightCells,
    temperature: float,
    scratch: Any,
    buffer: Any,
    out: Any,
) -> None:
    """Add the gradient over a batch to `out`.

    `flat` is the memory of `weights` as integers. It is changed for finite differences and restored.
    """
    for n in range(len(choices.seats)):
        write_log_values(choices, n, weights[0], buffer, scratch[LOG_VALUES_ROW])
        period, row = buffer[PERIOD_OFFSET], buffer[VALUE_ROW_OFFSET]
        write_utility_derivatives(choices, n, weights[0], temperature, scratch, buffer)
        add_penalty_gradient(choices, n, cells, scratch, buffer, out)
        for j in range(cells.parameters.shape[1]):
            at = cells.offsets[period, j]
            if cells.is_points[j]:
                at += cells.plan_value + row * len(SCORE_UNITS_OF_PLAN)
            was = flat[at]
            if was > 0:
                flat[at] = was + max(1, int(was * FINITE_DIFFERENCE_STEP))
                write_log_values(choices, n, weights[0], buffer, scratch[CHANGED_ROW])
                out[cells.parameters[period, j]] += expected_value_slope(scratch, choices.counts[n]) / log(
                    flat[at] / was
                )
                flat[at] = was


@rule
def expected_value_slope(scratch: Any, count: int) -> float:
    """Return the change of the expected value, to first order, when the log values change from one row to another.

    The rows of `scratch` are LOG_VALUES_ROW (before) and CHANGED_ROW (after), with `count` candidates.
    """
    slope = 0.0
    for k in range(count):
        slope += scratch[UTILITY_DERIVATIVES_ROW, k] * (scratch[CHANGED_ROW, k] - scratch[LOG_VALUES_ROW, k])
    return slope


@rule
def write_log_values(choices: Choices, n: int, w: Any, buffer: Any, out: Any) -> None:
    """Write the logarithm of the hand's value after each candidate; for taking, relative to drawing."""
    s, seat = choices.states[n], choices.seats[n]
    if choices.actions[n, 0] < DISCARD:
        without, with_it = evaluate_hand_with_card(s, seat, s.discards[s.discards_left - 1], w, buffer)
        out[0] = 0.0
        out[1] = log(max(1, with_it) / max(1.0, without))
        return
    total = evaluate_hand(s, seat, NO_CARD, w, buffer)
    for k in range(choices.counts[n]):
        place = 0
        while buffer[CARDS_OFFSET + place] != choices.actions[n, k] - DISCARD:
            place += 1
        out[k] = log(max(1.0, total - buffer[LOSSES_OFFSET + place]))


@rule
def write_features(choices: Choices, n: int, k: int, buffer: Any) -> int:
    """Write the features of a candidate of the choice just evaluated and return their number."""
    s, seat, action = choices.states[n], choices.seats[n], choices.actions[n, k]
    if action >= DISCARD:
        return list_discard_features(s, seat, action - DISCARD, buffer)
    return list_take_features(s, seat, s.discards[s.discards_left - 1], buffer) if action == TAKE else 0


@rule
def utility_of(choices: Choices, n: int, k: int, w: Any, scratch: Any, buffer: Any) -> float:
    """Return the utility of a candidate: the logarithm of the hand's value minus the penalties."""
    utility = scratch[LOG_VALUES_ROW, k]
    for i in range(write_features(choices, n, k, buffer)):
        at = buffer[FEATURES_OFFSET + i]
        utility -= (w.take[at] if choices.actions[n, k] == TAKE else w.discard[at]) / PENALTY_UNIT
    return utility


@rule
def write_utility_derivatives(choices: Choices, n: int, w: Any, temperature: float, scratch: Any, buffer: Any) -> None:
    """Write the derivative of the expected value by each candidate's utility to the scratch array."""
    highest = -1e9
    for k in range(choices.counts[n]):
        scratch[UTILITIES_ROW, k] = utility_of(choices, n, k, w, scratch, buffer)
        highest = max(highest, scratch[UTILITIES_ROW, k])
    total, expected = 0.0, 0.0
    for k in range(choices.counts[n]):
        scratch[UTILITY_DERIVATIVES_ROW, k] = exp((scratch[UTILITIES_ROW, k] - highest) / temperature)
        total += scratch[UTILITY_DERIVATIVES_ROW, k]
        expected += scratch[UTILITY_DERIVATIVES_ROW, k] * choices.values[n, k]
    for k in range(choices.counts[n]):
        scratch[UTILITY_DERIVATIVES_ROW, k] *= (choices.values[n, k] - expected / total) / total / temperature


@rule
def add_penalty_gradient(choices: Choices, n: int, cells: WeightCells, scratch: Any, buffer: Any, out: Any) -> None:
    """Add the gradient with respect to the penalties.

    A penalty lowers the utility, so each candidate's derivative by utility is subtracted for each of its features.
    """
    for k in range(choices.counts[n]):
        start = cells.take if choices.actions[n, k] == TAKE else cells.discard
        for i in range(write_features(choices, n, k, buffer)):
            out[start + buffer[FEATURES_OFFSET + i]] -= scratch[UTILITY_DERIVATIVES_ROW, k]
