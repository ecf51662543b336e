"""Infers the other player's hand from the turns since the deal, for searches with two players.

The hidden variables are holdings: a card of the other hand with the turns of its arrival and departure. A
Metropolis-Hastings chain samples the holdings that agree with the public history. It proposes to replace a hidden card,
or to swap two arrival turns. The likelihood of a turn is high if `greedy` would have done the same.
"""

from __future__ import annotations

from math import log
from typing import Any

from dottable.core.kernels.kernel_arguments import InferenceArrays
from dottable.core.primitives.chance import WORD_MASK, next_word, random_below, rekey, shuffle
from dottable.core.primitives.rule import noinline_rule, rule
from dottable.games.dots_72.bot.hand_value import evaluate_hand
from dottable.games.dots_72.bot.turn_history import began_with_discard, discarded_in, read_turns, replay_turns
from dottable.games.dots_72.bot.turn_likelihood import (
    AFTER_PICK,
    ARRIVAL_ROW,
    BEFORE_PICK,
    DEPARTURE_ROW,
    EVALUATIONS_ROW,
    FACE_ROW,
    HISTORY_ROW,
    MAX_INFERRED_TURNS,
    SCRATCH_SHAPE,
    SCRATCH_STATES,
    TURNS_ROW,
    UNSEEN_ROW,
    WITH_HAND,
    InferenceTarget,
    log_likelihood_of_turn,
    log_likelihood_of_value,
    turn_positions_start,
)
from dottable.games.dots_72.bot.weights import GREEDY_INDEX, WEIGHTS
from dottable.games.dots_72.knowledge.observation import knows_card
from dottable.games.dots_72.knowledge.resampling import collect_unknown, resample
from dottable.games.dots_72.pieces import DECK_SIZE, NO_CARD
from dottable.games.dots_72.rules.hands import add_card, place_of_face, remove_card_at
from dottable.games.dots_72.rules.piles import take_discard
from dottable.games.dots_72.state import EVERYBODY, HAND_SIZE, viewer_bit

__all__ = ["POOL_SIZE", "SCRATCH_SHAPE", "SCRATCH_STATES", "infer_states", "log_likelihood", "redraw_chance"]

POOL_SIZE = 4096
"""Number of states sampled for a move, chosen so that a move takes less than a second."""
CHAIN_LENGTH = 64
"""Number of states taken from one chain before a new chain starts."""
BURN_IN_PER_TURN = 40
"""Proposals per turn of the other player before the first state; chosen on 750 positions (docs/bots/dots_72.md)."""
MAX_BURN_IN = 320
"""Maximum number of proposals before the first state of a chain."""
MAX_BURN_IN_PER_STATE = 8
"""Maximum number of burn-in proposals per requested state, so that a small time budget is kept."""
THINNING = 4
"""Number of proposals between two states of a chain."""
MAX_EVALUATIONS = 2500
"""Number of evaluated turns after which a chain stops moving. It limits the time for unusual opponents."""
HELD_SINCE_DEAL, STILL_HELD = 0, 1 << 20
"""Arrival turn of a card held since the deal (or since before MAX_INFERRED_TURNS); departure turn of a card still
held."""
PROPOSED_OFFSET = DECK_SIZE
"""Distance from a turn's log-likelihood to its proposed log-likelihood in the scratch array."""
ROOT_STATE, SAMPLE_STATE = 0, 3
"""Indices of two states of the search: the determinization from which it starts, and a new determinization."""


@noinline_rule
def log_likelihood(s: Any, seat: int, buffer: Any) -> float:
    """Return the log-likelihood of the other hands, up to a constant, by their values. Turns are ignored."""
    total = 0.0
    for other in range(s.seats):
        if other != seat:
            total += log_likelihood_of_value(s, evaluate_hand(s, other, NO_CARD, WEIGHTS[GREEDY_INDEX], buffer))
    return total


@rule
def redraw_chance(s: Any, seat: int, g: Any) -> None:
    """Shuffle the draw pile unless its order is known, and rekey the record's generator. Hands do not change."""
    if s.pile_is_known == 0:
        shuffle(g, s.pile, s.pile_left)
    rekey(s.rng, g)


@noinline_rule
def infer_states(arrays: InferenceArrays, count: int, seat: int) -> bool:
    """Fill the pool with `count` states sampled by the likelihood of the other player's turns (Metropolis-Hastings).

    All states get the same log-likelihood, 0. Return False if there are more than two players or no turns yet.
    """
    root, scratch = arrays.states[ROOT_STATE], arrays.scratch
    if root.seats != 2:
        return False
    entries = read_turns(scratch[HISTORY_ROW], scratch[TURNS_ROW])
    if entries <= 1:
        return False
    other, last = 1 - seat, entries - 1
    first = max(last - 2 * (MAX_INFERRED_TURNS - 1), 2 - last % 2)
    replay_positions(arrays, other, first, last)
    holdings = list_holdings(arrays, seat, first, last)
    hidden = 0
    for k in range(HAND_SIZE):
        hidden += not knows_card(root, seat, other, k)
    if holdings > 0:
        run_chains(arrays, InferenceTarget(other, first, last, holdings, hidden), count)
    return holdings > 0


