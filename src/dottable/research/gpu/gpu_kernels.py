"""CUDA kernels over one game's records, one match per thread. `kernel_loader.py` loads them with the game's rules.

Functions whose names end in `_kernel` become kernels. All others become device functions, as the rules do.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from numba import int16, int32, int64, uint32

from dottable.core.contract import RulesModule
from dottable.core.kernels.kernel_arguments import MatchMemory
from dottable.core.primitives.record import GENERATOR_WORDS
from dottable.core.primitives.refusals import MATCH_OVER
from dottable.core.primitives.rule import rule
from dottable.core.primitives.seats import CLOCK, nth_set_bit

cuda: Any = import_module("numba.cuda")

RULES: RulesModule
PLAY_KERNELS: Any
ACTION_COUNT: int
MAX_STEPS: int
RECORD: Any
aligned: Any
"""A second name for `numba.cuda`, used for aligned local arrays. The CUDA simulator of some Numba versions cannot
align."""

WORD_MASK = 0xFFFFFFFF
WHOLE_WARP_MASK = 0xFFFFFFFF
"""Mask of all 32 threads of a warp."""
RECORD_ALIGNMENT_BYTES = 16
"""Alignment of records in bytes. It lets threads copy records in 16-byte words."""
ACTION_TYPE = int16 if ACTION_COUNT <= 2**15 else int32
"""Narrowest integer type that holds an action. Lists of actions take up most of a thread's local memory."""
RESET_THREADS_PER_BLOCK = 256
"""CUDA threads per block in a reset; must equal `batch.RESET_THREADS_PER_BLOCK`."""
MIN_WAITING_THREADS = 8
"""Number of waiting threads in a warp at which they start new matches together. Chosen on dots_52
(docs/research/gpu.md)."""
STOP, PLAY_ON, START_MATCHES = 0, 1, 2
"""Results of `synchronize_warp`."""

to_act, legal, play, deadline = RULES.to_act, RULES.legal, RULES.play, RULES.deadline
scores, returns = RULES.scores, RULES.returns
begin_series_match, apply, observe = PLAY_KERNELS.begin_series_match, PLAY_KERNELS.apply, PLAY_KERNELS.observe
random_seat, random_action, NEVER_ENDED = PLAY_KERNELS.random_seat, PLAY_KERNELS.random_action, PLAY_KERNELS.NEVER_ENDED


@rule
def as_rule_arguments(value: Any) -> Any:
    """Return an array, or a structure of arrays, unchanged: rules take CUDA arrays as they are.

    In the CUDA simulator, `unwrap_simulated_array` replaces this function.
    """
    return value


@rule
def synchronize_warp(is_idle: bool, is_done: bool) -> int:
    """Synchronize the threads of a warp. Return their common next step: STOP, PLAY_ON or START_MATCHES.

    Otherwise the threads would diverge permanently at the first branch. The CUDA simulator replaces this function.
    """
    running = cuda.ballot_sync(WHOLE_WARP_MASK, not is_done)
    idle = cuda.ballot_sync(WHOLE_WARP_MASK, is_idle and not is_done)
    if running == 0:
        return STOP
    return START_MATCHES if cuda.popc(idle) >= MIN_WAITING_THREADS or idle == running else PLAY_ON


@rule
def next_seat_to_act(s: Any) -> int:
    """Return the lowest active seat; CLOCK if only the clock can act; -1 if the match is over."""
    active = to_act(s)
    return nth_set_bit(active, 0) if active else -1


def count_starts_kernel(only: Any, counts: Any) -> None:
    """Write to `counts`, for each block of threads, how many of its matches are to start (nonzero in `only`)."""
    i = cuda.grid(1)
    chosen = i < len(only) and only[i] != 0
    count = cuda.syncthreads_count(1 if chosen else 0)
    if cuda.threadIdx.x == 0:
        counts[cuda.blockIdx.x] = count


def reset_kernel(series: Any, batch: Any, started: Any, only: Any, counts: Any) -> None:
    """Start every match that `only` marks, with consecutive series indices from `started` on, in row order."""
    marks = as_rule_arguments(cuda.shared.array(RESET_THREADS_PER_BLOCK, int16))
    g = as_rule_arguments(cuda.local.array(GENERATOR_WORDS, uint32))
    series, batch = as_rule_arguments(series), as_rule_arguments(batch)
    started, counts = as_rule_arguments(started), as_rule_arguments(counts)
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
        begin_series_match(series, index, batch.states, i, g, batch.rngs[i])
        batch.times_ms[i] = 0
        batch.turns[i] = next_seat_to_act(batch.states[i])


def add_started_kernel(started: Any, counts: Any) -> None:
    """Add the matches of a reset to the number of matches started so far."""
    for block in range(len(counts)):
        started[0] += counts[block]


def legal_kernel(batch: Any, mask: Any) -> None:
    """Write a dense mask of the legal actions of the seat to act, for every match."""
    buffer = as_rule_arguments(cuda.local.array(ACTION_COUNT, ACTION_TYPE))
    batch = as_rule_arguments(batch)
    i = cuda.grid(1)
    if i < len(batch.states):
        for k in range(ACTION_COUNT):
            mask[i, k] = 0
        if batch.turns[i] >= 0:
            for k in range(legal(batch.states[i], batch.turns[i], buffer)):
                mask[i, buffer[k]] = 1


