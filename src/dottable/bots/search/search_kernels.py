"""Information-set Monte Carlo tree search. Like `core/kernels/play_kernels.py`, this file is loaded once per game.

A node stands for the actions since the root and for what the acting seat then observed (`observation_key`). It never
stands for hidden cards. Every simulation starts from a newly sampled state. If several seats are active, the children
of a node belong to several seats. Each child adds up the returns of its own seat.

Reference: Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (2012).
"""

from __future__ import annotations

from math import exp
from typing import Any

from dottable.bots.search.tree import (
    NO_NODE,
    ROOT_NODE,
    add_child,
    clear_child_index,
    index_children,
    pick_candidate,
    widened_candidate_count,
)
from dottable.core.contract import (
    BestOfSamples,
    CandidateRanking,
    HiddenStateInference,
    KnowledgeModule,
    LimitedMemory,
    MidstageEvaluation,
    ObservationKey,
    RolloutPolicy,
    RulesModule,
    SamplePool,
    Stages,
    StateLikelihood,
    TerminalValue,
)
from dottable.core.primitives import chance, fast_rng
from dottable.core.primitives.rule import kernel, noinline_rule, rule
from dottable.core.primitives.seats import CLOCK

RULES: RulesModule
KNOWLEDGE: KnowledgeModule
BOT: Any
PLAY_KERNELS: Any

to_act, legal, play, deadline, returns = RULES.to_act, RULES.legal, RULES.play, RULES.deadline, RULES.returns
resample, random_seat, random_action = KNOWLEDGE.resample, PLAY_KERNELS.random_seat, PLAY_KERNELS.random_action

SAMPLED_STATE, PLAYED_STATE = 1, 2
"""Indices of states in `SearchMemory.states`, after ROOT_NODE. Index 3 is scratch space for a game's `infer_states`."""


# Defaults for the optional hooks of a game's module `bot`


@rule
def default_stage_number(s: Any) -> int:
    return 0


@rule
def list_all_legal(s: Any, seat: int, q: Any, buffer: Any, out: Any) -> int:
    return legal(s, seat, out)


@rule
def forget_nothing(s: Any, seat: int, capacity: int) -> None:
    """Do nothing. Default for the hook `forget`."""


@rule
def default_sample_count(s: Any, seat: int) -> int:
    return 1


@rule
def equal_log_likelihood(s: Any, seat: int, buffer: Any) -> float:
    return 0.0


@rule
def no_observation_key(s: Any, seat: int) -> int:
    return 0


@rule
def redraw_nothing(s: Any, seat: int, g: Any) -> None:
    """Do nothing. Default for the hook `redraw_chance`."""


@rule
def infer_nothing(arrays: Any, count: int, seat: int) -> bool:
    return False


has_policy = BOT is not None
has_ranking = isinstance(BOT, CandidateRanking)
greedy = BOT.greedy if has_policy else random_action
rollout_policy = BOT.rollout_policy if isinstance(BOT, RolloutPolicy) else greedy
rank_candidates = BOT.rank_candidates if has_ranking else list_all_legal
forget = BOT.forget if isinstance(BOT, LimitedMemory) else forget_nothing
stage_number = BOT.stage_number if isinstance(BOT, Stages) else default_stage_number
evaluate_stage_end = BOT.evaluate_stage_end if isinstance(BOT, Stages) else returns
terminal_value = BOT.terminal_value if isinstance(BOT, TerminalValue) else returns
observation_key = BOT.observation_key if isinstance(BOT, ObservationKey) else no_observation_key
sample_count = BOT.sample_count if isinstance(BOT, BestOfSamples) else default_sample_count
log_likelihood = BOT.log_likelihood if isinstance(BOT, StateLikelihood) else equal_log_likelihood
redraw_chance = BOT.redraw_chance if isinstance(BOT, SamplePool) else redraw_nothing
infer_states = BOT.infer_states if isinstance(BOT, HiddenStateInference) else infer_nothing
POOL_SIZE: int = BOT.POOL_SIZE if isinstance(BOT, SamplePool) else 0
SCRATCH_STATES: int = BOT.SCRATCH_STATES if isinstance(BOT, HiddenStateInference) else 0
SCRATCH_SHAPE: tuple[int, int] = BOT.SCRATCH_SHAPE if isinstance(BOT, HiddenStateInference) else (1, 1)


@rule
def evaluate_as_stage_end(s: Any, buffer: Any, out: Any) -> None:
    evaluate_stage_end(s, out)


evaluate_midstage = BOT.evaluate_midstage if isinstance(BOT, MidstageEvaluation) else evaluate_as_stage_end


@rule
def follow_greedy(s: Any, seat: int, searcher: int, q: Any, buffer: Any) -> int:
    return greedy(s, seat, q, buffer)


