"""Kernels that check whether a game keeps the contract, loaded once per game like `core/kernels/play_kernels.py`.

They work in six state records: the match, two copies of it, and three resampled states. A check returns 0 (ALL_HOLD) or
the code of the broken property; see `property_codes.py`.
"""

from __future__ import annotations

from typing import Any

from dottable.core.conformance import property_codes as codes
from dottable.core.conformance.kernel_arguments import (
    ACTION_INDEX,
    COPY_ROW,
    MATCH_ROW,
    PROPERTY_CODE_INDEX,
    REDRAWN_COUNT_INDEX,
    RESAMPLED_AGAIN_ROW,
    RESAMPLED_ROW,
    RESAMPLED_TWICE_ROW,
    SAVED_ROW,
    SEAT_INDEX,
    STEP_INDEX,
)
from dottable.core.contract import KnowledgeModule, RulesModule
from dottable.core.primitives import chance, fast_rng
from dottable.core.primitives.refusals import ACCEPTED
from dottable.core.primitives.rule import kernel, noinline_rule, rule
from dottable.core.primitives.seats import CLOCK, has_seat

RULES: RulesModule
KNOWLEDGE: KnowledgeModule
PLAY_KERNELS: Any
ACTION_COUNT: int
MAX_STEPS: int

game_legal, game_play, count_game_pieces = RULES.legal, RULES.play, RULES.count_pieces
game_observe, game_resample = KNOWLEDGE.observe, KNOWLEDGE.resample
game_refusal, game_play_out, game_random_action = (
    PLAY_KERNELS.refusal_code,
    PLAY_KERNELS.play_out,
    PLAY_KERNELS.random_action,
)
to_act, deadline, scores, returns = RULES.to_act, RULES.deadline, RULES.scores, RULES.returns
begin_series_match, random_seat = PLAY_KERNELS.begin_series_match, PLAY_KERNELS.random_seat

REFUSAL_TRIES = 3
"""Number of random actions that one check of refusals tries."""
FULLY_CHECKED_STEPS = 64
"""Number of steps at the start of a match that are checked in full.

Each later step is checked in full with probability 1 / LATE_CHECK_INTERVAL.
"""
LATE_CHECK_INTERVAL = 32
"""Mean number of steps between full checks late in a match: some random matches are thousands of steps long."""


# A game's large functions are compiled once and called: inlined into every check, they would compile for minutes.


@noinline_rule
def legal(s: Any, seat: int, out: Any) -> int:
    return game_legal(s, seat, out)


@noinline_rule
def play(s: Any, seat: int, action: int, at_ms: int) -> None:
    game_play(s, seat, action, at_ms)


@noinline_rule
def count_pieces(s: Any, out: Any) -> None:
    count_game_pieces(s, out)


@noinline_rule
def observe(s: Any, seat: int, out: Any) -> None:
    game_observe(s, seat, out)


@noinline_rule
def resample(s: Any, seat: int, g: Any) -> None:
    game_resample(s, seat, g)


@noinline_rule
def refusal_code(s: Any, seat: int, action: int, at_ms: int, buffer: Any) -> int:
    return game_refusal(s, seat, action, at_ms, buffer)


@noinline_rule
def play_out(s: Any, q: Any, buffer: Any) -> int:
    return game_play_out(s, q, buffer)


@noinline_rule
def random_action(s: Any, seat: int, q: Any, buffer: Any) -> int:
    return game_random_action(s, seat, q, buffer)


@rule
def are_equal(words: Any, a: int, b: int) -> bool:
    """Return whether records `a` and `b` have the same bytes. Row k of `words` holds record k as 64-bit words."""
    for k in range(words.shape[1]):
        if words[a, k] != words[b, k]:
            return False
    return True


@rule
def has_all_pieces(memory: Any, i: int) -> bool:
    """Return whether record number `i` has as many pieces of every kind as the match had at its start."""
    now = memory.pieces_now
    now[:] = 0
    count_pieces(memory.states[i], now)
    for k in range(len(now)):
        if now[k] != memory.pieces_at_start[k]:
            return False
    return True


