"""Actions as text: `7@90r-2` lays card 7 turned right by 90°, reversed, its top row 2 above the track."""

from __future__ import annotations

import re

from dottable.core.errors import BadNotation
from dottable.games.dot_allot.pieces import CARDS
from dottable.games.dot_allot.state import ACTIONS, DEAL, HIGHEST

DEAL_WORD = "deal"
PLACEMENT = re.compile(r"(\d{1,2})@(0|90|180|270)(r?)([+-]\d)")


def write(action: int) -> str:
    """An action as text."""
    if action == DEAL:
        return DEAL_WORD
    _, (card, quarters, face, offset) = ACTIONS.decode(action)
    return f"{card + 1}@{90 * quarters}{'r' * face}{offset - HIGHEST:+d}"


def read(text: str) -> int:
    """The action of a text."""
    word = text.strip().lower()
    if word == DEAL_WORD:
        return DEAL
    found = PLACEMENT.fullmatch(word)
    if found:
        card, degrees, reverse, offset = found.groups()
        if 1 <= int(card) <= CARDS and abs(int(offset)) <= HIGHEST:
            return ACTIONS.encode("lay", int(card) - 1, int(degrees) // 90, len(reverse), int(offset) + HIGHEST)
    raise BadNotation(f"'{text}' is no move; write a card, its turn and its top row, like 7@90+2 or 7@180r-1.")
