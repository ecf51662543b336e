"""Actions as text: `draw`, `take`, `call`, `discard:r8`, `call:r8` (discard the red 8 and call), `pass:d7`, `deal`."""

from __future__ import annotations

from dottable.core.errors import BadNotation
from dottable.games.dots_72.pieces import CODES
from dottable.games.dots_72.state import ACTIONS

VERBS = {"discard_and_call": "call", "pass_": "pass"}


def write(action: int) -> str:
    """An action as text."""
    verb, faces = ACTIONS.decode(action)
    return ":".join([VERBS.get(verb, verb), *(CODES[face] for face in faces)])


TEXTS = {write(action): action for action in range(ACTIONS.size)}


def read(text: str) -> int:
    """The action of a text."""
    action = TEXTS.get(text.strip().lower())
    if action is None:
        raise BadNotation(f"'{text}' is no move; write one like draw, take, discard:r8, call, call:r8 or pass:d7.")
    return action
