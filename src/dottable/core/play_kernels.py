"""Compiled functions over arrays of one game's records; see `kernels.py` for how they are loaded.

From Python a call with (array, index) is the cheap one. Loops over many matches stay in here.
"""

from __future__ import annotations

from typing import Any

from dottable.core import chance, quick
from dottable.core.game import Knowledge, Rules
from dottable.core.refusals import (
    ACCEPTED,
    NO_SUCH_ACTION,
    NO_SUCH_SEAT,
    NOT_NOW,
    NOT_YOUR_TURN,
    OVER,
    TOO_EARLY,
)
from dottable.core.rule import rule
from dottable.core.seats import CLOCK, everyone, has, how_many, nth

RULES: Rules
KNOWLEDGE: Knowledge
ACTIONS: int
MAX_STEPS: int
SAMPLER: Any
WHY_WAIT: Any

setup, to_act, legal, play = RULES.setup, RULES.to_act, RULES.legal, RULES.play
why_not, deadline, scores, returns = RULES.why_not, RULES.deadline, RULES.scores, RULES.returns
pieces, observe, resample = RULES.pieces, KNOWLEDGE.observe, KNOWLEDGE.resample

MATCH_STREAM = 1
NEVER_ENDED = -1


@rule
def begin(states: Any, i: int, blank: Any, key: Any, seats: int, settings: Any) -> None:
    """Start match `i` from nothing but a key, a number of seats and settings."""
    states[i] = blank[0]
    s = states[i]
    chance.start(s.rng, key)
    s.seats = seats
    setup(s, settings)


@rule
def awaited(states: Any, i: int) -> int:
    return to_act(states[i])


@rule
def list_legal(states: Any, i: int, seat: int, out: Any) -> int:
    return legal(states[i], seat, out)


@rule
def time_limit(states: Any, i: int) -> int:
    return deadline(states[i])


@rule
def write_returns(states: Any, i: int, out: Any) -> None:
    returns(states[i], out)


@rule
def write_scores(states: Any, i: int, out: Any) -> None:
    scores(states[i], out)


@rule
def write_observation(states: Any, i: int, seat: int, out: Any) -> None:
    observe(states[i], seat, out)


@rule
def redraw_hidden(states: Any, i: int, seat: int, g: Any) -> None:
    resample(states[i], seat, g)


@rule
def not_your_turn(s: Any, seat: int) -> int:
    return NOT_YOUR_TURN


why_wait = not_your_turn if WHY_WAIT is None else WHY_WAIT


@rule
def refusal(s: Any, seat: int, action: int, at_ms: int, buffer: Any) -> int:
    """Why a move is refused, or ACCEPTED. `legal` decides; the rest only finds the words."""
    waiting = to_act(s)
    if waiting == 0:
        return OVER
    if (seat < 0 or seat >= s.seats) and seat != CLOCK:
        return NO_SUCH_SEAT
    if action < 0 or action >= ACTIONS:
        return NO_SUCH_ACTION
    count = legal(s, seat, buffer)
    for k in range(count):
        if buffer[k] == action:
            return TOO_EARLY if seat == CLOCK and at_ms < deadline(s) else ACCEPTED
    if count == 0 and not has(waiting, seat):
        return NOT_YOUR_TURN if seat == CLOCK else why_wait(s, seat)
    reason = why_not(s, seat, action)
    return reason if reason != ACCEPTED else NOT_NOW


@rule
def check(states: Any, i: int, seat: int, action: int, at_ms: int, buffer: Any) -> int:
    return refusal(states[i], seat, action, at_ms, buffer)


@rule
def apply(states: Any, i: int, seat: int, action: int, at_ms: int, buffer: Any) -> int:
    """Make a move if it is legal; otherwise change nothing and say why."""
    reason = refusal(states[i], seat, action, at_ms, buffer)
    if reason == ACCEPTED:
        play(states[i], seat, action, at_ms)
    return reason


@rule
def random_seat(waiting: int, seats: int, q: Any) -> int:
    """One of the awaited seats; the clock only when nobody else is."""
    players = waiting & everyone(seats)
    if players == 0:
        return CLOCK
    if players & (players - 1) == 0:
        return nth(players, 0)
    return nth(players, quick.below(q, how_many(players)))


@rule
def listed_action(s: Any, seat: int, q: Any, buffer: Any) -> int:
    """A uniformly random legal action, by listing them all."""
    count = legal(s, seat, buffer)
    return buffer[quick.below(q, count) if count > 1 else 0]


random_action = listed_action if SAMPLER is None else SAMPLER


@rule
def random_move(s: Any, q: Any, buffer: Any) -> int:
    """The seat and action of a uniformly random move, as seat * ACTIONS + action."""
    seat = random_seat(to_act(s), s.seats, q)
    return seat * ACTIONS + random_action(s, seat, q, buffer)


