"""Compiled functions over arrays of one game's state records, executed once per game by `kernel_loader.py`.

Functions that end in `_at` apply a rule to `states[i]`: from Python, passing an array and an index costs least.
Functions that end in `_batch` apply it to every record of an array. `q` is a fast random generator, `g` a ChaCha
generator, and `buffer` can hold all legal actions.
"""

from __future__ import annotations

from typing import Any

from dottable.core.contract import KnowledgeModule, OffTurnRefusal, RandomActionSampler, RulesModule
from dottable.core.primitives import chance, fast_rng
from dottable.core.primitives.refusals import (
    ACCEPTED,
    BEFORE_DEADLINE,
    MATCH_OVER,
    NO_SUCH_ACTION,
    NO_SUCH_SEAT,
    NOT_NOW,
    NOT_YOUR_TURN,
)
from dottable.core.primitives.rule import kernel, rule
from dottable.core.primitives.seats import CLOCK, all_seats, has_seat, nth_set_bit, popcount

RULES: RulesModule
KNOWLEDGE: KnowledgeModule
ACTION_COUNT: int
MAX_STEPS: int

setup, to_act, legal, play = RULES.setup, RULES.to_act, RULES.legal, RULES.play
why_not, deadline, scores, returns = RULES.why_not, RULES.deadline, RULES.scores, RULES.returns
count_pieces, observe, resample = RULES.count_pieces, KNOWLEDGE.observe, KNOWLEDGE.resample

MATCH_KEY_STREAM = 1
"""ChaCha stream number under which the keys of the matches of a series are derived."""
NEVER_ENDED = -1
"""Result of `play_out` in place of a step count, if the match did not end within MAX_STEPS."""


@kernel
def begin_match(states: Any, i: int, blank: Any, key: Any, seats: int, settings: Any) -> None:
    """Set up a match in `states[i]` from a ChaCha key. `settings` holds the options and the deck as integers."""
    states[i] = blank[0]
    s = states[i]
    chance.set_key(s.rng, key)
    s.seats = seats
    setup(s, settings)


@kernel
def to_act_at(states: Any, i: int) -> int:
    """Return the bit mask of the seats that may act in `states[i]`; 0 when the match is over."""
    return to_act(states[i])


@kernel
def legal_at(states: Any, i: int, seat: int, out: Any) -> int:
    """Write the seat's legal actions in `states[i]` to `out`, ascending, and return their number."""
    return legal(states[i], seat, out)


@kernel
def deadline_at(states: Any, i: int) -> int:
    """Return the match time in ms at which the clock acts in `states[i]`; -1 without a deadline."""
    return deadline(states[i])


@kernel
def returns_at(states: Any, i: int, out: Any) -> None:
    """Write every seat's return (zero-sum, -1 to 1) in `states[i]` to `out`."""
    returns(states[i], out)


@kernel
def scores_at(states: Any, i: int, out: Any) -> None:
    """Write every seat's points in `states[i]` to `out`."""
    scores(states[i], out)


@kernel
def observe_at(states: Any, i: int, seat: int, out: Any) -> None:
    """Write the seat's observation of `states[i]` to `out`."""
    observe(states[i], seat, out)


@kernel
def resample_at(states: Any, i: int, seat: int, g: Any) -> None:
    """Redraw in `states[i]` everything that the seat cannot know, with the ChaCha generator `g`."""
    resample(states[i], seat, g)


@rule
def default_off_turn_refusal(s: Any, seat: int) -> int:
    """Return the code NOT_YOUR_TURN: used by games without `off_turn_refusal`."""
    return NOT_YOUR_TURN


off_turn_refusal = RULES.off_turn_refusal if isinstance(RULES, OffTurnRefusal) else default_off_turn_refusal


