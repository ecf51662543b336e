"""Elo ratings from match results, by a Bradley-Terry model for any number of seats.

In the model, each player wins with a probability proportional to its strength. Strengths are shown on the Elo scale,
where a difference of 400 points means odds of ten to one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import log
from typing import NamedTuple

import msgspec
import numpy as np

from dottable.core.primitives.record import Array
from dottable.lab.statistics.estimates import Z_95

ELO_PER_LOG_STRENGTH = 400 / log(10)
"""Elo points per unit of log strength."""
MEAN_RATING = 1500.0
"""Mean rating of all players, each weighted by the information that the results contain about it."""
PRIOR_SIGMA = 1000.0 / ELO_PER_LOG_STRENGTH
"""Standard deviation of the normal prior, in log strength: 1000 Elo points.

It hardly changes ratings, but keeps the rating of a player who always wins finite.
"""
MAX_NEWTON_ITERATIONS = 100
NEWTON_TOLERANCE = 1e-10
"""Newton's method stops when no log strength changes by more than this."""


class Rating(msgspec.Struct, frozen=True):
    """An Elo rating with its 95 % interval."""

    rating: float
    low: float
    high: float


RatedMatch = tuple[Sequence[int], Sequence[float]]
"""The player at each seat, and each seat's share of the win (1/2 each for a draw between two)."""


class StrengthFit(NamedTuple):
    """Fitted log strengths, their covariance matrix, and the weights of the mean that was subtracted from them."""

    strengths: Array
    covariance: Array
    weights: Array


def elo_ratings(players: int, results: Iterable[RatedMatch]) -> list[Rating]:
    """Return the rating of every player. The intervals assume independent matches.

    With swapped seats they are wider than necessary, because swapping reduces the variance.
    """
    fit = fit_strengths(players, results)
    half_widths = Z_95 * ELO_PER_LOG_STRENGTH * np.sqrt(np.diag(fit.covariance))
    ratings = MEAN_RATING + ELO_PER_LOG_STRENGTH * fit.strengths
    return [Rating(float(r), float(r - w), float(r + w)) for r, w in zip(ratings, half_widths, strict=True)]


def fit_strengths(players: int, results: Iterable[RatedMatch]) -> StrengthFit:
    """Return the maximum a posteriori log strengths, found by Newton's method."""
    likelihood = StrengthPosterior(players, results)
    strengths = np.zeros(players)
    for _ in range(MAX_NEWTON_ITERATIONS):
        gradient, information = likelihood.derivatives(strengths)
        step = limit_newton_step(np.linalg.solve(information, gradient))
        strengths += step
        if np.abs(step).max() < NEWTON_TOLERANCE:
            break
    _, information = likelihood.derivatives(strengths)
    # The mean is weighted by information. Otherwise one player with few results would widen all intervals.
    weights = np.diag(information) / np.trace(information)
    centering = np.eye(players) - weights
    return StrengthFit(centering @ strengths, centering @ np.linalg.inv(information) @ centering.T, weights)


def limit_newton_step(step: Array) -> Array:
    """Return a Newton step scaled so that no strength changes by more than 1. This prevents overshooting."""
    return step / max(1.0, float(np.abs(step).max()))


class StrengthPosterior:
    """The log posterior of the strengths, given the results summed per line-up."""

    def __init__(self, players: int, results: Iterable[RatedMatch]) -> None:
        self.players = players
        wins: dict[tuple[int, ...], Array] = {}
        self.matches: dict[tuple[int, ...], float] = defaultdict(float)
        for line_up, shares in results:
            key = tuple(line_up)
            wins[key] = wins.get(key, 0.0) + np.asarray(shares, float)
            self.matches[key] += 1
        self.wins = wins
        self.seats = {key: np.eye(players)[list(key)] for key in wins}

    def derivatives(self, strengths: Array) -> tuple[Array, Array]:
        """Return the gradient and the information matrix (negative Hessian), both including the prior."""
        gradient = -strengths / PRIOR_SIGMA**2
        information = np.eye(self.players) / PRIOR_SIGMA**2
        for key, wins in self.wins.items():
            seats, matches = self.seats[key], self.matches[key]
            weights = np.exp(seats @ strengths - (seats @ strengths).max())
            probabilities = weights / weights.sum()
            mean = probabilities @ seats
            gradient = gradient + wins @ seats - matches * mean
            information = information + matches * (seats.T @ (probabilities[:, None] * seats) - np.outer(mean, mean))
        return gradient, information
