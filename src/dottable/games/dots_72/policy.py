"""Advice for DOTS with 72 cards: what a sensible person would do. How good a hand is: `appraisal.py`."""

from __future__ import annotations

from math import exp
from typing import Any

import numpy as np

from dottable.core.rule import big_rule, rule
from dottable.games.dots_72.appraisal import (
    BEGIN,
    CARDS,
    KEEN,
    LOSSES,
    MISSING,
    PATIENCE,
    PLAIN,
    STAGE,
    UNSEEN,
    appraise,
    kind_of,
    least_missed,
)
from dottable.games.dots_72.calls import points_of, points_without
from dottable.games.dots_72.guess import likeness, stir
from dottable.games.dots_72.memory import forget
from dottable.games.dots_72.pieces import (
    FACES,
    FIRST_NUMBER,
    NO_CARD,
    NUMBER_COUNT,
    WILD_NUMBER,
    WILD_SWATCH,
    is_wild,
)
from dottable.games.dots_72.rules import is_first
from dottable.games.dots_72.state import (
    CALL,
    DEAL,
    DISCARD,
    DISCARD_AND_CALL,
    DISCARDING,
    DRAW,
    HAND_OVER,
    NOBODY,
    PASS,
    PASSING,
    START,
    TAKE,
    bit_of,
    left_of,
    may_take,
)

__all__ = [
    "DEPTH",
    "LEVELS",
    "POOL",
    "forget",
    "greedy",
    "keen",
    "likeness",
    "midway",
    "outlook",
    "shortlist",
    "sight",
    "stage",
    "stir",
]

FEAR = 64
"""How much the pleasure of the next player counts beside one's own loss, in 4096ths, plainly looked at."""
WHOLE = 4096
WILD, NATURAL_SWATCH, NATURAL_NUMBER, NATURAL_DOTS = 0, 3, 4, 8
SCRUPLES = np.array(
    [
        [2120, 2146, 2233, 891, 1206, 17, 374, -421, -189, -469, 219, 1792, 1205],
        [2171, 2113, 2225, 511, 924, -336, 12, -4, -397, -305, 397, 1265, 1146],
        [2167, 2068, 2244, 200, 474, 152, 345, -276, -330, -443, -201, 1160, 1111],
        [2260, 2069, 2090, 610, 104, 231, 395, 115, -1375, -724, -258, 890, 403],
    ],
    np.int64,
)
"""Keenly looked at: what is against throwing a card away, a logarithm in 4096ths, by the stage and the sort: a wild
of each kind, a swatch, a number 2, 4, 6 or 8, a DOTS card that goes with no, one, two, three or four pairs."""
FOR_FRIENDS = np.array([3308, 816, 1489], np.int64)
MOST_FRIENDS = 2
"""The same by kind for every card that the next player is known to hold and that goes with it; more than two were
too seldom seen."""
FOR_COUNT = np.array(
    [
        [907, 1809, 342, -1187, 275, 0],
        [-169, -396, -255, -745, 31, 680],
        [-464, 410, -17, -508, 1039, -642],
    ],
    np.int64,
)
"""The same by kind and the number of cards held of it."""
FOR_LEFT = np.array(
    [
        [68, 200, 613, 0],
        [-114, 312, -470, -377],
        [10, 0, 0, 0],
    ],
    np.int64,
)
"""The same by kind and the number of such cards that may still come."""
FOR_DISCARDS = np.array(
    [
        [-194, -667, 53, -1438],
        [45, -97, -496, -181],
        [45, -672, -65, -271],
    ],
    np.int64,
)
"""The same by kind for each of the latest discards that goes with it: one that the next player threw away (of
another kind, of the same kind) or left lying (likewise)."""
LATEST = 8
PATIENCE_KEPT = np.array(
    [
        [2000, 1600, 4600, 3400, 2200, 1918, 1918],
        [200, 2000, 3000, 3400, 2200, 1918, 1918],
        [200, 2000, 2000, 1800, 800, 1918, 1918],
        [-600, 2400, 2400, 1800, 1918, 1918, 1918],
    ],
    np.int64,
)
PATIENCE_FOR = np.array([200, -1800, -1200, -400, -800, 400, -200, 0, 0, 1600, 0, -400, 400], np.int64)
"""A discard is taken, keenly looked at, if the hand gets better by so many 3072ths: by the stage and the cards that
the best plan lacks with it, and by the sort of card."""
GONE = 1 << 30
POOL = 4096
"""So many hands of the others a search imagines for a move; see `guess.py`."""
DEPTH = 1
"""A search grows no tree: what follows the first move is played on by the policy."""
SIGHT = (1 << 48) - 1
HEAD_START = 1.2
"""What it is worth to be at turn, as a factor of the hand's strength."""
STRENGTH_OF_WORTH = 0.53
"""The power of a hand's worth with which its chance to be called first goes."""
USUAL_POINTS = 98
"""What a call scores on average."""

