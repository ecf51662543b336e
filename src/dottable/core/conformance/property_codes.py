"""Codes of the properties that compiled checks return, since compiled code has no texts.

`properties.py` has the sentence of each property.
"""

from __future__ import annotations

from dottable.core.conformance import properties

(
    ALL_HOLD,
    MATCH_ENDS,
    ACTIVE_SEAT_HAS_ACTION,
    CLOCK_IS_ACTIVE_WITH_DEADLINE,
    LEGAL_IS_SORTED,
    READING_CHANGES_NOTHING,
    REFUSAL_CHANGES_NOTHING,
    PIECES_ARE_CONSERVED,
    PLAY_IS_DETERMINISTIC,
    COPIES_ARE_INDEPENDENT,
    RETURNS_SUM_TO_ZERO,
    OBSERVATION_LEAKS_NOTHING,
    LEGAL_ACTIONS_LEAK_NOTHING,
    REFUSAL_LEAKS_NOTHING,
    TURN_LEAKS_NOTHING,
    RESAMPLE_USES_KNOWLEDGE_ONLY,
    RESAMPLE_REDRAWS_HIDDEN,
    RESAMPLED_STATE_IS_PLAYABLE,
    RANDOM_ACTION_IS_LEGAL,
) = range(19)
"""Codes of the properties, in the order of PROPERTY_BY_CODE; ALL_HOLD means that no property is broken."""
PROPERTY_BY_CODE = (
    "",
    properties.MATCH_ENDS,
    properties.ACTIVE_SEAT_HAS_ACTION,
    properties.CLOCK_IS_ACTIVE_WITH_DEADLINE,
    properties.LEGAL_IS_SORTED,
    properties.READING_CHANGES_NOTHING,
    properties.REFUSAL_CHANGES_NOTHING,
    properties.PIECES_ARE_CONSERVED,
    properties.PLAY_IS_DETERMINISTIC,
    properties.COPIES_ARE_INDEPENDENT,
    properties.RETURNS_SUM_TO_ZERO,
    properties.OBSERVATION_LEAKS_NOTHING,
    properties.LEGAL_ACTIONS_LEAK_NOTHING,
    properties.REFUSAL_LEAKS_NOTHING,
    properties.TURN_LEAKS_NOTHING,
    properties.RESAMPLE_USES_KNOWLEDGE_ONLY,
    properties.RESAMPLE_REDRAWS_HIDDEN,
    properties.RESAMPLED_STATE_IS_PLAYABLE,
    properties.RANDOM_ACTION_IS_LEGAL,
)
"""Property of each code; empty for ALL_HOLD."""
