"""One compiled call a step for many matches of one game; loaded like `core/play_kernels.py`.

Every match has one seat to act. The clock moves by itself when nobody else is awaited, finished matches
start anew at once, and masks are kept by the few actions that change instead of being wiped.
"""

from __future__ import annotations

from typing import Any

from dottable.core import quick
from dottable.core.game import Knowledge, Rules
from dottable.core.refusals import ACCEPTED
from dottable.core.rule import big_rule, rule
from dottable.core.seats import CLOCK, everyone, nth

RULES: Rules
KNOWLEDGE: Knowledge
PLAY: Any

game_legal, game_play, game_observe, game_refusal = RULES.legal, RULES.play, KNOWLEDGE.observe, PLAY.refusal
game_begin, to_act, deadline, returns = PLAY.begin_indexed, RULES.to_act, RULES.deadline, RULES.returns
random_seat = PLAY.random_seat

NOBODY = -1


# The large functions of a game are compiled once and called here.


@big_rule
def legal(s: Any, seat: int, out: Any) -> int:
    return game_legal(s, seat, out)


@big_rule
def play(s: Any, seat: int, action: int, at_ms: int) -> None:
    game_play(s, seat, action, at_ms)


@big_rule
def observe(s: Any, seat: int, out: Any) -> None:
    game_observe(s, seat, out)


@big_rule
def refusal(s: Any, seat: int, action: int, at_ms: int, buffer: Any) -> int:
    return game_refusal(s, seat, action, at_ms, buffer)


@big_rule
def begin(states: Any, i: int, blank: Any, root: Any, index: int, seats: int, settings: Any, g: Any, q: Any) -> None:
    game_begin(states, i, blank, root, index, seats, settings, g, q)


@rule
def next_seat(states: Any, i: int, times: Any, q: Any, is_racing: int, buffer: Any) -> int:
    """Who acts next: in a race any of the awaited seats by chance, else the lowest; NOBODY when it is over."""
    s = states[i]
    while True:
        waiting = to_act(s)
        if waiting == 0:
            return NOBODY
        players = waiting & everyone(s.seats)
        if players != 0:
            return random_seat(players, s.seats, q) if is_racing else nth(players, 0)
        times[i] = max(deadline(s), times[i])
        legal(s, CLOCK, buffer)
        play(s, CLOCK, buffer[0], times[i])


@rule
def is_listed(listed: Any, count: int, action: int) -> bool:
    """Whether an action is in a list in ascending order."""
    low, high = 0, count
    while low < high:
        middle = (low + high) >> 1
        if listed[middle] < action:
            low = middle + 1
        else:
            high = middle
    return low < count and listed[low] == action


@rule
def show(states: Any, i: int, turns: Any, listed: Any, counts: Any, mask: Any, observations: Any) -> None:
    """Mask and observation of whoever acts next."""
    for k in range(counts[i]):
        mask[i, listed[i, k]] = 0
    counts[i] = legal(states[i], turns[i], listed[i])
    for k in range(counts[i]):
        mask[i, listed[i, k]] = 1
    observe(states[i], turns[i], observations[i])


@rule
def start(
    states: Any,
    i: int,
    turns: Any,
    times: Any,
    steps: Any,
    blank: Any,
    root: Any,
    index: int,
    seats: int,
    settings: Any,
    g: Any,
    luck: Any,
    is_racing: int,
    buffer: Any,
) -> None:
    """Start match number `index` of the series in place `i`."""
    begin(states, i, blank, root, index, seats, settings, g, luck[i])
    times[i] = 0
    steps[i] = 0
    turns[i] = next_seat(states, i, times, luck[i], is_racing, buffer)


@rule
def reset_all(
    states: Any,
    turns: Any,
    times: Any,
    steps: Any,
    blank: Any,
    root: Any,
    seats: int,
    settings: Any,
    g: Any,
    luck: Any,
    is_racing: int,
    buffer: Any,
    listed: Any,
    counts: Any,
    mask: Any,
    observations: Any,
) -> None:
    """Start a match in every place."""
    for i in range(len(states)):
        start(states, i, turns, times, steps, blank, root, i, seats, settings, g, luck, is_racing, buffer)
        show(states, i, turns, listed, counts, mask, observations)


@rule
def step_all(
    states: Any,
    turns: Any,
    times: Any,
    steps: Any,
    blank: Any,
    root: Any,
    started: int,
    seats: int,
    settings: Any,
    g: Any,
    luck: Any,
    is_racing: int,
    buffer: Any,
    listed: Any,
    counts: Any,
    mask: Any,
    observations: Any,
    actions: Any,
    most_steps: int,
    rewards: Any,
    terminations: Any,
    truncations: Any,
    reasons: Any,
) -> int:
    """One action in every match; how many have been started in all. A refused one changes nothing."""
    for i in range(len(states)):
        terminations[i] = 0
        truncations[i] = 0
        for seat in range(seats):
            rewards[i, seat] = 0.0
        if not is_listed(listed[i], counts[i], actions[i]):
            reasons[i] = refusal(states[i], turns[i], actions[i], times[i], buffer)
            continue
        reasons[i] = ACCEPTED
        play(states[i], turns[i], actions[i], times[i])
        steps[i] += 1
        turns[i] = next_seat(states, i, times, luck[i], is_racing, buffer)
        if turns[i] == NOBODY:
            terminations[i] = 1
            returns(states[i], rewards[i])
        elif steps[i] >= most_steps:
            truncations[i] = 1
        if terminations[i] or truncations[i]:
            start(states, i, turns, times, steps, blank, root, started, seats, settings, g, luck, is_racing, buffer)
            started += 1
        show(states, i, turns, listed, counts, mask, observations)
    return started


@rule
def sample_all(listed: Any, counts: Any, luck: Any, out: Any) -> None:
    """A random legal action in every match."""
    for i in range(len(counts)):
        out[i] = listed[i, quick.below(luck[i], counts[i])]
