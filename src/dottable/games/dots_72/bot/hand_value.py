"""The value of a hand as the sum over its plans, and the loss of value without each of its cards.

A goal is a promising pair of colour and number (see `rules/calls.py`). A plan is a set for each of two goals. Its value
is the value of its score times the estimated probability of getting the missing cards. Results are written to the
scratch `buffer`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dottable.core.primitives.rule import noinline_rule, rule
from dottable.games.dots_72.bot.weights import (
    DOTS,
    FACTOR_BITS,
    FIRST_DOUBLED_INDEX,
    KIND_COUNT,
    NUMBER,
    OUT_UNIT,
    PROBABILITY_UNIT,
    SCORE_UNIT,
    SWATCH,
    WINNING_SCORE_UNITS,
)
from dottable.games.dots_72.pieces import (
    COLOUR_COUNT,
    FACE_COUNT,
    FIRST_DOTS,
    FIRST_NUMBER,
    NO_CARD,
    NUMBER_COUNT,
    WILD_DOTS,
    WILD_NUMBER,
    WILD_SWATCH,
    is_wild,
)
from dottable.games.dots_72.rules.calls import PAIRS_WITH_2, PAIRS_WITH_4_OR_6
from dottable.games.dots_72.state import ACTIONS, HAND_SIZE, viewer_bit

PAIR_COUNT = COLOUR_COUNT * NUMBER_COUNT

# Sections of the scratch buffer. Results first:
CARDS_OFFSET = 0  # the cards of the hand in order of face
LOSSES_OFFSET = CARDS_OFFSET + HAND_SIZE + 1  # loss of value without each card
MISSING_OFFSET = LOSSES_OFFSET + HAND_SIZE + 1  # number of cards missing for the best plan
PERIOD_OFFSET = MISSING_OFFSET + 1  # period of the hand
KIND_START_OFFSET = PERIOD_OFFSET + 1  # index of the first card of each kind, and the number of cards
WILD_COUNT_OFFSET = KIND_START_OFFSET + KIND_COUNT + 1  # wilds in the hand
BEST_PLAN_OFFSET = WILD_COUNT_OFFSET + 1  # value of the best plan
TOTAL_OFFSET = BEST_PLAN_OFFSET + 1  # value of the hand
OTHER_SCORE_OFFSET = TOTAL_OFFSET + 1  # best total of the other seats in SCORE_UNITs
VALUE_ROW_OFFSET = OTHER_SCORE_OFFSET + 1  # row of `plan_value` for the totals
UNSEEN_OFFSET = VALUE_ROW_OFFSET + 1  # unseen cards by face
GOALS_OFFSET = UNSEEN_OFFSET + FACE_COUNT  # the promising pairs, three numbers each (see below)
BUFFER_SIZE = GOALS_OFFSET + KIND_COUNT * PAIR_COUNT
FEATURES_OFFSET = GOALS_OFFSET
"""Index of the feature indexes (`penalty_features.py`), which are written when the goals are no longer needed."""
assert BUFFER_SIZE <= ACTIONS.size

MATCHES_MASK = (1 << (HAND_SIZE + 1)) - 1
PAIR_SHIFT = HAND_SIZE + 1
PAIR_MASK = PAIR_COUNT - 1
SWATCH_CHANCE_SHIFT = 12
"""Layout of a goal (a promising pair).

