"""The sampler's inner loop, loaded once per game like `core/play_kernels.py`."""

from __future__ import annotations

from typing import Any

from dottable.core.game import Knowledge, Rules
from dottable.core.rule import rule

RULES: Rules
KNOWLEDGE: Knowledge
PLAY: Any

play, returns, resample, play_out = RULES.play, RULES.returns, KNOWLEDGE.resample, PLAY.play_out

IMAGINED, TRIED = 0, 1


@rule
def try_actions(
    states: Any,
    seat: int,
    now_ms: int,
    actions: Any,
    rounds: int,
    g: Any,
    q: Any,
    buffer: Any,
    utilities: Any,
    totals: Any,
) -> None:
    """Add up what each action is worth: imagine a state, try every action in it, play on at random."""
    for _ in range(rounds):
        resample(states[IMAGINED], seat, g)
        for k in range(len(actions)):
            states[TRIED] = states[IMAGINED]
            play(states[TRIED], seat, actions[k], now_ms)
            play_out(states[TRIED], q, buffer)
            returns(states[TRIED], utilities)
            totals[k] += utilities[seat]
