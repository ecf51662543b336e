"""The part of the kit that runs in compiled code, loaded once per game like `play_kernels.py`.

Work happens in six records: 0 the match, 1 and 2 copies, 3 to 5 resampled twins.
"""

from __future__ import annotations

from typing import Any

from dottable.core import chance, quick
from dottable.core.game import Knowledge, Rules
from dottable.core.refusals import ACCEPTED
from dottable.core.rule import big_rule, rule
from dottable.core.seats import CLOCK, has

RULES: Rules
KNOWLEDGE: Knowledge
PLAY: Any
ACTIONS: int
MAX_STEPS: int

game_legal, game_play, game_pieces = RULES.legal, RULES.play, RULES.pieces
game_observe, game_resample = KNOWLEDGE.observe, KNOWLEDGE.resample
game_refusal, game_play_out, game_random_action = PLAY.refusal, PLAY.play_out, PLAY.random_action
to_act, deadline, scores, returns = RULES.to_act, RULES.deadline, RULES.scores, RULES.returns
begin_indexed, random_seat = PLAY.begin_indexed, PLAY.random_seat

MATCH, COPY, SAVED, TWIN, TWIN_AGAIN, TRUTH_AGAIN = range(6)
RECORDS = 6
CODES = (
    "ok",
    "ends",
    "awaited",
    "clock",
    "legal-order",
    "reading",
    "refusals",
    "pieces",
    "determinism",
    "copies",
    "returns",
    "leak-tensor",
    "leak-legal",
    "leak-refusal",
    "leak-turn",
    "resample-honest",
    "resample-redraws",
    "resample-playable",
    "sampling",
)
OK, ENDS, AWAITED, CLOCK_RUNS, LEGAL_ORDER, READING, REFUSALS, PIECES, DETERMINISM, COPIES, RETURNS = range(11)
LEAK_TENSOR, LEAK_LEGAL, LEAK_REFUSAL, LEAK_TURN = 11, 12, 13, 14
RESAMPLE_HONEST, RESAMPLE_REDRAWS, RESAMPLE_PLAYABLE, SAMPLING = 15, 16, 17, 18
TRIES = 3
THOROUGH_STEPS = 64
SELDOM = 32
STEP, SEAT, ACTION, REDRAWN = range(4)


# The large functions of a game are compiled once and called here; inlined into every check they take minutes.


@big_rule
def legal(s: Any, seat: int, out: Any) -> int:
    return game_legal(s, seat, out)


@big_rule
def play(s: Any, seat: int, action: int, at_ms: int) -> None:
    game_play(s, seat, action, at_ms)


@big_rule
def pieces(s: Any, out: Any) -> None:
    game_pieces(s, out)


@big_rule
def observe(s: Any, seat: int, out: Any) -> None:
    game_observe(s, seat, out)


@big_rule
def resample(s: Any, seat: int, g: Any) -> None:
    game_resample(s, seat, g)


@big_rule
def refusal(s: Any, seat: int, action: int, at_ms: int, buffer: Any) -> int:
    return game_refusal(s, seat, action, at_ms, buffer)


@big_rule
def play_out(s: Any, q: Any, buffer: Any) -> int:
    return game_play_out(s, q, buffer)


@big_rule
def random_action(s: Any, seat: int, q: Any, buffer: Any) -> int:
    return game_random_action(s, seat, q, buffer)


@rule
def apply(states: Any, i: int, seat: int, action: int, at_ms: int, buffer: Any) -> int:
    """What `play_kernels.apply` does."""
    reason = refusal(states[i], seat, action, at_ms, buffer)
    if reason == ACCEPTED:
        play(states[i], seat, action, at_ms)
    return reason


@rule
def same(raw: Any, a: int, b: int) -> bool:
    """Whether two records are equal, word by word."""
    for k in range(raw.shape[1]):
        if raw[a, k] != raw[b, k]:
            return False
    return True


@rule
def same_pieces(s: Any, start: Any, now: Any) -> bool:
    now[:] = 0
    pieces(s, now)
    for k in range(len(now)):
        if now[k] != start[k]:
            return False
    return True


@rule
def check_legal(s: Any, seat: int, waiting: int, first: Any, again: Any) -> int:
    """Order, range and repeatability of one seat's list."""
    count = legal(s, seat, first)
    if count == 0:
        return AWAITED if has(waiting, seat) else OK
    for k in range(count):
        if first[k] < 0 or first[k] >= ACTIONS or (k > 0 and first[k] <= first[k - 1]):
            return LEGAL_ORDER
    if legal(s, seat, again) != count:
        return LEGAL_ORDER
    for k in range(count):
        if first[k] != again[k]:
            return LEGAL_ORDER
    return OK


