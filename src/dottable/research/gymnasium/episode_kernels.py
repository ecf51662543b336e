"""Kernels for episodes of one learner against compiled opponents. Loaded per game like `core/kernels/play_kernels.py`.

A step plays the learner's action and then all moves of opponents and clock until the learner is to act again. In games
with races the seat with the earliest reaction acts next, as in `turn_scheduling.py`. In other games the lowest active
seat acts next.

Functions called from Python take plain tuples and name their fields inside; see `self_play_kernels.py`.
"""

from __future__ import annotations

from typing import Any

from dottable.bots.timing.reaction_time import NOT_DUE, earliest_due_seat
from dottable.core.contract import KnowledgeModule, RulesModule, Stages
from dottable.core.kernels.kernel_arguments import SeriesInput
from dottable.core.primitives.refusals import ACCEPTED, NO_SUCH_ACTION
from dottable.core.primitives.rule import noinline_rule, rule
from dottable.core.primitives.seats import CLOCK, all_seats, nth_set_bit
from dottable.research.gymnasium.kernel_arguments import (
    EpisodeArrays,
    EpisodeRules,
    OpponentArrays,
    ScratchArrays,
    SpaceMaps,
    StepResultArrays,
)

RULES: RulesModule
KNOWLEDGE: KnowledgeModule
PLAY_KERNELS: Any
BOT: Any
STATISTICS: Any

RANDOM_POLICY, GREEDY_POLICY = range(2)
NEXT_STEP, SAME_STEP, DISABLED = range(3)
ROTATING_SEAT = -1
NOT_OFFERED = -1
HISTORY_PREFIX_COLUMNS = 2
"""Number of columns before the observation in a row of history: the seat that moved, and the learner's action."""

to_act, deadline, game_scores, game_returns = RULES.to_act, RULES.deadline, RULES.scores, RULES.returns
game_greedy = BOT.greedy if BOT is not None else PLAY_KERNELS.random_action
SCORE_SIGN = -1 if STATISTICS is not None and STATISTICS.LOWEST_WINS else 1


@rule
def default_stage_number(s: Any) -> int:
    """Return 0, the only stage of a game without rounds."""
    return 0


stage_number = BOT.stage_number if isinstance(BOT, Stages) else default_stage_number


# These wrappers are compiled once, so that a game's large functions are not inlined at every call.


@noinline_rule
def legal(s: Any, seat: int, out: Any) -> int:
    return RULES.legal(s, seat, out)


@noinline_rule
def play(s: Any, seat: int, action: int, at_ms: int) -> None:
    RULES.play(s, seat, action, at_ms)


@noinline_rule
def observe(s: Any, seat: int, out: Any) -> None:
    KNOWLEDGE.observe(s, seat, out)


@noinline_rule
def refusal_code(s: Any, seat: int, action: int, at_ms: int, buffer: Any) -> int:
    return PLAY_KERNELS.refusal_code(s, seat, action, at_ms, buffer)


@noinline_rule
def begin_match(series: Any, index: int, states: Any, i: int, generator: Any, rng: Any) -> None:
    PLAY_KERNELS.begin_series_match(series, index, states, i, generator, rng)


@noinline_rule
def choose_by_policy(s: Any, seat: int, policy: int, rng: Any, buffer: Any) -> int:
    """Return the action that a compiled policy (random or greedy) chooses for a seat."""
    if policy == GREEDY_POLICY:
        return game_greedy(s, seat, rng, buffer)
    return PLAY_KERNELS.random_action(s, seat, rng, buffer)


@noinline_rule
def round_returns(s: Any, points: Any, out: Any) -> None:
    """Write zero-sum returns by the current scores: the best seats share the win, all other seats share the loss."""
    game_scores(s, points)
    best = SCORE_SIGN * points[0]
    for seat in range(s.seats):
        best = max(best, SCORE_SIGN * points[seat])
    winners = 0
    for seat in range(s.seats):
        winners += SCORE_SIGN * points[seat] == best
    for seat in range(s.seats):
        if winners == s.seats:
            out[seat] = 0.0
        else:
            out[seat] = 1.0 / winners if SCORE_SIGN * points[seat] == best else -1.0 / (s.seats - winners)


@rule
def is_over(s: Any, ends_after_first_round: bool, first_stage: int) -> bool:
    """Return whether the episode has ended."""
    return to_act(s) == 0 or (ends_after_first_round and stage_number(s) != first_stage)


