"""The observation of a seat as numbers. `observation_fields.py` names them.

A seat knows its own hand, both piles as far as all players saw them, and of other hands what `rules/hands.py` records.
"""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.rule import rule
from dottable.core.primitives.seats import all_seats
from dottable.games.dots_72.pieces import COLOUR_COUNT, DECK_SIZE, DOTS_CARD_COUNT, FACE_COUNT, NO_CARD
from dottable.games.dots_72.rules.piles import has_known_faces
from dottable.games.dots_72.state import (
    EVERYBODY,
    HAND_CAPACITY,
    PASSING,
    SEATS,
    viewer_bit,
)

SCALAR_COUNT = 17
SCORES_OFFSET = SCALAR_COUNT
CHOOSING_OFFSET = SCORES_OFFSET + SEATS
HANDS_OFFSET = CHOOSING_OFFSET + SEATS
SHOWN_OFFSET = HANDS_OFFSET + SEATS * FACE_COUNT
DISCARDS_OFFSET = SHOWN_OFFSET + FACE_COUNT
# The next two: counts per face (kind of card) in the draw pile, and the faces in its order if that is known.
PILE_FACES_OFFSET = DISCARDS_OFFSET + FACE_COUNT
PILE_ORDER_OFFSET = PILE_FACES_OFFSET + FACE_COUNT
DOTS_OFFSET = PILE_ORDER_OFFSET + DECK_SIZE
DISCARD_ORDER_OFFSET = DOTS_OFFSET + DOTS_CARD_COUNT * COLOUR_COUNT
OBSERVATION_SIZE = DISCARD_ORDER_OFFSET + DECK_SIZE
"""Length of an observation.

The constants above are indices of its fields, in the order of `observation_fields.FIELDS`.
"""


@rule
def relative_seat(s: Any, seat: int, other: int) -> int:
    """Return how many seats clockwise from `seat` the seat `other` is."""
    return other - seat if other >= seat else other - seat + s.seats


@rule
def knows_card(s: Any, viewer: int, seat: int, k: int) -> bool:
    """Return whether a viewer knows the card at place `k` of a hand."""
    return s.known[seat, k] & viewer_bit(viewer) != 0


@rule
def is_known_to_all(s: Any, viewer: int, seat: int, k: int) -> bool:
    """Return whether a viewer who knows a card also knows that all players know it."""
    table = all_seats(s.seats)
    if seat == viewer or s.seats == 2:
        return s.known[seat, k] & table == table
    return s.known[seat, k] == EVERYBODY


@rule
def known_places(s: Any, viewer: int, seat: int) -> int:
    """Return the places of cards that the viewer knows as bits.

    The bits HAND_CAPACITY higher mark the cards that all players know.
    """
    places = 0
    for k in range(s.held[seat]):
        if knows_card(s, viewer, seat, k):
            places |= 1 << k
            if is_known_to_all(s, viewer, seat, k):
                places |= 1 << (HAND_CAPACITY + k)
    return places


@rule
def most_of_face_in_pile(s: Any, viewer: int, face: int) -> int:
    """Return the maximum number of cards of a face in a shuffled pile.

    It is the initial number in the pile minus the viewer's own draws.
    """
    return s.pile_had[face] - (s.drew[viewer, face] if viewer >= 0 else 0)


@rule
def observe(s: Any, seat: int, out: Any) -> None:
    """Write the observation of a seat to `out`."""
    for k in range(OBSERVATION_SIZE):
        out[k] = 0
    out[0] = s.phase
    out[1] = s.seats
    out[2] = relative_seat(s, seat, s.turn)
    out[3] = relative_seat(s, seat, s.dealer)
    out[4] = s.pile_left
    out[5] = s.discards_left
    out[6] = s.discards[s.discards_left - 1] + 1 if s.discards_left > 0 else 0
    out[7] = s.turn_overs
    out[8] = s.void_hands
    out[9] = s.called
    out[10] = s.takes
    out[11] = s.chosen[seat] + 1
    out[12] = s.hand_number
    out[13] = relative_seat(s, seat, s.caller) + 1 if s.caller >= 0 else 0
    out[14] = s.points
    out[15] = s.reshuffle
    out[16] = s.pile_is_known
    observe_hands(s, seat, out)
    observe_piles(s, seat, out)
    for card in range(DOTS_CARD_COUNT):
        for colour in range(COLOUR_COUNT):
            out[DOTS_OFFSET + card * COLOUR_COUNT + colour] = s.dots[card, colour]


@rule
def observe_hands(s: Any, seat: int, out: Any) -> None:
    """Write scores, pending choices and known cards of all hands."""
    for other in range(s.seats):
        at = relative_seat(s, seat, other)
        out[SCORES_OFFSET + at] = s.scores[other]
        out[CHOOSING_OFFSET + at] = 1 if s.phase == PASSING and s.chosen[other] == NO_CARD else 0
        for k in range(s.held[other]):
            if knows_card(s, seat, other, k):
                out[HANDS_OFFSET + at * FACE_COUNT + s.hand[other, k]] += 1
    for k in range(s.held[seat]):
        if is_known_to_all(s, seat, seat, k):
            out[SHOWN_OFFSET + s.hand[seat, k]] += 1


@rule
def observe_piles(s: Any, seat: int, out: Any) -> None:
    """Write both piles as far as they are known."""
    for k in range(s.discards_left):
        out[DISCARDS_OFFSET + s.discards[k]] += 1
        out[DISCARD_ORDER_OFFSET + k] = s.discards[k] + 1
    if s.pile_is_known:
        for k in range(s.pile_left):
            face = s.pile[s.pile_left - 1 - k]
            out[PILE_ORDER_OFFSET + k] = face + 1
            out[PILE_FACES_OFFSET + face] += 1
    if has_known_faces(s):
        for face in range(FACE_COUNT):
            out[PILE_FACES_OFFSET + face] = most_of_face_in_pile(s, seat, face)