Its three numbers hold the probability of getting a Swatch, a Number and a DOTS card for it, times PROBABILITY_UNIT. The
low bits of the first number hold the pair and the places of matching cards.
"""
PLAN_VALUE_SHIFT = 22
"""Number of bits dropped from a product of a value and three probabilities."""
MISSING_NONE, MISSING_FOR_FIRST, MISSING_FOR_SECOND, MISSING_FOR_BOTH, MISSING_FOR_EITHER = range(5)
"""Missing cards of a kind in a plan: none, one for the first or the second pair, one for each pair, one for either
pair."""
MISSING_CARD_COUNTS = np.array([0, 1, 1, 2, 1], np.int64)
"""Number of missing cards for each of the cases above."""


@noinline_rule
def evaluate_hand(s: Any, seat: int, extra: int, w: Any, buffer: Any) -> int:
    """Return the value of a hand by the weights `w`, and write the results to the sections of `buffer`.

    `extra` is an additional card for the hand, or NO_CARD.
    """
    buffer[PERIOD_OFFSET] = period_of(s)
    list_hand(s, seat, extra, buffer)
    goals = list_goals(s, seat, promising_pairs(s, buffer), w, buffer)
    buffer[OTHER_SCORE_OFFSET] = best_other_score_units(s, seat)
    buffer[VALUE_ROW_OFFSET] = (
        buffer[PERIOD_OFFSET] * WINNING_SCORE_UNITS + s.scores[seat] // SCORE_UNIT
    ) * WINNING_SCORE_UNITS + buffer[OTHER_SCORE_OFFSET]
    buffer[BEST_PLAN_OFFSET] = 0
    buffer[MISSING_OFFSET] = HAND_SIZE
    total = 0
    for one in range(goals):
        for two in range(one, goals):
            total += evaluate_plan(w, buffer, one, two)
    buffer[TOTAL_OFFSET] = total
    return total


@rule
def place_of_least_loss(buffer: Any, count: int) -> int:
    """Return the place of the first card with the smallest loss."""
    best = 0
    for k in range(1, count):
        if buffer[LOSSES_OFFSET + k] < buffer[LOSSES_OFFSET + best]:
            best = k
    return best


@rule
def kind_of(face: int) -> int:
    """Return the kind of a face: SWATCH, NUMBER or DOTS."""
    return (face > WILD_SWATCH) + (face > WILD_NUMBER)


@rule
def period_of(s: Any) -> int:
    """Return the period of the hand: 0 up to 2 discards (scaled to two players), 1 up to 5, 2 up to 9, 3 later."""
    discards = 2 * s.discards_left // s.seats
    return (discards > 2) + (discards > 5) + (discards > 9)


@rule
def best_other_score_units(s: Any, seat: int) -> int:
    """Return the highest match score among the other seats, in units of 25 points (SCORE_UNIT)."""
    highest = 0
    for other in range(s.seats):
        if other != seat:
            highest = max(highest, s.scores[other] // SCORE_UNIT)
    return highest


@rule
def list_hand(s: Any, seat: int, extra: int, buffer: Any) -> None:
    """Write cards, kind starts and wild count of a hand with an `extra` card to the buffer; clear the losses."""
    count = s.held[seat]
    for k in range(count):
        buffer[CARDS_OFFSET + k] = s.hand[seat, k]
    if extra != NO_CARD:
        k = count
        while k > 0 and buffer[CARDS_OFFSET + k - 1] > extra:
            buffer[CARDS_OFFSET + k] = buffer[CARDS_OFFSET + k - 1]
            k -= 1
        buffer[CARDS_OFFSET + k] = extra
        count += 1
    for k in range(KIND_COUNT + 1):
        buffer[KIND_START_OFFSET + k] = 0
    buffer[WILD_COUNT_OFFSET] = 0
    for k in range(count):
        face = buffer[CARDS_OFFSET + k]
        buffer[LOSSES_OFFSET + k] = 0
        buffer[WILD_COUNT_OFFSET] += is_wild(face)
        for kind in range(kind_of(face) + 1, KIND_COUNT + 1):
            buffer[KIND_START_OFFSET + kind] += 1


@rule
def promising_pairs(s: Any, buffer: Any) -> int:
    """Return the set of pairs that a natural number or DOTS card of the hand matches.

    With a wild number and a wild DOTS card, the pairs of the swatches count too. If there are fewer than two
    pairs, return all pairs of the deck.
    """
    pairs = 0
    for k in range(buffer[KIND_START_OFFSET + NUMBER], buffer[KIND_START_OFFSET + KIND_COUNT]):
        if not is_wild(buffer[CARDS_OFFSET + k]):
            pairs |= s.pairs[buffer[CARDS_OFFSET + k]]
    has_both_wilds = buffer[CARDS_OFFSET + buffer[KIND_START_OFFSET + KIND_COUNT] - 1] == WILD_DOTS
    has_both_wilds &= (
        buffer[KIND_START_OFFSET + DOTS] > 0
        and buffer[CARDS_OFFSET + buffer[KIND_START_OFFSET + DOTS] - 1] == WILD_NUMBER
    )
    if has_both_wilds:
        for k in range(buffer[KIND_START_OFFSET + NUMBER]):
            pairs |= s.pairs[buffer[CARDS_OFFSET + k]]
    return pairs if pairs & (pairs - 1) else s.pairs[WILD_NUMBER]


@rule
def count_unseen(s: Any, seat: int, buffer: Any) -> int:
    """Write the number of unseen cards per face to the buffer, and return their total.

    Unseen are all cards that the seat does not know, in the pile or in hands. So the counts reveal nothing about a
    single place. If the order of the pile is known, only the cards of the pile count.
    """
    for face in range(FACE_COUNT):
        buffer[UNSEEN_OFFSET + face] = 0
    total = s.pile_left
    for k in range(total):
        buffer[UNSEEN_OFFSET + s.pile[k]] += 1
    if s.pile_is_known:
        return total
    for other in range(s.seats):
        if other != seat:
            for k in range(s.held[other]):
                if s.known[other, k] & viewer_bit(seat) == 0:
                    buffer[UNSEEN_OFFSET + s.hand[other, k]] += 1
                    total += 1
    return total


@rule
def list_goals(s: Any, seat: int, pairs: int, w: Any, buffer: Any) -> int:
    """Write the goals, one for each of the given pairs, to the buffer and return their number."""
    unseen = count_unseen(s, seat, buffer)
    count = 0
    for pair in range(PAIR_COUNT):
        if (pairs >> pair) & 1:
            colour = pair % COLOUR_COUNT
            number = FIRST_NUMBER + colour * NUMBER_COUNT + pair // COLOUR_COUNT
            dots = buffer[UNSEEN_OFFSET + WILD_DOTS]
            for face in range(FIRST_DOTS, WILD_DOTS):
                dots += buffer[UNSEEN_OFFSET + face] & -((s.pairs[face] >> pair) & 1)
            swatches = buffer[UNSEEN_OFFSET + colour] + buffer[UNSEEN_OFFSET + WILD_SWATCH]
            numbers = buffer[UNSEEN_OFFSET + number] + buffer[UNSEEN_OFFSET + WILD_NUMBER]
            places = 0
            for k in range(buffer[KIND_START_OFFSET + KIND_COUNT]):
                places |= ((s.pairs[buffer[CARDS_OFFSET + k]] >> pair) & 1) << k
            chance = chance_to_draw_out(w, buffer, SWATCH, pair, swatches, unseen)
            buffer[GOALS_OFFSET + count] = chance << SWATCH_CHANCE_SHIFT | pair << PAIR_SHIFT | places
            chance = chance_to_draw_out(w, buffer, NUMBER, pair, numbers, unseen)
            buffer[GOALS_OFFSET + PAIR_COUNT + count] = chance
            chance = chance_to_draw_out(w, buffer, DOTS, pair, dots, unseen)
            buffer[GOALS_OFFSET + 2 * PAIR_COUNT + count] = chance
            count += 1
    return count


@rule
def matches_of_goal(buffer: Any, goal: int) -> int:
    """Return the places of the hand whose cards match a goal, as a bit set."""
    return buffer[GOALS_OFFSET + goal] & MATCHES_MASK


@rule
def pair_of_goal(buffer: Any, goal: int) -> int:
    return (buffer[GOALS_OFFSET + goal] >> PAIR_SHIFT) & PAIR_MASK


@rule
def chance_for_goal(buffer: Any, kind: int, goal: int) -> int:
    """Return the probability of getting a card of a kind for a goal, times PROBABILITY_UNIT."""
    chance = buffer[GOALS_OFFSET + kind * PAIR_COUNT + goal]
    return chance >> SWATCH_CHANCE_SHIFT if kind == SWATCH else chance


@rule
def chance_to_draw_out(w: Any, buffer: Any, kind: int, pair: int, outs: int, unseen: int) -> int:
    """Return the probability of getting one of `outs` cards among `unseen`.

    It is the number of draws ahead times the share, at most 1, times PROBABILITY_UNIT.
    """
    draws = w.draws_ahead[buffer[PERIOD_OFFSET], kind, pair // COLOUR_COUNT]
    return min(PROBABILITY_UNIT, draws * w.outs[kind, outs] // (OUT_UNIT * max(unseen, 1)))


@rule
def missing_case(matches_one: int, matches_two: int) -> int:
    """Return for which of two planned sets a card of one kind (Swatch, Number, DOTS) is missing (MISSING_...).

    The arguments are bit sets of the hand's places whose cards of that kind fit the first and the second set.
    """
    if matches_one == 0:
        return MISSING_FOR_FIRST if matches_two else MISSING_FOR_BOTH
    if matches_two == 0:
        return MISSING_FOR_SECOND
    return MISSING_FOR_EITHER if matches_one == matches_two and matches_one & (matches_one - 1) == 0 else MISSING_NONE


@rule
def places_of_kind(buffer: Any, kind: int) -> int:
    """Return the places of all cards of a kind as a bit set."""
    return (1 << buffer[KIND_START_OFFSET + kind + 1]) - (1 << buffer[KIND_START_OFFSET + kind])


@rule
def missing_cards_of_kind(buffer: Any, kind: int, one: int, two: int) -> int:
    """Return which cards of a kind two sets still need, as one of the cases MISSING_NONE to MISSING_FOR_EITHER."""
    places = places_of_kind(buffer, kind)
    return missing_case(matches_of_goal(buffer, one) & places, matches_of_goal(buffer, two) & places)


@rule
def chance_to_fill(w: Any, buffer: Any, kind: int, lack: int, one: int, two: int) -> int:
    """Return the probability of getting the cards of a kind that a plan still needs, in units of 1/PROBABILITY_UNIT."""
    if lack == MISSING_NONE:
        return PROBABILITY_UNIT
    first, second = chance_for_goal(buffer, kind, one), chance_for_goal(buffer, kind, two)
    if lack == MISSING_FOR_FIRST:
        return first
    if lack == MISSING_FOR_SECOND:
        return second
    if lack == MISSING_FOR_BOTH:
        return (first * second * w.both_missing[kind]) >> PLAN_VALUE_SHIFT
    low = min(first, second) if one != two else 0
    chance = max(first, second) * w.either_likelier[kind] + low * w.either_other[kind]
    return min(PROBABILITY_UNIT, chance >> FACTOR_BITS)


@rule
def score_units_of_set(pair: int) -> int:
    """Return the score of a set in SCORE_UNITs (B11)."""
    if (PAIRS_WITH_2 >> pair) & 1:
        return 4
    return 2 if (PAIRS_WITH_4_OR_6 >> pair) & 1 else 1


@rule
def value_of_sets(w: Any, buffer: Any, one: int, two: int) -> int:
    """Return the value of the score of two sets, given the totals of the seats (B11, B13)."""
    first, second = pair_of_goal(buffer, one), pair_of_goal(buffer, two)
    is_doubled = buffer[WILD_COUNT_OFFSET] == 0 and (first ^ second) % COLOUR_COUNT == 0
    return w.plan_value[
        buffer[VALUE_ROW_OFFSET],
        score_units_of_set(first) + score_units_of_set(second) + (FIRST_DOUBLED_INDEX if is_doubled else 0),
    ]


@rule
def evaluate_plan(w: Any, buffer: Any, one: int, two: int) -> int:
    """Return the value of one plan and add its share to the losses of the cards that it uses."""
    lack_swatch = missing_cards_of_kind(buffer, SWATCH, one, two)
    lack_number = missing_cards_of_kind(buffer, NUMBER, one, two)
    lack_dots = missing_cards_of_kind(buffer, DOTS, one, two)
    swatch = chance_to_fill(w, buffer, SWATCH, lack_swatch, one, two)
    number = chance_to_fill(w, buffer, NUMBER, lack_number, one, two)
    dots = chance_to_fill(w, buffer, DOTS, lack_dots, one, two)
    missing = MISSING_CARD_COUNTS[lack_swatch] + MISSING_CARD_COUNTS[lack_number] + MISSING_CARD_COUNTS[lack_dots]
    value = value_of_sets(w, buffer, one, two)
    total = (
        ((value * w.missing_factor[buffer[PERIOD_OFFSET], missing]) >> FACTOR_BITS) * swatch * number * dots
    ) >> PLAN_VALUE_SHIFT
    if total * w.neglect < buffer[BEST_PLAN_OFFSET]:
        return total
    if total > buffer[BEST_PLAN_OFFSET]:
        buffer[BEST_PLAN_OFFSET] = total
        buffer[MISSING_OFFSET] = missing
    without = (value * w.missing_factor[buffer[PERIOD_OFFSET], missing + 1]) >> FACTOR_BITS
    plan = (one, two, total)
    add_losses(w, buffer, SWATCH, lack_swatch, plan, without * number * dots)
    add_losses(w, buffer, NUMBER, lack_number, plan, without * swatch * dots)
    add_losses(w, buffer, DOTS, lack_dots, plan, without * swatch * number)
    return total


@rule
def add_losses(w: Any, buffer: Any, kind: int, lack: int, plan: tuple[int, int, int], others: int) -> None:
    """Add to each card of a kind the loss that a plan (the two sets to collect) would have without the card.

    Without the card, the plan keeps `others` (the value of the rest of the plan) times the probability of replacing the
    card.
    """
    if lack == MISSING_FOR_BOTH:
        return
    one, two, total = plan
    places = places_of_kind(buffer, kind)
    for_one, for_two = matches_of_goal(buffer, one) & places, matches_of_goal(buffer, two) & places
    for k in range(buffer[KIND_START_OFFSET + kind], buffer[KIND_START_OFFSET + kind + 1]):
        if ((for_one | for_two) >> k) & 1:
            then = missing_case(for_one & ~(1 << k), for_two & ~(1 << k))
            if then != lack:
                buffer[LOSSES_OFFSET + k] += total - (
                    (others * chance_to_fill(w, buffer, kind, then, one, two)) >> PLAN_VALUE_SHIFT
                )
