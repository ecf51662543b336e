"""The conformance kit: checks that a game keeps the contract. `properties.py` lists what is checked."""

from dottable.core.conformance.all_checks import check_game
from dottable.core.conformance.properties import PROPERTY_SENTENCES, Finding

__all__ = ["PROPERTY_SENTENCES", "Finding", "check_game"]
