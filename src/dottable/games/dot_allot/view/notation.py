"""The notation of actions: `7@90r-2` lays card 7 turned right by 90°, reversed, its top row 2 above the track."""

from __future__ import annotations

import re

from dottable.core.errors import BadNotation
from dottable.games.dot_allot.pieces import CARD_COUNT
from dottable.games.dot_allot.state import ACTIONS, DEAL, MAX_ROW_OFFSET

DEAL_NOTATION = "deal"
PLACEMENT_PATTERN = re.compile(r"(\d{1,2})@(0|90|180|270)(r?)([+-]\d)")


def write_action(action: int) -> str:
    """Return the notation of an action."""
    if action == DEAL:
        return DEAL_NOTATION
    _, (card, quarters, face, offset) = ACTIONS.decode(action)
    return f"{card + 1}@{90 * quarters}{'r' * face}{offset - MAX_ROW_OFFSET:+d}"


def read_action(text: str) -> int:
    """Return the action that a notation describes. Raise BadNotation if there is none."""
    word = text.strip().lower()
    if word == DEAL_NOTATION:
        return DEAL
    found = PLACEMENT_PATTERN.fullmatch(word)
    if found:
        card, degrees, reverse, offset = found.groups()
        if 1 <= int(card) <= CARD_COUNT and abs(int(offset)) <= MAX_ROW_OFFSET:
            return ACTIONS.encode("lay", int(card) - 1, int(degrees) // 90, len(reverse), int(offset) + MAX_ROW_OFFSET)
    raise BadNotation(f"'{text}' is not a move. Write a card, its turn and its top row, like 7@90+2 or 7@180r-1.")
