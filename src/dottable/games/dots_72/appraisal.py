"""How near a hand is to two sets, and what each of its cards does for it.

A plan is a set for each of two pairs (see `calls.py`). Its worth is what it would score times the odds to get
every card it lacks; a hand is worth the sum over its plans. All notes are taken in the scratch `buffer`.

There are two ways of looking at it: PLAIN, as the greedy policy does, and KEEN, whose numbers were found by
letting thousands of variants play matches against it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dottable.core.rule import big_rule, rule
from dottable.games.dots_72.calls import PAIRS_WITH_2, PAIRS_WITH_4_OR_6, WINNING
from dottable.games.dots_72.pieces import (
    COLOUR_COUNT,
    FACES,
    FIRST_DOTS,
    FIRST_NUMBER,
    NO_CARD,
    NUMBER_COUNT,
    WILD_DOTS,
    WILD_NUMBER,
    WILD_SWATCH,
    is_wild,
)
from dottable.games.dots_72.state import ACTIONS, HAND, bit_of

PAIR_COUNT = 16
SWATCH, NUMBER, DOTS, KINDS = range(4)

PLACES = HAND + 1
CARDS = 0
LOSSES = CARDS + PLACES
"""The cards of the hand by face, and what it loses without each of them: what an appraisal is read from."""
MASKS = LOSSES + PLACES
REST = MASKS + PLACES
BEGIN = REST + PLACES
COVERED = BEGIN + KINDS + 1
BOTH = COVERED + KINDS
WANTED = BOTH + KINDS
WILDS = WANTED + 1
BEST = WILDS + 1
LOOK = BEST + 1
ODDS = LOOK + 1
UNSEEN = ODDS + KINDS * PAIR_COUNT
ROOM = UNSEEN + FACES
"""For each card the pairs that it goes with, and those that the others of its kind go with; for each kind where
its cards begin, the pairs that some card of it goes with, and those that one does beside a card for the pair in
hand; the points that are wanting, the wilds held, the best plan, the way of looking; for each kind and pair
the odds of a card; how many cards of each face may still come."""
assert ROOM <= ACTIONS.size

SURE = 1 << 12
SCALE = 22
PLAIN, KEEN = range(2)
LOOKS = np.array([[8192, 8192, 8192], [3221, 7794, 6696]], np.int64)
"""To how many cards of each kind one looks ahead, times SURE: numbers are dropped more often than swatches."""
LIKELIHOOD = np.array([[1024] * 7, [1024, 1024, 855, 1381, 1058, 871, 871]], np.int64)
"""How much a plan counts by the number of cards it lacks, in 1024ths."""
NEGLECT = 8
"""A plan that is worth less than the best one by this factor does not count for single cards."""
STEP = 25
PATIENCE = np.array([1024, 1918], np.int64)
"""A discard is taken if the hand gets better with it by so many 3072ths: a drawn card might help too."""
TASTES = (0.75, 0.72)
"""How much more a plan counts that scores more: the power that its points are raised to."""
WORTH = np.array([[round(100 * (STEP * k / 100) ** taste) for k in range(WINNING // STEP + 1)] for taste in TASTES])


@big_rule
def appraise(s: Any, seat: int, extra: int, look: int, buffer: Any) -> int:
    """What a hand (with an `extra` card, or NO_CARD) is worth; `buffer` gets its cards and the loss of each."""
    buffer[LOOK] = look
    lay_out(s, seat, extra, buffer)
    pairs = pairs_in_mind(s, buffer)
    weigh_odds(s, seat, pairs, buffer)
    buffer[WANTED] = WINNING - s.scores[seat]
    buffer[BEST] = 0
    total = 0
    for one in range(PAIR_COUNT):
        if (pairs >> one) & 1:
            find_both(buffer, one)
            for two in range(one, PAIR_COUNT):
                if (pairs >> two) & 1:
                    total += appraise_plan(buffer, one, two)
    return total


@rule
def least_missed(buffer: Any, count: int) -> int:
    """The place of the card that costs least."""
    best = 0
    for k in range(1, count):
        if buffer[LOSSES + k] < buffer[LOSSES + best]:
            best = k
    return best


@rule
def kind_of(face: int) -> int:
    return (face > WILD_SWATCH) + (face > WILD_NUMBER)


@rule
def lay_out(s: Any, seat: int, extra: int, buffer: Any) -> None:
    """Note the cards of a hand, and one more if there is an `extra`, in order of face."""
    count = s.held[seat]
    for k in range(count):
        buffer[CARDS + k] = s.hand[seat, k]
    if extra != NO_CARD:
        k = count
        while k > 0 and buffer[CARDS + k - 1] > extra:
            buffer[CARDS + k] = buffer[CARDS + k - 1]
            k -= 1
        buffer[CARDS + k] = extra
        count += 1
    for k in range(KINDS + 1):
        buffer[BEGIN + k] = 0
    buffer[WILDS] = 0
    for k in range(count):
        face = buffer[CARDS + k]
        buffer[LOSSES + k] = 0
        buffer[MASKS + k] = s.pairs[face]
        buffer[WILDS] += is_wild(face)
        for kind in range(kind_of(face) + 1, KINDS + 1):
            buffer[BEGIN + kind] += 1
    note_rest(buffer)


@rule
def note_rest(buffer: Any) -> None:
    """Which pairs the cards of a kind go with, all and all but one."""
    for kind in range(KINDS):
        begin, end = buffer[BEGIN + kind], buffer[BEGIN + kind + 1]
        covered = 0
        for k in range(begin, end):
            buffer[REST + k] = covered
            covered |= buffer[MASKS + k]
        buffer[COVERED + kind] = covered
        after = 0
        for k in range(end - 1, begin - 1, -1):
            buffer[REST + k] |= after
            after |= buffer[MASKS + k]


@rule
def pairs_in_mind(s: Any, buffer: Any) -> int:
    """The pairs that are worth a plan: those that a natural number or DOTS card goes with, if there are two."""
    pairs = 0
    for k in range(buffer[BEGIN + NUMBER], buffer[BEGIN + KINDS]):
        if not is_wild(buffer[CARDS + k]):
            pairs |= buffer[MASKS + k]
    has_both_wilds = buffer[CARDS + buffer[BEGIN + KINDS] - 1] == WILD_DOTS
    has_both_wilds &= buffer[BEGIN + DOTS] > 0 and buffer[CARDS + buffer[BEGIN + DOTS] - 1] == WILD_NUMBER
    if has_both_wilds:
        pairs |= buffer[COVERED + SWATCH]
    return pairs if pairs & (pairs - 1) else s.pairs[WILD_NUMBER]


@rule
def count_unseen(s: Any, seat: int, buffer: Any) -> int:
    """Count the cards that may still come, by face; how many there are.

    That is all the seat has not seen, wherever it lies: the sum tells nothing about any one place. Of a pile
    that was turned over in sight of all, it is just that pile.
    """
    for face in range(FACES):
        buffer[UNSEEN + face] = 0
    total = s.pile_left
    for k in range(total):
        buffer[UNSEEN + s.pile[k]] += 1
    if s.pile_is_known:
        return total
    for other in range(s.seats):
        if other != seat:
            for k in range(s.held[other]):
                if s.known[other, k] & bit_of(seat) == 0:
                    buffer[UNSEEN + s.hand[other, k]] += 1
                    total += 1
    return total


@rule
def weigh_odds(s: Any, seat: int, pairs: int, buffer: Any) -> None:
    """The odds to get a card of each kind for the pairs in mind."""
    unseen = count_unseen(s, seat, buffer)
    for pair in range(PAIR_COUNT):
        if (pairs >> pair) & 1:
            colour = pair % COLOUR_COUNT
            number = FIRST_NUMBER + colour * NUMBER_COUNT + pair // COLOUR_COUNT
            dots = buffer[UNSEEN + WILD_DOTS]
            for face in range(FIRST_DOTS, WILD_DOTS):
                dots += buffer[UNSEEN + face] & -((s.pairs[face] >> pair) & 1)
            swatches = buffer[UNSEEN + colour] + buffer[UNSEEN + WILD_SWATCH]
            numbers = buffer[UNSEEN + number] + buffer[UNSEEN + WILD_NUMBER]
            buffer[ODDS + pair] = odds(swatches, unseen, LOOKS[buffer[LOOK], SWATCH])
            buffer[ODDS + PAIR_COUNT + pair] = odds(numbers, unseen, LOOKS[buffer[LOOK], NUMBER])
            buffer[ODDS + 2 * PAIR_COUNT + pair] = odds(dots, unseen, LOOKS[buffer[LOOK], DOTS])


@rule
def odds(cards: int, unseen: int, looks: int) -> int:
    """About how likely one of these cards comes soon."""
    return min(SURE, looks * cards // max(unseen, 1))


@rule
def find_both(buffer: Any, one: int) -> None:
    """Which pairs have a card of each kind beside another card for the pair `one`."""
    for kind in range(KINDS):
        both = 0
        for k in range(buffer[BEGIN + kind], buffer[BEGIN + kind + 1]):
            if (buffer[MASKS + k] >> one) & 1:
                both |= buffer[REST + k]
        buffer[BOTH + kind] = both


@rule
def odds_of_kind(buffer: Any, kind: int, one: int, two: int) -> int:
    """The odds to have a card of one kind for each of two pairs."""
    covered = buffer[COVERED + kind]
    odds_one, odds_two = buffer[ODDS + kind * PAIR_COUNT + one], buffer[ODDS + kind * PAIR_COUNT + two]
    if (covered >> one) & 1:
        if (buffer[BOTH + kind] >> two) & 1:
            return SURE
        return max(odds_one, odds_two) if (covered >> two) & 1 else odds_two
    return odds_one if (covered >> two) & 1 else (odds_one * odds_two) // SURE


@rule
def lacking(buffer: Any, kind: int, one: int, two: int) -> int:
    """How many cards of one kind are missing for two pairs."""
    covered = buffer[COVERED + kind]
    if (covered >> one) & 1:
        return 0 if (buffer[BOTH + kind] >> two) & 1 else 1
    return 1 if (covered >> two) & 1 else 2


@rule
def odds_without(buffer: Any, kind: int, without: int, one: int, two: int) -> int:
    """The same if one of the cards is gone."""
    for_one, for_two, for_both = 0, 0, 0
    for k in range(buffer[BEGIN + kind], buffer[BEGIN + kind + 1]):
        if k != without:
            serves_one, serves_two = (buffer[MASKS + k] >> one) & 1, (buffer[MASKS + k] >> two) & 1
            for_one += serves_one
            for_two += serves_two
            for_both += serves_one & serves_two
    odds_one, odds_two = buffer[ODDS + kind * PAIR_COUNT + one], buffer[ODDS + kind * PAIR_COUNT + two]
    if for_one == 0:
        return odds_one if for_two > 0 else (odds_one * odds_two) // SURE
    if for_two == 0:
        return odds_two
    if for_one == 1 and for_two == 1 and for_both == 1:
        return max(odds_one, odds_two)
    return SURE


@rule
def points_for(pair: int) -> int:
    if (PAIRS_WITH_2 >> pair) & 1:
        return 100
    return 50 if (PAIRS_WITH_4_OR_6 >> pair) & 1 else 25


@rule
def worth_of(buffer: Any, one: int, two: int) -> int:
    """What two sets are worth, by the points that are still wanting (B11, B13)."""
    points = points_for(one) + points_for(two)
    if buffer[WILDS] == 0 and (one ^ two) % COLOUR_COUNT == 0:
        points *= 2
    return WORTH[buffer[LOOK], min(points, buffer[WANTED]) // STEP]


@rule
def appraise_plan(buffer: Any, one: int, two: int) -> int:
    """What one plan is worth; what it loses without a card is added to that card's losses."""
    missing = lacking(buffer, SWATCH, one, two) + lacking(buffer, NUMBER, one, two) + lacking(buffer, DOTS, one, two)
    worth = (worth_of(buffer, one, two) * LIKELIHOOD[buffer[LOOK], missing]) >> 10
    swatch = odds_of_kind(buffer, SWATCH, one, two)
    number = odds_of_kind(buffer, NUMBER, one, two)
    dots = odds_of_kind(buffer, DOTS, one, two)
    total = (worth * swatch * number * dots) >> SCALE
    if total * NEGLECT < buffer[BEST]:
        return total
    buffer[BEST] = max(buffer[BEST], total)
    either = (1 << one) | (1 << two)
    for kind in range(KINDS):
        others = number * dots if kind == SWATCH else swatch * (dots if kind == NUMBER else number)
        for k in range(buffer[BEGIN + kind], buffer[BEGIN + kind + 1]):
            if buffer[MASKS + k] & either:
                left = (worth * others * odds_without(buffer, kind, k, one, two)) >> SCALE
                buffer[LOSSES + k] += total - left
    return total