@rule
def check_reading(states: Any, raw: Any, q: Any, first: Any, again: Any, tensor: Any, points: Any, detail: Any) -> int:
    """Every list is in order, and looking at a match changes nothing."""
    s = states[MATCH]
    states[SAVED] = states[MATCH]
    waiting = to_act(s)
    if has(waiting, CLOCK) != (deadline(s) >= 0):
        return CLOCK_RUNS
    for k in range(s.seats + 1):
        seat = k if k < s.seats else CLOCK
        detail[SEAT] = seat
        code = check_legal(s, seat, waiting, first, again)
        if code != OK:
            return code
    observe(s, quick.below(q, s.seats), tensor)
    scores(s, points)
    return OK if same(raw, MATCH, SAVED) else READING


@rule
def is_listed(s: Any, seat: int, action: int, buffer: Any) -> bool:
    for k in range(legal(s, seat, buffer)):
        if buffer[k] == action:
            return True
    return False


@rule
def check_refusals(states: Any, raw: Any, q: Any, now_ms: int, buffer: Any, detail: Any) -> int:
    """Random actions of random seats: refused ones change nothing, and only listed ones are accepted."""
    for _ in range(TRIES):
        seat = quick.below(q, states[MATCH].seats + 2) - 1
        action = quick.below(q, ACTIONS + 2) - 1
        detail[SEAT], detail[ACTION] = seat, action
        states[COPY] = states[MATCH]
        reason = apply(states, COPY, seat, action, now_ms, buffer)
        is_seat = seat >= 0 and seat < states[MATCH].seats
        listed = is_seat and to_act(states[MATCH]) != 0 and is_listed(states[MATCH], seat, action, buffer)
        if listed != (reason == ACCEPTED):
            return REFUSALS
        if reason != ACCEPTED and not same(raw, MATCH, COPY):
            return REFUSALS
    return OK


@rule
def check_leaks(states: Any, q: Any, seat: int, now_ms: int, first: Any, again: Any, tensors: Any, detail: Any) -> int:
    """What a seat gets to see is the same in the true state and in its resampled twin."""
    true, twin = states[MATCH], states[TWIN]
    if to_act(true) != to_act(twin) or deadline(true) != deadline(twin):
        return LEAK_TURN
    if seat < 0:
        return OK
    observe(true, seat, tensors[0])
    observe(twin, seat, tensors[1])
    for k in range(tensors.shape[1]):
        if tensors[0, k] != tensors[1, k]:
            return LEAK_TENSOR
    count = legal(true, seat, first)
    if legal(twin, seat, again) != count:
        return LEAK_LEGAL
    for k in range(count):
        if first[k] != again[k]:
            return LEAK_LEGAL
    for _ in range(TRIES):
        action = quick.below(q, ACTIONS)
        detail[ACTION] = action
        if refusal(true, seat, action, now_ms, first) != refusal(twin, seat, action, now_ms, again):
            return LEAK_REFUSAL
    return OK


@rule
def check_resample(states: Any, raw: Any, q: Any, seat: int, g: Any, generator: Any, redrawn: Any) -> int:
    """Resampling redraws chance and secrets, and only by what the seat knows and the generator."""
    for k in range(chance.KEY_WORDS):
        g[k] = quick.word(q)
    chance.start(generator, g)
    states[TWIN] = states[MATCH]
    resample(states[TWIN], seat, generator)
    for k in range(chance.KEY_WORDS):
        g[k] = quick.word(q)
    states[TWIN_AGAIN] = states[TWIN]
    states[TRUTH_AGAIN] = states[MATCH]
    chance.start(generator, g)
    resample(states[TWIN_AGAIN], seat, generator)
    chance.start(generator, g)
    resample(states[TRUTH_AGAIN], seat, generator)
    if not same(raw, TWIN_AGAIN, TRUTH_AGAIN):
        return RESAMPLE_HONEST
    same_key = True
    for k in range(chance.KEY_WORDS):
        same_key = same_key and states[TWIN].rng[k] == states[MATCH].rng[k]
    if same_key:
        return RESAMPLE_REDRAWS
    for k in range(len(states[TWIN].rng)):
        states[TWIN_AGAIN].rng[k] = states[TWIN].rng[k]
    redrawn[REDRAWN] += not same(raw, TWIN, TWIN_AGAIN)
    return OK


@rule
def check_step(states: Any, raw: Any, seat: int, action: int, now_ms: int) -> int:
    """A move on a copy leaves the match alone; the same move on the match gives the same bytes."""
    states[SAVED] = states[MATCH]
    states[COPY] = states[MATCH]
    play(states[COPY], seat, action, now_ms)
    if not same(raw, MATCH, SAVED):
        return COPIES
    play(states[MATCH], seat, action, now_ms)
    return OK if same(raw, MATCH, COPY) else DETERMINISM


