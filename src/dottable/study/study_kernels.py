"""Rollout kernels for reviews, loaded once per game like `bots/search/search_kernels.py`.

The value of a state is the mean outcome of each seat over rollouts: its win share and its points. All seats follow the
game's rollout policy, and future chance is redrawn for each rollout. A rollout ends with the match, or at the end of
the stage, where the game's `evaluate_stage_end` estimates the result.
"""

from __future__ import annotations

import sys
from typing import Any

from dottable.core.contract import KnowledgeModule, RulesModule, SamplePool
from dottable.core.primitives import chance, fast_rng
from dottable.core.primitives.rule import kernel, noinline_rule, rule
from dottable.core.primitives.seats import CLOCK, all_seats, nth_set_bit

RULES: RulesModule
KNOWLEDGE: KnowledgeModule
BOT: Any
PLAY_KERNELS: Any

SEARCH_KERNELS: Any = sys.modules[__name__.replace("_study_kernels_", "_search_kernels_", 1)]
"""The search kernels of the same game. `kernel_loader.py` loads them before this file."""

setup, to_act, legal, play = RULES.setup, RULES.to_act, RULES.legal, RULES.play
scores, returns = RULES.scores, RULES.returns
random_seat = PLAY_KERNELS.random_seat
stage_number, rollout_policy, sample_state = (
    SEARCH_KERNELS.stage_number,
    SEARCH_KERNELS.rollout_policy,
    SEARCH_KERNELS.sample_state,
)
evaluate_stage_end, evaluate_midstage = SEARCH_KERNELS.evaluate_stage_end, SEARCH_KERNELS.evaluate_midstage
make_clock_move, fill_search_pool = SEARCH_KERNELS.make_clock_move, SEARCH_KERNELS.fill_pool

ROOT, SAMPLED_STATE, PLAYED_STATE = 0, 1, 2
"""Indices of states in `SearchMemory.states`."""
NO_ACTION = -1
"""Stands for "no given action": the rollout policy makes the first move too."""
MAX_FORCED_MOVES = 8
"""Maximum number of forced moves, such as the next deal, at the start of a rollout."""


@rule
def rekey_only(s: Any, seat: int, g: Any) -> None:
    """Redraw future chance by rekeying the state's generator. Enough for a game without stored pile orders."""
    chance.rekey(s.rng, g)


redraw_future = BOT.redraw_chance if isinstance(BOT, SamplePool) else rekey_only


@rule
def has_one_move(s: Any, buffer: Any) -> bool:
    """Return whether exactly one seat may act, without a deadline, and has one legal action. Writes it to `buffer`."""
    active = to_act(s)
    players = active & all_seats(s.seats)
    if players == 0 or active != players or players & (players - 1) != 0:
        return False
    return legal(s, nth_set_bit(players, 0), buffer) == 1


@rule
def play_forced_moves(s: Any, now_ms: int, buffer: Any) -> None:
    """Play moves that have no alternative, such as the deal of the next round.

    So a state between two stages is valued at the end of the next stage, not at once.
    """
    for _ in range(MAX_FORCED_MOVES):
        if not has_one_move(s, buffer):
            return
        play(s, nth_set_bit(to_act(s), 0), buffer[0] & chance.WORD_MASK, now_ms)


@noinline_rule
def play_on_by_policy(s: Any, first_stage: int, now_ms: int, limit: int, q: Any, buffer: Any) -> None:
    """Play by the rollout policy to the end of the stage `first_stage`, or for at most `limit` steps."""
    for _ in range(limit):
        active = to_act(s)
        if active == 0 or stage_number(s) != first_stage:
            return
        # The masks change nothing; they show the compiler that no index is negative.
        seat = random_seat(active, s.seats, q) & CLOCK
        if seat == CLOCK:
            now_ms = make_clock_move(s, now_ms, buffer)
        else:
            play(s, seat, rollout_policy(s, seat, q, buffer) & chance.WORD_MASK, now_ms)


@noinline_rule
def write_win_shares(s: Any, first_stage: int, buffer: Any, out: Any) -> None:
    """Write every seat's share of the win: exact after the end of the match, else by the game's evaluation."""
    if to_act(s) == 0:
        returns(s, out)
    elif stage_number(s) != first_stage:
        evaluate_stage_end(s, out)
    else:
        evaluate_midstage(s, buffer, out)
    for seat in range(s.seats):
        out[seat] = min(max((1.0 + (s.seats - 1) * out[seat]) / s.seats, 0.0), 1.0)


@rule
def finish_rollout(s: Any, now_ms: int, limit: int, memory: Any, n: int, out: Any) -> None:
    """Roll out from a state to the end of its stage and write the outcome to row `n`: win shares, then points."""
    play_forced_moves(s, now_ms, memory.actions)
    first_stage = stage_number(s)
    play_on_by_policy(s, first_stage, now_ms, limit, memory.rng, memory.actions)
    write_win_shares(s, first_stage, memory.actions, memory.values)
    scores(s, memory.candidates)
    for seat in range(s.seats):
        out[n, seat] = memory.values[seat]
        out[n, s.seats + seat] = memory.candidates[seat]


