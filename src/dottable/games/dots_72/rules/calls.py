"""Calling DOTS! (B7-B9), and the points of two sets (B8, B11, B12).

A pair is a colour and a number. The pairs that a face matches are a set of 32 bits, one bit per pair. Three cards of
different kinds are a set if at least one pair matches all of them.
"""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.rule import noinline_rule, rule
from dottable.games.dots_72.pieces import (
    COLOUR_COUNT,
    DOTS_CARD_COUNT,
    FIRST_DOTS,
    NUMBER_COUNT,
    WILD_DOTS,
    WILD_NUMBER,
    WILD_SWATCH,
    is_two_of_each_kind,
    is_wild,
    number_face,
)
from dottable.games.dots_72.rules.hands import show_hand
from dottable.games.dots_72.state import HAND_OVER, HAND_SIZE, OVER

PAIRS_WITH_2 = 0x0000_00FF
PAIRS_WITH_4_OR_6 = 0x00FF_FF00
PAIRS_OF_FIRST_COLOUR = 0x0101_0101
WINNING_SCORE = 500
"""Score in points that wins the match."""
PAIRING_COUNT = 4
"""Number of ways to split two cards of each of the three kinds into two sets."""


@rule
def pair_bit(colour: int, number: int) -> int:
    return 1 << ((number // 2 - 1) * COLOUR_COUNT + colour)


@rule
def pairs_matched_by_dots(s: Any, card: int) -> int:
    """Return as bits the (colour, number) pairs with exactly as many dots of the colour as the DOTS card has (B8)."""
    pairs = 0
    for colour in range(COLOUR_COUNT):
        count = s.dots[card, colour]
        if count > 0 and count % 2 == 0 and count <= 2 * NUMBER_COUNT:
            pairs |= pair_bit(colour, count)
    return pairs


@rule
def write_pairs_of_faces(s: Any, copies: Any) -> None:
    """Write to `s.pairs` the pairs that each face matches. A wild matches what any card of its kind matches (B8)."""
    for colour in range(COLOUR_COUNT):
        s.pairs[colour] = PAIRS_OF_FIRST_COLOUR << colour
        if copies[colour] > 0:
            s.pairs[WILD_SWATCH] |= s.pairs[colour]
        for number in range(2, 2 * NUMBER_COUNT + 1, 2):
            face = number_face(colour, number)
            s.pairs[face] = pair_bit(colour, number)
            if copies[face] > 0:
                s.pairs[WILD_NUMBER] |= s.pairs[face]
    for card in range(DOTS_CARD_COUNT):
        s.pairs[FIRST_DOTS + card] = pairs_matched_by_dots(s, card)
        s.pairs[WILD_DOTS] |= s.pairs[FIRST_DOTS + card]


@rule
def pairs_matched_by_set(s: Any, swatch: int, number: int, dots: int) -> int:
    """Return the pairs of colour and number that all three cards match, as bits; 0 if they are not a set (B8)."""
    return s.pairs[swatch] & s.pairs[number] & s.pairs[dots]


@rule
def set_points(s: Any, swatch: int, number: int, dots: int) -> int:
    """Return the points of three cards as a set, with a wild number as its best reading.

    0 if the cards are not a set (B11, B12).
    """
    if is_wild(swatch) and is_wild(number) and is_wild(dots):
        return 250
    pairs = pairs_matched_by_set(s, swatch, number, dots)
    if pairs & PAIRS_WITH_2:
        return 100
    if pairs & PAIRS_WITH_4_OR_6:
        return 50
    return 25 if pairs else 0


@rule
def card_without(s: Any, seat: int, without: int, k: int) -> int:
    """Return the k-th card of a hand, skipping the place `without`."""
    return s.hand[seat, k + 1 if k >= without else k]


@rule
def number_place(pairing: int, which: int) -> int:
    """Return the place of the number of set `which` (0 or 1) among six sorted cards, two of each kind.

    A pairing joins the first swatch with number `pairing & 1` and DOTS card `pairing >> 1`.
    """
    return 2 + ((pairing & 1) ^ which)


@rule
def dots_place(pairing: int, which: int) -> int:
    """Return the place of the DOTS card of set `which` (see `number_place`)."""
    return 4 + ((pairing >> 1) ^ which)


@rule
def points_of_set_in_pairing(s: Any, seat: int, without: int, pairing: int, which: int) -> int:
    """Return the points of set `which` (0 or 1) of the two sets into which a pairing splits six cards."""
    return set_points(
        s,
        card_without(s, seat, without, which),
        card_without(s, seat, without, number_place(pairing, which)),
        card_without(s, seat, without, dots_place(pairing, which)),
    )


@rule
def points_of_pairing(s: Any, seat: int, without: int, pairing: int) -> int:
    """Return the points of both sets of a pairing before doubling; 0 if one of them is not a set."""
    first = points_of_set_in_pairing(s, seat, without, pairing, 0)
    second = points_of_set_in_pairing(s, seat, without, pairing, 1)
    return first + second if first > 0 and second > 0 else 0


@rule
def count_wilds(s: Any, seat: int, without: int) -> int:
    """Return the number of wilds among the six cards."""
    wilds = 0
    for k in range(HAND_SIZE):
        wilds += is_wild(card_without(s, seat, without, k))
    return wilds


@rule
def is_doubled(s: Any, seat: int, without: int) -> bool:
    """Return whether the points double: two sets of one colour and no wild (B11)."""
    return count_wilds(s, seat, without) == 0 and card_without(s, seat, without, 0) == card_without(s, seat, without, 1)


@noinline_rule
def highest_scoring_pairing(s: Any, seat: int, without: int) -> int:
    """Return the pairing that scores most; the first if several are equal (B12)."""
    best = 0
    for pairing in range(1, PAIRING_COUNT):
        if points_of_pairing(s, seat, without, pairing) > points_of_pairing(s, seat, without, best):
            best = pairing
    return best


@noinline_rule
def best_points(s: Any, seat: int, without: int) -> int:
    """Return the maximum points that two cards of each kind can score, including doubling."""
    points = 0
    for pairing in range(PAIRING_COUNT):
        points = max(points, points_of_pairing(s, seat, without, pairing))
    return 2 * points if is_doubled(s, seat, without) else points


@rule
def hand_points_without(s: Any, seat: int, without: int) -> int:
    """Return the points of a hand without the card at a place; 0 if it is incomplete."""
    second, third = card_without(s, seat, without, 1), card_without(s, seat, without, 2)
    fourth, fifth = card_without(s, seat, without, 3), card_without(s, seat, without, 4)
    if not is_two_of_each_kind(second, third, fourth, fifth):
        return 0
    return best_points(s, seat, without)


@rule
def hand_points(s: Any, seat: int) -> int:
    """Return the points of a hand of six; 0 if it is incomplete."""
    return hand_points_without(s, seat, HAND_SIZE)


@rule
def call_dots(s: Any, seat: int) -> bool:
    """Show the six cards. If the hand is complete, score and end it. Return whether the call was right (B9)."""
    show_hand(s, seat)
    points = hand_points(s, seat)
    if points == 0:
        s.called = 1
        s.open_hand = seat
        return False
    s.scores[seat] += points
    s.caller = seat
    s.points = points
    s.void_hands = 0
    s.called = 0
    s.phase = OVER if s.scores[seat] >= WINNING_SCORE else HAND_OVER  # B13
    return True
