"""Kernels of the view. Each computes many values that follow from the rules in one call."""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.rule import kernel, rule
from dottable.core.primitives.seats import SPECTATOR
from dottable.games.dots_72.knowledge.observation import known_places, most_of_face_in_pile
from dottable.games.dots_72.pieces import WILD_DOTS, WILD_NUMBER, WILD_SWATCH, is_wild
from dottable.games.dots_72.rules.calls import PAIRS_WITH_2, PAIRS_WITH_4_OR_6, hand_points_without
from dottable.games.dots_72.rules.flow import to_act
from dottable.games.dots_72.rules.piles import has_known_faces
from dottable.games.dots_72.state import HAND_CAPACITY, HAND_SIZE, may_take_discard

COMPLETE_SET_VALUE = 10_000
"""Value of a complete set in the choice of two sets; more than any two nearly complete ones."""
NEARLY_COMPLETE_SET_VALUE = 1_000
WILD_CARD_COST = 150
"""Value that a Wild takes from a nearly complete set, so that natural cards are marked first."""
ALL_WILD_POINTS = 250
MAX_CANDIDATES = 48
"""Most sets that a hand of eight cards can hold: 18 complete ones and 28 nearly complete ones, rounded up."""
PLACES_BITS, PAIRS_BITS = HAND_CAPACITY, 32
ALL_PLACES_MASK, PAIRS_MASK = (1 << PLACES_BITS) - 1, (1 << PAIRS_BITS) - 1
WINNING_OFFSET = MAX_CANDIDATES
DOUBLED_OFFSET = WINNING_OFFSET + 3
CALLS_OFFSET = DOUBLED_OFFSET + 3
SET_FACTS_SIZE = CALLS_OFFSET + HAND_SIZE + 1
"""Length of the array for `write_own_sets`, which has the constants above as indices."""


@kernel
def write_view_facts(states: Any, i: int, out: Any) -> None:
    """Write all values that views need from the rules. One call for all, because calls are slow.

    Row 0: the mask of seats that may act, whether the top discard may be taken, whether the pile's cards are known.
    Then a row for every viewer, SPECTATOR first: `known_places` of every hand.
    """
    s = states[i]
    out[0, 0], out[0, 1], out[0, 2] = to_act(s), may_take_discard(s), has_known_faces(s)
    for viewer in range(SPECTATOR, s.seats):
        for seat in range(s.seats):
            out[1 + viewer - SPECTATOR, seat] = known_places(s, viewer, seat)


@kernel
def most_in_pile_at(states: Any, i: int, viewer: int, face: int) -> int:
    return most_of_face_in_pile(states[i], viewer, face)


# A candidate is a complete or nearly complete set, as one integer: from the lowest bit the places of its cards in the
# hand, the pairs that all of them match, and its value.


@rule
def kind_number(face: int) -> int:
    """Return 0 for a Swatch, 1 for a Number, 2 for a DOTS card, also for Wilds."""
    return (1 if face > WILD_SWATCH else 0) + (1 if face > WILD_NUMBER else 0)


@rule
def points_for_pairs(pairs: int) -> int:
    """Return the points of a set by the pairs that it matches (B11)."""
    return 100 if pairs & PAIRS_WITH_2 else 50 if pairs & PAIRS_WITH_4_OR_6 else 25


@rule
def pack_candidate(value: int, places: int, pairs: int) -> int:
    return value << (PLACES_BITS + PAIRS_BITS) | pairs << PLACES_BITS | places


@rule
def places_of_candidate(set_: int) -> int:
    """Return the places of a candidate's cards as bits."""
    return set_ & ALL_PLACES_MASK


@rule
def value_of_candidate(set_: int) -> int:
    return set_ >> (PLACES_BITS + PAIRS_BITS)


@rule
def complete_set(s: Any, seat: int, first: int, second: int, third: int) -> int:
    """Return three cards of a hand, packed as a candidate (see the comment above), if they are a set (B8), else 0."""
    a, b, c = s.hand[seat, first], s.hand[seat, second], s.hand[seat, third]
    pairs = s.pairs[a] & s.pairs[b] & s.pairs[c]
    if kind_number(a) != 0 or kind_number(b) != 1 or kind_number(c) != 2 or pairs == 0:
        return 0
    wilds = is_wild(a) + is_wild(b) + is_wild(c)
    points = ALL_WILD_POINTS if wilds == 3 else points_for_pairs(pairs)
    return pack_candidate(COMPLETE_SET_VALUE + points - wilds, 1 << first | 1 << second | 1 << third, pairs)


