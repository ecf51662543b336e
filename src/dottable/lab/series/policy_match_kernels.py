"""Kernels that play whole matches between compiled policies, with or without statistics.

Like `core/kernels/play_kernels.py`, this file is loaded once per game. In games with races every seat acts after its
own reaction time (`bots/timing/reaction_time.py`). In other games, seats that may act at the same time act in random
order.
"""

from __future__ import annotations

from typing import Any

from dottable.bots.timing.reaction_time import NOT_DUE, earliest_due_seat
from dottable.core.contract import RulesModule, Teams
from dottable.core.kernels.kernel_arguments import SeriesInput
from dottable.core.primitives.rule import kernel, noinline_rule, rule
from dottable.core.primitives.seats import CLOCK
from dottable.lab.series.kernel_arguments import MatchWorkspace, SeatPolicies, SeriesOutput
from dottable.lab.statistics.statistics_columns import (
    CHOICE_BIN_COUNT,
    CHOICES_COLUMN,
    COMEBACK_COLUMN,
    DECISIONS_COLUMN,
    DEFICIT_COLUMN,
    DURATION_MS_COLUMN,
    FIRST_CHOICE_BIN_COLUMN,
    FIRST_GAME_COLUMN,
    FORCED_COLUMN,
    HALFWAY_LEADER_COLUMN,
    LEAD_CHANGES_COLUMN,
    MARGIN_COLUMN,
    OPENER_COLUMN,
    STEPS_COLUMN,
    WINNING_SIDES_COLUMN,
)

RULES: RulesModule
BOT: Any
STATISTICS: Any
PLAY_KERNELS: Any
ACTION_COUNT: int
MAX_STEPS: int

to_act, legal, play, deadline = RULES.to_act, RULES.legal, RULES.play, RULES.deadline
scores, returns = RULES.scores, RULES.returns
begin_match, begin_series_match = PLAY_KERNELS.begin_match, PLAY_KERNELS.begin_series_match
random_seat, random_action = PLAY_KERNELS.random_seat, PLAY_KERNELS.random_action

RANDOM_POLICY, GREEDY_POLICY = range(2)
NEVER_ENDED = -1
NOBODY = -1


@rule
def default_opening_seat(s: Any) -> int:
    return NOBODY


@rule
def count_nothing(s: Any, seat: int, action: int, counts: Any) -> None:
    """Do nothing. Default for a game without statistics."""


@rule
def seat_as_own_team(s: Any, seat: int) -> int:
    """Return the seat itself, which is its own side in a game without teams."""
    return seat


greedy = BOT.greedy if BOT is not None else random_action
team_of_seat = STATISTICS.team_of_seat if isinstance(STATISTICS, Teams) else seat_as_own_team
opening_seat = STATISTICS.opening_seat if STATISTICS is not None else default_opening_seat
count_before_move = STATISTICS.count_before_move if STATISTICS is not None else count_nothing
count_after_move = STATISTICS.count_after_move if STATISTICS is not None else count_nothing
SCORE_SIGN = -1 if STATISTICS is not None and STATISTICS.LOWEST_WINS else 1


@noinline_rule
def choose_by_policy(s: Any, seat: int, policy: int, q: Any, buffer: Any) -> int:
    """Return the action of a seat's policy. The clock always acts at random."""
    if policy == GREEDY_POLICY and seat != CLOCK:
        return greedy(s, seat, q, buffer)
    return random_action(s, seat, q, buffer)


@rule
def sole_leader(s: Any, points: Any, deficits: Any) -> int:
    """Return the side in the sole lead, or NOBODY. Also update every seat's points and largest deficit."""
    scores(s, points)
    best = SCORE_SIGN * points[0]
    for seat in range(s.seats):
        best = max(best, SCORE_SIGN * points[seat])
    first = NOBODY
    is_sole = True
    for seat in range(s.seats):
        behind = best - SCORE_SIGN * points[seat]
        deficits[seat] = max(deficits[seat], behind)
        if behind == 0:
            is_sole = is_sole and (first == NOBODY or team_of_seat(s, first) == team_of_seat(s, seat))
            first = seat
    return team_of_seat(s, first) if is_sole else NOBODY


@rule
def start_statistics(s: Any, row: Any, workspace: MatchWorkspace) -> None:
    """Reset the statistics of a match that has just been set up."""
    row[:] = 0
    row[OPENER_COLUMN] = opening_seat(s)
    for seat in range(s.seats):
        workspace.deficits[seat] = 0


@noinline_rule
def record_before_move(s: Any, seat: int, action: int, buffer: Any, row: Any) -> None:
    """Record what depends on the state before a move: the number of choices, and the game's own counts."""
    if seat != CLOCK:
        count = legal(s, seat, buffer)
        row[DECISIONS_COLUMN] += 1
        row[CHOICES_COLUMN] += count
        row[FORCED_COLUMN] += count == 1
        bin_index = 0
        while count > 1 and bin_index < CHOICE_BIN_COUNT - 1:
            bin_index, count = bin_index + 1, count >> 1
        row[FIRST_CHOICE_BIN_COLUMN + bin_index] += 1
    count_before_move(s, seat, action, row[FIRST_GAME_COLUMN:])


@noinline_rule
def record_after_move(
    s: Any, seat: int, action: int, step: int, row: Any, leaders: Any, points: Any, deficits: Any
) -> None:
    """Record what depends on the state after a move: the leader, and the game's own counts."""
    count_after_move(s, seat, action, row[FIRST_GAME_COLUMN:])
    leader = sole_leader(s, points, deficits)
    leaders[step] = leader
    if leader != NOBODY:
        # Until the match ends, this column holds the last sole leader plus 1. Ties in between do not reset it.
        last = row[HALFWAY_LEADER_COLUMN] - 1
        row[LEAD_CHANGES_COLUMN] += last != NOBODY and last != leader
        row[HALFWAY_LEADER_COLUMN] = leader + 1


