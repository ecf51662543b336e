"""Whole matches between compiled policies, noted or not, loaded once per game like `core/play_kernels.py`.

Where players race, every seat acts after its own reaction time (see `bots/tempo.py`) and decides at that
moment; else the seats that are awaited together act in random order.
"""

from __future__ import annotations

from typing import Any

from dottable.bots.tempo import NOT_WAITING, next_in_time
from dottable.core.game import Policy, Rules, Tally
from dottable.core.rule import big_rule, rule
from dottable.core.seats import CLOCK
from dottable.lab.notes import (
    BINS,
    CHOICE_BINS,
    CHOICES,
    COMEBACK,
    DECISIONS,
    DEFICIT,
    FORCED,
    HALFWAY,
    LEAD_CHANGES,
    MARGIN,
    MS,
    OPENER,
    OWN,
    STEPS,
    WINNING_SIDES,
)

RULES: Rules
POLICY: Policy | None
TALLY: Tally | None
PLAY: Any
ACTIONS: int
MAX_STEPS: int

to_act, legal, play, deadline = RULES.to_act, RULES.legal, RULES.play, RULES.deadline
scores, returns = RULES.scores, RULES.returns
begin, begin_indexed = PLAY.begin, PLAY.begin_indexed
random_seat, random_action = PLAY.random_seat, PLAY.random_action

RANDOM, GREEDY = range(2)
NEVER_ENDED = -1
NOBODY = -1


@rule
def no_opener(s: Any) -> int:
    return NOBODY


@rule
def count_nothing(s: Any, seat: int, action: int, tally: Any) -> None:
    """A game without a tally."""


@rule
def own_side(s: Any, seat: int) -> int:
    """Everybody plays alone."""
    return seat


greedy = getattr(POLICY, "greedy", random_action)
side = getattr(TALLY, "side", own_side)
opener = getattr(TALLY, "opener", no_opener)
before = getattr(TALLY, "before", count_nothing)
after = getattr(TALLY, "after", count_nothing)
SIGN = -1 if getattr(TALLY, "LOWEST_WINS", False) else 1


@big_rule
def choose(s: Any, seat: int, policy: int, q: Any, buffer: Any) -> int:
    """What a policy does; the clock has no choice."""
    if policy == GREEDY and seat != CLOCK:
        return greedy(s, seat, q, buffer)
    return random_action(s, seat, q, buffer)


@rule
def leader(s: Any, points: Any, worst: Any) -> int:
    """The side that leads alone, or NOBODY; `worst` keeps how far each seat has ever been behind."""
    scores(s, points)
    best = SIGN * points[0]
    for seat in range(s.seats):
        best = max(best, SIGN * points[seat])
    first = NOBODY
    alone = True
    for seat in range(s.seats):
        behind = best - SIGN * points[seat]
        worst[seat] = max(worst[seat], behind)
        if behind == 0:
            alone = alone and (first == NOBODY or side(s, first) == side(s, seat))
            first = seat
    return side(s, first) if alone else NOBODY


@rule
def open_notes(s: Any, row: Any, worst: Any) -> None:
    row[:] = 0
    row[OPENER] = opener(s)
    for seat in range(s.seats):
        worst[seat] = 0


@big_rule
def note_before(s: Any, seat: int, action: int, buffer: Any, row: Any) -> None:
    """What a move says before it is made."""
    if seat != CLOCK:
        count = legal(s, seat, buffer)
        row[DECISIONS] += 1
        row[CHOICES] += count
        row[FORCED] += count == 1
        place = 0
        while count > 1 and place < BINS - 1:
            place, count = place + 1, count >> 1
        row[CHOICE_BINS + place] += 1
    before(s, seat, action, row[OWN:])


@big_rule
def note_after(s: Any, seat: int, action: int, step: int, row: Any, leaders: Any, points: Any, worst: Any) -> None:
    """What has come of it; `leaders` remembers who led after every move."""
    after(s, seat, action, row[OWN:])
    now = leader(s, points, worst)
    leaders[step] = now
    if now != NOBODY:
        # Until the match is closed this column holds the last leader plus 1: there may be a time without one.
        last = row[HALFWAY] - 1
        row[LEAD_CHANGES] += last != NOBODY and last != now
        row[HALFWAY] = now + 1


