"""The public history of a hand: what all players have seen since the deal. The state record does not contain it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from dottable.games.dots_72.state import DEAL, DISCARD, DISCARD_AND_CALL, HAND_OVER, PASS, TAKE

if TYPE_CHECKING:
    from dottable.core.matches.match import Match
    from dottable.core.primitives.record import Array

MAX_HISTORY = 159
"""Maximum number of entries. A longer history is dropped. Hands of two players have about 50."""
NO_HISTORY = np.zeros(0, np.int64)


def public_history(match: Match) -> Array:
    """Return the card turned up at the deal (B5), then every action since.

    It is empty between hands, after the discards were turned over (B10), and if actions since the deal are unknown.
    """
    s = match.record
    if s.turn_overs > 0 or s.phase >= HAND_OVER:
        return NO_HISTORY
    actions: list[int] = []
    for move in reversed(match.moves):
        if move.action == DEAL:
            break
        actions.append(move.action)
    else:
        if len(match.known_history):
            return history_or_empty(s, [*match.known_history.tolist(), *reversed(actions)])
    return history_or_empty(s, [int(s.first_discard), *reversed(actions)])


def history_or_empty(s: Any, history: list[int]) -> Array:
    """Return a history if it leads to the discard pile of the record; else an empty history."""
    discards = history[:1]
    for action in history[1:]:
        if action == TAKE and discards:
            discards.pop()
        elif DISCARD <= action < PASS:
            discards.append(action - (DISCARD_AND_CALL if action >= DISCARD_AND_CALL else DISCARD))
    is_whole = len(history) <= MAX_HISTORY and discards == s.discards[: s.discards_left].tolist()
    return np.array(history, np.int64) if is_whole else NO_HISTORY
