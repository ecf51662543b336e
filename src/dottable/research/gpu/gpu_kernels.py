"""CUDA kernels over one game's records, a match a thread; `kernels.py` loads them around twins of its rules.

Functions whose names end in `_kernel` become kernels. What they call is the CPU's own code.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from numba import int16, int32, int64, uint32

from dottable.core.game import Rules
from dottable.core.record import GENERATOR_WORDS
from dottable.core.refusals import OVER
from dottable.core.rule import rule
from dottable.core.seats import CLOCK, nth

cuda: Any = import_module("numba.cuda")

RULES: Rules
PLAY: Any
ACTIONS: int
MAX_STEPS: int
RECORD: Any
thread: Any
"""`cuda` once more, for memory with an alignment: the simulator of some versions of Numba takes no such wish."""

WORD = 0xFFFFFFFF
WARP = 0xFFFFFFFF
"""All threads of a warp."""
ALIGNMENT = 16
ACTION = int16 if ACTIONS <= 2**15 else int32
"""The narrowest number that holds an action: lists of them are most of what a thread's own memory holds."""
RESET_BLOCK = 256
TOGETHER = 8
"""So many threads of a warp begin a new match at once: while one alone shuffled, 31 would wait for it."""

to_act, legal, play, deadline = RULES.to_act, RULES.legal, RULES.play, RULES.deadline
scores, returns = RULES.scores, RULES.returns
begin_indexed, apply, observe = PLAY.begin_indexed, PLAY.apply, PLAY.observe
random_seat, random_action, NEVER_ENDED = PLAY.random_seat, PLAY.random_action, PLAY.NEVER_ENDED


@rule
def as_rules_see(array: Any) -> Any:
    """An array in the form that rules take; the simulator puts another function in this place."""
    return array


@rule
def warp_goes_on(is_idle: bool, is_done: bool) -> int:
    """Bring the threads of a warp into step: 0 when all are done, 2 if those without a match begin one now, else 1.

    Without this they would part at the first branch and never meet again. The simulator, where threads do
    not run in step, puts another function in this place.
    """
    going = cuda.ballot_sync(WARP, not is_done)
    idle = cuda.ballot_sync(WARP, is_idle and not is_done)
    if going == 0:
        return 0
    return 2 if cuda.popc(idle) >= TOGETHER or idle == going else 1


@rule
def next_turn(s: Any) -> int:
    """Who acts next: the lowest awaited seat, CLOCK if only it, -1 when the match is over."""
    waiting = to_act(s)
    return nth(waiting, 0) if waiting else -1


def count_kernel(only: Any, counts: Any) -> None:
    """How many matches of each block are to be started."""
    i = cuda.grid(1)
    chosen = i < len(only) and only[i] != 0
    count = cuda.syncthreads_count(1 if chosen else 0)
    if cuda.threadIdx.x == 0:
        counts[cuda.blockIdx.x] = count


def reset_kernel(
    states: Any,
    times: Any,
    luck: Any,
    turns: Any,
    blank: Any,
    root: Any,
    started: Any,
    seats: int,
    settings: Any,
    only: Any,
    counts: Any,
) -> None:
    """Start every match that `only` marks, numbered on from `started` in the order of the batch."""
    marks = as_rules_see(cuda.shared.array(RESET_BLOCK, int16))
    g = as_rules_see(cuda.local.array(GENERATOR_WORDS, uint32))
    states, luck, blank, root = as_rules_see(states), as_rules_see(luck), as_rules_see(blank), as_rules_see(root)
    started, settings, counts = as_rules_see(started), as_rules_see(settings), as_rules_see(counts)
    i = cuda.grid(1)
    here = cuda.threadIdx.x
    marks[here] = 1 if i < len(only) and only[i] != 0 else 0
    cuda.syncthreads()
    if i < len(only) and only[i] != 0:
        index = started[0]
        for block in range(cuda.blockIdx.x):
            index += counts[block]
        for k in range(here):
            index += marks[k]
        begin_indexed(states, i, blank, root, index, seats, settings, g, luck[i])
        times[i] = 0
        turns[i] = next_turn(states[i])


def started_kernel(started: Any, counts: Any) -> None:
    """Count the matches that a reset has started."""
    for block in range(len(counts)):
        started[0] += counts[block]


def legal_kernel(states: Any, turns: Any, mask: Any) -> None:
    """A dense mask of the legal actions of whoever acts next in each match."""
    buffer = as_rules_see(cuda.local.array(ACTIONS, ACTION))
    states, turns = as_rules_see(states), as_rules_see(turns)
    i = cuda.grid(1)
    if i < len(states):
        for k in range(ACTIONS):
            mask[i, k] = 0
        if turns[i] >= 0:
            for k in range(legal(states[i], turns[i], buffer)):
                mask[i, buffer[k]] = 1


