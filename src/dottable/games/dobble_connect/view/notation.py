"""Notation of actions: `4ne:2` lays the top card at the upper right of spot 4, naming its second symbol."""

from __future__ import annotations

import re

from dottable.core.errors import BadNotation
from dottable.games.dobble_connect.pieces import SIDE_CODES, SYMBOLS_PER_CARD
from dottable.games.dobble_connect.state import ACTIONS, MAX_SPOTS

CLAIM_PATTERN = re.compile(r"([0-9]{1,2})(ne|nw|se|sw|e|w):([0-9]{1,2})")


def write_action(action: int) -> str:
    """Return the notation of an action."""
    verb, arguments = ACTIONS.decode(action)
    if verb != "claim":
        return verb
    spot, side, place = arguments
    return f"{spot}{SIDE_CODES[side]}:{place + 1}"


def read_action(text: str) -> int:
    """Return the action that a notation describes. Raise BadNotation if there is none."""
    text = text.strip().lower()
    if text in ("deal", "unlock"):
        return ACTIONS.encode(text)
    found = CLAIM_PATTERN.fullmatch(text)
    if found:
        spot, side, place = int(found[1]), SIDE_CODES.index(found[2]), int(found[3]) - 1
        if spot < MAX_SPOTS and 0 <= place < SYMBOLS_PER_CARD:
            return ACTIONS.encode("claim", spot, side, place)
    raise BadNotation(f"'{text}' is not a move. Write a spot, a side and the place of a symbol, like 4ne:2, or deal.")
