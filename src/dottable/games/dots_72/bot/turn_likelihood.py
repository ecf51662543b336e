"""The log-likelihood of a turn of the other player, given the cards of the hand at that time.

The likelihood is high if `greedy` would have done the same with these cards.
"""

from __future__ import annotations

from math import log
from typing import Any, NamedTuple

from dottable.core.kernels.kernel_arguments import InferenceArrays
from dottable.core.primitives.rule import noinline_rule, rule
from dottable.games.dots_72.bot.hand_value import CARDS_OFFSET, LOSSES_OFFSET, TOTAL_OFFSET, place_of_least_loss
from dottable.games.dots_72.bot.turn_choices import (
    evaluate_hand_with_card,
    is_gain_worth_taking,
    write_greedy_discard_losses,
)
from dottable.games.dots_72.bot.turn_history import began_with_discard, discarded_in
from dottable.games.dots_72.bot.weights import GREEDY_INDEX, WEIGHTS
from dottable.games.dots_72.knowledge.public_history import MAX_HISTORY
from dottable.games.dots_72.rules.calls import hand_points_without
from dottable.games.dots_72.state import may_take_discard

MAX_INFERRED_TURNS = 12
"""Number of most recent opponent turns used for inference."""
VALUE_WEIGHT = 0.164
VALUE_WEIGHT_PER_DISCARD = 0.0745
"""Growth per discard of VALUE_WEIGHT, the weight of log(hand value) in the likelihood.

Both were fitted to 6,000 turns of greedy play by two: the true hand against 24 random hands. The script was not kept.
"""
MAX_LOG_LIKELIHOOD_OF_VALUE = 20.0
"""Upper bound of the value term, so that the likelihood of a turn stays below 1."""
UNEXPECTED_ACTION_PENALTY = 3.0
"""Log penalty for an action that `greedy` would not have chosen (a factor of 20); chosen by hand."""
LOST_VALUE_PENALTY = 40.0
"""Log penalty per fraction of the hand's value lost by a discard; chosen by hand."""

SCRATCH_STATES = 3 * MAX_INFERRED_TURNS
BEFORE_PICK, AFTER_PICK, WITH_HAND = range(3)
"""Positions of a turn, stored after the pool: public knowledge before the pick, public knowledge after it, with a
sampled hand."""
HISTORY_ROW, TURNS_ROW, FACE_ROW, ARRIVAL_ROW, DEPARTURE_ROW, UNSEEN_ROW, HAND_CARDS_ROW, EVALUATIONS_ROW, ROW_COUNT = (
    range(9)
)
SCRATCH_SHAPE = (ROW_COUNT, MAX_HISTORY + 1)
"""Shape of the scratch array. Its rows: public history, turns, three columns of holdings, unseen cards, cards of one
hand, count of evaluations."""


class InferenceTarget(NamedTuple):
    """The target of an inference: the other seat, its first and last turn, and the number of holdings.

    The last `hidden` holdings are the cards of the present hand that the searching seat does not know.
    """

    other: int
    first: int
    last: int
    holdings: int
    hidden: int


@rule
def log_likelihood_of_value(s: Any, value: int) -> float:
    """Return the log-likelihood of a hand with this value. Good hands become likelier with every discard."""
    return (VALUE_WEIGHT + VALUE_WEIGHT_PER_DISCARD * 2.0 * s.discards_left / s.seats) * log(1.0 + value)