@rule
def next_seat(rules: Any, games: Any, i: int) -> int:
    """Return the seat that acts next, or CLOCK, and advance the time of match `i` to its move."""
    s = games.states[i]
    active = to_act(s)
    if rules.has_races:
        seat = earliest_due_seat(
            s.seats, active, deadline(s), games.times_ms[i], games.seat_medians_ms[i], games.rngs[i], games.due_ms[i]
        )
        if seat != CLOCK:
            games.times_ms[i] = max(games.due_ms[i, seat], games.times_ms[i])
            return seat
    players = active & all_seats(s.seats)
    if players != 0 and not rules.has_races:
        return nth_set_bit(players, 0)
    games.times_ms[i] = max(deadline(s), games.times_ms[i])
    return CLOCK


@rule
def write_observation(maps: Any, scratch: Any, s: Any, seat: int, out: Any) -> None:
    """Write the observation of a seat to `out`, with only the columns that the environment shows."""
    observe(s, seat, scratch.observation)
    for k in range(len(maps.columns)):
        out[k] = scratch.observation[maps.columns[k]]


@noinline_rule
def add_history(maps: Any, games: Any, results: Any, scratch: Any, i: int, mover: int, own_action: int) -> None:
    """Append a row to the history: seat that moved, own action, observation before the move. Drop the oldest row."""
    rows, seats = results.history[i], games.states[i].seats
    learner = results.seats[i]
    for k in range(len(rows) - 1):
        for column in range(len(rows[k])):
            rows[k, column] = rows[k + 1, column]
    last = rows[len(rows) - 1]
    last[0] = seats + 1 if mover == CLOCK else (mover - learner + seats) % seats + 1
    last[1] = own_action + 1
    write_observation(maps, scratch, games.states[i], learner, last[HISTORY_PREFIX_COLUMNS:])


@rule
def play_and_record_move(maps: Any, games: Any, results: Any, scratch: Any, i: int, seat: int, action: int) -> None:
    """Play a legal action in match `i`, and add it to the history."""
    if len(results.history[i]) > 0:
        own_action = maps.index_of[action] if seat == results.seats[i] else -1
        add_history(maps, games, results, scratch, i, seat, own_action)
    play(games.states[i], seat, action, games.times_ms[i])
    if seat != CLOCK:
        games.due_ms[i, seat] = NOT_DUE


@rule
def is_any_offered(maps: Any, actions: Any, count: int) -> bool:
    """Return whether the environment offers at least one of the legal actions."""
    for k in range(count):
        if maps.index_of[actions[k]] != NOT_OFFERED:
            return True
    return False


@noinline_rule
def play_to_learners_turn(
    rules: Any, maps: Any, opponents: Any, games: Any, results: Any, scratch: Any, i: int
) -> bool:
    """Play until the learner is to act. Return False if the match ends before that.

    If the environment offers none of the learner's legal actions, the first legal action is played.
    """
    s, learner = games.states[i], results.seats[i]
    while not is_over(s, rules.ends_after_first_round, games.first_stages[i]):
        seat = next_seat(rules, games, i)
        if seat == learner:
            if is_any_offered(maps, scratch.actions, legal(s, seat, scratch.actions)):
                return True
            action = scratch.actions[0]
        elif seat == CLOCK:
            legal(s, CLOCK, scratch.actions)
            action = scratch.actions[0]
        else:
            policy = opponents.policies[(seat - learner - 1 + s.seats) % s.seats]
            action = choose_by_policy(s, seat, policy, games.rngs[i], scratch.actions)
        play_and_record_move(maps, games, results, scratch, i, seat, action)
    return False


@noinline_rule
def play_opening(rules: Any, maps: Any, games: Any, results: Any, scratch: Any, i: int) -> None:
    """Play the greedy opening moves of match `i`."""
    for _ in range(rules.opening_moves):
        s = games.states[i]
        if is_over(s, rules.ends_after_first_round, games.first_stages[i]):
            break
        seat = next_seat(rules, games, i)
        policy = RANDOM_POLICY if seat == CLOCK else GREEDY_POLICY
        play_and_record_move(
            maps, games, results, scratch, i, seat, choose_by_policy(s, seat, policy, games.rngs[i], scratch.actions)
        )


@noinline_rule
def start_episode(
    series: Any, rules: Any, maps: Any, opponents: Any, games: Any, results: Any, scratch: Any, i: int
) -> None:
    """Start matches of the series in row `i` until a match reaches the learner's first turn."""
    is_running = False
    while not is_running:
        index = games.started[i]
        games.started[i] += 1
        own = SeriesInput(series.blank, games.roots[i], series.seats, series.settings)
        begin_match(own, index, games.states, i, scratch.generator, games.rngs[i])
        learner = index % series.seats if rules.learner_seat == ROTATING_SEAT else rules.learner_seat
        results.seats[i] = learner
        for seat in range(series.seats):
            games.due_ms[i, seat] = NOT_DUE
            games.seat_medians_ms[i, seat] = opponents.medians_ms[(seat - learner + series.seats) % series.seats]
        results.history[i] = 0
        games.times_ms[i] = 0
        games.steps[i] = 0
        games.is_done[i] = False
        games.first_stages[i] = stage_number(games.states[i])
        play_opening(rules, maps, games, results, scratch, i)
        is_running = play_to_learners_turn(rules, maps, opponents, games, results, scratch, i)
    write_learners_turn(maps, games, results, scratch, i)


