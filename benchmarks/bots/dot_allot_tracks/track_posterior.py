"""Estimates how well a track of Dot Allot meets A20: a model's prediction, corrected by matches on similar tracks.

The error of the model is a Gaussian process over the tracks with the same outer cells: the more grey cells are equal,
the more similar are the errors. The standard deviations below were estimated from 420 tracks, 24 matches or more each.
"""

from __future__ import annotations

import math
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from outcome_model import predict
from search import GREY_CELLS, ROUNDS, SCORINGS, SIDES, cells_of, features_of

from dottable.games.dot_allot.deck.track_enumeration import GREY_CODE_COUNT, track_from_number

Array = Any
Sums = dict[tuple[str, int, int], dict[int, Array]]
"""Sums of matches by (orientation, outer cells, grey code) and number of the combination."""
COMBINATIONS = {
    orientation: [(side, orientation, scoring) for side, scoring in product(SIDES, SCORINGS)] for orientation in ROUNDS
}
SHARE, TIES, TIED_COLOURS, GROUP = range(4)
"""Metrics of a combination: starter's share of decided matches, tied matches, tied colours, mean largest group."""
MATCHES, WINS, TIED_MATCHES, MARGIN, SQUARED_MARGIN, SUM_TIED_COLOURS, SUM_GROUP = range(7)
"""Sums over the matches of a combination."""
PRIOR_DEVIATION = np.array([[share, 0.05, 0.018, 0.07] for share in (0.115, 0.145, 0.115, 0.13)])
"""Standard deviation of the model's error, by combination and metric."""
MATCH_DEVIATION = np.array([0.53, 0.48, 0.14, 0.7])
"""Standard deviation of a metric in a single match."""
SAME_OUTER_CORRELATION, GREY_DISTANCE = 0.5, 1.5
"""Correlation of the errors at equal outer cells, and the number of different grey cells over which the rest decays."""
LOWEST = np.array([0.485, 0.0, 0.0, 3.04])
HIGHEST = {"vertical": np.array([0.515, 0.37, 0.235, 7.0]), "horizontal": np.array([0.515, 0.37, 0.335, 7.0])}
LOSS_UNIT = np.array([0.04, 0.05, 0.03, 0.1])
"""Aims of the search, inside the targets of A20, and the miss that costs 1."""
MARGIN_WEIGHT = 100
"""Matches after which the share is read from wins rather than from the mean margin, which has less sampling error."""


def losses(values: Array, orientation: str) -> Array:
    """Return the sum of squared misses over the last two axes: combination and metric."""
    miss = np.maximum(np.maximum(LOWEST - values, values - HIGHEST[orientation]), 0) / LOSS_UNIT
    return (miss**2).sum(axis=(-1, -2))


def grey_code_of(track: int, orientation: str) -> tuple[int, int]:
    """Return the number of the outer cells, and the code of the grey cells that count in an orientation."""
    outer, code = divmod(track, GREY_CODE_COUNT)
    split = 4 ** len(GREY_CELLS["vertical"])
    return outer, code // split if orientation == "horizontal" else code % split


def track_of(outer: int, orientation: str, code: int) -> int:
    """Return the track with these grey cells of an orientation. The other grey cells are empty."""
    split = 4 ** len(GREY_CELLS["vertical"]) if orientation == "horizontal" else 1
    return outer * GREY_CODE_COUNT + code * split


def summed(lines: list[dict[str, Any]]) -> Sums:
    """Return the sums of the results of `play_search.py`, all levels together."""
    found: Sums = {}
    for line in lines:
        combination, outcomes, n = tuple(line["combination"]), np.array(line["outcomes"]), line["matches"]
        orientation = combination[1]
        sums = found.setdefault((orientation, *grey_code_of(line["track"], orientation)), {})
        tied = n * outcomes[1].sum() / outcomes.sum()
        row = [n, line["wins"], line["ties"], line["margin"], line["squares"], tied, n * line["group"]]
        k = COMBINATIONS[orientation].index(combination)
        sums[k] = sums.get(k, np.zeros(7)) + np.array(row, float)
    return {key: sums for key, sums in found.items() if len(sums) == len(COMBINATIONS[key[0]])}


