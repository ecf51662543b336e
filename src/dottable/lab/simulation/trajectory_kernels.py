"""Kernel that replays a match and writes observations and masks.

Loaded per game like `core/kernels/play_kernels.py`.
"""

from __future__ import annotations

from typing import Any

from dottable.core.contract import KnowledgeModule, RulesModule
from dottable.core.primitives.rule import noinline_rule, rule
from dottable.core.primitives.seats import CLOCK

RULES: RulesModule
KNOWLEDGE: KnowledgeModule
PLAY_KERNELS: Any

begin_match, returns = PLAY_KERNELS.begin_match, RULES.returns


@noinline_rule
def legal(s: Any, seat: int, out: Any) -> int:
    return RULES.legal(s, seat, out)


@noinline_rule
def play(s: Any, seat: int, action: int, at_ms: int) -> None:
    RULES.play(s, seat, action, at_ms)


@noinline_rule
def observe(s: Any, seat: int, out: Any) -> None:
    KNOWLEDGE.observe(s, seat, out)


@rule
def replay_steps(match: Any, moves: Any, states: Any, buffer: Any, observations: Any, masks: Any, out: Any) -> None:
    """Replay moves (rows of seat, action, time in ms) and write one row per action of a seat; the returns go to `out`.

    The root key of `match` is the key of the match itself. `masks` holds one bit per action, the lowest bit first.
    """
    begin_match(states, 0, match.blank, match.root, match.seats, match.settings)
    s = states[0]
    row = 0
    for k in range(len(moves)):
        seat, action, at_ms = moves[k, 0], moves[k, 1], moves[k, 2]
        if seat != CLOCK:
            observe(s, seat, observations[row])
            for j in range(legal(s, seat, buffer)):
                masks[row, buffer[j] >> 3] |= 1 << (buffer[j] & 7)
            row += 1
        play(s, seat, action, at_ms)
    returns(s, out)
