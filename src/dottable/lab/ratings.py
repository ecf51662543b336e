"""Ratings from results: how strong is each player, and how sure can one be of it?

The model is Bradley and Terry's, for any number of seats: a player wins in proportion to a strength
of its own. Strengths are shown on Elo's scale, where 400 points are odds of ten to one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import log, sqrt
from typing import NamedTuple

import msgspec
import numpy as np

from dottable.core.record import Array

ELO = 400 / log(10)
CENTRE = 1500.0
"""The mean rating of all players, each weighed by how much the results tell about it."""
PRIOR = 1000.0 / ELO
"""Strengths are thought to spread by 1000 points before any result: hardly a pull, but enough to keep
the rating of somebody who always wins finite."""
Z = 1.959964
"""Of a 95 % interval."""
MOST_STEPS = 100
CLOSE = 1e-10


class Rating(msgspec.Struct, frozen=True):
    """A rating with its 95 % interval."""

    rating: float
    low: float
    high: float


class Share(msgspec.Struct, frozen=True):
    """A share with its 95 % interval; none of them known without a single case."""

    share: float | None
    low: float | None
    high: float | None


Result = tuple[Sequence[int], Sequence[float]]
"""Who sat at each seat, and each seat's part of the win: a draw of two is a half each."""


class Fit(NamedTuple):
    """Strengths (natural logarithms of odds), their covariance, and the weights of their centre."""

    strengths: Array
    covariance: Array
    weights: Array


def rate(players: int, results: Iterable[Result]) -> list[Rating]:
    """Every player's rating. The intervals hold for independent matches; swapped seats only narrow them."""
    found = fit(players, results)
    reach = Z * ELO * np.sqrt(np.diag(found.covariance))
    ratings = CENTRE + ELO * found.strengths
    return [Rating(float(r), float(r - w), float(r + w)) for r, w in zip(ratings, reach, strict=True)]


def fit(players: int, results: Iterable[Result]) -> Fit:
    """The most likely strengths, by Newton's method."""
    tables = Tables(players, results)
    strengths = np.zeros(players)
    for _ in range(MOST_STEPS):
        gradient, information = tables.derivatives(strengths)
        step = limited(np.linalg.solve(information, gradient))
        strengths += step
        if np.abs(step).max() < CLOSE:
            break
    _, information = tables.derivatives(strengths)
    # Centred where most is known, or one hopeless player would blur the ratings of all others.
    weights = np.diag(information) / np.trace(information)
    centring = np.eye(players) - weights
    return Fit(centring @ strengths, centring @ np.linalg.inv(information) @ centring.T, weights)


def limited(step: Array) -> Array:
    """A Newton step that is too long is shortened: far from the maximum it would overshoot."""
    longest = float(np.abs(step).max())
    return step / max(1.0, longest)


class Tables:
    """Results gathered by line-up, and the log-likelihood's derivatives; the winner of a table is drawn
    in proportion to the strengths of those who sit there."""

    def __init__(self, players: int, results: Iterable[Result]) -> None:
        self.players = players
        won: dict[tuple[int, ...], Array] = {}
        self.matches: dict[tuple[int, ...], float] = defaultdict(float)
        for line_up, shares in results:
            key = tuple(line_up)
            won[key] = won.get(key, 0.0) + np.asarray(shares, float)
            self.matches[key] += 1
        self.won = won
        self.seats = {key: np.eye(players)[list(key)] for key in won}

    def derivatives(self, strengths: Array) -> tuple[Array, Array]:
        """The gradient, and the information (the negative Hessian), prior included."""
        gradient = -strengths / PRIOR**2
        information = np.eye(self.players) / PRIOR**2
        for key, won in self.won.items():
            seats, matches = self.seats[key], self.matches[key]
            weights = np.exp(seats @ strengths - (seats @ strengths).max())
            chances = weights / weights.sum()
            mean = chances @ seats
            gradient = gradient + won @ seats - matches * mean
            information = information + matches * (seats.T @ (chances[:, None] * seats) - np.outer(mean, mean))
        return gradient, information


def wilson(successes: int, cases: int) -> Share:
    """A share with Wilson's interval, which stays within 0 and 1 and is right for few cases too."""
    if cases == 0:
        return Share(None, None, None)
    share = successes / cases
    centre = (share + Z * Z / (2 * cases)) / (1 + Z * Z / cases)
    reach = Z * sqrt(share * (1 - share) / cases + Z * Z / (4 * cases * cases)) / (1 + Z * Z / cases)
    return Share(share, min(share, max(0.0, centre - reach)), max(share, min(1.0, centre + reach)))