def random_actions_kernel(batch: Any, out: Any) -> None:
    """Write a random legal action of the seat to act, drawn from the match's own generator; -1 after the end."""
    buffer = as_rule_arguments(cuda.local.array(ACTION_COUNT, ACTION_TYPE))
    batch = as_rule_arguments(batch)
    i = cuda.grid(1)
    if i < len(batch.states):
        turn = batch.turns[i]
        out[i] = random_action(batch.states[i], turn, batch.rngs[i], buffer) if turn >= 0 else -1


def step_kernel(batch: Any, actions: Any, out: Any) -> None:
    """Play one action in each running match; write the reason codes to `out` and update `batch.turns`."""
    buffer = as_rule_arguments(cuda.local.array(ACTION_COUNT, ACTION_TYPE))
    batch, actions = as_rule_arguments(batch), as_rule_arguments(actions)
    states, turns, times_ms = batch.states, batch.turns, batch.times_ms
    i = cuda.grid(1)
    if i < len(states):
        out[i] = MATCH_OVER
        if turns[i] >= 0:
            if turns[i] == CLOCK:
                times_ms[i] = max(deadline(states[i]), times_ms[i])
            out[i] = apply(states, i, turns[i], actions[i], times_ms[i], buffer)
            turns[i] = next_seat_to_act(states[i])


def observe_kernel(batch: Any, out: Any) -> None:
    """Write the observation of the seat to act, for every match; zeros after the end and when the clock is to act."""
    batch, out = as_rule_arguments(batch), as_rule_arguments(out)
    i = cuda.grid(1)
    if i < len(batch.states):
        if batch.turns[i] >= 0 and batch.turns[i] != CLOCK:
            observe(batch.states[i], batch.turns[i], out[i])
        else:
            for k in range(out.shape[1]):
                out[i, k] = 0


def outcome_kernel(batch: Any, out_scores: Any, out_returns: Any) -> None:
    """Write the current scores and returns of every match."""
    states = as_rule_arguments(batch).states
    out_scores, out_returns = as_rule_arguments(out_scores), as_rule_arguments(out_returns)
    i = cuda.grid(1)
    if i < len(states):
        scores(states[i], out_scores[i])
        returns(states[i], out_returns[i])


@rule
def play_random_move(s: Any, seats: int, memory: Any, now_ms: int) -> int:
    """Play a random legal move at `now_ms`, or the clock's move at its deadline. Return the time of the move in ms."""
    # The masks do not change the values. They tell the compiler that no index is negative.
    seat = random_seat(to_act(s), seats, memory.rng) & CLOCK
    action = random_action(s, seat, memory.rng, memory.actions) & WORD_MASK
    if seat == CLOCK:
        now_ms = max(deadline(s), now_ms)
    play(s, seat, action, now_ms)
    return now_ms


@rule
def write_result(s: Any, results: Any, k: int, steps: int) -> None:
    """Write the result of match `k`, and its final record if there is a row for it."""
    results.steps[k] = steps
    scores(s, results.scores[k])
    returns(s, results.returns[k])
    if k < len(results.states):
        results.states[k] = s


@rule
def play_matches(series: Any, results: Any, memory: Any, first: int, thread: int, stride: int, quota: int) -> int:
    """Play matches `thread`, `thread + stride`, ... at random for up to `quota` steps. Return the number of steps.

    Row `k` of the results is match `first + k` of the series. Each iteration of the loop makes one step of any match.
    So the threads of a warp need not wait for each other at the end of every match.
    """
    s = memory.states[0]
    made, steps, now_ms, active = 0, 0, 0, 0
    k = thread - stride
    while True:
        is_idle = active == 0
        is_done = made >= quota or (is_idle and k + stride >= len(results.steps))
        common_step = synchronize_warp(is_idle, is_done)
        if common_step == STOP:
            break
        if is_done or (is_idle and common_step == PLAY_ON):
            continue
        if is_idle:
            k += stride
            begin_series_match(series, first + k, memory.states, 0, memory.generator, memory.rng)
            steps, now_ms = 0, 0
        now_ms = play_random_move(s, series.seats, memory, now_ms)
        steps += 1
        made += 1
        active = to_act(s)
        if active == 0 or steps == MAX_STEPS:
            write_result(s, results, k, steps if active == 0 else NEVER_ENDED)
            active = 0
    return made


def play_kernel(series: Any, first: int, quota: int, results: Any, steps_made: Any) -> None:
    """Play random matches in every thread's local memory. Write the number of steps of each thread to `steps_made`."""
    states = aligned.local.array(1, RECORD, RECORD_ALIGNMENT_BYTES)
    g = cuda.local.array(GENERATOR_WORDS, uint32)
    q = cuda.local.array(2, int64)
    buffer = cuda.local.array(ACTION_COUNT, ACTION_TYPE)
    memory = as_rule_arguments(MatchMemory(states, g, q, buffer))
    series, results = as_rule_arguments(series), as_rule_arguments(results)
    thread = cuda.grid(1)
    steps_made[thread] = play_matches(series, results, memory, first, thread, len(steps_made), quota)