@rule
def close_notes(s: Any, steps: int, now_ms: int, row: Any, leaders: Any, points: Any, worst: Any, gains: Any) -> None:
    row[STEPS] = steps
    row[MS] = now_ms
    row[HALFWAY] = leaders[steps // 2 - 1] if steps > 1 else NOBODY
    returns(s, gains)
    scores(s, points)
    winner = 0
    for seat in range(s.seats):
        if gains[seat] > gains[winner]:
            winner = seat
    row[DEFICIT] = worst[winner]
    row[WINNING_SIDES] = 1
    row[COMEBACK] = row[HALFWAY] != NOBODY
    nearest = -1
    for seat in range(s.seats):
        if gains[seat] == gains[winner] and side(s, seat) == row[HALFWAY]:
            row[COMEBACK] = 0
        if side(s, seat) == side(s, winner):
            continue
        row[WINNING_SIDES] += gains[seat] == gains[winner] and is_first_of_side(s, seat)
        behind = SIGN * (points[winner] - points[seat])
        if nearest < 0 or behind < nearest:
            nearest = behind
    row[MARGIN] = max(nearest, 0)


@rule
def is_first_of_side(s: Any, seat: int) -> bool:
    for other in range(seat):
        if side(s, other) == side(s, seat):
            return False
    return True


@rule
def play_match(
    s: Any,
    policies: Any,
    is_timed: bool,
    is_noted: bool,
    medians_ms: Any,
    q: Any,
    buffer: Any,
    due_ms: Any,
    leaders: Any,
    points: Any,
    worst: Any,
    row: Any,
    gains: Any,
    moves: Any,
) -> int:
    """Play to the end; the number of steps, or NEVER_ENDED. `moves` gets as many as it has room for."""
    now_ms = 0
    for seat in range(s.seats):
        due_ms[seat] = NOT_WAITING
    if is_noted:
        open_notes(s, row, worst)
    for step in range(MAX_STEPS + 1):
        waiting = to_act(s)
        if waiting == 0:
            if is_noted:
                close_notes(s, step, now_ms, row, leaders, points, worst, gains)
            return step
        if step == MAX_STEPS:
            break
        if is_timed:
            seat = next_in_time(s.seats, waiting, deadline(s), now_ms, medians_ms, q, due_ms)
        else:
            seat = random_seat(waiting, s.seats, q)
        if seat == CLOCK:
            now_ms = max(deadline(s), now_ms)
        elif is_timed:
            now_ms = max(due_ms[seat], now_ms)
            due_ms[seat] = NOT_WAITING
        action = choose(s, seat, policies[seat] if seat != CLOCK else RANDOM, q, buffer)
        if step < len(moves):
            moves[step, 0], moves[step, 1], moves[step, 2] = seat, action, now_ms
        if is_noted:
            note_before(s, seat, action, buffer, row)
        play(s, seat, action, now_ms)
        if is_noted:
            note_after(s, seat, action, step, row, leaders, points, worst)
    return NEVER_ENDED


@rule
def play_series(
    work: Any,
    blank: Any,
    root: Any,
    first: int,
    seats: int,
    settings: Any,
    policies: Any,
    is_timed: bool,
    is_noted: bool,
    medians_ms: Any,
    g: Any,
    q: Any,
    buffer: Any,
    due_ms: Any,
    leaders: Any,
    points: Any,
    worst: Any,
    out_steps: Any,
    out_scores: Any,
    out_returns: Any,
    out_notes: Any,
    moves: Any,
) -> None:
    """Matches first, first+1, ... of a series, as many as `out_steps` has room for."""
    for k in range(len(out_steps)):
        begin_indexed(work, 0, blank, root, first + k, seats, settings, g, q)
        row = out_notes[k if is_noted else 0]
        out_steps[k] = play_match(
            work[0],
            policies,
            is_timed,
            is_noted,
            medians_ms,
            q,
            buffer,
            due_ms,
            leaders,
            points,
            worst,
            row,
            out_returns[k],
            moves,
        )
        scores(work[0], out_scores[k])
        returns(work[0], out_returns[k])


@rule
def note_moves(
    work: Any,
    blank: Any,
    key: Any,
    seats: int,
    settings: Any,
    moves: Any,
    buffer: Any,
    leaders: Any,
    points: Any,
    worst: Any,
    row: Any,
    gains: Any,
) -> None:
    """Note a match that was played elsewhere, from its seed and its moves (seat, action, ms)."""
    begin(work, 0, blank, key, seats, settings)
    s = work[0]
    open_notes(s, row, worst)
    now_ms = 0
    for step in range(len(moves)):
        seat, action, now_ms = moves[step, 0], moves[step, 1], moves[step, 2]
        note_before(s, seat, action, buffer, row)
        play(s, seat, action, now_ms)
        note_after(s, seat, action, step, row, leaders, points, worst)
    close_notes(s, len(moves), now_ms, row, leaders, points, worst, gains)
