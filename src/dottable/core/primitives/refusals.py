"""Reasons for refusing a move: the codes that rules return, and the sentences that people read."""

from __future__ import annotations

from typing import NamedTuple

ACCEPTED = 0
MATCH_OVER = 1
NO_SUCH_SEAT = 2
NO_SUCH_ACTION = 3
NOT_YOUR_TURN = 4
NOT_NOW = 5
BEFORE_DEADLINE = 6
BEFORE_LAST_MOVE = 7
FIRST_GAME_REFUSAL = 10
"""Lowest reason code of a game's own refusals; the codes below are those of core."""

CORE_REFUSAL_SENTENCES = {
    MATCH_OVER: "The match is over.",
    NO_SUCH_SEAT: "This table has no such seat.",
    NO_SUCH_ACTION: "This game has no such action.",
    NOT_YOUR_TURN: "It is not your turn.",
    NOT_NOW: "That is not possible now.",
    BEFORE_DEADLINE: "The time is not up yet.",
    BEFORE_LAST_MOVE: "A move cannot be earlier than the one before it.",
}
"""Sentence for people by reason code, for the codes that all games share."""


class Refusal(NamedTuple):
    """The reason why a move was refused, as a code and as a sentence for people."""

    code: int
    sentence: str
