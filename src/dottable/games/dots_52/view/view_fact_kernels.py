"""Kernels of the view. Each computes values that follow from the rules."""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.rule import kernel
from dottable.games.dots_52.knowledge.observation import knows_drawn
from dottable.games.dots_52.rules.flow import to_act
from dottable.games.dots_52.rules.refusal_codes import off_turn_reason


@kernel
def awaited_mask(states: Any, i: int) -> int:
    return to_act(states[i])


@kernel
def knows_drawn_at(states: Any, i: int, seat: int) -> bool:
    return knows_drawn(states[i], seat)


@kernel
def off_turn_reason_at(states: Any, i: int, seat: int, action: int) -> int:
    return off_turn_reason(states[i], seat, action)
