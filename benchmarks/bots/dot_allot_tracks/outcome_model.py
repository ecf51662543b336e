"""Predicts the matches of a track of Dot Allot from the results of matches on other tracks.

A multinomial logit tells who wins a colour in a round. It depends on the groups that the track gives both sides before
the first card: the largest group up to the starting column, and the largest that reaches that column. From the three
colours of every round follows the distribution of the final margin, with the bonus of tied rounds (A15). A prediction
takes microseconds, a match of `sharp` 20 ms; so all tracks can be compared.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

Array = Any
MAX_SIZE = 7
"""Largest group size that the model distinguishes."""
STARTER_LARGER, EQUAL, OTHER_LARGER = range(3)
"""Outcomes of a colour: which side of the round has the larger group."""
ROUND, STARTER_SIZE, STARTER_GROWING, OTHER_SIZE, OTHER_GROWING, STARTER_MAY, OTHER_MAY = range(7)
"""Features of a colour in a round. The last two tell whether a side has the colour in its starting column (A18)."""
PENALTY, NEWTON_STEPS = 2.0, 25
"""Ridge penalty of the logit, and the number of Newton steps that fit it."""
MARGIN_RANGE = 24
"""Largest margin in points of the distribution."""


@njit(cache=True)
def oriented(track: Array, is_horizontal: int, is_light: int) -> Array:
    """Return the cells of the track as it lies (A5): horizontally turned to the right, on the light side mirrored."""
    cells = np.ascontiguousarray(track[::-1].T) if is_horizontal else track.copy()
    return np.ascontiguousarray(cells[:, ::-1]) if is_light else cells


@njit(cache=True)
def group_from(left: Array, row: int, column: int) -> tuple[int, bool]:
    """Return the size of the group at a cell and whether it reaches the last column. Remove it from `left`."""
    stack, size, is_growing = [(row, column)], 0, False
    left[row, column] = False
    while len(stack) > 0:
        row, column = stack.pop()
        size += 1
        is_growing = is_growing or column == left.shape[1] - 1
        for down, right in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            x, y = row + down, column + right
            if 0 <= x < left.shape[0] and 0 <= y < left.shape[1] and left[x, y]:
                left[x, y] = False
                stack.append((x, y))
    return size, is_growing


@njit(cache=True)
def write_side(cells: Array, start: int, side: int, colour: int, out: Array, first: int) -> bool:
    """Write the two group sizes of a side to `out`. Return whether the starting column has the colour on its side."""
    rows = cells.shape[0] // 2
    top = rows + 1 if side == 0 else 0
    left = cells[top : top + rows, : start + 1] == colour
    is_in_start = np.any(left[:, start])
    out[first], out[first + 1] = 0, 0
    for row in range(rows):
        for column in range(start + 1):
            if left[row, column]:
                size, is_growing = group_from(left, row, column)
                out[first] = max(out[first], min(size, MAX_SIZE))
                if is_growing:
                    out[first + 1] = max(out[first + 1], min(size, MAX_SIZE))
    return is_in_start


@njit(cache=True)
def track_features(track: Array, is_horizontal: int, is_light: int) -> Array:
    """Return the features of every round and colour."""
    cells = oriented(track, is_horizontal, is_light)
    grey = cells.shape[1] // 2
    features = np.zeros((2 * grey, 3, 7), np.int64)
    for k in range(2 * grey):
        starter, start = (0, k) if k < grey else (1, k + 1)
        for colour in range(3):
            out = features[k, colour]
            out[ROUND] = k
            out[STARTER_MAY] = write_side(cells, start, starter, colour + 1, out, STARTER_SIZE)
            out[OTHER_MAY] = write_side(cells, start, 1 - starter, colour + 1, out, OTHER_SIZE)
    return features


def one_hot(values: Array, count: int) -> Array:
    return np.eye(count)[np.minimum(values, count - 1)]


def design_matrix(features: Array, rounds: int, *, is_locked: bool) -> Array:
    """Return the regressors of the logit: indicators of the sizes, and of the lead that growth would leave."""
    number, size, growing, other_size, other_growing, may, other_may = features.T
    parts = [one_hot(number, rounds)]
    for growth in (1, 2):
        lead = np.maximum(size, growing + growth) - np.maximum(other_size, other_growing + growth)
        parts.append(one_hot(np.clip(lead, -4, 4) + 4, 9))
    parts += [one_hot(values, MAX_SIZE) for values in (size, growing, other_size, other_growing)]
    parts.append(one_hot(2 * (growing > 0) + (other_growing > 0), 4))
    if is_locked:
        parts.append(one_hot(2 * may + other_may, 4))
        for is_alone in (may > other_may, other_may > may):
            parts += [is_alone[:, None] * one_hot(values, MAX_SIZE) for values in (size, other_size)]
    return np.concatenate(parts, axis=1)


def fit_logit(regressors: Array, outcomes: Array, weights: Array) -> Array:
    """Return the coefficients of the outcomes STARTER_LARGER and OTHER_LARGER against EQUAL, by Newton's method."""
    count = regressors.shape[1]
    coefficients = np.zeros((count, 2))
    wanted = weights[:, None] * np.stack([outcomes == STARTER_LARGER, outcomes == OTHER_LARGER], axis=1)
    for _ in range(NEWTON_STEPS):
        chances = probabilities(regressors, coefficients)[:, [STARTER_LARGER, OTHER_LARGER]]
        gradient = regressors.T @ (wanted - weights[:, None] * chances) - PENALTY * coefficients
        hessian = PENALTY * np.eye(2 * count)
        for i in range(2):
            for j in range(2):
                curvature = weights * chances[:, i] * ((i == j) - chances[:, j])
                block = (regressors * curvature[:, None]).T @ regressors
                hessian[i * count : (i + 1) * count, j * count : (j + 1) * count] += block
        coefficients += np.linalg.solve(hessian, gradient.T.ravel()).reshape(2, count).T
    return coefficients