@rule
def follow_rollout_policy(s: Any, seat: int, searcher: int, q: Any, buffer: Any) -> int:
    """Return the action of a rollout step.

    The searcher follows the rollout policy, all other seats the greedy policy.
    """
    return rollout_policy(s, seat, q, buffer) if seat == searcher else greedy(s, seat, q, buffer)


rollout_action = follow_rollout_policy if isinstance(BOT, RolloutPolicy) else follow_greedy


# Functions that Python calls with an array of states


@kernel
def greedy_at(states: Any, i: int, seat: int, q: Any, buffer: Any) -> int:
    return greedy(states[i], seat, q, buffer)


@kernel
def rollout_policy_at(states: Any, i: int, seat: int, q: Any, buffer: Any) -> int:
    return rollout_policy(states[i], seat, q, buffer)


@kernel
def forget_at(states: Any, i: int, seat: int, capacity: int) -> None:
    forget(states[i], seat, capacity)


@rule
def list_candidates(s: Any, seat: int, is_ranked: bool, q: Any, buffer: Any, out: Any) -> int:
    """Write the candidates to `out` and return their number.

    With a ranking they are sorted best first; else all legal actions.
    """
    if is_ranked:
        return rank_candidates(s, seat, q, buffer, out)
    return legal(s, seat, out)


@kernel
def candidates_at(states: Any, i: int, seat: int, is_ranked: bool, q: Any, buffer: Any, out: Any) -> int:
    return list_candidates(states[i], seat, is_ranked, q, buffer, out)


# Simulations


@rule
def make_clock_move(s: Any, now_ms: int, buffer: Any) -> int:
    """Play the move of the clock and return its time in milliseconds: the deadline, or `now_ms` if that is later."""
    now_ms = max(deadline(s), now_ms)
    legal(s, CLOCK, buffer)
    play(s, CLOCK, buffer[0], now_ms)
    return now_ms


@rule
def write_state_value(s: Any, first_stage: int, is_ranked: bool, buffer: Any, out: Any) -> None:
    """Write the value of a state for every seat to `out`. Called where a rollout stops."""
    if to_act(s) == 0:
        terminal_value(s, out)
    elif stage_number(s) != first_stage or not is_ranked:
        evaluate_stage_end(s, out)
    else:
        evaluate_midstage(s, buffer, out)


@noinline_rule
def roll_out(s: Any, searcher: int, first_stage: int, now_ms: int, settings: Any, q: Any, buffer: Any) -> int:
    """Roll out to the end of the stage or to the rollout limit, and return the step count.

    Every seat plays randomly with probability `random_rate` / 1024.
    """
    for steps in range(settings.rollout_limit):
        active = to_act(s)
        if active == 0 or stage_number(s) != first_stage:
            return steps
        # The masks do not change the values. They tell the compiler that no index is negative.
        seat = random_seat(active, s.seats, q) & CLOCK
        if seat == CLOCK:
            now_ms = make_clock_move(s, now_ms, buffer)
        elif settings.random_rate > 0 and fast_rng.random_below(q, 1024) < settings.random_rate:
            play(s, seat, random_action(s, seat, q, buffer) & chance.WORD_MASK, now_ms)
        else:
            play(s, seat, rollout_action(s, seat, searcher, q, buffer) & chance.WORD_MASK, now_ms)
    return settings.rollout_limit


@rule
def select_child(s: Any, seat: int, node: int, used: int, settings: Any, memory: Any) -> int:
    """Return the child of a node to visit next. If a new child was added, its number is `used`."""
    tree, candidates, children = memory.tree, memory.candidates, memory.children
    key = observation_key(s, seat)
    visits = index_children(tree, node, seat, key, children)
    count = list_candidates(s, seat, settings.is_ranked, memory.rng, memory.actions, candidates)
    if settings.is_ranked:
        count = widened_candidate_count(visits, count)
    k = 0
    if count > 1:
        k = pick_candidate(tree, candidates, count, settings.is_ranked, children, settings.exploration, memory.rng)
    child = children[candidates[k]]
    clear_child_index(tree, node, children)
    return child if child != NO_NODE else add_child(tree, used, node, seat, key, candidates[k])


