"""Kernels of the view: facts that follow from the rules, written for many uses in one call."""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.rule import kernel
from dottable.games.dots_52.knowledge.observation import knows_drawn
from dottable.games.dots_52.rules.flow import to_act


@kernel
def awaited_mask(states: Any, i: int) -> int:
    return to_act(states[i])


@kernel
def knows_drawn_at(states: Any, i: int, seat: int) -> bool:
    return knows_drawn(states[i], seat)
