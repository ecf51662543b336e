"""The fixed settings of the evaluation. A test binds them and the sources of the evaluation to REVIEW_VERSION."""

from __future__ import annotations

from msgspec import Struct


class ReviewSettings(Struct, frozen=True):
    """Sample sizes and thresholds of a review. The defaults are the ones that reviews are compared by."""

    screening_deals: tuple[int, ...] = (80, 160, 400)
    """Sampled deals of the screening phases. After each phase, actions that can hardly be better than the played one
    by an inaccuracy, or that are behind the leading one, are dropped."""
    screening_noise: float = 2.0
    """Standard errors by which an action must be behind to be dropped."""
    final_deals: int = 600
    """Fresh sampled deals for the comparison of the played action with the best other one. No selection happens here,
    so that the loss is unbiased."""
    doubtful_deals: int = 1400
    """Further deals for the final comparison where the verdict is not certain after `final_deals`."""
    max_candidates: int = 10
    """Most actions that a decision compares, the played one included."""
    screening_pool: int = 192
    """States that a game with inference (DOTS) infers for the screening of a decision, and for a choice in the ledger.
    """
    pool_size: int = 768
    """States that it infers for the final comparison."""
    search_simulations: int = 1500
    """Simulations of each of the two actions in the tree search that must confirm a loss."""
    search_noise: float = 2.0
    """Standard errors that the loss in that search must exceed. They are upper bounds, so that this is about 3."""
    ledger_rollouts: int = 400
    """Rollouts for the value of each state in the ledger."""
    choice_error: float = 0.01
    """Standard error of win chance at which the ledger aims for the worth of each choice. It sets the number of deals.
    """
    max_choice_deals: int = 2000
    """Most sampled deals for the worth of a choice."""
    inaccuracy: float = 0.02
    mistake: float = 0.05
    blunder: float = 0.10
    """Losses of win chance from which a decision gets these verdicts."""
    noise: float = 3.0
    """Standard errors that a loss must exceed to be called a loss."""


DEFAULT_SETTINGS = ReviewSettings()