def random_kernel(states: Any, turns: Any, luck: Any, out: Any) -> None:
    """A random legal action for whoever acts next, by the match's own luck; -1 where it is over."""
    buffer = as_rules_see(cuda.local.array(ACTIONS, ACTION))
    states, turns, luck = as_rules_see(states), as_rules_see(turns), as_rules_see(luck)
    i = cuda.grid(1)
    if i < len(states):
        out[i] = random_action(states[i], turns[i], luck[i], buffer) if turns[i] >= 0 else -1


def step_kernel(states: Any, turns: Any, times: Any, actions: Any, out: Any) -> None:
    """One move in each match that is not over; `out` gets the reason codes, `turns` who is next."""
    buffer = as_rules_see(cuda.local.array(ACTIONS, ACTION))
    states, turns = as_rules_see(states), as_rules_see(turns)
    times, actions = as_rules_see(times), as_rules_see(actions)
    i = cuda.grid(1)
    if i < len(states):
        out[i] = OVER
        if turns[i] >= 0:
            if turns[i] == CLOCK:
                times[i] = max(deadline(states[i]), times[i])
            out[i] = apply(states, i, turns[i], actions[i], times[i], buffer)
            turns[i] = next_turn(states[i])


def observe_kernel(states: Any, turns: Any, out: Any) -> None:
    """What whoever acts next knows, match by match; rows of finished matches become zero."""
    states, turns, out = as_rules_see(states), as_rules_see(turns), as_rules_see(out)
    i = cuda.grid(1)
    if i < len(states):
        if turns[i] >= 0 and turns[i] != CLOCK:
            observe(states[i], turns[i], out[i])
        else:
            for k in range(out.shape[1]):
                out[i, k] = 0


def outcome_kernel(states: Any, out_scores: Any, out_returns: Any) -> None:
    """Scores and returns of every match as it stands."""
    states, out_scores, out_returns = as_rules_see(states), as_rules_see(out_scores), as_rules_see(out_returns)
    i = cuda.grid(1)
    if i < len(states):
        scores(states[i], out_scores[i])
        returns(states[i], out_returns[i])


@rule
def play_on(
    work: Any,
    blank: Any,
    root: Any,
    first: int,
    place: int,
    stride: int,
    quota: int,
    seats: int,
    settings: Any,
    g: Any,
    q: Any,
    buffer: Any,
    out_steps: Any,
    out_scores: Any,
    out_returns: Any,
    out_states: Any,
) -> int:
    """Play matches place, place + stride, ... of a series at random until `quota` steps are made; the steps made.

    One loop makes a step a turn whatever match it is in, so that threads that run in step need not wait
    for each other at the end of every match.
    """
    s = work[0]
    made, steps, now_ms, waiting = 0, 0, 0, 0
    k = place - stride
    while True:
        is_idle = waiting == 0
        is_done = made >= quota or (is_idle and k + stride >= len(out_steps))
        going_on = warp_goes_on(is_idle, is_done)
        if going_on == 0:
            break
        if is_done:
            continue
        if is_idle:
            if going_on == 1:
                continue
            k += stride
            begin_indexed(work, 0, blank, root, first + k, seats, settings, g, q)
            steps, now_ms = 0, 0
        seat = random_seat(to_act(s), seats, q) & CLOCK
        action = random_action(s, seat, q, buffer) & WORD
        if seat == CLOCK:
            now_ms = max(deadline(s), now_ms)
        play(s, seat, action, now_ms)
        steps += 1
        made += 1
        waiting = to_act(s)
        if waiting == 0 or steps == MAX_STEPS:
            out_steps[k] = steps if waiting == 0 else NEVER_ENDED
            waiting = 0
            scores(s, out_scores[k])
            returns(s, out_returns[k])
            if k < len(out_states):
                out_states[k] = s
    return made


def play_kernel(
    blank: Any,
    root: Any,
    first: int,
    quota: int,
    seats: int,
    settings: Any,
    out_steps: Any,
    out_scores: Any,
    out_returns: Any,
    out_states: Any,
    made: Any,
) -> None:
    """Random playouts, each thread's match in its own memory; `made` gets every thread's steps."""
    work = thread.local.array(1, RECORD, ALIGNMENT)
    g = cuda.local.array(GENERATOR_WORDS, uint32)
    q = cuda.local.array(2, int64)
    buffer = cuda.local.array(ACTIONS, ACTION)
    place = cuda.grid(1)
    made[place] = play_on(
        as_rules_see(work),
        as_rules_see(blank),
        as_rules_see(root),
        first,
        place,
        len(made),
        quota,
        seats,
        as_rules_see(settings),
        as_rules_see(g),
        as_rules_see(q),
        as_rules_see(buffer),
        as_rules_see(out_steps),
        as_rules_see(out_scores),
        as_rules_see(out_returns),
        as_rules_see(out_states),
    )
