"""Random play in virtual time. Like `core/kernels/play_kernels.py`, this file is loaded once per game.

Every active seat acts after its own random reaction time. The seat that is due first moves first. If a deadline passes
earlier, the clock moves. So races are decided by reaction times and not by the order of seats.
"""

from __future__ import annotations

from typing import Any

from dottable.bots.timing.reaction_time import NOT_DUE, earliest_due_seat
from dottable.core.contract import RulesModule
from dottable.core.primitives.rule import kernel, rule
from dottable.core.primitives.seats import CLOCK

RULES: RulesModule
PLAY_KERNELS: Any
MAX_STEPS: int

to_act, play, deadline, scores, returns = RULES.to_act, RULES.play, RULES.deadline, RULES.scores, RULES.returns
begin_series_match, random_action, NEVER_ENDED = (
    PLAY_KERNELS.begin_series_match,
    PLAY_KERNELS.random_action,
    PLAY_KERNELS.NEVER_ENDED,
)


@rule
def play_out_timed(s: Any, medians_ms: Any, due_ms: Any, q: Any, buffer: Any, out_races: Any) -> int:
    """Play random legal moves in virtual time. Return the number of steps, or NEVER_ENDED at the step limit.

    `out_races` counts for each seat how often it acted first while several seats were active.
    """
    now_ms = 0
    due_ms[:] = NOT_DUE
    for steps in range(MAX_STEPS + 1):
        active = to_act(s)
        if active == 0:
            return steps
        seat = earliest_due_seat(s.seats, active, deadline(s), now_ms, medians_ms, q, due_ms)
        now_ms = max(now_ms, deadline(s) if seat == CLOCK else due_ms[seat])
        action = random_action(s, seat, q, buffer)
        if seat != CLOCK:
            due_ms[seat] = NOT_DUE
            players = active & ~(1 << CLOCK)
            if players & (players - 1) != 0:
                out_races[seat] += 1
        play(s, seat, action, now_ms)
    return NEVER_ENDED


@kernel
def play_many_timed(
    series: Any, first: int, medians_ms: Any, due_ms: Any, memory: Any, results: Any, out_races: Any
) -> None:
    """Play matches `first`, `first` + 1, ... of a series in virtual time, one match per row of `results`."""
    for k in range(len(results.steps)):
        begin_series_match(series, first + k, memory.states, 0, memory.generator, memory.rng)
        s = memory.states[0]
        results.steps[k] = play_out_timed(s, medians_ms, due_ms, memory.rng, memory.actions, out_races[k])
        scores(s, results.scores[k])
        returns(s, results.returns[k])
