"""A second opinion on a loss: tree search of the two actions, in which all seats play better than the rollout policy.

Rollouts judge an action by how the rollout policy goes on. Where that policy plays badly, they may call a good move
an error. So a loss counts only as far as a tree search below the two actions confirms it.
"""

from __future__ import annotations

from dottable.bots.bot import Budget
from dottable.bots.search.search_bot import SearchConfig, SearchRun
from dottable.bots.seat_access import SeatAccess
from dottable.study.review_types import MeanEstimate
from dottable.study.rollouts import ROLLOUT_LIMIT, seed_of


def search_loss(access: SeatAccess, best: int, played: int, simulations: int, seed: bytes) -> MeanEstimate:
    """Return the win chance that one action has over another, by `simulations` of each.

    The standard error is that of two independent win shares, an upper bound.
    """
    config = SearchConfig(rollout_limit=ROLLOUT_LIMIT)
    run = SearchRun(config, access, Budget(simulations=2 * simulations), seed_of("search", seed), None)
    nodes = run.add_root_children([best, played])
    run.fill_pool()
    run.simulate(nodes, simulations)
    shares = [(1 + (access.seats - 1) * run.mean_return(node)) / access.seats for node in nodes]
    variance = sum(max(share * (1 - share), 0.0) for share in shares)
    return MeanEstimate(shares[0] - shares[1], (variance / simulations) ** 0.5)