@noinline_rule
def replay_positions(arrays: InferenceArrays, other: int, first: int, last: int) -> None:
    """Write the public positions at the other player's turns `first` to `last` to the pool.

    Each turn gets three states, rebuilt from the history: before the pick, after it, and one for a sampled hand.
    """
    root, turns = arrays.states[ROOT_STATE], arrays.scratch[TURNS_ROW]
    for turn in range(first, last + 1, 2):
        at = turn_positions_start(arrays.pool, first, turn)
        arrays.pool[at + BEFORE_PICK] = root
        replay_turns(root, turns, last + 1, turn, arrays.pool[at + BEFORE_PICK])
        arrays.pool[at + AFTER_PICK] = arrays.pool[at + BEFORE_PICK]
        if began_with_discard(turns, turn):
            add_card(arrays.pool[at + AFTER_PICK], other, take_discard(arrays.pool[at + AFTER_PICK]), EVERYBODY)
        arrays.pool[at + WITH_HAND] = arrays.pool[at + BEFORE_PICK]


@noinline_rule
def list_holdings(arrays: InferenceArrays, seat: int, first: int, last: int) -> int:
    """List the other player's holdings that arrived unseen, and return their number.

    First come the cards discarded since, then cards still held that the seat knows, then hidden cards. Return 0 if the
    history contradicts what the seat knows.
    """
    other, turns, scratch = 1 - seat, arrays.scratch[TURNS_ROW], arrays.scratch
    holdings, arrivals = 0, HAND_SIZE - arrays.pool[turn_positions_start(arrays.pool, first, first)].held[other]
    for k in range(arrivals):
        scratch[ARRIVAL_ROW, k] = HELD_SINCE_DEAL
    for turn in range(first, last + 1, 2):
        face = discarded_in(turns, turn)
        if not began_with_discard(turns, turn):
            scratch[ARRIVAL_ROW, arrivals] = turn
            arrivals += 1
        if not is_in_hand(arrays.pool[turn_positions_start(arrays.pool, first, turn) + AFTER_PICK], other, face):
            scratch[FACE_ROW, holdings], scratch[DEPARTURE_ROW, holdings] = face, turn
            holdings += 1
    holdings = list_present_hand(arrays, seat, last, holdings)
    return holdings if holdings == arrivals and arrays.states[SAMPLE_STATE].held[other] == 0 else 0


@noinline_rule
def list_present_hand(arrays: InferenceArrays, seat: int, last: int, holdings: int) -> int:
    """Append the cards of the other player's current hand that were not taken openly. Return the number of holdings.

    Afterwards the hand of states[SAMPLE_STATE] is empty if all cards taken openly were found.
    """
    other, root, scratch = 1 - seat, arrays.states[ROOT_STATE], arrays.scratch
    arrays.states[SAMPLE_STATE] = root
    replay_turns(root, scratch[TURNS_ROW], last + 1, last + 1, arrays.states[SAMPLE_STATE])
    for is_hidden in range(2):
        for k in range(root.held[other]):
            if knows_card(root, seat, other, k) != (is_hidden == 1):
                face = root.hand[other, k]
                if is_hidden == 0 and remove_from_hand(arrays.states[SAMPLE_STATE], other, face):
                    continue
                scratch[FACE_ROW, holdings], scratch[DEPARTURE_ROW, holdings] = face, STILL_HELD
                holdings += 1
    return holdings


@rule
def is_in_hand(position: Any, seat: int, face: int) -> bool:
    """Return whether a hand of a position contains a card of this face."""
    return place_of_face(position, seat, face) < position.held[seat]


@rule
def remove_from_hand(position: Any, seat: int, face: int) -> bool:
    """Remove a card from a hand. Return False if it is not there."""
    place = place_of_face(position, seat, face)
    if place == position.held[seat]:
        return False
    remove_card_at(position, seat, place)
    return True


@noinline_rule
def run_chains(arrays: InferenceArrays, span: InferenceTarget, count: int) -> None:
    """Fill the pool with states from chains of CHAIN_LENGTH states each."""
    turns = (span.last - span.first) // 2 + 1
    burn_in = min(BURN_IN_PER_TURN * turns, MAX_BURN_IN, MAX_BURN_IN_PER_STATE * count)
    unseen = 0
    for k in range(count):
        if k % CHAIN_LENGTH == 0:
            unseen = start_chain(arrays, span)
        for _ in range(burn_in if k % CHAIN_LENGTH == 0 else THINNING):
            if arrays.scratch[EVALUATIONS_ROW, 0] > MAX_EVALUATIONS:
                break
            if span.hidden > 0 and unseen > 0 and random_below(arrays.g, 3) > 0:
                propose_card(arrays, span, unseen)
            else:
                propose_arrivals(arrays, span)
        arrays.pool[k] = arrays.states[ROOT_STATE]
        deal_hidden_cards(arrays.pool[k], arrays.scratch, span)
    for k in range(count):
        arrays.log_likelihoods[k] = 0.0