@rule
def nearly_complete_set(s: Any, seat: int, first: int, second: int) -> int:
    """Return two cards of a hand as a candidate; 0 if no card of the deck would complete them to a set."""
    a, b = s.hand[seat, first], s.hand[seat, second]
    if kind_number(a) == kind_number(b):
        return 0
    missing = 3 - kind_number(a) - kind_number(b)
    wild = WILD_SWATCH if missing == 0 else WILD_NUMBER if missing == 1 else WILD_DOTS
    pairs = s.pairs[a] & s.pairs[b] & s.pairs[wild]
    if pairs == 0:
        return 0
    value = NEARLY_COMPLETE_SET_VALUE + points_for_pairs(pairs) - WILD_CARD_COST * (is_wild(a) + is_wild(b))
    return pack_candidate(value, 1 << first | 1 << second, pairs)


@rule
def insert_by_value(found: int, out: Any, count: int) -> int:
    """Insert a candidate into the `count` candidates in `out`, the highest value first, equal ones in the order of
    insertion. Return the new count. Nothing happens if the candidate is 0."""
    if found == 0:
        return count
    k = count
    while k > 0 and value_of_candidate(out[k - 1]) < value_of_candidate(found):
        out[k] = out[k - 1]
        k -= 1
    out[k] = found
    return count + 1


@rule
def write_candidates(s: Any, seat: int, out: Any) -> int:
    """Write all complete and nearly complete sets of a hand to `out`, the highest value first. Return their number."""
    count, held = 0, s.held[seat]
    for first in range(held):
        for second in range(first + 1, held):
            for third in range(second + 1, held):
                count = insert_by_value(complete_set(s, seat, first, second, third), out, count)
    for first in range(held):
        for second in range(first + 1, held):
            count = insert_by_value(nearly_complete_set(s, seat, first, second), out, count)
    return count


@rule
def is_natural(s: Any, seat: int, places: int) -> bool:
    """Return whether no card at some places of a hand, which are given as bits, is a Wild."""
    for k in range(s.held[seat]):
        if places >> k & 1 and is_wild(s.hand[seat, k]):
            return False
    return True


@rule
def colours_of(pairs: int) -> int:
    """Return the colours of pairs, one bit a colour (see `rules/calls.py`)."""
    return (pairs | pairs >> 8 | pairs >> 16 | pairs >> 24) & 0xFF


@rule
def missing_kind_number(s: Any, seat: int, places: int) -> int:
    """Return the kind that two cards of different kinds lack, as in `kind_number`."""
    missing = 3
    for k in range(s.held[seat]):
        missing -= kind_number(s.hand[seat, k]) if places >> k & 1 else 0
    return missing


@rule
def write_winning_cards(s: Any, seat: int, count: int, out: Any) -> None:
    """Write which cards would complete a second set beside a complete one, from the `count` candidates in `out`.

    For every kind: the pairs of which the card must match one, and those of them with which the points double (B11).
    """
    for k in range(WINNING_OFFSET, CALLS_OFFSET):
        out[k] = 0
    for n in range(count):
        for m in range(n + 1, count if value_of_candidate(out[n]) >= COMPLETE_SET_VALUE else 0):
            places = places_of_candidate(out[n]) | places_of_candidate(out[m])
            if (
                value_of_candidate(out[m]) >= COMPLETE_SET_VALUE
                or places_of_candidate(out[n]) & places_of_candidate(out[m]) != 0
            ):
                continue
            kind, pairs = missing_kind_number(s, seat, places_of_candidate(out[m])), out[m] >> PLACES_BITS & PAIRS_MASK
            out[WINNING_OFFSET + kind] |= pairs
            if is_natural(s, seat, places) and colours_of(out[n] >> PLACES_BITS & PAIRS_MASK) == colours_of(pairs):
                out[DOUBLED_OFFSET + kind] |= pairs


@kernel
def write_own_sets(states: Any, i: int, seat: int, out: Any) -> None:
    """Write what views say about the sets in a hand to `out`, which must hold SET_FACTS_SIZE integers.

    - `out[0]` and `out[1]`: the two disjoint candidates with the highest total value, else 0.
    - From WINNING_OFFSET: see `write_winning_cards`.
    - From CALLS_OFFSET: the points of a call without the card at each place, and with six cards at the last index; 0 if
      the call would be wrong.
    """
    s = states[i]
    count = write_candidates(s, seat, out)
    write_winning_cards(s, seat, count, out)
    for k in range(HAND_SIZE + 1):
        has_six_left = s.held[seat] == HAND_SIZE + 1 or (s.held[seat] == HAND_SIZE and k == HAND_SIZE)
        out[CALLS_OFFSET + k] = hand_points_without(s, seat, k) if has_six_left else 0
    best = best_first = best_second = 0
    for n in range(count):
        if value_of_candidate(out[n]) > best:
            best, best_first, best_second = value_of_candidate(out[n]), out[n], 0
        for m in range(n + 1, count):
            if value_of_candidate(out[n]) + value_of_candidate(out[m]) <= best:
                break
            if places_of_candidate(out[n]) & places_of_candidate(out[m]) == 0:
                best, best_first, best_second = value_of_candidate(out[n]) + value_of_candidate(out[m]), out[n], out[m]
                break
    out[0], out[1] = best_first, best_second