@noinline_rule
def run_iteration_from_child(s: Any, first_stage: int, used: int, settings: Any, memory: Any) -> int:
    """Run one simulation from the node path[1], whose action was just played. Return the number of nodes in use.

    The simulation descends the tree, adds one node, rolls out, and adds the returns to every node on the path.
    """
    tree, path, now_ms = memory.tree, memory.path, settings.now_ms
    node = path[1]
    depth = 1
    while tree[node].visits > 0 and used < len(tree) and depth < len(path) - 1:
        active = to_act(s)
        if active == 0 or stage_number(s) != first_stage:
            break
        seat = random_seat(active, s.seats, memory.rng) & CLOCK
        if seat == CLOCK:
            now_ms = make_clock_move(s, now_ms, memory.actions)
            continue
        node = select_child(s, seat, node, used, settings, memory)
        if node == used:
            used += 1
        play(s, seat, tree[node].action & chance.WORD_MASK, now_ms)
        depth += 1
        path[depth] = node
    searcher = tree[path[1]].seat
    path[0] = depth + roll_out(s, searcher, first_stage, now_ms, settings, memory.rng, memory.actions)
    write_state_value(s, first_stage, settings.is_ranked, memory.actions, memory.values)
    for k in range(1, depth + 1):
        tree[path[k]].visits += 1
        tree[path[k]].total += memory.values[tree[path[k]].seat]
    return used


# Sampling states that agree with what the searching seat knows


@kernel
def fill_pool(arrays: Any, count: int, seat: int) -> None:
    """Fill the pool with `count` states, and replace their log-likelihoods by cumulative sums of likelihoods.

    The game's `infer_states` fills the pool. If it returns False, the states are determinized one by one.
    """
    pool, weights = arrays.pool, arrays.log_likelihoods
    if not infer_states(arrays, count, seat):
        for k in range(count):
            pool[k] = arrays.states[ROOT_NODE]
            resample(pool[k], seat, arrays.g)
            weights[k] = log_likelihood(pool[k], seat, arrays.buffer)
    highest = weights[0]
    for k in range(1, count):
        highest = max(highest, weights[k])
    total = 0.0
    for k in range(count):
        total += exp(weights[k] - highest)
        weights[k] = total


@rule
def draw_weighted_index(cumulative_weights: Any, count: int, g: Any) -> int:
    """Return a random index below `count`, with probability proportional to its weight."""
    point = chance.next_word(g) / (chance.WORD_MASK + 1.0) * cumulative_weights[count - 1]
    low, high = 0, count - 1
    while low < high:
        middle = (low + high) // 2
        if cumulative_weights[middle] > point:
            high = middle
        else:
            low = middle + 1
    return low


@noinline_rule
def determinize_root(states: Any, seat: int, is_ranked: bool, g: Any, buffer: Any) -> None:
    """Determinize the root into states[SAMPLED_STATE].

    In a game with a ranking, keep the likeliest of `sample_count` samples.
    """
    states[SAMPLED_STATE] = states[ROOT_NODE]
    resample(states[SAMPLED_STATE], seat, g)
    more = sample_count(states[ROOT_NODE], seat) - 1 if is_ranked else 0
    if more > 0:
        best = log_likelihood(states[SAMPLED_STATE], seat, buffer)
        for _ in range(more):
            states[PLAYED_STATE] = states[ROOT_NODE]
            resample(states[PLAYED_STATE], seat, g)
            found = log_likelihood(states[PLAYED_STATE], seat, buffer)
            if found > best:
                best = found
                states[SAMPLED_STATE] = states[PLAYED_STATE]


@rule
def sample_state(settings: Any, memory: Any, pool: Any) -> None:
    """Write the state for the next round to states[SAMPLED_STATE]: from the pool, newly sampled, or the true state."""
    states, g = memory.states, memory.generator
    if settings.pool_size > 0:
        states[SAMPLED_STATE] = pool.states[draw_weighted_index(pool.cumulative_weights, settings.pool_size, g)]
        redraw_chance(states[SAMPLED_STATE], settings.seat, g)
    elif settings.uses_true_state:
        states[SAMPLED_STATE] = states[ROOT_NODE]
    else:
        determinize_root(states, settings.seat, settings.is_ranked, g, memory.actions)


@kernel
def simulate(settings: Any, memory: Any, pool: Any, root_children: Any, rounds: int, used: int) -> int:
    """Run one simulation from every node of `root_children` in each round. Return the number of nodes in use.

    All candidates of a round share the sampled state and the random numbers, which lowers the variance of their
    differences. The number of simulated steps is added to `memory.steps`.
    """
    states, q, seeds = memory.states, memory.rng, memory.round_seeds
    first_stage = stage_number(states[ROOT_NODE])
    for _ in range(rounds):
        sample_state(settings, memory, pool)
        seeds[0], seeds[1] = fast_rng.next_word(q), fast_rng.next_word(q)
        for k in range(len(root_children)):
            fast_rng.set_seed(q, seeds[0], seeds[1])
            states[PLAYED_STATE] = states[SAMPLED_STATE]
            action = memory.tree[root_children[k]].action
            play(states[PLAYED_STATE], settings.seat, action & chance.WORD_MASK, settings.now_ms)
            memory.path[1] = root_children[k]
            used = run_iteration_from_child(states[PLAYED_STATE], first_stage, used, settings, memory)
            memory.steps[0] += memory.path[0]
        fast_rng.set_seed(q, seeds[1], seeds[0])
    return used