@rule
def refusal_code(s: Any, seat: int, action: int, at_ms: int, buffer: Any) -> int:
    """Return 0 (ACCEPTED) if `legal` lists the action for the seat, else the reason code for refusing it."""
    active = to_act(s)
    if active == 0:
        return MATCH_OVER
    if (seat < 0 or seat >= s.seats) and seat != CLOCK:
        return NO_SUCH_SEAT
    if action < 0 or action >= ACTION_COUNT:
        return NO_SUCH_ACTION
    count = legal(s, seat, buffer)
    for k in range(count):
        if buffer[k] == action:
            return BEFORE_DEADLINE if seat == CLOCK and at_ms < deadline(s) else ACCEPTED
    if count == 0 and not has_seat(active, seat):
        return NOT_YOUR_TURN if seat == CLOCK else off_turn_refusal(s, seat)
    reason = why_not(s, seat, action)
    return reason if reason != ACCEPTED else NOT_NOW


@kernel
def refusal_at(states: Any, i: int, seat: int, action: int, at_ms: int, buffer: Any) -> int:
    """Return 0 (ACCEPTED) or the reason code for refusing the action in `states[i]`."""
    return refusal_code(states[i], seat, action, at_ms, buffer)


@kernel
def apply(states: Any, i: int, seat: int, action: int, at_ms: int, buffer: Any) -> int:
    """Make a move in `states[i]` if it is legal. Return 0 (ACCEPTED) or the reason code of the refusal."""
    reason = refusal_code(states[i], seat, action, at_ms, buffer)
    if reason == ACCEPTED:
        play(states[i], seat, action, at_ms)
    return reason


@rule
def random_seat(active: int, seats: int, q: Any) -> int:
    """Return a random seat of the bit mask `active`, or CLOCK if only the clock is in it."""
    players = active & all_seats(seats)
    if players == 0:
        return CLOCK
    if players & (players - 1) == 0:
        return nth_set_bit(players, 0)
    return nth_set_bit(players, fast_rng.random_below(q, popcount(players)))


@rule
def random_listed_action(s: Any, seat: int, q: Any, buffer: Any) -> int:
    """Return a uniformly random legal action of the seat, chosen from the full list."""
    count = legal(s, seat, buffer)
    return buffer[fast_rng.random_below(q, count) if count > 1 else 0]


random_action = RULES.random_action if isinstance(RULES, RandomActionSampler) else random_listed_action


@rule
def random_move(s: Any, q: Any, buffer: Any) -> int:
    """Return a random legal move as one integer: seat * ACTION_COUNT + action."""
    seat = random_seat(to_act(s), s.seats, q)
    return seat * ACTION_COUNT + random_action(s, seat, q, buffer)


@kernel
def random_move_at(states: Any, i: int, q: Any, buffer: Any) -> int:
    """Return a random legal move in `states[i]` as one integer: seat * ACTION_COUNT + action."""
    return random_move(states[i], q, buffer)


@rule
def play_out(s: Any, q: Any, buffer: Any) -> int:
    """Play random legal moves to the end of the match. Return the number of moves, or NEVER_ENDED after MAX_STEPS."""
    steps = 0
    now_ms = 0
    while True:
        active = to_act(s)
        if active == 0:
            return steps
        if steps == MAX_STEPS:
            return NEVER_ENDED
        # The masks change nothing; they show the compiler that no index is negative.
        seat = random_seat(active, s.seats, q) & CLOCK
        action = random_action(s, seat, q, buffer) & chance.WORD_MASK
        if seat == CLOCK:
            now_ms = max(deadline(s), now_ms)
        play(s, seat, action, now_ms)
        steps += 1


@kernel
def play_out_at(states: Any, i: int, q: Any, buffer: Any) -> int:
    """Play random legal moves in `states[i]` to the end. Return the number of moves, or NEVER_ENDED."""
    return play_out(states[i], q, buffer)