@rule
def turn_positions_start(pool: Any, first: int, turn: int) -> int:
    """Return the index in the pool at which the positions of a turn begin."""
    return len(pool) - SCRATCH_STATES + 3 * ((turn - first) // 2)


@noinline_rule
def log_likelihood_of_turn(arrays: InferenceArrays, span: InferenceTarget, turn: int) -> float:
    """Return the log-likelihood of a turn given the present holdings; at most 0."""
    arrays.scratch[EVALUATIONS_ROW, 0] += 1
    likelihood = log_likelihood_of_discard(arrays, span, turn) + log_likelihood_of_pick(arrays, span, turn)
    if turn == span.first and span.first > 2:
        position = arrays.pool[turn_positions_start(arrays.pool, span.first, turn) + BEFORE_PICK]
        likelihood += (
            min(MAX_LOG_LIKELIHOOD_OF_VALUE, log_likelihood_of_value(position, arrays.scratch[EVALUATIONS_ROW, 1]))
            - MAX_LOG_LIKELIHOOD_OF_VALUE
        )
    return likelihood


@rule
def log_likelihood_of_discard(arrays: InferenceArrays, span: InferenceTarget, turn: int) -> float:
    """Return the log-likelihood of the card discarded in a turn, and of not calling with a complete hand."""
    buffer, at = arrays.buffer, turn_positions_start(arrays.pool, span.first, turn)
    position, likelihood = arrays.pool[at + WITH_HAND], 0.0
    count = set_hand(arrays, span, turn, at + AFTER_PICK, position)
    write_greedy_discard_losses(position, span.other, buffer)
    k = 0
    while buffer[CARDS_OFFSET + k] != discarded_in(arrays.scratch[TURNS_ROW], turn):
        k += 1
    regret = buffer[LOSSES_OFFSET + k] - buffer[LOSSES_OFFSET + place_of_least_loss(buffer, count)]
    if regret > 0:
        likelihood -= UNEXPECTED_ACTION_PENALTY + LOST_VALUE_PENALTY * regret / (1.0 + buffer[TOTAL_OFFSET])
    if hand_points_without(position, span.other, k) > 0:
        likelihood -= UNEXPECTED_ACTION_PENALTY
    return likelihood


@rule
def log_likelihood_of_pick(arrays: InferenceArrays, span: InferenceTarget, turn: int) -> float:
    """Return the log-likelihood of the draw or take. Write the hand's value before it to the scratch array."""
    at = turn_positions_start(arrays.pool, span.first, turn)
    before, position = arrays.pool[at + BEFORE_PICK], arrays.pool[at + WITH_HAND]
    set_hand(arrays, span, turn - 1, at + BEFORE_PICK, position)
    top = before.discards[before.discards_left - 1]
    without, with_it = evaluate_hand_with_card(position, span.other, top, WEIGHTS[GREEDY_INDEX], arrays.buffer)
    arrays.scratch[EVALUATIONS_ROW, 1] = without
    took = began_with_discard(arrays.scratch[TURNS_ROW], turn)
    return (
        -UNEXPECTED_ACTION_PENALTY
        if may_take_discard(before) and is_gain_worth_taking(without, with_it) != took
        else 0.0
    )


@rule
def set_hand(arrays: InferenceArrays, span: InferenceTarget, turn: int, public: int, position: Any) -> int:
    """Give the other player the cards held after the pick of a turn, and return their number.

    `public` is the index of the public position in the pool.
    """
    count = list_hand_at(arrays.pool[public], arrays.scratch, span, turn)
    deal_from_pile(arrays.pool[public], position, span.other, arrays.scratch[HAND_CARDS_ROW], count)
    return count


@rule
def list_hand_at(position: Any, scratch: Any, span: InferenceTarget, turn: int) -> int:
    """Write the other player's hand right after the draw or take of a turn to the scratch array. Return its size.

    The hand consists of the cards in `position` and the sampled cards that arrived by this turn and left later.
    """
    count = position.held[span.other]
    for k in range(count):
        scratch[HAND_CARDS_ROW, k] = position.hand[span.other, k]
    for k in range(span.holdings):
        if scratch[ARRIVAL_ROW, k] <= turn and scratch[DEPARTURE_ROW, k] >= turn:
            scratch[HAND_CARDS_ROW, count] = scratch[FACE_ROW, k]
            count += 1
    return count


@noinline_rule
def deal_from_pile(public: Any, position: Any, seat: int, cards: Any, count: int) -> None:
    """Set a hand to these cards. Cards that are not public come from the public position's sorted pile."""
    for k in range(count):
        place = k
        while place > 0 and position.hand[seat, place - 1] > cards[k]:
            position.hand[seat, place] = position.hand[seat, place - 1]
            place -= 1
        position.hand[seat, place] = cards[k]
    position.held[seat] = count
    left, at, seen = 0, 0, 0
    for k in range(count):
        face = position.hand[seat, k]
        if seen < public.held[seat] and public.hand[seat, seen] == face:
            seen += 1
        else:
            while at < public.pile_left and public.pile[at] < face:
                position.pile[left] = public.pile[at]
                left += 1
                at += 1
            at += at < public.pile_left and public.pile[at] == face
    while at < public.pile_left:
        position.pile[left] = public.pile[at]
        left += 1
        at += 1
    position.pile_left = left
