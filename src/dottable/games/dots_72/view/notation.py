"""Actions as text: `draw`, `take`, `call`, `discard:r8`, `call:r8` (discard the red 8 and call), `pass:d7`, `deal`."""

from __future__ import annotations

from dottable.core.errors import BadNotation
from dottable.games.dots_72.pieces import CARD_CODES
from dottable.games.dots_72.state import ACTIONS

VERB_IN_NOTATION = {"discard_and_call": "call", "pass_": "pass"}


def write_action(action: int) -> str:
    """Return the notation of an action."""
    verb, faces = ACTIONS.decode(action)
    return ":".join([VERB_IN_NOTATION.get(verb, verb), *(CARD_CODES[face] for face in faces)])


ACTIONS_BY_NOTATION = {write_action(action): action for action in range(ACTIONS.size)}


def read_action(text: str) -> int:
    """Return the action that a notation describes. Raise BadNotation if there is none."""
    action = ACTIONS_BY_NOTATION.get(text.strip().lower())
    if action is None:
        raise BadNotation(f"Unknown move '{text}'. Write one like draw, take, discard:r8, call, call:r8 or pass:d7.")
    return action
