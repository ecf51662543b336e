"""The fixed settings of the evaluation. A test binds them and the sources of the evaluation to REVIEW_VERSION."""

from __future__ import annotations

from msgspec import Struct


class ReviewSettings(Struct, frozen=True):
    """Sample sizes and thresholds of a review. Stored reviews use the defaults, so that they are comparable."""

    screening_deals: tuple[int, ...] = (80, 160, 400)
    """Number of sampled deals in each screening phase.

    A phase drops the actions that are behind the leader or can hardly beat the played action by an inaccuracy.
    """
    screening_noise: float = 2.0
    """Number of standard errors by which an action must be behind to be dropped."""
    final_deals: int = 600
    """Number of fresh sampled deals on which the played action and the best other one are compared.

    No action is selected on these deals, so that the loss is unbiased.
    """
    doubtful_deals: int = 1400
    """Number of further deals of the final comparison if the verdict is uncertain after `final_deals`."""
    max_candidates: int = 10
    """Maximum number of actions that a decision compares, including the played one."""
    screening_pool: int = 192
    """Number of states to infer for the screening of a decision and for a choice in the ledger.

    Only DOTS infers states.
    """
    pool_size: int = 768
    """Number of states to infer for the final comparison. Only DOTS infers states."""
    search_simulations: int = 1500
    """Number of simulations of each of the two actions in the tree search that must confirm a loss."""
    search_noise: float = 2.0
    """Number of standard errors that the loss must exceed in the tree search.

    These standard errors are upper bounds; with exact ones the number would be about 3.
    """
    ledger_rollouts: int = 400
    """Number of rollouts that estimate the value of each state in the ledger."""
    choice_error: float = 0.01
    """Target standard error of the value of each choice in the ledger, in win chance. Determines the number of deals.
    """
    max_choice_deals: int = 2000
    """Maximum number of sampled deals to estimate the value of a choice."""
    inaccuracy: float = 0.02
    mistake: float = 0.05
    blunder: float = 0.10
    """Minimum loss of win chance of a blunder. The fields above are those of an inaccuracy and a mistake."""
    noise: float = 3.0
    """Number of standard errors that a loss must exceed to count as a loss."""


DEFAULT_SETTINGS = ReviewSettings()
