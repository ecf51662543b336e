"""The tree search's inner loops, loaded once per game like `core/play_kernels.py`.

An information-set search: a node stands for what was done since the root and, where the game's policy
says so (`sight`), for what the seat that acted then saw; never for what lay hidden from it. Every
simulation runs in a state that was imagined anew. A node's children may belong to several seats, where
the match waits for several; each keeps what it is worth to its own seat.
"""

from __future__ import annotations

from math import exp, log, sqrt
from typing import Any

from dottable.core import chance, quick
from dottable.core.game import Knowledge, Policy, Rules
from dottable.core.rule import big_rule, rule
from dottable.core.seats import CLOCK

RULES: Rules
KNOWLEDGE: Knowledge
POLICY: Policy | None
PLAY: Any
ACTIONS: int

to_act, legal, play, deadline, returns = RULES.to_act, RULES.legal, RULES.play, RULES.deadline, RULES.returns
resample, random_seat, random_action = KNOWLEDGE.resample, PLAY.random_seat, PLAY.random_action

ROOT, IMAGINED, TRIED = range(3)  # one more is for a game's `guess`
NONE = 0
"""No node: the root is nobody's child."""


@rule
def one_stage(s: Any) -> int:
    return 0


@rule
def all_legal(s: Any, seat: int, q: Any, buffer: Any, out: Any) -> int:
    return legal(s, seat, out)


@rule
def keep_all(s: Any, seat: int, capacity: int) -> None:
    """Nothing to forget."""


greedy = getattr(POLICY, "greedy", random_action)
keen = getattr(POLICY, "keen", greedy)
forget = getattr(POLICY, "forget", keep_all)
shortlist = getattr(POLICY, "shortlist", all_legal)
is_advised = hasattr(POLICY, "greedy")
has_ranks = hasattr(POLICY, "shortlist")
stage = getattr(POLICY, "stage", one_stage)
outlook = getattr(POLICY, "outlook", returns)
worth = getattr(POLICY, "worth", returns)


@rule
def as_between_stages(s: Any, buffer: Any, out: Any) -> None:
    outlook(s, out)


midway = getattr(POLICY, "midway", as_between_stages)


@rule
def one_dream(s: Any, seat: int) -> int:
    return 1


@rule
def all_alike(s: Any, seat: int, buffer: Any) -> float:
    return 0.0


@rule
def no_sight(s: Any, seat: int) -> int:
    return 0


@rule
def stay(s: Any, seat: int, g: Any) -> None:
    """No luck to draw anew."""


POOL: int = getattr(POLICY, "POOL", 0)
"""So many states are imagined before a search and drawn from by their likelihood, where a game asks for it."""
SCENES: int = getattr(POLICY, "SCENES", 0)
NOTES: tuple[int, int] = getattr(POLICY, "NOTES", (1, 1))
"""So many more states, and rows and columns of numbers, a game wants for imagining them."""
stir = getattr(POLICY, "stir", stay)
sight = getattr(POLICY, "sight", no_sight)
dreams = getattr(POLICY, "dreams", one_dream)
likeness = getattr(POLICY, "likeness", all_alike)


@rule
def no_guess(states: Any, pool: Any, notes: Any, likelihoods: Any, g: Any, count: int, seat: int, buffer: Any) -> bool:
    return False


guess = getattr(POLICY, "guess", no_guess)


@rule
def all_greedy(s: Any, seat: int, me: int, q: Any, buffer: Any) -> int:
    return greedy(s, seat, q, buffer)


@rule
def one_keen(s: Any, seat: int, me: int, q: Any, buffer: Any) -> int:
    """Whoever searches goes on by the keen policy, the others as sensible people do."""
    return keen(s, seat, q, buffer) if seat == me else greedy(s, seat, q, buffer)


go_on = one_keen if hasattr(POLICY, "keen") else all_greedy


@rule
def advise(states: Any, i: int, seat: int, q: Any, buffer: Any) -> int:
    """What the greedy policy does."""
    return greedy(states[i], seat, q, buffer)


@rule
def recommend(states: Any, i: int, seat: int, q: Any, buffer: Any) -> int:
    """What a simulation does: the game's keen policy where there is one."""
    return keen(states[i], seat, q, buffer)


@rule
def forget_most(s: Any, seat: int, capacity: int) -> None:
    forget(s, seat, capacity)


@rule
def candidates_of(s: Any, seat: int, is_ranked: int, q: Any, buffer: Any, out: Any) -> int:
    """The actions worth a thought, best first if they are ranked."""
    if is_ranked == 1:
        return shortlist(s, seat, q, buffer, out)
    return legal(s, seat, out)


