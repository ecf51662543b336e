"""Operations on the results of consecutive matches."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dottable.core.matches.seeded_series import Results
from dottable.core.primitives.record import Array


def concatenate_results(parts: Sequence[Results]) -> Results:
    """Return the results of consecutive parts of a series as a single Results object."""
    races = [part.races for part in parts if part.races is not None]
    statistics = [part.statistics for part in parts if part.statistics is not None]
    return Results(
        np.concatenate([part.steps for part in parts]),
        np.concatenate([part.scores for part in parts]),
        np.concatenate([part.returns for part in parts]),
        np.concatenate(races) if races else None,
        np.concatenate(statistics) if statistics else None,
    )


def win_shares(returns: Array) -> Array:
    """Return each seat's share of the win (0 to 1), one row per match. A shared win is split evenly."""
    best = returns == returns.max(axis=1, keepdims=True)
    return best / best.sum(axis=1, keepdims=True)