@rule
def start_rollout(memory: Any, key: Any, n: int) -> None:
    """Seed both generators for rollout number `n`. The same key and number give the same random numbers."""
    key[0] = n
    chance.set_key(memory.generator, key)
    low = chance.next_word(memory.generator)
    fast_rng.set_seed(memory.rng, low, chance.next_word(memory.generator))


@kernel
def roll_out_state(settings: Any, memory: Any, key: Any, action: int, out: Any) -> None:
    """Write the outcome of every seat for rollouts from the root state, one row per rollout.

    Future chance is redrawn for each rollout. `settings.seat` first makes `action`, unless it is NO_ACTION.
    """
    for n in range(len(out)):
        start_rollout(memory, key, n)
        memory.states[PLAYED_STATE] = memory.states[ROOT]
        s = memory.states[PLAYED_STATE]
        redraw_future(s, 0, memory.generator)
        if action != NO_ACTION:
            play(s, settings.seat, action & chance.WORD_MASK, settings.now_ms)
        finish_rollout(s, settings.now_ms, settings.rollout_limit, memory, n, out)


@kernel
def roll_out_deals(settings: Any, memory: Any, key: Any, match_settings: Any, out: Any) -> None:
    """Write the outcome of every seat for rollouts from new deals, one row per rollout.

    Of the root state only the number of seats is used.
    """
    for n in range(len(out)):
        start_rollout(memory, key, n)
        memory.states[PLAYED_STATE] = memory.states[SAMPLED_STATE]
        s = memory.states[PLAYED_STATE]
        chance.rekey(s.rng, memory.generator)
        s.seats = memory.states[ROOT].seats
        setup(s, match_settings)
        finish_rollout(s, 0, settings.rollout_limit, memory, n, out)


@kernel
def redraw_and_play(settings: Any, memory: Any, key: Any, action: int, results: Any) -> None:
    """Fill `results` with copies of the root.

    In each, future chance is redrawn and then `action` is made (unless NO_ACTION).
    """
    for n in range(len(results)):
        start_rollout(memory, key, n)
        results[n] = memory.states[ROOT]
        s = results[n]
        redraw_future(s, 0, memory.generator)
        if action != NO_ACTION:
            play(s, settings.seat, action & chance.WORD_MASK, settings.now_ms)


@kernel
def fill_study_pool(arrays: Any, count: int, seat: int) -> None:
    """Fill the pool of likely states for a seat, by the same function as the tree search."""
    fill_search_pool(arrays, count, seat)


@kernel
def compare_with_policy(settings: Any, memory: Any, pool: Any, action: int, made: Any, policy: Any) -> None:
    """Roll out an action, and the rollout policy's own choice, in each sampled deal.

    Write the outcomes of every seat, one row per deal. Both rollouts of a deal share the sampled state and the random
    numbers. If the policy chooses the same action, both rows are equal.
    """
    states, q, seeds, seat = memory.states, memory.rng, memory.round_seeds, settings.seat
    for n in range(len(made)):
        sample_state(settings, memory, pool)
        seeds[0] = fast_rng.next_word(q)
        seeds[1] = fast_rng.next_word(q)
        for k in range(2):
            fast_rng.set_seed(q, seeds[0], seeds[1])
            states[PLAYED_STATE] = states[SAMPLED_STATE]
            s = states[PLAYED_STATE]
            usual = rollout_policy(s, seat, q, memory.actions) & chance.WORD_MASK
            play(s, seat, usual if k == 1 else action & chance.WORD_MASK, settings.now_ms)
            finish_rollout(s, settings.now_ms, settings.rollout_limit, memory, n, policy if k == 1 else made)
        fast_rng.set_seed(q, seeds[1], seeds[0])


@kernel
def compare_actions(settings: Any, memory: Any, pool: Any, actions: Any, values: Any, points: Any) -> None:
    """Roll out every action once in each sampled deal. Write the seat's win share and points: a row per deal.

    All actions of a row share the sampled state and the random numbers (common random numbers).
    """
    states, q, seeds = memory.states, memory.rng, memory.round_seeds
    first_stage = stage_number(states[ROOT])
    for n in range(len(values)):
        sample_state(settings, memory, pool)
        seeds[0] = fast_rng.next_word(q)
        seeds[1] = fast_rng.next_word(q)
        for k in range(len(actions)):
            fast_rng.set_seed(q, seeds[0], seeds[1])
            states[PLAYED_STATE] = states[SAMPLED_STATE]
            s = states[PLAYED_STATE]
            play(s, settings.seat, actions[k] & chance.WORD_MASK, settings.now_ms)
            play_on_by_policy(s, first_stage, settings.now_ms, settings.rollout_limit, q, memory.actions)
            write_win_shares(s, first_stage, memory.actions, memory.values)
            values[n, k] = memory.values[settings.seat]
            scores(s, memory.candidates)
            points[n, k] = memory.candidates[settings.seat]
        fast_rng.set_seed(q, seeds[1], seeds[0])
