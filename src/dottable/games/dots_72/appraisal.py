"""How near a hand is to two sets, and what each of its cards does for it.

A plan is a set for each of two pairs (see `calls.py`). Its worth is what it would score times the odds to get
every card it lacks; a hand is worth the sum over its plans. All notes are taken in the scratch `buffer`.

There are two ways of looking at it: PLAIN, as the greedy policy does, and KEEN, whose numbers were fitted to what
choices turned out to be worth when hands were played on (docs/bots/dots_72.md).
"""

from __future__ import annotations

from math import exp
from typing import Any

import numpy as np

from dottable.core.rule import big_rule, rule
from dottable.games.dots_72.calls import PAIRS_WITH_2, PAIRS_WITH_4_OR_6, WINNING
from dottable.games.dots_72.pieces import (
    COLOUR_COUNT,
    DECK,
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
MISSING = LOSSES + PLACES
STAGE = MISSING + 1
"""How many cards the best plan lacks, and how far the hand is."""
LOOK = STAGE + 1
BEGIN = LOOK + 1
WILDS = BEGIN + KINDS + 1
BEST = WILDS + 1
ROW = BEST + 1
SERVING = ROW + 1
ODDS = SERVING + PAIR_COUNT
UNSEEN = ODDS + KINDS * PAIR_COUNT
TOTAL = UNSEEN + FACES
THEIRS = TOTAL + 1
ROOM = THEIRS + 1
"""The way of looking; for each kind where its cards begin; the wilds held, the best plan, the row of WORTH that
goes with the totals; for each pair the places of the cards that serve it, one bit each; for each kind and pair
the odds of a card; how many cards of each face may still come; the hand's worth, and the best total of the others
in STEPs."""
assert ROOM <= ACTIONS.size

SURE = 1 << 12
SCALE = 22
UNIT_BITS = 10
UNIT = 1 << UNIT_BITS
PLAIN, KEEN = range(2)
STAGES = 4
STEP = 25
STEPS = WINNING // STEP
NONE, FOR_ONE, FOR_TWO, FOR_BOTH, FOR_EITHER = range(5)
"""What is missing of a kind for a plan: nothing, a card for either pair, a card for each, or one for any of them."""
LACKS = np.array([0, 1, 1, 2, 1], np.int64)
LOOKS = np.full((2, STAGES, KINDS, NUMBER_COUNT), 2 * SURE, np.int64)
LOOKS[KEEN] = [
    [
        [5903, 3889, 3512, 3171],
        [9343, 7723, 5916, 7907],
        [5244, 5923, 5801, 6158],
    ],
    [
        [4136, 3324, 3165, 2123],
        [6170, 6585, 5832, 6404],
        [4503, 5722, 4928, 5806],
    ],
    [
        [4796, 3006, 2967, 2187],
        [5952, 5988, 6312, 7386],
        [4188, 5245, 6088, 6838],
    ],
    [
        [4084, 3929, 2914, 2754],
        [5125, 6773, 6570, 7499],
        [3257, 5938, 5588, 7259],
    ],
]
"""To how many cards one looks ahead, times SURE, by the stage of the hand, the kind and the number 2, 4, 6 or 8:
others drop some kinds more often than others."""
OUT = 64
OUTS = np.full((2, KINDS, DECK + 1), OUT * np.arange(DECK + 1))
OUTS[KEEN, :, :8] = [
    [0, 70, 73, 197, 258, 320, 384, 448],
    [0, 45, 48, 119, 191, 304, 377, 448],
    [0, 75, 66, 127, 193, 286, 384, 448],
]
"""What so many cards that would do count for."""
BOTH = np.array([[UNIT] * KINDS, [563, 825, 655]], np.int64)
EITHER = np.array([[UNIT] * KINDS, [1156, 1400, 1728]], np.int64)
OTHER = np.array([[0] * KINDS, [867, 1218, 1718]], np.int64)
"""What the odds count for to get two cards of a kind, or one of the likelier and one of the other pair."""
LIKELIHOOD = np.full((2, STAGES, HAND + 2), UNIT)
LIKELIHOOD[KEEN] = [
    [1378, 1276, 979, 825, 1201, 856, 864, 871],
    [1434, 1588, 880, 872, 711, 1006, 871, 871],
    [1830, 1879, 751, 761, 738, 893, 871, 871],
    [1821, 2286, 609, 621, 764, 876, 871, 871],
]
"""How much a plan counts by the stage and the number of cards it lacks."""
NEGLECT = np.array([8, 16], np.int64)
"""A plan that is worth less than the best one by this factor does not count for single cards."""
PATIENCE = 1024
"""A discard is taken, plainly looked at, if the hand gets better with it by so many 3072ths: a drawn card might
help too."""
DOUBLED = 9
POINTS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 2, 4, 6, 8, 10, 12, 14, 16)
"""What a plan scores, in STEPs; from DOUBLED on for two sets of one colour."""
TASTE = 0.75
"""How much more a plan counts that scores more, plainly looked at: the power that its points are raised to."""
USUAL_STEPS = 4
RISK = 0.6
"""Keenly looked at, it counts what a call would change between the totals, and so much of what it would keep the
others from: a call of theirs, of the usual points."""