@noinline_rule
def write_learners_turn(maps: Any, games: Any, results: Any, scratch: Any, i: int) -> None:
    """Write the learner's observation and mask. The mask is empty if the episode has ended."""
    s, learner = games.states[i], results.seats[i]
    write_observation(maps, scratch, s, learner, results.observations[i])
    results.action_mask[i] = 0
    if not games.is_done[i]:
        for k in range(legal(s, learner, scratch.actions)):
            index = maps.index_of[scratch.actions[k]]
            if index != NOT_OFFERED:
                results.action_mask[i, index] = 1


@rule
def is_refused(maps: Any, games: Any, results: Any, scratch: Any, i: int, index: int) -> bool:
    """Return whether the rules refuse the learner's action. Also write the reason code."""
    if index < 0 or index >= len(maps.action_of):
        results.refused[i] = NO_SUCH_ACTION
    else:
        s, learner = games.states[i], results.seats[i]
        results.refused[i] = refusal_code(s, learner, maps.action_of[index], games.times_ms[i], scratch.actions)
    return results.refused[i] != ACCEPTED


@rule
def write_episode_end(
    rules: Any, maps: Any, opponents: Any, games: Any, results: Any, scratch: Any, i: int, is_played: bool
) -> None:
    """Play the opponents' moves after the learner's action. Write termination with its reward, or truncation."""
    if is_played and not play_to_learners_turn(rules, maps, opponents, games, results, scratch, i):
        s = games.states[i]
        if to_act(s) == 0:
            game_returns(s, scratch.returns)
        else:
            round_returns(s, scratch.points, scratch.returns)
        results.terminations[i] = True
        results.rewards[i] = scratch.returns[results.seats[i]]
    elif games.steps[i] >= rules.max_steps:
        results.truncations[i] = True
    games.is_done[i] = results.terminations[i] or results.truncations[i]


@rule
def copy_final_observations(results: Any, i: int) -> None:
    """Copy the last observation of an episode before the next episode begins."""
    for k in range(len(results.observations[i])):
        results.final_observations[i, k] = results.observations[i, k]
    for row in range(len(results.history[i])):
        for k in range(len(results.history[i, row])):
            results.final_history[i, row, k] = results.history[i, row, k]
    results.final_seats[i] = results.seats[i]


@rule
def reset_marked(
    series: Any, rules: Any, maps: Any, opponents: Any, games: Any, results: Any, scratch: Any, is_marked: Any
) -> None:
    """Start a new episode in every marked row."""
    series, rules, maps, opponents = (
        SeriesInput(*series),
        EpisodeRules(*rules),
        SpaceMaps(*maps),
        OpponentArrays(*opponents),
    )
    games, results, scratch = EpisodeArrays(*games), StepResultArrays(*results), ScratchArrays(*scratch)
    for i in range(len(games.states)):
        if is_marked[i]:
            start_episode(series, rules, maps, opponents, games, results, scratch, i)


@rule
def step_all(
    series: Any, rules: Any, maps: Any, opponents: Any, games: Any, results: Any, scratch: Any, actions: Any
) -> None:
    """Play one action of the learner in every row. A refused action only increases the step count."""
    series, rules, maps, opponents = (
        SeriesInput(*series),
        EpisodeRules(*rules),
        SpaceMaps(*maps),
        OpponentArrays(*opponents),
    )
    games, results, scratch = EpisodeArrays(*games), StepResultArrays(*results), ScratchArrays(*scratch)
    for i in range(len(games.states)):
        results.terminations[i] = results.truncations[i] = False
        results.rewards[i] = 0.0
        results.refused[i] = ACCEPTED
        if games.is_done[i]:  # happens only with NEXT_STEP
            start_episode(series, rules, maps, opponents, games, results, scratch, i)
            continue
        games.steps[i] += 1
        is_played = not is_refused(maps, games, results, scratch, i, actions[i])
        if is_played:
            play_and_record_move(maps, games, results, scratch, i, results.seats[i], maps.action_of[actions[i]])
        write_episode_end(rules, maps, opponents, games, results, scratch, i, is_played)
        if is_played or games.is_done[i]:
            write_learners_turn(maps, games, results, scratch, i)
        if games.is_done[i] and rules.autoreset == SAME_STEP:
            copy_final_observations(results, i)
            start_episode(series, rules, maps, opponents, games, results, scratch, i)
