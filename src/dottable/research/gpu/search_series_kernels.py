"""CUDA kernels for tree searches in many matches at once. `kernel_loader.py` loads them with a game's rules and search.

One thread simulates one child of one root. The children of a root have separate subtrees, and they draw their sampled
states and random numbers from equal generators. So a thread needs no other thread, and yet all children of a round
share the sampled state and the random numbers, as in `bots/search/search_kernels.py`, whose `simulate` each thread
calls.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from numba import float32, float64, int32, int64, uint32

from dottable.bots.search.search_arguments import SearchMemory, SearchSettings, StatePool
from dottable.bots.search.tree import NO_NODE, ROOT_NODE, add_child
from dottable.core.contract import RulesModule
from dottable.core.kernels.kernel_arguments import SeriesInput
from dottable.core.primitives import chance, fast_rng
from dottable.core.primitives.record import GENERATOR_WORDS
from dottable.core.primitives.rule import rule
from dottable.core.primitives.seats import MAX_SEATS, nth_set_bit
from dottable.research.kernel_arguments import RootMemory, SimulationScratch

cuda: Any = import_module("numba.cuda")

RULES: RulesModule
KNOWLEDGE: Any
PLAY_KERNELS: Any
SEARCH: Any
"""The game's functions of `bots/search/search_kernels.py`."""
PATH_LENGTH: int
"""Length of `SearchMemory.path`."""
ACTION_COUNT: int
RECORD: Any
aligned: Any

RECORD_ALIGNMENT_BYTES = 16
"""Alignment of records in bytes."""
SEARCH_STATE_COUNT = 4
"""Number of states in `SearchMemory.states`."""
FIRST_NODE = 1
"""Tree node of the root child itself, in its own part of the tree."""

legal, to_act, resample = RULES.legal, RULES.to_act, KNOWLEDGE.resample
begin_series_match, apply = PLAY_KERNELS.begin_series_match, PLAY_KERNELS.apply


@rule
def as_rule_arguments(value: Any) -> Any:
    """Return an array, or a structure of arrays, unchanged: rules take CUDA arrays as they are.

    In the CUDA simulator, `unwrap_simulated_array` replaces this function.
    """
    return value


@rule
def next_seat_to_act(s: Any) -> int:
    """Return the lowest active seat; CLOCK if only the clock can act; -1 if the match is over."""
    active = to_act(s)
    return nth_set_bit(active, 0) if active else -1


def begin_matches_kernel(series: Any, rows: Any, indices: Any, matches: Any) -> None:
    """Set up every match i as number `indices[i]` of its series, whose key and settings are in row `rows[i]`."""
    g = cuda.local.array(GENERATOR_WORDS, uint32)
    q = cuda.local.array(2, int64)
    g, q, series = as_rule_arguments(g), as_rule_arguments(q), as_rule_arguments(series)
    matches = as_rule_arguments(matches)
    i = cuda.grid(1)
    if i < len(rows):
        row = rows[i]
        own = SeriesInput(series.blank, series.root[row], series.seats, series.settings[row])
        begin_series_match(own, indices[i], matches.states, i, g, q)
        matches.turns[i] = next_seat_to_act(matches.states[i])


def play_actions_kernel(matches: Any, which: Any, actions: Any, reasons: Any) -> None:
    """Play action i in match `which[i]` for the seat to act. Write the reason code of a refusal, or 0."""
    buffer = as_rule_arguments(cuda.local.array(ACTION_COUNT, int32))
    matches = as_rule_arguments(matches)
    i = cuda.grid(1)
    if i < len(which):
        m = which[i]
        reasons[i] = apply(matches.states, m, matches.turns[m], actions[i], 0, buffer)
        matches.turns[m] = next_seat_to_act(matches.states[m])


# Generators of the root children


@rule
def load_generators(m: int, child: int, children: Any, memory: Any) -> None:
    """Copy the generators of a root child to a thread's memory."""
    memory.rng[0], memory.rng[1] = children.rngs[m, child, 0], children.rngs[m, child, 1]
    for word in range(GENERATOR_WORDS):
        memory.generator[word] = children.generators[m, child, word]


@rule
def store_generators(m: int, child: int, children: Any, memory: Any) -> None:
    """Copy the generators of a thread's memory to a root child."""
    children.rngs[m, child, 0], children.rngs[m, child, 1] = memory.rng[0], memory.rng[1]
    for word in range(GENERATOR_WORDS):
        children.generators[m, child, word] = memory.generator[word]


# Starting a search


@rule
def contains(values: Any, count: int, value: int) -> bool:
    """Return whether `value` is among the first `count` values."""
    for k in range(count):
        if values[k] == value:
            return True
    return False


@rule
def keep_legal_candidates(candidates: Any, count: int, legal_actions: Any, legal_count: int) -> int:
    """Remove candidates that are not legal. If none is left, write all legal actions. Return the number."""
    kept = 0
    for k in range(count):
        if contains(legal_actions, legal_count, candidates[k]):
            candidates[kept] = candidates[k]
            kept += 1
    if kept == 0:
        for k in range(legal_count):
            candidates[k] = legal_actions[k]
        kept = legal_count
    return kept