TASTES = np.ones((STAGES, len(POINTS)))
TASTES[:, [2, 3, 4, 5, 6, 8]] = [
    [0.821, 0.829, 1.236, 1.446, 1.519, 0.91],
    [0.637, 0.699, 0.976, 1.126, 1.447, 2.069],
    [0.784, 0.879, 0.9, 1.304, 1.316, 1.674],
    [0.718, 0.818, 0.947, 1.147, 1.513, 1.927],
]
TASTES[:, [11, 12, 13, 14, 15, 17]] = [
    [0.743, 0.822, 0.852, 1.148, 0.911, 1.013],
    [0.814, 1.189, 1.238, 1.893, 1.145, 1.028],
    [0.7, 1.096, 1.04, 1.181, 0.848, 0.948],
    [0.919, 1.187, 0.804, 1.208, 1.132, 0.979],
]
"""What was found to be missing in that, by the stage and the points (50, 75, 100, 125, 150, 200; the same doubled)."""


def share_of_wins(mine: int, theirs: int) -> float:
    """How often a match of two is won from these totals, in STEPs; see `policy.strength_at`."""
    if max(mine, theirs) >= STEPS:
        return 1.0 if mine > theirs else 0.0
    ahead, behind = mine * STEP / 100, theirs * STEP / 100
    return 1 / (1 + exp(0.40 * (behind - ahead) + 0.07 * (behind**2 - ahead**2)))


def keen_worth(mine: int, theirs: int, points: int) -> float:
    now = share_of_wins(mine, theirs)
    kept = now - share_of_wins(mine, min(theirs + USUAL_STEPS, STEPS))
    return 800 * (share_of_wins(min(mine + points, STEPS), theirs) - now + RISK * kept)


PLAIN_WORTH = [[round(100 * (STEP * min(k, STEPS - mine) / 100) ** TASTE) for k in POINTS] for mine in range(STEPS)]
KEEN_WORTH = [[[keen_worth(mine, theirs, k) for k in POINTS] for theirs in range(STEPS)] for mine in range(STEPS)]
WORTH = np.concatenate(
    [PLAIN_WORTH, np.rint(np.array(KEEN_WORTH) * TASTES[:, None, None]).reshape(-1, len(POINTS))]
).astype(np.int64)
"""What points are worth: for PLAIN by one's own total, for KEEN by the stage, one's own and the best other total."""


