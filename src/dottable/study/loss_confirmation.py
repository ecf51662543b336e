"""Confirms the loss of a played move by tree search, in which all seats play better than in rollouts.

Rollouts judge an action by how the rollout policy continues. Where that policy plays badly, they may call a good move
an error. So a loss counts only as far as a tree search below the two actions confirms it.
"""

from __future__ import annotations

from typing import NamedTuple

from dottable.bots.bot import Budget
from dottable.bots.search.search_bot import SearchConfig, SearchRun
from dottable.bots.seat_access import SeatAccess
from dottable.study.review_types import MeanEstimate
from dottable.study.rollouts import ROLLOUT_LIMIT, seed_of


class SearchedPair(NamedTuple):
    """Win chances of two actions by tree search, and their difference.

    Standard errors are upper bounds: they assume independent simulations.
    """

    best: MeanEstimate
    played: MeanEstimate
    loss: MeanEstimate


def search_pair(access: SeatAccess, best: int, played: int, simulations: int, seed: bytes) -> SearchedPair:
    """Return the win chances of two actions, estimated by `simulations` simulations of each."""
    config = SearchConfig(rollout_limit=ROLLOUT_LIMIT)
    run = SearchRun(config, access, Budget(simulations=2 * simulations), seed_of("search", seed), None)
    nodes = run.add_root_children([best, played])
    run.fill_pool()
    run.simulate_rounds(nodes, simulations)
    shares = [(1 + (access.seats - 1) * run.mean_return(node)) / access.seats for node in nodes]
    variances = [max(share * (1 - share), 0.0) / simulations for share in shares]
    first, second = (MeanEstimate(share, variance**0.5) for share, variance in zip(shares, variances, strict=True))
    return SearchedPair(first, second, MeanEstimate(shares[0] - shares[1], sum(variances) ** 0.5))