@rule
def check_legal(memory: Any, seat: int, active: int) -> int:
    """Check one seat's list of legal actions: ascending, in range, repeatable.

    Return 0 or the code of the broken property.
    """
    s, first, again = memory.states[MATCH_ROW], memory.actions, memory.actions_again
    count = legal(s, seat, first)
    if count == 0:
        return codes.ACTIVE_SEAT_HAS_ACTION if has_seat(active, seat) else codes.ALL_HOLD
    for k in range(count):
        if first[k] < 0 or first[k] >= ACTION_COUNT or (k > 0 and first[k] <= first[k - 1]):
            return codes.LEGAL_IS_SORTED
    if legal(s, seat, again) != count:
        return codes.LEGAL_IS_SORTED
    for k in range(count):
        if first[k] != again[k]:
            return codes.LEGAL_IS_SORTED
    return codes.ALL_HOLD


@rule
def check_reading_changes_nothing(memory: Any) -> int:
    """Check every seat's legal actions, and that reading the state changes no byte. Return 0 or a property code."""
    states = memory.states
    s = states[MATCH_ROW]
    states[SAVED_ROW] = states[MATCH_ROW]
    active = to_act(s)
    if has_seat(active, CLOCK) != (deadline(s) >= 0):
        return codes.CLOCK_IS_ACTIVE_WITH_DEADLINE
    for k in range(s.seats + 1):
        seat = k if k < s.seats else CLOCK
        memory.detail[SEAT_INDEX] = seat
        code = check_legal(memory, seat, active)
        if code != codes.ALL_HOLD:
            return code
    observe(s, fast_rng.random_below(memory.rng, s.seats), memory.observations[0])
    scores(s, memory.scores)
    return codes.ALL_HOLD if are_equal(memory.words, MATCH_ROW, SAVED_ROW) else codes.READING_CHANGES_NOTHING


@rule
def is_listed_as_legal(s: Any, seat: int, action: int, buffer: Any) -> bool:
    """Return whether `legal` lists the action for the seat. `buffer` receives the list."""
    for k in range(legal(s, seat, buffer)):
        if buffer[k] == action:
            return True
    return False


@rule
def apply_to_copy(memory: Any, seat: int, action: int, now_ms: int) -> int:
    """Make a move on a copy of the match if it is legal. Return 0 (ACCEPTED) or the reason code of the refusal."""
    memory.states[COPY_ROW] = memory.states[MATCH_ROW]
    reason = refusal_code(memory.states[COPY_ROW], seat, action, now_ms, memory.actions)
    if reason == ACCEPTED:
        play(memory.states[COPY_ROW], seat, action, now_ms)
    return reason


@rule
def check_refusals(memory: Any, now_ms: int) -> int:
    """Try random actions of random seats. Only listed actions may be accepted. A refused action must change nothing.

    Return 0 or the code of the broken property.
    """
    s, detail = memory.states[MATCH_ROW], memory.detail
    for _ in range(REFUSAL_TRIES):
        seat = fast_rng.random_below(memory.rng, s.seats + 2) - 1
        action = fast_rng.random_below(memory.rng, ACTION_COUNT + 2) - 1
        detail[SEAT_INDEX], detail[ACTION_INDEX] = seat, action
        reason = apply_to_copy(memory, seat, action, now_ms)
        is_seat = seat >= 0 and seat < s.seats
        listed = is_seat and to_act(s) != 0 and is_listed_as_legal(s, seat, action, memory.actions)
        if listed != (reason == ACCEPTED):
            return codes.REFUSAL_CHANGES_NOTHING
        if reason != ACCEPTED and not are_equal(memory.words, MATCH_ROW, COPY_ROW):
            return codes.REFUSAL_CHANGES_NOTHING
    return codes.ALL_HOLD


