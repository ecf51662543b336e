"""The structure of arrays that the compiled checks work in."""

from __future__ import annotations

from typing import Any, NamedTuple

STEP_INDEX, SEAT_INDEX, ACTION_INDEX, REDRAWN_COUNT_INDEX, PROPERTY_CODE_INDEX = range(5)
"""Places in `CheckMemory.detail`: where the checks stand, how many secrets were redrawn, and the broken property."""
DETAIL_COUNT = 5


class CheckMemory(NamedTuple):
    """Working memory of the compiled checks for one game and option set."""

    states: Any
    """Six records: see `check_kernels.py`."""
    words: Any
    """The bytes of the same records as 64-bit words, one row per record."""
    generator: Any
    """A ChaCha generator, for setting up a match. Its first words also serve as the key of a resampling."""
    resampling: Any
    """A ChaCha generator, for resampling."""
    rng: Any
    """A fast generator, for random play and random checks."""
    actions: Any
    """Space for a list of legal actions."""
    actions_again: Any
    """Space for the list to compare it with."""
    observations: Any
    """Two observations, one per row."""
    scores: Any
    returns: Any
    pieces_at_start: Any
    pieces_now: Any
    detail: Any
    """Integers at the places STEP_INDEX to PROPERTY_CODE_INDEX."""
