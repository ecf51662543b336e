"""Kernels of SelfPlayEnv: one call steps all matches. Loaded per game like `core/kernels/play_kernels.py`.

Every match has one seat to act. The clock moves automatically when no seat can act, and finished matches restart at
once. Masks change only at the old and new legal actions, which is faster than clearing them.

Functions called from Python (`reset_all`, `step_all`, `sample_actions_of_all`) take plain tuples and name their fields
inside. Numba unboxes a plain tuple several times as fast as a NamedTuple, which matters for small batches.
"""

from __future__ import annotations

from typing import Any

from dottable.core.contract import KnowledgeModule, RulesModule
from dottable.core.kernels.kernel_arguments import SeriesInput
from dottable.core.primitives import fast_rng
from dottable.core.primitives.refusals import ACCEPTED
from dottable.core.primitives.rule import noinline_rule, rule
from dottable.core.primitives.seats import CLOCK, all_seats, nth_set_bit
from dottable.research.kernel_arguments import (
    MatchScratchArrays,
    SeatToActArrays,
    SelfPlayEnvArrays,
    SelfPlayEnvConfig,
    SelfPlayResultArrays,
)

RULES: RulesModule
KNOWLEDGE: KnowledgeModule
PLAY_KERNELS: Any

game_legal, game_play, game_observe, game_refusal = (
    RULES.legal,
    RULES.play,
    KNOWLEDGE.observe,
    PLAY_KERNELS.refusal_code,
)
begin_series_match, to_act, deadline, returns = (
    PLAY_KERNELS.begin_series_match,
    RULES.to_act,
    RULES.deadline,
    RULES.returns,
)
random_seat = PLAY_KERNELS.random_seat

NO_SEAT = -1


# These wrappers are compiled once, so that a game's large functions are not inlined at every call.


@noinline_rule
def legal(s: Any, seat: int, out: Any) -> int:
    return game_legal(s, seat, out)


@noinline_rule
def play(s: Any, seat: int, action: int, at_ms: int) -> None:
    game_play(s, seat, action, at_ms)


@noinline_rule
def observe(s: Any, seat: int, out: Any) -> None:
    game_observe(s, seat, out)


@noinline_rule
def refusal_code(s: Any, seat: int, action: int, at_ms: int, buffer: Any) -> int:
    return game_refusal(s, seat, action, at_ms, buffer)


@noinline_rule
def begin_match(series: Any, matches: Any, scratch: Any, i: int, index: int) -> None:
    begin_series_match(series, index, matches.states, i, scratch.generator, matches.rngs[i])


@rule
def next_seat(matches: Any, scratch: Any, i: int, has_races: bool) -> int:
    """Return the seat to act: a random active seat in games with races, else the lowest; NO_SEAT at the end."""
    s = matches.states[i]
    while True:
        active = to_act(s)
        if active == 0:
            return NO_SEAT
        players = active & all_seats(s.seats)
        if players != 0:
            return random_seat(players, s.seats, matches.rngs[i]) if has_races else nth_set_bit(players, 0)
        matches.times_ms[i] = max(deadline(s), matches.times_ms[i])
        legal(s, CLOCK, scratch.actions)
        play(s, CLOCK, scratch.actions[0], matches.times_ms[i])


@rule
def is_in_sorted_list(actions: Any, count: int, action: int) -> bool:
    """Return whether an action is in the first `count` entries of an ascending list, by binary search."""
    low, high = 0, count
    while low < high:
        middle = (low + high) >> 1
        if actions[middle] < action:
            low = middle + 1
        else:
            high = middle
    return low < count and actions[low] == action


@rule
def write_seat_to_act_arrays(matches: Any, actors: Any, i: int) -> None:
    """Write the mask, the legal actions and the observation of the seat to act in match `i`."""
    actions, counts, mask = actors.legal_actions, actors.legal_counts, actors.action_mask
    s, seat = matches.states[i], matches.seats_to_act[i]
    for k in range(counts[i]):
        mask[i, actions[i, k]] = 0
    counts[i] = legal(s, seat, actions[i])
    for k in range(counts[i]):
        mask[i, actions[i, k]] = 1
    observe(s, seat, actors.observations[i])


@rule
def start_match(series: Any, config: Any, matches: Any, scratch: Any, i: int, index: int) -> None:
    """Start match number `index` of the series in row `i`."""
    begin_match(series, matches, scratch, i, index)
    matches.times_ms[i] = 0
    matches.steps[i] = 0
    matches.seats_to_act[i] = next_seat(matches, scratch, i, config.has_races)


@rule
def reset_all(series: Any, config: Any, matches: Any, actors: Any, scratch: Any) -> None:
    """Start matches 0, 1, ... of the series, one in every row."""
    series, config, matches = SeriesInput(*series), SelfPlayEnvConfig(*config), SelfPlayEnvArrays(*matches)
    actors, scratch = SeatToActArrays(*actors), MatchScratchArrays(*scratch)
    for i in range(len(matches.states)):
        start_match(series, config, matches, scratch, i, i)
        write_seat_to_act_arrays(matches, actors, i)


@rule
def play_action(config: Any, matches: Any, scratch: Any, i: int, action: int) -> None:
    """Play a legal action of the seat to act in match `i`, and set the next seat to act."""
    play(matches.states[i], matches.seats_to_act[i], action, matches.times_ms[i])
    matches.steps[i] += 1
    matches.seats_to_act[i] = next_seat(matches, scratch, i, config.has_races)


@rule
def write_match_end(matches: Any, results: Any, i: int, max_steps: int) -> bool:
    """Write termination with the returns, or truncation. Return whether match `i` has ended."""
    if matches.seats_to_act[i] == NO_SEAT:
        results.terminations[i] = 1
        returns(matches.states[i], results.rewards[i])
        return True
    if matches.steps[i] >= max_steps:
        results.truncations[i] = 1
        return True
    return False


@rule
def step_all(
    series: Any, config: Any, matches: Any, actors: Any, results: Any, scratch: Any, actions: Any, started: int
) -> int:
    """Play one action in every match. A refused action changes nothing. Return the number of matches started so far.

    `started` is that number before the call.
    """
    series, config, matches = SeriesInput(*series), SelfPlayEnvConfig(*config), SelfPlayEnvArrays(*matches)
    actors, results, scratch = SeatToActArrays(*actors), SelfPlayResultArrays(*results), MatchScratchArrays(*scratch)
    for i in range(len(matches.states)):
        results.terminations[i] = 0
        results.truncations[i] = 0
        for seat in range(series.seats):
            results.rewards[i, seat] = 0.0
        if not is_in_sorted_list(actors.legal_actions[i], actors.legal_counts[i], actions[i]):
            s, seat, now_ms = matches.states[i], matches.seats_to_act[i], matches.times_ms[i]
            results.reasons[i] = refusal_code(s, seat, actions[i], now_ms, scratch.actions)
            continue
        results.reasons[i] = ACCEPTED
        play_action(config, matches, scratch, i, actions[i])
        if write_match_end(matches, results, i, config.max_steps):
            start_match(series, config, matches, scratch, i, started)
            started += 1
        write_seat_to_act_arrays(matches, actors, i)
    return started


@rule
def sample_actions_of_all(actors: Any, rngs: Any, out: Any) -> None:
    """Write a uniformly random legal action for every match."""
    actors = SeatToActArrays(*actors)
    for i in range(len(out)):
        out[i] = actors.legal_actions[i, fast_rng.random_below(rngs[i], actors.legal_counts[i])]