@kernel
def begin_series_match(series: Any, index: int, states: Any, i: int, g: Any, q: Any) -> None:
    """Set up match number `index` of a series in `states[i]`, and seed the fast generator `q` for it.

    Both depend only on the key of the series and on `index`. `g` is scratch memory.
    """
    chance.derive_keys(series.root, index, MATCH_KEY_STREAM, g)
    key = g[chance.BLOCK : chance.BLOCK + chance.KEY_WORDS]
    begin_match(states, i, series.blank, key, series.seats, series.settings)
    fast_rng.set_seed(q, g[chance.BLOCK + chance.KEY_WORDS], g[chance.BLOCK + chance.KEY_WORDS + 1])


@kernel
def play_many(series: Any, first: int, memory: Any, results: Any) -> None:
    """Play matches `first`, `first` + 1, ... of a series at random and fill one row of `results` for each."""
    for k in range(len(results.steps)):
        begin_series_match(series, first + k, memory.states, 0, memory.generator, memory.rng)
        s = memory.states[0]
        results.steps[k] = play_out(s, memory.rng, memory.actions)
        scores(s, results.scores[k])
        returns(s, results.returns[k])


@kernel
def reset_batch(series: Any, first: int, states: Any, times_ms: Any, only: Any, g: Any, q: Any) -> int:
    """Set up a new match in each `states[i]` with `only[i]` set. Return how many were set up.

    They get the series indices `first`, `first` + 1, ...
    """
    started = 0
    for i in range(len(states)):
        if only[i]:
            begin_series_match(series, first + started, states, i, g, q)
            times_ms[i] = 0
            started += 1
    return started


@kernel
def seats_to_act_batch(states: Any, out: Any) -> None:
    """Write to `out[i]` the lowest seat that may act in match i, CLOCK if only the clock may, or -1 if it is over."""
    for i in range(len(states)):
        active = to_act(states[i])
        out[i] = nth_set_bit(active, 0) if active else -1


@kernel
def legal_batch(states: Any, turns: Any, buffer: Any, mask: Any) -> None:
    """Write to row i of `mask` a 1 for every legal action of seat `turns[i]` in match i, else 0."""
    mask[:] = 0
    for i in range(len(states)):
        if turns[i] >= 0:
            for k in range(legal(states[i], turns[i], buffer)):
                mask[i, buffer[k]] = 1


@kernel
def random_actions_batch(states: Any, turns: Any, q: Any, buffer: Any, out: Any) -> None:
    """Write to `out[i]` a random legal action of seat `turns[i]` in match i; -1 where the match is over."""
    for i in range(len(states)):
        out[i] = -1
        if turns[i] >= 0:
            out[i] = random_action(states[i], turns[i], q, buffer)


@kernel
def step_batch(states: Any, turns: Any, times_ms: Any, actions: Any, buffer: Any, out: Any) -> None:
    """Make the move `actions[i]` in each match that is not over; write 0 or a reason code to `out[i]`, update `turns`.

    `times_ms` holds each match's virtual time. It advances to the deadline when only the clock is active.
    """
    for i in range(len(states)):
        out[i] = MATCH_OVER
        if turns[i] >= 0:
            if turns[i] == CLOCK:
                times_ms[i] = max(deadline(states[i]), times_ms[i])
            out[i] = apply(states, i, turns[i], actions[i], times_ms[i], buffer)
            active = to_act(states[i])
            turns[i] = nth_set_bit(active, 0) if active else -1


@kernel
def observe_batch(states: Any, turns: Any, out: Any) -> None:
    """Write to row i of `out` the observation of seat `turns[i]` in match i; zeros where the match is over."""
    for i in range(len(states)):
        if turns[i] >= 0 and turns[i] != CLOCK:
            observe(states[i], turns[i], out[i])
        else:
            out[i, :] = 0


@kernel
def outcome_batch(states: Any, out_scores: Any, out_returns: Any) -> None:
    """Write the present points and returns of every seat of every match to the two arrays."""
    for i in range(len(states)):
        scores(states[i], out_scores[i])
        returns(states[i], out_returns[i])
