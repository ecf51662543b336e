"""Random play in virtual time, loaded once per game like `core/play_kernels.py`.

Every awaited seat acts after its own reaction time; whoever is first moves first, and a deadline
that passes earlier lets the clock move. So races are won by tempo, not by the order of seats.
"""

from __future__ import annotations

from typing import Any

from dottable.bots.tempo import NOT_WAITING, next_in_time
from dottable.core.game import Rules
from dottable.core.rule import rule
from dottable.core.seats import CLOCK

RULES: Rules
PLAY: Any
MAX_STEPS: int

to_act, play, deadline, scores, returns = RULES.to_act, RULES.play, RULES.deadline, RULES.scores, RULES.returns
begin_indexed, random_action = PLAY.begin_indexed, PLAY.random_action

NEVER_ENDED = -1


@rule
def play_out_in_time(s: Any, medians_ms: Any, q: Any, buffer: Any, due_ms: Any, out_first: Any) -> int:
    """Play random legal moves in virtual time; the number of steps, or NEVER_ENDED.

    `out_first` counts for each seat how often it acted first when several were awaited.
    """
    now_ms = 0
    due_ms[:] = NOT_WAITING
    for steps in range(MAX_STEPS + 1):
        waiting = to_act(s)
        if waiting == 0:
            return steps
        seat = next_in_time(s.seats, waiting, deadline(s), now_ms, medians_ms, q, due_ms)
        now_ms = max(now_ms, deadline(s) if seat == CLOCK else due_ms[seat])
        action = random_action(s, seat, q, buffer)
        if seat != CLOCK:
            due_ms[seat] = NOT_WAITING
            players = waiting & ~(1 << CLOCK)
            if players & (players - 1) != 0:
                out_first[seat] += 1
        play(s, seat, action, now_ms)
    return NEVER_ENDED


@rule
def play_many_in_time(
    work: Any,
    blank: Any,
    root: Any,
    first: int,
    seats: int,
    settings: Any,
    medians_ms: Any,
    g: Any,
    q: Any,
    buffer: Any,
    due_ms: Any,
    out_first: Any,
    out_steps: Any,
    out_scores: Any,
    out_returns: Any,
) -> None:
    """Play matches first, first+1, ... of a series in virtual time."""
    for k in range(len(out_steps)):
        begin_indexed(work, 0, blank, root, first + k, seats, settings, g, q)
        out_steps[k] = play_out_in_time(work[0], medians_ms, q, buffer, due_ms, out_first[k])
        scores(work[0], out_scores[k])
        returns(work[0], out_returns[k])