@rule
def next_seat(s: Any, waiting: int, q: Any, buffer: Any) -> int:
    """Mostly an awaited seat; now and then the clock, or a seat that may interject."""
    dice = quick.below(q, 16)
    if dice == 0 and has(waiting, CLOCK):
        return CLOCK
    if dice <= 2:
        seat = quick.below(q, s.seats)
        if legal(s, seat, buffer) > 0:
            return seat
    return random_seat(waiting, s.seats, q)


@rule
def check_knowledge(
    states: Any,
    raw: Any,
    q: Any,
    now_ms: int,
    first: Any,
    again: Any,
    tensors: Any,
    start: Any,
    now: Any,
    g: Any,
    generator: Any,
    detail: Any,
) -> int:
    """All checks on what one seat, or a spectator, knows."""
    seat = quick.below(q, states[MATCH].seats + 1) - 1
    detail[SEAT] = seat
    code = check_resample(states, raw, q, seat, g, generator, detail)
    if code == OK:
        code = check_leaks(states, q, seat, now_ms, first, again, tensors, detail)
    if code == OK and not same_pieces(states[TWIN], start, now):
        code = RESAMPLE_PLAYABLE
    if code == OK and quick.below(q, 8) == 0:
        ended = play_out(states[TRUTH_AGAIN], q, first)
        if ended < 0 or not same_pieces(states[TRUTH_AGAIN], start, now):
            code = RESAMPLE_PLAYABLE
    return code


@rule
def check_match(
    states: Any,
    raw: Any,
    q: Any,
    first: Any,
    again: Any,
    tensors: Any,
    points: Any,
    start: Any,
    now: Any,
    g: Any,
    generator: Any,
    detail: Any,
) -> int:
    """Play one match that has begun; OK or the first broken property.

    The first steps are checked thoroughly, later ones now and then: matches may be thousands of steps long.
    """
    start[:] = 0
    pieces(states[MATCH], start)
    now_ms = 0
    for step in range(MAX_STEPS + 1):
        detail[STEP] = step
        waiting = to_act(states[MATCH])
        if step == MAX_STEPS and waiting != 0:
            return ENDS
        thorough = step < THOROUGH_STEPS or waiting == 0 or quick.below(q, SELDOM) == 0
        if thorough:
            code = check_reading(states, raw, q, first, again, tensors[0], points, detail)
            if code == OK:
                code = check_refusals(states, raw, q, now_ms, first, detail)
            if code == OK and quick.below(q, 4) == 0:
                code = check_knowledge(states, raw, q, now_ms, first, again, tensors, start, now, g, generator, detail)
            if code != OK:
                return code
        if waiting == 0:
            return OK
        now_ms += quick.below(q, 500)
        seat = next_seat(states[MATCH], waiting, q, first) if thorough else random_seat(waiting, states[MATCH].seats, q)
        action = random_action(states[MATCH], seat, q, first)
        detail[SEAT], detail[ACTION] = seat, action
        if seat == CLOCK:
            now_ms = max(now_ms, deadline(states[MATCH]))
        if not thorough:
            play(states[MATCH], seat, action, now_ms)
            continue
        if not is_listed(states[MATCH], seat, action, first):
            return SAMPLING
        code = check_step(states, raw, seat, action, now_ms)
        if code == OK and not same_pieces(states[MATCH], start, now):
            code = PIECES
        if code != OK:
            return code
    return ENDS


@rule
def check_returns(s: Any, out: Any) -> int:
    returns(s, out)
    total = 0.0
    for seat in range(s.seats):
        total += out[seat]
    return OK if abs(total) < 1e-3 else RETURNS


@rule
def check_many(
    states: Any,
    raw: Any,
    blank: Any,
    root: Any,
    index: int,
    count: int,
    seats: int,
    settings: Any,
    q: Any,
    first: Any,
    again: Any,
    tensors: Any,
    points: Any,
    utilities: Any,
    start: Any,
    now: Any,
    g: Any,
    generator: Any,
    detail: Any,
) -> int:
    """Check matches number index, index+1, ...; how many were whole. `detail` tells of the first that was not."""
    for k in range(count):
        begin_indexed(states, MATCH, blank, root, index + k, seats, settings, g, q)
        code = check_match(states, raw, q, first, again, tensors, points, start, now, g, generator, detail)
        if code == OK:
            code = check_returns(states[MATCH], utilities)
        if code != OK:
            detail[4] = code
            return k
    return count