@rule
def finish_statistics(s: Any, steps: int, now_ms: int, row: Any, workspace: MatchWorkspace) -> None:
    """Record the end of a match: length, winner, margin and comeback."""
    row[STEPS_COLUMN] = steps
    row[DURATION_MS_COLUMN] = now_ms
    row[HALFWAY_LEADER_COLUMN] = workspace.leaders[steps // 2 - 1] if steps > 1 else NOBODY
    returns(s, workspace.returns)
    scores(s, workspace.points)
    winner = 0
    for seat in range(s.seats):
        if workspace.returns[seat] > workspace.returns[winner]:
            winner = seat
    row[DEFICIT_COLUMN] = workspace.deficits[winner]
    row[WINNING_SIDES_COLUMN] = 1
    row[COMEBACK_COLUMN] = row[HALFWAY_LEADER_COLUMN] != NOBODY
    nearest = -1
    for seat in range(s.seats):
        has_won = workspace.returns[seat] == workspace.returns[winner]
        if has_won and team_of_seat(s, seat) == row[HALFWAY_LEADER_COLUMN]:
            row[COMEBACK_COLUMN] = 0
        if team_of_seat(s, seat) == team_of_seat(s, winner):
            continue
        row[WINNING_SIDES_COLUMN] += has_won and is_first_of_team(s, seat)
        behind = SCORE_SIGN * (workspace.points[winner] - workspace.points[seat])
        if nearest < 0 or behind < nearest:
            nearest = behind
    row[MARGIN_COLUMN] = max(nearest, 0)


@rule
def is_first_of_team(s: Any, seat: int) -> bool:
    """Return whether no lower seat is on the same side."""
    for other in range(seat):
        if team_of_seat(s, other) == team_of_seat(s, seat):
            return False
    return True


@rule
def next_seat(s: Any, waiting: int, now_ms: int, seats: SeatPolicies, workspace: MatchWorkspace) -> int:
    """Return the seat that acts next: the earliest in virtual time, or a random active seat in games without races."""
    if seats.is_timed:
        return earliest_due_seat(
            s.seats, waiting, deadline(s), now_ms, seats.medians_ms, workspace.fast_rng, workspace.due_ms
        )
    return random_seat(waiting, s.seats, workspace.fast_rng)


@rule
def play_match(s: Any, seats: SeatPolicies, workspace: MatchWorkspace, row: Any, moves: Any) -> int:
    """Play a match to its end. Return the number of steps, or NEVER_ENDED after MAX_STEPS."""
    now_ms = 0
    for seat in range(s.seats):
        workspace.due_ms[seat] = NOT_DUE
    if seats.has_statistics:
        start_statistics(s, row, workspace)
    for step in range(MAX_STEPS + 1):
        waiting = to_act(s)
        if waiting == 0:
            if seats.has_statistics:
                finish_statistics(s, step, now_ms, row, workspace)
            return step
        if step == MAX_STEPS:
            break
        seat = next_seat(s, waiting, now_ms, seats, workspace)
        if seat == CLOCK:
            now_ms = max(deadline(s), now_ms)
        elif seats.is_timed:
            now_ms = max(workspace.due_ms[seat], now_ms)
            workspace.due_ms[seat] = NOT_DUE
        action = choose_by_policy(
            s, seat, seats.policies[seat] if seat != CLOCK else RANDOM_POLICY, workspace.fast_rng, workspace.actions
        )
        if step < len(moves):
            moves[step, 0], moves[step, 1], moves[step, 2] = seat, action, now_ms
        if seats.has_statistics:
            record_before_move(s, seat, action, workspace.actions, row)
        play(s, seat, action, now_ms)
        if seats.has_statistics:
            record_after_move(s, seat, action, step, row, workspace.leaders, workspace.points, workspace.deficits)
    return NEVER_ENDED


@kernel
def play_series(
    series: SeriesInput, first: int, seats: SeatPolicies, workspace: MatchWorkspace, out: SeriesOutput
) -> None:
    """Play matches `first`, `first` + 1, ... of a series, one per row of `out`."""
    for k in range(len(out.steps)):
        begin_series_match(series, first + k, workspace.states, 0, workspace.rng, workspace.fast_rng)
        row = out.statistics[k if seats.has_statistics else 0]
        out.steps[k] = play_match(workspace.states[0], seats, workspace, row, out.moves)
        scores(workspace.states[0], out.scores[k])
        returns(workspace.states[0], out.returns[k])


@kernel
def replay_statistics(match: SeriesInput, moves: Any, workspace: MatchWorkspace, row: Any) -> None:
    """Write the statistics of a finished match to `row` by replaying its moves (rows of seat, action, time in ms).

    The root key of `match` is the key of the match itself.
    """
    begin_match(workspace.states, 0, match.blank, match.root, match.seats, match.settings)
    s = workspace.states[0]
    start_statistics(s, row, workspace)
    now_ms = 0
    for step in range(len(moves)):
        seat, action, now_ms = moves[step, 0], moves[step, 1], moves[step, 2]
        record_before_move(s, seat, action, workspace.actions, row)
        play(s, seat, action, now_ms)
        record_after_move(s, seat, action, step, row, workspace.leaders, workspace.points, workspace.deficits)
    finish_statistics(s, len(moves), now_ms, row, workspace)