@rule
def choose_random(states: Any, i: int, q: Any, buffer: Any) -> int:
    return random_move(states[i], q, buffer)


@rule
def play_out(s: Any, q: Any, buffer: Any) -> int:
    """Play random legal moves to the end; the number of steps, or NEVER_ENDED."""
    steps = 0
    now_ms = 0
    while True:
        waiting = to_act(s)
        if waiting == 0:
            return steps
        if steps == MAX_STEPS:
            return NEVER_ENDED
        # The masks change nothing; they show the compiler that no index is negative.
        seat = random_seat(waiting, s.seats, q) & CLOCK
        action = random_action(s, seat, q, buffer) & chance.WORD
        if seat == CLOCK:
            now_ms = max(deadline(s), now_ms)
        play(s, seat, action, now_ms)
        steps += 1


@rule
def play_out_at(states: Any, i: int, q: Any, buffer: Any) -> int:
    return play_out(states[i], q, buffer)


@rule
def begin_indexed(
    states: Any, i: int, blank: Any, root: Any, index: int, seats: int, settings: Any, g: Any, q: Any
) -> None:
    """Start match number `index` of a series; the same whatever worker does it, and its policy's luck too."""
    chance.derive(root, index, MATCH_STREAM, g)
    begin(states, i, blank, g[chance.BLOCK : chance.BLOCK + chance.KEY_WORDS], seats, settings)
    quick.start(q, g[chance.BLOCK + chance.KEY_WORDS], g[chance.BLOCK + chance.KEY_WORDS + 1])


@rule
def play_many(
    work: Any,
    blank: Any,
    root: Any,
    first: int,
    seats: int,
    settings: Any,
    g: Any,
    q: Any,
    buffer: Any,
    out_steps: Any,
    out_scores: Any,
    out_returns: Any,
) -> None:
    """Play matches first, first+1, ... of a series at random, as many as `out_steps` has room for."""
    for k in range(len(out_steps)):
        begin_indexed(work, 0, blank, root, first + k, seats, settings, g, q)
        out_steps[k] = play_out(work[0], q, buffer)
        scores(work[0], out_scores[k])
        returns(work[0], out_returns[k])


@rule
def reset_batch(
    states: Any, times: Any, blank: Any, root: Any, first: int, seats: int, settings: Any, g: Any, q: Any, only: Any
) -> int:
    """Start every match that `only` marks, numbered on from `first`; how many were started."""
    started = 0
    for i in range(len(states)):
        if only[i]:
            begin_indexed(states, i, blank, root, first + started, seats, settings, g, q)
            times[i] = 0
            started += 1
    return started


@rule
def turns_batch(states: Any, out: Any) -> None:
    """Who acts next in each match: the lowest awaited seat, CLOCK if only it, -1 when over."""
    for i in range(len(states)):
        waiting = to_act(states[i])
        out[i] = nth(waiting, 0) if waiting else -1


@rule
def legal_batch(states: Any, turns: Any, buffer: Any, mask: Any) -> None:
    """A dense mask of the legal actions of whoever acts next in each match."""
    mask[:] = 0
    for i in range(len(states)):
        if turns[i] >= 0:
            for k in range(legal(states[i], turns[i], buffer)):
                mask[i, buffer[k]] = 1


@rule
def random_batch(states: Any, turns: Any, q: Any, buffer: Any, out: Any) -> None:
    """A random legal action for whoever acts next in each match; -1 where it is over."""
    for i in range(len(states)):
        out[i] = -1
        if turns[i] >= 0:
            out[i] = random_action(states[i], turns[i], q, buffer)


@rule
def step_batch(states: Any, turns: Any, times: Any, actions: Any, buffer: Any, out: Any) -> None:
    """One move in each match that is not over; `out` gets the reason codes, `turns` who is next.

    `times` is the virtual time of each match: it goes on only when nobody but the clock is awaited.
    """
    for i in range(len(states)):
        out[i] = OVER
        if turns[i] >= 0:
            if turns[i] == CLOCK:
                times[i] = max(deadline(states[i]), times[i])
            out[i] = apply(states, i, turns[i], actions[i], times[i], buffer)
            waiting = to_act(states[i])
            turns[i] = nth(waiting, 0) if waiting else -1


@rule
def observe_batch(states: Any, turns: Any, out: Any) -> None:
    """What whoever acts next knows, match by match; rows of finished matches become zero."""
    for i in range(len(states)):
        if turns[i] >= 0 and turns[i] != CLOCK:
            observe(states[i], turns[i], out[i])
        else:
            out[i, :] = 0


@rule
def outcome_batch(states: Any, out_scores: Any, out_returns: Any) -> None:
    """Scores and returns of every match as it stands."""
    for i in range(len(states)):
        scores(states[i], out_scores[i])
        returns(states[i], out_returns[i])
