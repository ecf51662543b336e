"""Reason codes for illegal actions; `view/refusal_sentences.py` has the sentences."""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.refusals import ACCEPTED, FIRST_GAME_REFUSAL
from dottable.core.primitives.rule import rule
from dottable.games.dots_72.pieces import FACE_COUNT
from dottable.games.dots_72.rules.hands import place_of_face
from dottable.games.dots_72.state import (
    CALL,
    DEAL,
    DISCARD,
    DISCARD_AND_CALL,
    DISCARDING,
    HAND_OVER,
    PASS,
    PASSING,
    START,
    TAKE,
)

NOT_IN_HAND = FIRST_GAME_REFUSAL
DRAW_FIRST = FIRST_GAME_REFUSAL + 1
DISCARD_FIRST = FIRST_GAME_REFUSAL + 2
NOTHING_TO_TAKE = FIRST_GAME_REFUSAL + 3
TAKE_LIMIT_REACHED = FIRST_GAME_REFUSAL + 4
CALLED_WRONGLY = FIRST_GAME_REFUSAL + 5
CALL_WITH_SIX = FIRST_GAME_REFUSAL + 6
PASS_FIRST = FIRST_GAME_REFUSAL + 7
NO_PASSING = FIRST_GAME_REFUSAL + 8
HAND_NOT_OVER = FIRST_GAME_REFUSAL + 9
DEAL_FIRST = FIRST_GAME_REFUSAL + 10


@rule
def why_not(s: Any, seat: int, action: int) -> int:
    """Return the reason code for an action that is not legal."""
    if s.phase == HAND_OVER:
        return DEAL_FIRST
    if action >= DEAL:
        return HAND_NOT_OVER
    if s.phase == PASSING:
        return NOT_IN_HAND if action >= PASS else PASS_FIRST
    if action >= PASS:
        return NO_PASSING
    return why_not_at_start(s, action) if s.phase == START else why_not_discard(s, seat, action)


@rule
def why_not_at_start(s: Any, action: int) -> int:
    if action == TAKE:
        return NOTHING_TO_TAKE if s.discards_left == 0 else TAKE_LIMIT_REACHED
    if action == CALL:
        return CALLED_WRONGLY
    return DRAW_FIRST if action >= DISCARD else ACCEPTED


@rule
def why_not_discard(s: Any, seat: int, action: int) -> int:
    if s.phase != DISCARDING:
        return ACCEPTED
    if action < DISCARD:
        return CALL_WITH_SIX if action == CALL else DISCARD_FIRST
    if place_of_face(s, seat, (action - DISCARD) % FACE_COUNT) == s.held[seat]:
        return NOT_IN_HAND
    return CALLED_WRONGLY if action >= DISCARD_AND_CALL else ACCEPTED