@rule
def list_candidates(states: Any, i: int, seat: int, is_ranked: int, q: Any, buffer: Any, out: Any) -> int:
    return candidates_of(states[i], seat, is_ranked, q, buffer, out)


@rule
def pass_time(s: Any, now_ms: int, buffer: Any) -> int:
    """Let the clock move; the time at which it did."""
    now_ms = max(deadline(s), now_ms)
    legal(s, CLOCK, buffer)
    play(s, CLOCK, buffer[0], now_ms)
    return now_ms


@rule
def appraise(s: Any, first_stage: int, is_advised: int, buffer: Any, out: Any) -> None:
    """What the state is worth to every seat, where a simulation stops."""
    if to_act(s) == 0:
        worth(s, out)
    elif stage(s) != first_stage or is_advised == 0:
        outlook(s, out)
    else:
        midway(s, buffer, out)


@big_rule
def roll_out(s: Any, me: int, first_stage: int, now_ms: int, patience: int, stray: int, q: Any, buffer: Any) -> int:
    """Play on to the end of the stage, `me` by the keen policy, but astray `stray` times in 1024; the steps."""
    for steps in range(patience):
        waiting = to_act(s)
        if waiting == 0 or stage(s) != first_stage:
            return steps
        seat = random_seat(waiting, s.seats, q) & CLOCK
        if seat == CLOCK:
            now_ms = pass_time(s, now_ms, buffer)
        elif stray > 0 and quick.below(q, 1024) < stray:
            play(s, seat, random_action(s, seat, q, buffer) & chance.WORD, now_ms)
        else:
            play(s, seat, go_on(s, seat, me, q, buffer) & chance.WORD, now_ms)
    return patience


@rule
def add_child(tree: Any, used: int, parent: int, seat: int, seen: int, action: int) -> int:
    """A new node below `parent`; its number."""
    tree[used].first_child = NONE
    tree[used].sibling = tree[parent].first_child
    tree[used].seat = seat
    tree[used].seen = seen
    tree[used].action = action
    tree[used].visits = 0
    tree[used].available = 0
    tree[used].total = 0.0
    tree[parent].first_child = used
    return used


@rule
def mark_children(tree: Any, node: int, seat: int, seen: int, marks: Any) -> int:
    """Note for every action of the seat which child stands for it; how often the seat chose here, seeing this."""
    visits = 0
    child = tree[node].first_child
    while child != NONE:
        if tree[child].seat == seat and tree[child].seen == seen:
            marks[tree[child].action] = child
            visits += tree[child].visits
        child = tree[child].sibling
    return visits


@rule
def clear_marks(tree: Any, node: int, marks: Any) -> None:
    child = tree[node].first_child
    while child != NONE:
        marks[tree[child].action] = NONE
        child = tree[child].sibling


@rule
def width(visits: int, count: int) -> int:
    """How many of the ranked candidates a node considers by now: progressive widening."""
    return min(count, 1 + int(sqrt(visits)))


@rule
def pick_child(tree: Any, candidates: Any, count: int, is_ranked: int, marks: Any, explore: float, q: Any) -> int:
    """Which candidate to try: the first that was never tried, or the most promising by upper bounds.

    Unranked candidates that were never tried come in random order.
    """
    untried = 0
    chosen = -1
    best = -1e9
    best_child = -1
    for k in range(count):
        child = marks[candidates[k]]
        if child == NONE:
            untried += 1
            if untried == 1 or (is_ranked == 0 and quick.below(q, untried) == 0):
                chosen = k
        else:
            tree[child].available += 1
            bound = tree[child].total / tree[child].visits
            bound += explore * sqrt(log(float(tree[child].available) + 1.0) / tree[child].visits)
            if bound > best:
                best = bound
                best_child = k
    return chosen if chosen >= 0 else best_child


@big_rule
def descend(
    s: Any,
    tree: Any,
    used: int,
    path: Any,
    first_stage: int,
    now_ms: int,
    patience: int,
    stray: int,
    explore: float,
    is_ranked: int,
    q: Any,
    marks: Any,
    buffer: Any,
    candidates: Any,
    utilities: Any,
) -> int:
    """From the node path[1], whose action was just played, down the tree, one node further, and to the end.

    Every node on the way learns the outcome. Returns the number of nodes now used.
    """
    node = path[1]
    depth = 1
    while tree[node].visits > 0 and used < len(tree) and depth < len(path) - 1:
        waiting = to_act(s)
        if waiting == 0 or stage(s) != first_stage:
            break
        seat = random_seat(waiting, s.seats, q) & CLOCK
        if seat == CLOCK:
            now_ms = pass_time(s, now_ms, buffer)
            continue
        seen = sight(s, seat)
        visits = mark_children(tree, node, seat, seen, marks)
        count = candidates_of(s, seat, is_ranked, q, buffer, candidates)
        if is_ranked == 1:
            count = width(visits, count)
        k = 0 if count == 1 else pick_child(tree, candidates, count, is_ranked, marks, explore, q)
        action = candidates[k]
        child = marks[action]
        clear_marks(tree, node, marks)
        if child == NONE:
            child = add_child(tree, used, node, seat, seen, action)
            used += 1
        play(s, seat, action & chance.WORD, now_ms)
        node = child
        depth += 1
        path[depth] = node
    path[0] = depth + roll_out(s, tree[path[1]].seat, first_stage, now_ms, patience, stray, q, buffer)
    appraise(s, first_stage, is_ranked, buffer, utilities)
    for k in range(1, depth + 1):
        tree[path[k]].visits += 1
        tree[path[k]].total += utilities[tree[path[k]].seat]
    return used