def measured(sums: Array) -> Array:
    """Return the metrics of a combination."""
    n = sums[MATCHES]
    mean = sums[MARGIN] / n
    deviation = max(1.0, math.sqrt(sums[SQUARED_MARGIN] / n - mean**2)) * math.sqrt(2)
    above, below = math.erfc((0.5 - mean) / deviation), math.erfc((0.5 + mean) / deviation)
    by_wins = (sums[WINS] + 0.5) / (n - sums[TIED_MATCHES] + 1)
    weight = MARGIN_WEIGHT / (MARGIN_WEIGHT + n)
    share = weight * above / (above + below) + (1 - weight) * by_wins
    return np.array([share, *sums[[TIED_MATCHES, SUM_TIED_COLOURS, SUM_GROUP]] / n])


def predictions(cells: Array, orientation: str, tables: Array, corrections: Array) -> Array:
    """Return what the model of `search.py` predicts for the four combinations: share, ties and tied colours."""
    found = np.zeros((4, 3))
    for k, combination in enumerate(COMBINATIONS[orientation]):
        scoring = SCORINGS.index(combination[2])
        wins, ties, tied = predict(features_of(cells, combination), tables[scoring], scoring)
        ties += corrections[scoring, 1]
        found[k] = (wins + corrections[scoring, 0]) / (1 - ties), ties, tied
    return found


def predictions_of_codes(outer: int, orientation: str, codes: Array, model: tuple[Array, Array]) -> Array:
    """Return the predictions for these grey codes."""
    cells, found = cells_of(track_from_number(outer * GREY_CODE_COUNT)), []
    for code in codes:
        for k, (row, column) in enumerate(GREY_CELLS[orientation]):
            cells[row, column] = code // 4**k % 4
        found.append(predictions(cells, orientation, *model))
    return np.array(found)


class Posterior(NamedTuple):
    """Distribution of the metrics of tracks with the same outer cells; the axes are code, combination, metric."""

    codes: Array
    means: Array
    deviations: Array

    def expected_losses(self, orientation: str, rng: Any, draws: int = 300) -> tuple[Array, Array]:
        """Return the expected loss of each code, and the mean of exp(-loss / 3), which rates chances to be good."""
        expected, promise = np.zeros(len(self.codes)), np.zeros(len(self.codes))
        for _ in range(draws):
            loss = losses(self.means + self.deviations * rng.standard_normal(self.means.shape), orientation)
            expected += loss / draws
            promise += np.exp(-loss / 3) / draws
        return expected, promise


def posterior(key: tuple[str, int], codes: Array, predicted: Array, mean_group: Array, sums: Sums) -> Posterior:
    """Return the posterior of grey codes of (orientation, outer cells). `codes` must contain those that were played."""
    means = np.concatenate((predicted, np.broadcast_to(mean_group[:, None], (len(codes), 4, 1))), axis=2)
    prior, variances = means.copy(), np.ones_like(means)
    at = [k for k, code in enumerate(codes) if (*key, int(code)) in sums]
    if at:
        digits = np.array(codes)[:, None] // 4 ** np.arange(6) % 4
        distance = (digits[:, None] != digits[at][None]).sum(axis=2)
        kernel = SAME_OUTER_CORRELATION + (1 - SAME_OUTER_CORRELATION) * np.exp(-distance / GREY_DISTANCE)
        played = [sums[(*key, int(codes[k]))] for k in at]
        for c, metric in np.ndindex(4, 4):
            noise = (MATCH_DEVIATION[metric] / PRIOR_DEVIATION[c, metric]) ** 2
            noise_matrix = np.diag([noise / each[c][MATCHES] for each in played])
            gain = kernel @ np.linalg.inv(kernel[at] + noise_matrix)
            residuals = np.array([measured(each[c])[metric] for each in played]) - prior[at, c, metric]
            means[:, c, metric] += gain @ residuals
            variances[:, c, metric] = np.maximum(1e-6, 1 - (gain * kernel).sum(axis=1))
    return Posterior(codes, means, PRIOR_DEVIATION * np.sqrt(variances))
