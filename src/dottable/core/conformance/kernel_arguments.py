"""The structure of arrays in which the compiled checks of the conformance kit work."""

from __future__ import annotations

from typing import Any, NamedTuple

MATCH_ROW, COPY_ROW, SAVED_ROW, RESAMPLED_ROW, RESAMPLED_TWICE_ROW, RESAMPLED_AGAIN_ROW = range(6)
"""Indices into `CheckMemory.states`: the match, two copies of it, and three resampled states."""
RECORD_COUNT = 6
"""Length of `CheckMemory.states`."""
STEP_INDEX, SEAT_INDEX, ACTION_INDEX, REDRAWN_COUNT_INDEX, PROPERTY_CODE_INDEX = range(5)
"""Indices into `CheckMemory.detail`: step, seat and action being checked, count of redrawn secrets, code of the broken
property."""
DETAIL_COUNT = 5
"""Length of `CheckMemory.detail`."""


class CheckMemory(NamedTuple):
    """Working memory of the compiled checks for one game and option set."""

    states: Any
    """Six state records, at the indices MATCH_ROW to RESAMPLED_AGAIN_ROW."""
    words: Any
    """The same six records as 64-bit words, one row per record."""
    generator: Any
    """A ChaCha generator for setting up a match. Its first 8 words also serve as the key of a resampling."""
    resampling: Any
    """A ChaCha generator for resampling a state."""
    rng: Any
    """A fast generator, for random play and random checks."""
    actions: Any
    """Buffer for a list of legal actions."""
    actions_again: Any
    """Buffer for a second list of legal actions, to compare with the first."""
    observations: Any
    """Two observations, one per row."""
    scores: Any
    """Buffer for the points of all seats."""
    returns: Any
    """Buffer for the returns of all seats."""
    pieces_at_start: Any
    """Number of pieces of every kind at the start of the match."""
    pieces_now: Any
    """Buffer for the number of pieces of every kind."""
    detail: Any
    """Five integers at the indices STEP_INDEX to PROPERTY_CODE_INDEX."""
