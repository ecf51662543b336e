"""Why an action is not legal: codes, for which `view.py` has the sentences."""

from __future__ import annotations

from typing import Any

from dottable.core.refusals import ACCEPTED, FIRST_OF_A_GAME
from dottable.core.rule import rule
from dottable.games.dots_72.hands import place_of
from dottable.games.dots_72.pieces import FACES
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

NOT_IN_HAND = FIRST_OF_A_GAME
DRAW_FIRST = FIRST_OF_A_GAME + 1
DISCARD_FIRST = FIRST_OF_A_GAME + 2
NOTHING_TO_TAKE = FIRST_OF_A_GAME + 3
MUST_DRAW = FIRST_OF_A_GAME + 4
CALLED_WRONGLY = FIRST_OF_A_GAME + 5
CALL_WITH_SIX = FIRST_OF_A_GAME + 6
PASS_FIRST = FIRST_OF_A_GAME + 7
NO_PASSING = FIRST_OF_A_GAME + 8
HAND_RUNS = FIRST_OF_A_GAME + 9
DEAL_FIRST = FIRST_OF_A_GAME + 10


@rule
def why_not(s: Any, seat: int, action: int) -> int:
    if s.phase == HAND_OVER:
        return DEAL_FIRST
    if action >= DEAL:
        return HAND_RUNS
    if s.phase == PASSING:
        return NOT_IN_HAND if action >= PASS else PASS_FIRST
    if action >= PASS:
        return NO_PASSING
    return why_not_at_start(s, action) if s.phase == START else why_not_discard(s, seat, action)


@rule
def why_not_at_start(s: Any, action: int) -> int:
    if action == TAKE:
        return NOTHING_TO_TAKE if s.discards_left == 0 else MUST_DRAW
    if action == CALL:
        return CALLED_WRONGLY
    return DRAW_FIRST if action >= DISCARD else ACCEPTED


@rule
def why_not_discard(s: Any, seat: int, action: int) -> int:
    if s.phase != DISCARDING:
        return ACCEPTED
    if action < DISCARD:
        return CALL_WITH_SIX if action == CALL else DISCARD_FIRST
    if place_of(s, seat, (action - DISCARD) % FACES) == s.held[seat]:
        return NOT_IN_HAND
    return CALLED_WRONGLY if action >= DISCARD_AND_CALL else ACCEPTED