@big_rule
def appraise(s: Any, seat: int, extra: int, look: int, buffer: Any) -> int:
    """What a hand (with an `extra` card, or NO_CARD) is worth; `buffer` gets its cards and the loss of each."""
    buffer[LOOK] = look
    buffer[STAGE] = stage_of_hand(s)
    lay_out(s, seat, extra, buffer)
    pairs = pairs_in_mind(s, buffer)
    note_serving(s, pairs, buffer)
    weigh_odds(s, seat, pairs, buffer)
    buffer[THEIRS] = best_other_total(s, seat)
    buffer[ROW] = row_of_worth(s, seat, look, buffer[THEIRS])
    buffer[BEST] = 0
    buffer[MISSING] = HAND
    total = 0
    for one in range(PAIR_COUNT):
        if (pairs >> one) & 1:
            for two in range(one, PAIR_COUNT):
                if (pairs >> two) & 1:
                    total += appraise_plan(buffer, one, two)
    buffer[TOTAL] = total
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
def stage_of_hand(s: Any) -> int:
    """How far a hand is, by the discards of two players."""
    turns = 2 * s.discards_left // s.seats
    return (turns > 2) + (turns > 5) + (turns > 9)


@rule
def best_other_total(s: Any, seat: int) -> int:
    """The best total of the others, in STEPs."""
    theirs = 0
    for other in range(s.seats):
        if other != seat:
            theirs = max(theirs, s.scores[other] // STEP)
    return theirs


@rule
def row_of_worth(s: Any, seat: int, look: int, theirs: int) -> int:
    """The row of WORTH for a seat's total and, where one looks keenly, the best total of the others."""
    mine = s.scores[seat] // STEP
    if look == PLAIN:
        return mine
    return STEPS + (stage_of_hand(s) * STEPS + mine) * STEPS + theirs


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
        buffer[WILDS] += is_wild(face)
        for kind in range(kind_of(face) + 1, KINDS + 1):
            buffer[BEGIN + kind] += 1


@rule
def pairs_in_mind(s: Any, buffer: Any) -> int:
    """The pairs that are worth a plan: those that a natural number or DOTS card goes with, if there are two."""
    pairs = 0
    for k in range(buffer[BEGIN + NUMBER], buffer[BEGIN + KINDS]):
        if not is_wild(buffer[CARDS + k]):
            pairs |= s.pairs[buffer[CARDS + k]]
    has_both_wilds = buffer[CARDS + buffer[BEGIN + KINDS] - 1] == WILD_DOTS
    has_both_wilds &= buffer[BEGIN + DOTS] > 0 and buffer[CARDS + buffer[BEGIN + DOTS] - 1] == WILD_NUMBER
    if has_both_wilds:
        for k in range(buffer[BEGIN + NUMBER]):
            pairs |= s.pairs[buffer[CARDS + k]]
    return pairs if pairs & (pairs - 1) else s.pairs[WILD_NUMBER]


@rule
def note_serving(s: Any, pairs: int, buffer: Any) -> None:
    """For every pair in mind the places of the cards that go with it."""
    for pair in range(PAIR_COUNT):
        if (pairs >> pair) & 1:
            serving = 0
            for k in range(buffer[BEGIN + KINDS]):
                serving |= ((s.pairs[buffer[CARDS + k]] >> pair) & 1) << k
            buffer[SERVING + pair] = serving


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
            buffer[ODDS + pair] = odds(buffer, SWATCH, pair, swatches, unseen)
            buffer[ODDS + PAIR_COUNT + pair] = odds(buffer, NUMBER, pair, numbers, unseen)
            buffer[ODDS + 2 * PAIR_COUNT + pair] = odds(buffer, DOTS, pair, dots, unseen)


@rule
def odds(buffer: Any, kind: int, pair: int, cards: int, unseen: int) -> int:
    """About how likely one of these cards comes soon."""
    look = buffer[LOOK]
    hope = LOOKS[look, buffer[STAGE], kind, pair // COLOUR_COUNT]
    return min(SURE, hope * OUTS[look, kind, cards] // (OUT * max(unseen, 1)))


@rule
def need(serving_one: int, serving_two: int) -> int:
    """What is missing of a kind, by the places of the cards that serve each of two pairs."""
    if serving_one == 0:
        return FOR_ONE if serving_two else FOR_BOTH
    if serving_two == 0:
        return FOR_TWO
    return FOR_EITHER if serving_one == serving_two and serving_one & (serving_one - 1) == 0 else NONE


@rule
def places_of_kind(buffer: Any, kind: int) -> int:
    """The places of all cards of a kind, one bit each."""
    return (1 << buffer[BEGIN + kind + 1]) - (1 << buffer[BEGIN + kind])


@rule
def need_of_kind(buffer: Any, kind: int, one: int, two: int) -> int:
    places = places_of_kind(buffer, kind)
    return need(buffer[SERVING + one] & places, buffer[SERVING + two] & places)


@rule
def odds_of_need(buffer: Any, kind: int, what: int, one: int, two: int) -> int:
    """The odds to get what is missing of one kind."""
    if what == NONE:
        return SURE
    odds_one, odds_two = buffer[ODDS + kind * PAIR_COUNT + one], buffer[ODDS + kind * PAIR_COUNT + two]
    if what == FOR_ONE:
        return odds_one
    if what == FOR_TWO:
        return odds_two
    look = buffer[LOOK]
    if what == FOR_BOTH:
        return (odds_one * odds_two * BOTH[look, kind]) >> SCALE
    low = min(odds_one, odds_two) if one != two else 0
    return min(SURE, (max(odds_one, odds_two) * EITHER[look, kind] + low * OTHER[look, kind]) >> UNIT_BITS)


@rule
def points_for(pair: int) -> int:
    """What a set scores, in STEPs."""
    if (PAIRS_WITH_2 >> pair) & 1:
        return 4
    return 2 if (PAIRS_WITH_4_OR_6 >> pair) & 1 else 1


@rule
def worth_of(buffer: Any, one: int, two: int) -> int:
    """What two sets are worth, by the points that are still wanting (B11, B13)."""
    is_doubled = buffer[WILDS] == 0 and (one ^ two) % COLOUR_COUNT == 0
    return WORTH[buffer[ROW], points_for(one) + points_for(two) + (DOUBLED if is_doubled else 0)]


@rule
def appraise_plan(buffer: Any, one: int, two: int) -> int:
    """What one plan is worth; what it loses without a card is added to that card's losses."""
    look, stage = buffer[LOOK], buffer[STAGE]
    need_swatch = need_of_kind(buffer, SWATCH, one, two)
    need_number = need_of_kind(buffer, NUMBER, one, two)
    need_dots = need_of_kind(buffer, DOTS, one, two)
    swatch = odds_of_need(buffer, SWATCH, need_swatch, one, two)
    number = odds_of_need(buffer, NUMBER, need_number, one, two)
    dots = odds_of_need(buffer, DOTS, need_dots, one, two)
    missing = LACKS[need_swatch] + LACKS[need_number] + LACKS[need_dots]
    worth = worth_of(buffer, one, two)
    total = (((worth * LIKELIHOOD[look, stage, missing]) >> UNIT_BITS) * swatch * number * dots) >> SCALE
    if total * NEGLECT[look] < buffer[BEST]:
        return total
    if total > buffer[BEST]:
        buffer[BEST] = total
        buffer[MISSING] = missing
    less = (worth * LIKELIHOOD[look, stage, missing + 1]) >> UNIT_BITS
    note_losses(buffer, SWATCH, need_swatch, one, two, total, less * number * dots)
    note_losses(buffer, NUMBER, need_number, one, two, total, less * swatch * dots)
    note_losses(buffer, DOTS, need_dots, one, two, total, less * swatch * number)
    return total


@rule
def note_losses(buffer: Any, kind: int, what: int, one: int, two: int, total: int, others: int) -> None:
    """Add to every card of a kind what a plan loses without it: `others` times the odds to replace it are left."""
    if what == FOR_BOTH:
        return
    places = places_of_kind(buffer, kind)
    for_one, for_two = buffer[SERVING + one] & places, buffer[SERVING + two] & places
    for k in range(buffer[BEGIN + kind], buffer[BEGIN + kind + 1]):
        if ((for_one | for_two) >> k) & 1:
            then = need(for_one & ~(1 << k), for_two & ~(1 << k))
            if then != what:
                buffer[LOSSES + k] += total - ((others * odds_of_need(buffer, kind, then, one, two)) >> SCALE)