@rule
def list_root_actions(s: Any, seat: int, limit: int, memory: Any, out: Any) -> int:
    """Write the greedy action and then its rivals, best first, to `out`. Return their number.

    A single legal action is the only one. This is what `SearchRun.root_actions` does in games with a ranking.
    """
    legal_actions, candidates = memory.legal_actions, memory.candidates
    legal_count = legal(s, seat, legal_actions)
    out[0] = legal_actions[0]
    if legal_count == 1:
        return 1
    greedy = SEARCH.rollout_policy(s, seat, memory.rng, memory.actions)
    count = SEARCH.list_candidates(s, seat, True, memory.rng, memory.actions, candidates)
    count = keep_legal_candidates(candidates, count, legal_actions, legal_count)
    out[0] = greedy if contains(legal_actions, legal_count, greedy) else candidates[0]
    written = 1
    for k in range(min(count, limit)):
        if candidates[k] != out[0]:
            out[written] = candidates[k]
            written += 1
    return written


@rule
def nodes_per_child(matches: Any, m: int) -> int:
    """Return the number of tree nodes that each root child of match `m` has for its subtree."""
    return matches.trees.shape[1] // matches.child_counts[m]


@rule
def start_search(m: int, k: int, starts: Any, access_key: Any, matches: Any, children: Any, memory: Any) -> None:
    """Set up the root of match `m` and its children from row `k` of `starts`.

    `access_key` seeds the sampling of what the seat to act does not know, as `SeatAccess` does.
    """
    seat, root = matches.turns[m], matches.roots[m]
    matches.roots[m] = matches.states[m]
    chance.set_key(memory.generator, access_key)
    resample(root, seat, memory.generator)
    fast_rng.set_seed(memory.rng, starts.fast_seeds[k, 0], starts.fast_seeds[k, 1])
    count = list_root_actions(root, seat, starts.limits[k], memory, children.actions[m])
    matches.child_counts[m] = count
    chance.set_key(memory.generator, starts.keys[k])
    size = nodes_per_child(matches, m)
    for child in range(count):
        tree = matches.trees[m][child * size : (child + 1) * size]
        tree[ROOT_NODE].first_child = NO_NODE
        add_child(tree, FIRST_NODE, ROOT_NODE, seat, 0, children.actions[m, child])
        children.used[m, child] = FIRST_NODE + 1
        store_generators(m, child, children, memory)


def start_searches_kernel(starts: Any, access_key: Any, matches: Any, children: Any) -> None:
    """Start the searches of `starts`, one per thread."""
    generator = cuda.local.array(GENERATOR_WORDS, uint32)
    rng = cuda.local.array(2, int64)
    legal_actions = cuda.local.array(ACTION_COUNT, int32)
    actions = cuda.local.array(ACTION_COUNT, int32)
    candidates = cuda.local.array(ACTION_COUNT, int32)
    memory = as_rule_arguments(RootMemory(generator, rng, legal_actions, actions, candidates))
    starts, access_key = as_rule_arguments(starts), as_rule_arguments(access_key)
    matches, children = as_rule_arguments(matches), as_rule_arguments(children)
    i = cuda.grid(1)
    if i < len(starts.matches):
        start_search(starts.matches[i], i, starts, access_key, matches, children, memory)


# Simulations


@rule
def simulate_child(settings: Any, m: int, child: int, rounds: int, children: Any, memory: Any, scratch: Any) -> None:
    """Run `rounds` simulations of a root child, whose part of the tree is `memory.tree`. Store visits and returns."""
    for k in range(ACTION_COUNT):
        memory.children[k] = NO_NODE
    memory.steps[0] = 0
    load_generators(m, child, children, memory)
    scratch.root_children[0] = FIRST_NODE
    pool = StatePool(memory.states, scratch.pool_weights)  # not used, because there is no pool
    used = SEARCH.simulate(settings, memory, pool, scratch.root_children, rounds, children.used[m, child])
    children.used[m, child] = used
    children.visits[m, child] = memory.tree[FIRST_NODE].visits
    children.totals[m, child] = memory.tree[FIRST_NODE].total
    store_generators(m, child, children, memory)


def simulate_kernel(settings: Any, chunk: Any, matches: Any, children: Any) -> None:
    """Run the simulations of `chunk`: one root child per thread. The seat of the settings is set for every match."""
    states = aligned.local.array(SEARCH_STATE_COUNT, RECORD, RECORD_ALIGNMENT_BYTES)
    generator = cuda.local.array(GENERATOR_WORDS, uint32)
    path = cuda.local.array(PATH_LENGTH, int64)
    rng = cuda.local.array(2, int64)
    seeds = cuda.local.array(2, int64)
    steps = cuda.local.array(1, int64)
    child_by_action = cuda.local.array(ACTION_COUNT, int32)
    actions = cuda.local.array(ACTION_COUNT, int32)
    candidates = cuda.local.array(ACTION_COUNT, int32)
    values = cuda.local.array(MAX_SEATS, float32)
    scratch = SimulationScratch(cuda.local.array(1, int64), cuda.local.array(1, float64))
    scratch, chunk = as_rule_arguments(scratch), as_rule_arguments(chunk)
    matches, children = as_rule_arguments(matches), as_rule_arguments(children)
    i = cuda.grid(1)
    if i < len(chunk.pairs):
        width = children.actions.shape[1]
        m, child = chunk.pairs[i] // width, chunk.pairs[i] % width
        size = nodes_per_child(matches, m)
        tree = matches.trees[m][child * size : (child + 1) * size]
        memory = as_rule_arguments(
            SearchMemory(states, tree, path, generator, rng, seeds, child_by_action, actions, candidates, values, steps)
        )
        memory.states[ROOT_NODE] = matches.roots[m]
        own = SearchSettings(
            matches.turns[m],
            settings.now_ms,
            settings.rollout_limit,
            settings.random_rate,
            settings.exploration,
            settings.is_ranked,
            settings.pool_size,
            settings.uses_true_state,
        )
        simulate_child(own, m, child, chunk.rounds[i], children, memory, scratch)