@big_rule
def fill_pool(states: Any, pool: Any, notes: Any, likelihoods: Any, g: Any, count: int, seat: int, buffer: Any) -> None:
    """Imagine `count` states; `likelihoods` adds up how likely they are. Without a guess they come one by one."""
    if not guess(states, pool, notes, likelihoods, g, count, seat, buffer):
        for k in range(count):
            pool[k] = states[ROOT]
            resample(pool[k], seat, g)
            likelihoods[k] = likeness(pool[k], seat, buffer)
    highest = likelihoods[0]
    for k in range(1, count):
        highest = max(highest, likelihoods[k])
    total = 0.0
    for k in range(count):
        total += exp(likelihoods[k] - highest)
        likelihoods[k] = total


@rule
def drawn(likelihoods: Any, count: int, g: Any) -> int:
    """A place in the pool, by likelihood."""
    point = chance.word(g) / (chance.WORD + 1.0) * likelihoods[count - 1]
    low, high = 0, count - 1
    while low < high:
        middle = (low + high) // 2
        if likelihoods[middle] > point:
            high = middle
        else:
            low = middle + 1
    return low


@big_rule
def imagine(states: Any, seat: int, is_advised: int, g: Any, buffer: Any) -> None:
    """Imagine a state; with advice, where the game can tell how likely one is, the likeliest of several."""
    states[IMAGINED] = states[ROOT]
    resample(states[IMAGINED], seat, g)
    more = dreams(states[ROOT], seat) - 1 if is_advised == 1 else 0
    if more > 0:
        best = likeness(states[IMAGINED], seat, buffer)
        for _ in range(more):
            states[TRIED] = states[ROOT]
            resample(states[TRIED], seat, g)
            like = likeness(states[TRIED], seat, buffer)
            if like > best:
                best = like
                states[IMAGINED] = states[TRIED]


@big_rule
def try_candidates(
    states: Any,
    tree: Any,
    used: int,
    path: Any,
    seat: int,
    now_ms: int,
    alive: Any,
    rounds: int,
    patience: int,
    stray: int,
    explore: float,
    is_ranked: int,
    peek: int,
    pooled: int,
    pool: Any,
    likelihoods: Any,
    g: Any,
    q: Any,
    kept_q: Any,
    marks: Any,
    buffer: Any,
    candidates: Any,
    utilities: Any,
    steps: Any,
) -> int:
    """Simulate every root child in `alive` once in each of `rounds` imagined states, all with the same luck.

    `pooled` states were imagined before (`fill_pool`): one of them is drawn, and its luck anew. `peek` imagines
    nothing: only for measuring how far full information would reach. Adds the number of
    simulated steps to steps[0] and returns the number of nodes now used.
    """
    first_stage = stage(states[ROOT])
    for _ in range(rounds):
        if pooled > 0:
            states[IMAGINED] = pool[drawn(likelihoods, pooled, g)]
            stir(states[IMAGINED], seat, g)
        elif peek == 0:
            imagine(states, seat, is_ranked, g, buffer)
        else:
            states[IMAGINED] = states[ROOT]
        kept_q[0], kept_q[1] = quick.word(q), quick.word(q)
        for k in range(len(alive)):
            quick.start(q, kept_q[0], kept_q[1])
            states[TRIED] = states[IMAGINED]
            play(states[TRIED], seat, tree[alive[k]].action & chance.WORD, now_ms)
            path[1] = alive[k]
            used = descend(
                states[TRIED],
                tree,
                used,
                path,
                first_stage,
                now_ms,
                patience,
                stray,
                explore,
                is_ranked,
                q,
                marks,
                buffer,
                candidates,
                utilities,
            )
            steps[0] += path[0]
        quick.start(q, kept_q[1], kept_q[0])
    return used