LEVELS = {
    "newcomer": {"thinks": "greedy", "noise": 0.4, "memory": 0},
    "casual": {"thinks": "greedy", "noise": 0.2, "memory": 1},
    "steady": {"thinks": "greedy", "noise": 0.08, "memory": 3},
    "sharp": {"thinks": "greedy", "memory": 8},
    "master": {"simulations": 8000, "width": 5, "patience": 100, "doubt": 0.1},
}


@rule
def greedy(s: Any, seat: int, q: Any, buffer: Any) -> int:
    return advise(s, seat, PLAIN, buffer)


@rule
def keen(s: Any, seat: int, q: Any, buffer: Any) -> int:
    """The same with a better eye for hands: what a search starts from."""
    return advise(s, seat, KEEN, buffer)


@big_rule
def advise(s: Any, seat: int, look: int, buffer: Any) -> int:
    if s.phase == START:
        return start_turn(s, seat, look, buffer)
    if s.phase == DISCARDING:
        place = best_call(s, seat)
        if place != NOBODY:
            return DISCARD_AND_CALL + s.hand[seat, place]
        return DISCARD + card_to_part_with(s, seat, look, buffer)
    return PASS + card_to_part_with(s, seat, look, buffer) if s.phase == PASSING else DEAL


@rule
def start_turn(s: Any, seat: int, look: int, buffer: Any) -> int:
    """Call with a complete hand (B7), take the top discard if it helps, else draw."""
    if s.called == 0 and points_of(s, seat) > 0:
        return CALL
    return TAKE if may_take(s) and wants_discard(s, seat, look, buffer) else DRAW


@big_rule
def wants_discard(s: Any, seat: int, look: int, buffer: Any) -> bool:
    """Whether the hand gets enough better with the top discard, or with what is known to lie on the draw pile."""
    top = s.discards[s.discards_left - 1]
    without, with_it = worth_with(s, seat, top, look, buffer)
    if s.pile_is_known:
        _, with_next = worth_with(s, seat, s.pile[s.pile_left - 1], look, buffer)
        return with_it > with_next
    return with_it > without + without * patience(s, top, look, buffer) // 3072


@rule
def patience(s: Any, face: int, look: int, buffer: Any) -> int:
    """By how many 3072ths a hand has to get better with a discard, as it was just appraised with it."""
    if look == PLAIN:
        return PATIENCE
    return PATIENCE_KEPT[buffer[STAGE], buffer[MISSING]] + PATIENCE_FOR[sort_of(s, face)]


@rule
def worth_with(s: Any, seat: int, face: int, look: int, buffer: Any) -> tuple[int, int]:
    """What a hand is worth as it is, and with another card for the one that is missed least."""
    total = appraise(s, seat, face, look, buffer)
    count = s.held[seat] + 1
    k = 0
    while buffer[CARDS + k] != face:
        k += 1
    return total - buffer[LOSSES + k], total - buffer[LOSSES + least_missed(buffer, count)]


@rule
def best_call(s: Any, seat: int) -> int:
    """The place of the card without which the hand is complete and scores most; NOBODY if there is none."""
    best, most = NOBODY, 0
    for k in range(s.held[seat]):
        points = points_without(s, seat, k)
        if points > most:
            best, most = k, points
    return best


@rule
def card_to_part_with(s: Any, seat: int, look: int, buffer: Any) -> int:
    weigh_cards(s, seat, look, buffer)
    return buffer[CARDS + least_missed(buffer, s.held[seat])]


@big_rule
def weigh_cards(s: Any, seat: int, look: int, buffer: Any) -> None:
    """What it costs to part with each card: what the hand loses, and a little for what the next player gets."""
    total = appraise(s, seat, NO_CARD, look, buffer)
    for k in range(s.held[seat]):
        if look == PLAIN:
            buffer[LOSSES + k] += total * appeal(s, seat, buffer[CARDS + k]) * FEAR // WHOLE
        else:
            share = exp(-scruples(s, seat, buffer[CARDS + k], buffer) / WHOLE)
            buffer[LOSSES + k] = total - int((total - buffer[LOSSES + k]) * share)


@rule
def appeal(s: Any, seat: int, face: int) -> int:
    """How much the next player likes a card: anyone a wild, and what goes with cards that one is known to hold."""
    liked = 8 if is_wild(face) else s.pairs[face] != 0
    return liked + 4 * count_friends(s, seat, face)


@rule
def go_together(s: Any, card: int, face: int) -> bool:
    return s.pairs[card] & s.pairs[face] != 0


@rule
def count_friends(s: Any, seat: int, face: int) -> int:
    """How many cards the next player is known to hold that go into a set with this one."""
    count, other = 0, left_of(s, seat)
    for k in range(s.held[other]):
        card = s.hand[other, k]
        if s.known[other, k] & bit_of(seat) and go_together(s, card, face) and kind_of(card) != kind_of(face):
            count += 1
    return count


@rule
def sort_of(s: Any, face: int) -> int:
    """The sort of a card, as SCRUPLES has it."""
    if is_wild(face):
        return WILD + kind_of(face)
    if face < WILD_SWATCH:
        return NATURAL_SWATCH
    if face < WILD_NUMBER:
        return NATURAL_NUMBER + (face - FIRST_NUMBER) % NUMBER_COUNT
    sort, pairs = NATURAL_DOTS, s.pairs[face]
    while pairs:
        pairs &= pairs - 1
        sort += 1
    return sort


