"""Calling DOTS! (B7-B9), and what two sets are worth (B8, B11, B12).

A pair is a colour and a number; a face goes with some of the 16 pairs, one bit each. Three cards are
a set if some pair goes with all of them.
"""

from __future__ import annotations

from typing import Any

from dottable.core.rule import big_rule, rule
from dottable.games.dots_72.hands import show_hand
from dottable.games.dots_72.pieces import (
    COLOUR_COUNT,
    DOTS_CARDS,
    FIRST_DOTS,
    NUMBER_COUNT,
    WILD_DOTS,
    WILD_NUMBER,
    WILD_SWATCH,
    is_two_of_each_kind,
    is_wild,
    number_face,
)
from dottable.games.dots_72.state import HAND, HAND_OVER, OVER

PAIRS_WITH_2 = 0x000F
PAIRS_WITH_4_OR_6 = 0x0FF0
PAIRS_OF_RED = 0x1111
WINNING = 500
PAIRINGS = 4


@rule
def pair_bit(colour: int, number: int) -> int:
    return 1 << ((number // 2 - 1) * COLOUR_COUNT + colour)


@rule
def dots_pairs(s: Any, card: int) -> int:
    """The pairs that a DOTS card matches: exactly so many dots of the colour (B8)."""
    pairs = 0
    for colour in range(COLOUR_COUNT):
        count = s.dots[card, colour]
        if count > 0 and count % 2 == 0 and count <= 2 * NUMBER_COUNT:
            pairs |= pair_bit(colour, count)
    return pairs


@rule
def learn_pairs(s: Any, copies: Any) -> None:
    """Which pairs every face goes with; a wild with all that some natural card of its kind goes with (B8)."""
    for colour in range(COLOUR_COUNT):
        s.pairs[colour] = PAIRS_OF_RED << colour
        if copies[colour] > 0:
            s.pairs[WILD_SWATCH] |= s.pairs[colour]
        for number in range(2, 2 * NUMBER_COUNT + 1, 2):
            face = number_face(colour, number)
            s.pairs[face] = pair_bit(colour, number)
            if copies[face] > 0:
                s.pairs[WILD_NUMBER] |= s.pairs[face]
    for card in range(DOTS_CARDS):
        s.pairs[FIRST_DOTS + card] = dots_pairs(s, card)
        s.pairs[WILD_DOTS] |= s.pairs[FIRST_DOTS + card]


@rule
def set_pairs(s: Any, swatch: int, number: int, dots: int) -> int:
    """The pairs that all three cards go with (B8)."""
    return s.pairs[swatch] & s.pairs[number] & s.pairs[dots]


@rule
def set_points(s: Any, swatch: int, number: int, dots: int) -> int:
    """What three cards score as a set, a wild number as the best it can stand for; 0 if they are none (B11, B12)."""
    if is_wild(swatch) and is_wild(number) and is_wild(dots):
        return 250
    pairs = set_pairs(s, swatch, number, dots)
    if pairs & PAIRS_WITH_2:
        return 100
    if pairs & PAIRS_WITH_4_OR_6:
        return 50
    return 25 if pairs else 0


@rule
def card_in(s: Any, seat: int, without: int, k: int) -> int:
    """The k-th card of a hand in which the place `without` is passed over."""
    return s.hand[seat, k + 1 if k >= without else k]


@rule
def number_place(pairing: int, which: int) -> int:
    """Where the number of a set is, of the first (0) or the second one (1), among six cards, two of each kind.

    The first swatch goes with number `pairing & 1` and DOTS card `pairing >> 1`, the second with the others.
    """
    return 2 + ((pairing & 1) ^ which)


@rule
def dots_place(pairing: int, which: int) -> int:
    """Where the DOTS card of a set is."""
    return 4 + ((pairing >> 1) ^ which)


@rule
def points_in_pairing(s: Any, seat: int, without: int, pairing: int, which: int) -> int:
    """What one of the two sets of a pairing scores."""
    return set_points(
        s,
        card_in(s, seat, without, which),
        card_in(s, seat, without, number_place(pairing, which)),
        card_in(s, seat, without, dots_place(pairing, which)),
    )


@rule
def paired_points(s: Any, seat: int, without: int, pairing: int) -> int:
    """What six cards, two of each kind, score in one of four pairings, before doubling; 0 if a set is wrong."""
    first = points_in_pairing(s, seat, without, pairing, 0)
    second = points_in_pairing(s, seat, without, pairing, 1)
    return first + second if first > 0 and second > 0 else 0


@rule
def wilds_in(s: Any, seat: int, without: int) -> int:
    """How many of the six cards are wild."""
    wilds = 0
    for k in range(HAND):
        wilds += is_wild(card_in(s, seat, without, k))
    return wilds


@rule
def doubles(s: Any, seat: int, without: int) -> bool:
    """Two sets of one colour and no wild at all (B11)."""
    return wilds_in(s, seat, without) == 0 and card_in(s, seat, without, 0) == card_in(s, seat, without, 1)


@big_rule
def best_pairing(s: Any, seat: int, without: int) -> int:
    """The pairing that scores most, the first of equals (B12)."""
    best = 0
    for pairing in range(1, PAIRINGS):
        if paired_points(s, seat, without, pairing) > paired_points(s, seat, without, best):
            best = pairing
    return best


@big_rule
def best_points(s: Any, seat: int, without: int) -> int:
    """What two of each kind score at best."""
    points = 0
    for pairing in range(PAIRINGS):
        points = max(points, paired_points(s, seat, without, pairing))
    return 2 * points if doubles(s, seat, without) else points


@rule
def points_without(s: Any, seat: int, without: int) -> int:
    """What a hand scores if the card in the place `without` is discarded; 0 if it is incomplete."""
    second, third = card_in(s, seat, without, 1), card_in(s, seat, without, 2)
    fourth, fifth = card_in(s, seat, without, 3), card_in(s, seat, without, 4)
    if not is_two_of_each_kind(second, third, fourth, fifth):
        return 0
    return best_points(s, seat, without)


@rule
def points_of(s: Any, seat: int) -> int:
    """What a hand of six scores; 0 if it is incomplete."""
    return points_without(s, seat, HAND)


@rule
def call_dots(s: Any, seat: int) -> bool:
    """Show the six cards; a complete hand scores and ends the hand, else play goes on (B9). Whether it was right."""
    show_hand(s, seat)
    points = points_of(s, seat)
    if points == 0:
        s.called = 1
        return False
    s.scores[seat] += points
    s.caller = seat
    s.points = points
    s.void_hands = 0
    s.called = 0
    s.phase = OVER if s.scores[seat] >= WINNING else HAND_OVER  # B13
    return True