@rule
def check_information_leaks(memory: Any, seat: int, now_ms: int) -> int:
    """Check that the seat sees the same in the true and in the resampled state. Return 0 or a property code."""
    true, resampled = memory.states[MATCH_ROW], memory.states[RESAMPLED_ROW]
    if to_act(true) != to_act(resampled) or deadline(true) != deadline(resampled):
        return codes.TURN_LEAKS_NOTHING
    if seat < 0:
        return codes.ALL_HOLD
    observations = memory.observations
    observe(true, seat, observations[0])
    observe(resampled, seat, observations[1])
    for k in range(observations.shape[1]):
        if observations[0, k] != observations[1, k]:
            return codes.OBSERVATION_LEAKS_NOTHING
    first, again = memory.actions, memory.actions_again
    count = legal(true, seat, first)
    if legal(resampled, seat, again) != count:
        return codes.LEGAL_ACTIONS_LEAK_NOTHING
    for k in range(count):
        if first[k] != again[k]:
            return codes.LEGAL_ACTIONS_LEAK_NOTHING
    for _ in range(REFUSAL_TRIES):
        action = fast_rng.random_below(memory.rng, ACTION_COUNT)
        memory.detail[ACTION_INDEX] = action
        if refusal_code(true, seat, action, now_ms, first) != refusal_code(resampled, seat, action, now_ms, again):
            return codes.REFUSAL_LEAKS_NOTHING
    return codes.ALL_HOLD


@rule
def draw_resampling_key(memory: Any) -> None:
    """Write a random ChaCha key of 8 words to the start of `memory.generator`."""
    for k in range(chance.KEY_WORDS):
        memory.generator[k] = fast_rng.next_word(memory.rng)


@rule
def resample_copy(memory: Any, source: int, target: int, seat: int) -> None:
    """Copy record `source` to record `target` (row indices) and resample the copy for the seat with the current key."""
    memory.states[target] = memory.states[source]
    chance.set_key(memory.resampling, memory.generator)
    resample(memory.states[target], seat, memory.resampling)


@rule
def check_resample(memory: Any, seat: int) -> int:
    """Check that resampling redraws chance, and depends only on the seat's knowledge and on the generator.

    Return 0 or a property code. Adds 1 to `detail[REDRAWN_COUNT_INDEX]` if more than the random key was redrawn.
    """
    draw_resampling_key(memory)
    resample_copy(memory, MATCH_ROW, RESAMPLED_ROW, seat)
    draw_resampling_key(memory)
    resample_copy(memory, RESAMPLED_ROW, RESAMPLED_TWICE_ROW, seat)
    resample_copy(memory, MATCH_ROW, RESAMPLED_AGAIN_ROW, seat)
    if not are_equal(memory.words, RESAMPLED_TWICE_ROW, RESAMPLED_AGAIN_ROW):
        return codes.RESAMPLE_USES_KNOWLEDGE_ONLY
    states = memory.states
    has_same_key = True
    for k in range(chance.KEY_WORDS):
        has_same_key = has_same_key and states[RESAMPLED_ROW].rng[k] == states[MATCH_ROW].rng[k]
    if has_same_key:
        return codes.RESAMPLE_REDRAWS_HIDDEN
    for k in range(len(states[RESAMPLED_ROW].rng)):
        states[RESAMPLED_TWICE_ROW].rng[k] = states[RESAMPLED_ROW].rng[k]
    memory.detail[REDRAWN_COUNT_INDEX] += not are_equal(memory.words, RESAMPLED_ROW, RESAMPLED_TWICE_ROW)
    return codes.ALL_HOLD


@rule
def check_move(memory: Any, seat: int, action: int, now_ms: int) -> int:
    """Play the move on a copy, then on the match. Both must end in the same bytes, and no piece may be lost.

    Return 0 or the code of the broken property.
    """
    states = memory.states
    states[SAVED_ROW] = states[MATCH_ROW]
    states[COPY_ROW] = states[MATCH_ROW]
    play(states[COPY_ROW], seat, action, now_ms)
    if not are_equal(memory.words, MATCH_ROW, SAVED_ROW):
        return codes.COPIES_ARE_INDEPENDENT
    play(states[MATCH_ROW], seat, action, now_ms)
    if not are_equal(memory.words, MATCH_ROW, COPY_ROW):
        return codes.PLAY_IS_DETERMINISTIC
    return codes.ALL_HOLD if has_all_pieces(memory, MATCH_ROW) else codes.PIECES_ARE_CONSERVED


@rule
def random_seat_with_actions(memory: Any, active: int) -> int:
    """Return a random seat of the bit mask `active`.

    Sometimes return the clock, or an inactive seat that has legal actions.
    """
    s = memory.states[MATCH_ROW]
    dice = fast_rng.random_below(memory.rng, 16)
    if dice == 0 and has_seat(active, CLOCK):
        return CLOCK
    if dice <= 2:
        seat = fast_rng.random_below(memory.rng, s.seats)
        if legal(s, seat, memory.actions) > 0:
            return seat
    return random_seat(active, s.seats, memory.rng)


