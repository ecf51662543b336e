"""Actions as text: `draw`, `put:4`, `snap:3`, `look:2,4` (player 2's card 4). Players and places count from 1."""

from __future__ import annotations

from dottable.core.errors import BadNotation
from dottable.games.dots_52.state import ACTIONS, PAIRS


def write(action: int) -> str:
    """An action as text."""
    verb, arguments = ACTIONS.decode(action)
    name = verb.rstrip("_").replace("_", "-")
    if verb == "peek":
        arguments = PAIRS[arguments[0]]
    return f"{name}:{','.join(str(k + 1) for k in arguments)}" if arguments else name


TEXTS = {write(action): action for action in range(ACTIONS.size)}


def read(text: str) -> int:
    """The action of a text."""
    action = TEXTS.get(text.strip().lower())
    if action is None:
        raise BadNotation(f"'{text}' is no move; write one like draw, put:4, snap:3, pass or look:2,4.")
    return action
