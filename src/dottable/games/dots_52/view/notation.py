"""Notation of actions: `arrange:1,3`, `put:4`, `look:2,4` (player 2's card 4).

Players and places are numbered from 1.
"""

from __future__ import annotations

from dottable.core.errors import BadNotation
from dottable.games.dots_52.state import ACTIONS, ARRANGE_PAIRS


def write_action(action: int) -> str:
    """Return the notation of an action."""
    verb, arguments = ACTIONS.decode(action)
    name = verb.rstrip("_").replace("_", "-")
    if verb == "arrange":
        arguments = ARRANGE_PAIRS[arguments[0]]
    return f"{name}:{','.join(str(k + 1) for k in arguments)}" if arguments else name


ACTIONS_BY_NOTATION = {write_action(action): action for action in range(ACTIONS.size)}
"""Every action by its notation."""


def read_action(text: str) -> int:
    """Return the action that a notation describes. Raise BadNotation if there is none."""
    action = ACTIONS_BY_NOTATION.get(text.strip().lower())
    if action is None:
        raise BadNotation(f"'{text}' is not a move. Write one like draw, put:4, snap:3, pass or look:2,4.")
    return action
