"""The conformance kit: checks that any game keeps the contract. See `properties.py` for the list."""

from dottable.core.conformance.kit import check_game
from dottable.core.conformance.properties import PROPERTIES, Finding

__all__ = ["PROPERTIES", "Finding", "check_game"]
