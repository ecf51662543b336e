"""Why a move is refused: codes that rules return, sentences that people read."""

from __future__ import annotations

from typing import NamedTuple

ACCEPTED = 0
OVER = 1
NO_SUCH_SEAT = 2
NO_SUCH_ACTION = 3
NOT_YOUR_TURN = 4
NOT_NOW = 5
TOO_EARLY = 6
OUT_OF_ORDER = 7
FIRST_OF_A_GAME = 10
"""A game numbers its own reasons from here."""

SENTENCES = {
    OVER: "The match is over.",
    NO_SUCH_SEAT: "There is no such seat at this table.",
    NO_SUCH_ACTION: "This game has no such action.",
    NOT_YOUR_TURN: "It is not your turn.",
    NOT_NOW: "That is not possible now.",
    TOO_EARLY: "The time is not up yet.",
    OUT_OF_ORDER: "A move cannot be earlier than the one before it.",
}


class Refusal(NamedTuple):
    """A move that changed nothing, and why."""

    code: int
    sentence: str