@rule
def check_knowledge(memory: Any, now_ms: int) -> int:
    """Check observation, legal actions and resampling of a random seat or spectator. Return 0 or a property code."""
    seat = fast_rng.random_below(memory.rng, memory.states[MATCH_ROW].seats + 1) - 1
    memory.detail[SEAT_INDEX] = seat
    code = check_resample(memory, seat)
    if code == codes.ALL_HOLD:
        code = check_information_leaks(memory, seat, now_ms)
    if code == codes.ALL_HOLD and not has_all_pieces(memory, RESAMPLED_ROW):
        code = codes.RESAMPLED_STATE_IS_PLAYABLE
    if code == codes.ALL_HOLD and fast_rng.random_below(memory.rng, 8) == 0:
        steps = play_out(memory.states[RESAMPLED_AGAIN_ROW], memory.rng, memory.actions)
        if steps < 0 or not has_all_pieces(memory, RESAMPLED_AGAIN_ROW):
            code = codes.RESAMPLED_STATE_IS_PLAYABLE
    return code


@rule
def check_position(memory: Any, now_ms: int) -> int:
    """Check the present state: reads, refusals and, for one state in four, knowledge.

    Return 0 or the first broken property's code.
    """
    code = check_reading_changes_nothing(memory)
    if code == codes.ALL_HOLD:
        code = check_refusals(memory, now_ms)
    if code == codes.ALL_HOLD and fast_rng.random_below(memory.rng, 4) == 0:
        code = check_knowledge(memory, now_ms)
    return code


@rule
def check_match(memory: Any) -> int:
    """Play a match that has been set up by random moves and check it. Return 0 or the first broken property's code."""
    s, q, detail = memory.states[MATCH_ROW], memory.rng, memory.detail
    memory.pieces_at_start[:] = 0
    count_pieces(s, memory.pieces_at_start)
    now_ms = 0
    for step in range(MAX_STEPS + 1):
        detail[STEP_INDEX] = step
        active = to_act(s)
        if step == MAX_STEPS and active != 0:
            return codes.MATCH_ENDS
        is_full_check = step < FULLY_CHECKED_STEPS or active == 0 or fast_rng.random_below(q, LATE_CHECK_INTERVAL) == 0
        if is_full_check:
            code = check_position(memory, now_ms)
            if code != codes.ALL_HOLD:
                return code
        if active == 0:
            return codes.ALL_HOLD
        now_ms += fast_rng.random_below(q, 500)
        seat = random_seat_with_actions(memory, active) if is_full_check else random_seat(active, s.seats, q)
        action = random_action(s, seat, q, memory.actions)
        detail[SEAT_INDEX], detail[ACTION_INDEX] = seat, action
        if seat == CLOCK:
            now_ms = max(now_ms, deadline(s))
        if not is_full_check:
            play(s, seat, action, now_ms)
            continue
        if not is_listed_as_legal(s, seat, action, memory.actions):
            return codes.RANDOM_ACTION_IS_LEGAL
        code = check_move(memory, seat, action, now_ms)
        if code != codes.ALL_HOLD:
            return code
    return codes.MATCH_ENDS


@rule
def check_returns(memory: Any) -> int:
    """Check that the returns of all seats at the end add up to zero. Return 0 or the property code."""
    s = memory.states[MATCH_ROW]
    returns(s, memory.returns)
    total = 0.0
    for seat in range(s.seats):
        total += memory.returns[seat]
    return codes.ALL_HOLD if abs(total) < 1e-3 else codes.RETURNS_SUM_TO_ZERO


@kernel
def check_matches(series: Any, first: int, count: int, memory: Any) -> int:
    """Check matches `first`, `first` + 1, ... of a series. Return how many passed before the first that failed.

    `memory.detail` then holds the step, seat and action of the failure, and the code of the broken property.
    """
    for k in range(count):
        begin_series_match(series, first + k, memory.states, MATCH_ROW, memory.generator, memory.rng)
        code = check_match(memory)
        if code == codes.ALL_HOLD:
            code = check_returns(memory)
        if code != codes.ALL_HOLD:
            memory.detail[PROPERTY_CODE_INDEX] = code
            return k
    return count
