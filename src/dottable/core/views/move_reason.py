"""MoveReason: one reason of a game why a move is better than another; and comparisons of simulated rounds for it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

MIN_STANDARD_ERRORS = 2.0
"""Number of standard errors by which the ends after two moves must differ to give a reason."""


class MoveReason(Struct, frozen=True):
    """Two clauses without a full stop, addressed to the player who chooses.

    A review prints "With the better move {better}; with your move {played}.", or one half if the other is empty. So
    every reason compares in the same order and says which move a number belongs to. A hint uses only `better`.
    """

    better: str = ""
    """What follows from the better move: "you complete 1 of a Kind for 2 points"."""
    played: str = ""
    """The same for the played move: "in 12 of 100"."""
    is_tentative: bool = False
    """Whether the reason only compares positions right after the moves. It is left out next to simulated reasons."""
    is_outcome: bool = False
    """Whether the reason only says how often something happens. It comes after the reasons that say why."""


def significant_gain(best: Sequence[float], played: Sequence[float]) -> float:
    """Return the mean of `best` minus `played`, values of the same rounds after two moves; 0 if it may be chance.

    Only a positive difference of more than MIN_STANDARD_ERRORS standard errors is returned.
    """
    gains = [one - other for one, other in zip(best, played, strict=True)]
    mean = sum(gains) / len(gains)
    variance = sum((gain - mean) ** 2 for gain in gains) / len(gains)
    return mean if mean > MIN_STANDARD_ERRORS * (variance / len(gains)) ** 0.5 else 0.0


def how_often(values: Sequence[float]) -> str:
    """Return in how many simulations a value is not 0: "in 12 of 100", "in none of 100", "in all 100"."""
    count = sum(1 for value in values if value)
    return f"in all {count}" if count == len(values) else f"in {count or 'none'} of {len(values)}"


def mean_text(values: Sequence[float]) -> str:
    """Return the mean of values with one decimal: "4.2", "5"."""
    text = f"{sum(values) / len(values):.1f}"
    return text[:-2] if text.endswith(".0") else text
