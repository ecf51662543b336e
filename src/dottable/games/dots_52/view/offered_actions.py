"""The actions that clients and bots offer, and the reasons for refusing actions out of turn."""

from __future__ import annotations

from typing import Any

from dottable.games.dots_52.state import PASS, SNAP, SNAPPING
from dottable.games.dots_52.view.view_fact_kernels import off_turn_reason_at


def offered_actions(states: Any, actions: list[int]) -> list[int]:
    """Return the legal actions without cards that could only be shown too late, because these have no benefit (D8)."""
    if states[0]["phase"] == SNAPPING:
        return actions
    return [action for action in actions if not SNAP <= action < PASS]


def off_turn_reason(states: Any, seat: int, action: int) -> int:
    """Return the reason code for an action of a seat that has no legal action."""
    return int(off_turn_reason_at(states, 0, seat, action))