@rule
def scruples(s: Any, seat: int, face: int, buffer: Any) -> int:
    """What is against throwing a card of the hand away that was just appraised keenly, in 4096ths."""
    kind = kind_of(face)
    friends = min(MOST_FRIENDS, count_friends(s, seat, face))
    against = SCRUPLES[buffer[STAGE], sort_of(s, face)] + FOR_FRIENDS[kind] * friends
    if is_wild(face):
        return against
    held = min(6, buffer[BEGIN + kind + 1] - buffer[BEGIN + kind])
    against += FOR_COUNT[kind, held - 1] + FOR_LEFT[kind, min(3, buffer[UNSEEN + face])]
    return against + lessons_of_discards(s, face)


@rule
def lessons_of_discards(s: Any, face: int) -> int:
    """The same for the latest discards, which the next player threw away or left lying."""
    against, kind = 0, kind_of(face)
    for age in range(min(LATEST, s.discards_left)):
        card = s.discards[s.discards_left - 1 - age]
        if go_together(s, card, face) and not is_wild(card):
            is_left = 0 if (age + 2) % s.seats == 0 else 1
            against += FOR_DISCARDS[kind, 2 * is_left + (kind_of(card) == kind)]
    return against


@big_rule
def shortlist(s: Any, seat: int, q: Any, buffer: Any, out: Any) -> int:
    """All that is not plainly foolish, best first: never a wrong call, and nothing else where a call is right."""
    if s.phase == DISCARDING and best_call(s, seat) == NOBODY:
        return list_cards_to_part_with(s, seat, DISCARD, buffer, out)
    if s.phase == PASSING:
        return list_cards_to_part_with(s, seat, PASS, buffer, out)
    out[0] = greedy(s, seat, q, buffer)
    if s.phase == START and out[0] != CALL and may_take(s):
        out[1] = DRAW if out[0] == TAKE else TAKE
        return 2
    return 1


@rule
def list_cards_to_part_with(s: Any, seat: int, verb: int, buffer: Any, out: Any) -> int:
    """Every face of the hand once, those that cost least first."""
    weigh_cards(s, seat, PLAIN, buffer)
    count = 0
    for k in range(s.held[seat]):
        count += is_first(s, seat, k)
        if not is_first(s, seat, k):
            buffer[LOSSES + k] = GONE
    for n in range(count):
        k = least_missed(buffer, s.held[seat])
        out[n] = verb + buffer[CARDS + k]
        buffer[LOSSES + k] = GONE
    return count


@rule
def stage(s: Any) -> int:
    """Counts the hands that are over."""
    return s.hand_number + (s.phase >= HAND_OVER)


@rule
def strength_at(points: int, seats: int) -> float:
    """How near a total is to winning.

    Fitted as a softmax to 60,000 ends of hands each in greedy matches of two and of four; who starts the next
    hand made no difference.
    """
    hundreds = points / 100.0
    return (0.24 + 0.08 * seats) * hundreds + 0.07 * hundreds * hundreds


@rule
def outlook(s: Any, out: Any) -> None:
    """Every seat's expected return between hands, by the totals alone."""
    total = 0.0
    for seat in range(s.seats):
        out[seat] = exp(strength_at(s.scores[seat], s.seats))
        total += out[seat]
    for seat in range(s.seats):
        out[seat] = (s.seats * (out[seat] / total) - 1.0) / (s.seats - 1)


@rule
def strength_of_hand(s: Any, seat: int, buffer: Any) -> float:
    """How likely, compared with others, the seat is to call first.

    Fitted to 50,000 turns of greedy play by two: it tells an eighth of what is to be told.
    """
    strength = (1.0 + appraise(s, seat, NO_CARD, PLAIN, buffer)) ** STRENGTH_OF_WORTH
    return strength * HEAD_START if seat == s.turn else strength


@big_rule
def midway(s: Any, buffer: Any, out: Any) -> None:
    """Every seat's expected return in the middle of a hand: whoever calls first will score the usual points."""
    everybody = 0.0
    for seat in range(s.seats):
        everybody += strength_of_hand(s, seat, buffer)
    for seat in range(s.seats):
        out[seat] = 0.0
    for winner in range(s.seats):
        chance = strength_of_hand(s, winner, buffer) / everybody
        total = 0.0
        for seat in range(s.seats):
            total += exp(strength_at(s.scores[seat] + (USUAL_POINTS if seat == winner else 0), s.seats))
        for seat in range(s.seats):
            share = exp(strength_at(s.scores[seat] + (USUAL_POINTS if seat == winner else 0), s.seats)) / total
            out[seat] += chance * (s.seats * share - 1.0) / (s.seats - 1)


@rule
def sight(s: Any, seat: int) -> int:
    """The seat's hand."""
    seen = 0
    for k in range(s.held[seat]):
        seen = (seen * FACES + s.hand[seat, k] + 1) & SIGHT
    return seen