@noinline_rule
def start_chain(arrays: InferenceArrays, span: InferenceTarget) -> int:
    """Start a chain from a new determinization. Return the number of unseen cards outside the other hand."""
    seat, k = 1 - span.other, span.holdings - span.hidden
    arrays.states[SAMPLE_STATE] = arrays.states[ROOT_STATE]
    sample = arrays.states[SAMPLE_STATE]
    resample(sample, seat, arrays.g)
    for place in range(sample.held[span.other]):
        if not knows_card(sample, seat, span.other, place):
            arrays.scratch[FACE_ROW, k] = sample.hand[span.other, place]
            k += 1
    for place in range(sample.pile_left):
        arrays.scratch[UNSEEN_ROW, place] = sample.pile[place]
    arrays.scratch[EVALUATIONS_ROW, 0] = 0
    for turn in range(span.first, span.last + 1, 2):
        arrays.log_likelihoods[turn] = log_likelihood_of_turn(arrays, span, turn)
    return sample.pile_left


@rule
def deal_hidden_cards(s: Any, scratch: Any, span: InferenceTarget) -> None:
    """Put the hidden cards of the chain into the other hand, in exchange for the hidden cards that were there."""
    end = collect_unknown(s, 1 - span.other)
    for k in range(span.holdings - span.hidden, span.holdings):
        place = 0
        while s.pile[place] != scratch[FACE_ROW, k]:
            place += 1
        end -= 1
        s.pile[place] = s.pile[end]
        s.pile[end] = NO_CARD
        add_card(s, span.other, scratch[FACE_ROW, k], viewer_bit(span.other))


@noinline_rule
def propose_card(arrays: InferenceArrays, span: InferenceTarget, unseen: int) -> None:
    """Make a Metropolis-Hastings proposal: replace a hidden card of the sampled hand by an unseen card."""
    scratch = arrays.scratch
    k, at = span.holdings - 1 - random_below(arrays.g, span.hidden), random_below(arrays.g, unseen)
    was, proposed = scratch[FACE_ROW, k], scratch[UNSEEN_ROW, at]
    if was != proposed:
        scratch[FACE_ROW, k], scratch[UNSEEN_ROW, at] = proposed, was
        if not is_accepted(arrays, span, max(span.first, scratch[ARRIVAL_ROW, k]), span.last):
            scratch[FACE_ROW, k], scratch[UNSEEN_ROW, at] = was, proposed


@noinline_rule
def propose_arrivals(arrays: InferenceArrays, span: InferenceTarget) -> None:
    """Make a Metropolis-Hastings proposal: swap the arrival turns of two holdings."""
    scratch = arrays.scratch
    one, two = random_below(arrays.g, span.holdings), random_below(arrays.g, span.holdings)
    arrival_one, arrival_two = scratch[ARRIVAL_ROW, one], scratch[ARRIVAL_ROW, two]
    if (
        arrival_one != arrival_two
        and arrival_two <= scratch[DEPARTURE_ROW, one]
        and arrival_one <= scratch[DEPARTURE_ROW, two]
    ):
        scratch[ARRIVAL_ROW, one], scratch[ARRIVAL_ROW, two] = arrival_two, arrival_one
        since = max(span.first, min(arrival_one, arrival_two))
        if not is_accepted(arrays, span, since, max(arrival_one, arrival_two)):
            scratch[ARRIVAL_ROW, one], scratch[ARRIVAL_ROW, two] = arrival_one, arrival_two


@noinline_rule
def is_accepted(arrays: InferenceArrays, span: InferenceTarget, since: int, until: int) -> bool:
    """Return whether Metropolis-Hastings accepts a proposal that affects the turns `since` to `until`.

    The random threshold is drawn first. The evaluation stops as soon as the turns so far are below it.
    """
    likelihoods = arrays.log_likelihoods
    limit = -log((1.0 + next_word(arrays.g)) / (WORD_MASK + 1.0))
    for turn in range(since, until + 1, 2):
        limit += -likelihoods[turn]
    total = 0.0
    for turn in range(until, since - 1, -2):
        likelihood = log_likelihood_of_turn(arrays, span, turn)
        likelihoods[turn + PROPOSED_OFFSET] = likelihood
        total -= likelihood
        if total > limit:
            return False
    for turn in range(since, until + 1, 2):
        likelihoods[turn] = likelihoods[turn + PROPOSED_OFFSET]
    return True