def probabilities(regressors: Array, coefficients: Array) -> Array:
    """Return the probabilities of the three outcomes, one row per colour and round."""
    odds = np.exp(np.clip(regressors @ coefficients, -20, 20))
    total = 1 + odds.sum(axis=1)
    return np.stack([odds[:, 0] / total, 1 / total, odds[:, 1] / total], axis=1)


def fit_table(features: Array, outcomes: Array, weights: Array, rounds: int, *, is_locked: bool) -> Array:
    """Return the probabilities of the three outcomes for every combination of features.

    `features` has one row per colour and round of the data, `weights` the number of matches that it stands for.
    """
    coefficients = fit_logit(design_matrix(features, rounds, is_locked=is_locked), outcomes, weights)
    shape = (rounds, *[MAX_SIZE + 1] * 4, 2, 2)
    combinations = np.indices(shape).reshape(7, -1).T
    regressors = design_matrix(combinations, rounds, is_locked=is_locked)
    return probabilities(regressors, coefficients).reshape(*shape, 3)


class Prediction(NamedTuple):
    """What the model expects of matches on a track."""

    starter_wins: float
    """Share of all matches, ties included, that the starter of round 1 wins."""
    ties: float
    tied_colours: float


@njit(cache=True)
def predict(features: Array, table: Array, is_locked: int) -> tuple[float, float, float]:
    """Return the fields of a Prediction. Colours and rounds are taken as independent."""
    rounds = len(features)
    margins = np.zeros(2 * MARGIN_RANGE + 1)
    margins[MARGIN_RANGE] = 1.0
    tied = 0.0
    for k in range(rounds):
        round_margins = np.zeros(7)
        round_margins[3] = 1.0
        for colour in range(3):
            f = features[k, colour]
            chances = table[k, f[1], f[2], f[3], f[4], f[5], f[6]]
            tied += chances[EQUAL] / (3 * rounds)
            win = chances[STARTER_LARGER] if f[STARTER_MAY] or not is_locked else 0.0
            loss = chances[OTHER_LARGER] if f[OTHER_MAY] or not is_locked else 0.0
            next_margins = (1 - win - loss) * round_margins
            next_margins[1:] += win * round_margins[:-1]
            next_margins[:-1] += loss * round_margins[1:]
            round_margins = next_margins
        after = np.zeros(2 * MARGIN_RANGE + 1)
        for lead in range(-MARGIN_RANGE + 3, MARGIN_RANGE - 2):
            for margin in range(-3, 4):
                bonus = 0 if margin != 0 or lead == 0 else (-1 if lead > 0 else 1)  # A15
                signed = margin if k < rounds // 2 else -margin
                after[MARGIN_RANGE + lead + signed + bonus] += margins[MARGIN_RANGE + lead] * round_margins[3 + margin]
        margins = after
    return margins[MARGIN_RANGE + 1 :].sum(), margins[MARGIN_RANGE], tied
