"""What a seat knows, for machines: the tensor, and redrawing what it cannot know.

A seat knows its own hand, both piles as far as all saw them, and of every other hand what `hands.py` keeps.
"""

from __future__ import annotations

from typing import Any

from dottable.core.chance import below, rekey, shuffle
from dottable.core.rule import big_rule, rule
from dottable.core.seats import everyone
from dottable.games.dots_72.hands import add_card, remove_at
from dottable.games.dots_72.pieces import COLOUR_COUNT, DECK, DOTS_CARDS, FACES, NO_CARD
from dottable.games.dots_72.piles import has_known_faces
from dottable.games.dots_72.state import (
    DISCARDING,
    EVERYBODY,
    HAND,
    PASSING,
    ROOM,
    SEATS,
    bit_of,
)

TABLE = 17
SCORES = TABLE
CHOOSING = SCORES + SEATS
HANDS = CHOOSING + SEATS
SHOWN = HANDS + SEATS * FACES
DISCARDS = SHOWN + FACES
PILE_FACES = DISCARDS + FACES
PILE = PILE_FACES + FACES
DOTS = PILE + DECK
DISCARD_ORDER = DOTS + DOTS_CARDS * COLOUR_COUNT
OBSERVATION = DISCARD_ORDER + DECK
"""What stands where, seats always counted from mine (0 = me) and faces from 1 where one number names a card:

0 phase, 1 seats, 2 whose turn, 3 dealer, 4 cards in the draw pile, 5 cards in the discard pile, 6 its top card
(0: none), 7 times the pile was turned over, 8 void hands in a row, 9 whether the player at turn has called
wrongly, 10 turns in a row begun with the top discard, 11 my card chosen to pass (0: none), 12 hand,
13 who called last + 1 (0: nobody), 14 the points for it, 15 whether the discards get shuffled,
16 whether the order of the draw pile is known.

Then the points of all seats; who has yet to choose a card to pass; how many cards of each face I know in
every hand, mine first; how many of mine all know of; how many lie in the discard pile; how many there are
in the draw pile at most (0 while its cards are unknown); the draw pile from its top, if its order
is known; the dots of each colour on the DOTS cards; the discard pile from its first card to its top."""


@rule
def relative(s: Any, seat: int, other: int) -> int:
    """How many seats `other` sits to the left of `seat`."""
    return other - seat if other >= seat else other - seat + s.seats


@rule
def knows(s: Any, viewer: int, seat: int, k: int) -> bool:
    """Whether a viewer knows that the card in a place of a hand is there."""
    return s.known[seat, k] & bit_of(viewer) != 0


@rule
def is_shown(s: Any, viewer: int, seat: int, k: int) -> bool:
    """Whether the viewer, who knows a card in a hand, knows that all others at the table do too."""
    table = everyone(s.seats)
    if seat == viewer or s.seats == 2:
        return s.known[seat, k] & table == table
    return s.known[seat, k] == EVERYBODY


@rule
def known_places(s: Any, viewer: int, seat: int) -> int:
    """The set of places of a hand whose cards the viewer knows; ROOM bits higher, of those that all know."""
    places = 0
    for k in range(s.held[seat]):
        if knows(s, viewer, seat, k):
            places |= 1 << k
            if is_shown(s, viewer, seat, k):
                places |= 1 << (ROOM + k)
    return places


@rule
def most_in_pile(s: Any, viewer: int, face: int) -> int:
    """How many cards of a face a shuffled pile can still hold, by what the viewer drew from it itself."""
    return s.pile_had[face] - (s.drew[viewer, face] if viewer >= 0 else 0)


@rule
def observe(s: Any, seat: int, out: Any) -> None:
    for k in range(OBSERVATION):
        out[k] = 0
    out[0] = s.phase
    out[1] = s.seats
    out[2] = relative(s, seat, s.turn)
    out[3] = relative(s, seat, s.dealer)
    out[4] = s.pile_left
    out[5] = s.discards_left
    out[6] = s.discards[s.discards_left - 1] + 1 if s.discards_left > 0 else 0
    out[7] = s.turn_overs
    out[8] = s.void_hands
    out[9] = s.called
    out[10] = s.takes
    out[11] = s.chosen[seat] + 1
    out[12] = s.hand_number
    out[13] = relative(s, seat, s.caller) + 1 if s.caller >= 0 else 0
    out[14] = s.points
    out[15] = s.reshuffle
    out[16] = s.pile_is_known
    observe_hands(s, seat, out)
    observe_piles(s, seat, out)
    for card in range(DOTS_CARDS):
        for colour in range(COLOUR_COUNT):
            out[DOTS + card * COLOUR_COUNT + colour] = s.dots[card, colour]


@rule
def observe_hands(s: Any, seat: int, out: Any) -> None:
    for other in range(s.seats):
        at = relative(s, seat, other)
        out[SCORES + at] = s.scores[other]
        out[CHOOSING + at] = 1 if s.phase == PASSING and s.chosen[other] == NO_CARD else 0
        for k in range(s.held[other]):
            if knows(s, seat, other, k):
                out[HANDS + at * FACES + s.hand[other, k]] += 1
    for k in range(s.held[seat]):
        if is_shown(s, seat, seat, k):
            out[SHOWN + s.hand[seat, k]] += 1


@rule
def observe_piles(s: Any, seat: int, out: Any) -> None:
    for k in range(s.discards_left):
        out[DISCARDS + s.discards[k]] += 1
        out[DISCARD_ORDER + k] = s.discards[k] + 1
    if s.pile_is_known:
        for k in range(s.pile_left):
            face = s.pile[s.pile_left - 1 - k]
            out[PILE + k] = face + 1
            out[PILE_FACES + face] += 1
    if has_known_faces(s):
        for face in range(FACES):
            out[PILE_FACES + face] = most_in_pile(s, seat, face)


@rule
def resample(s: Any, seat: int, g: Any) -> None:
    """Redraw the cards in other hands that the seat does not know, the draw pile, and the others' choices."""
    first = s.pile_left if s.pile_is_known else 0
    end = gather_unknown(s, seat)
    sort_cards(s, first, end)
    middle = end
    if has_known_faces(s):
        middle = set_apart(s, seat, first, end)
    shuffle(g, s.pile[first:middle], middle - first)
    if middle < end:
        shuffle(g, s.pile[s.pile_left : end], end - s.pile_left)
    hand_out(s, seat, end)
    for other in range(s.seats):
        if other != seat and s.chosen[other] != NO_CARD:
            s.chosen[other] = s.hand[other, below(g, HAND)]
    rekey(s.rng, g)


@big_rule
def gather_unknown(s: Any, seat: int) -> int:
    """Put the cards in other hands that the seat does not know on top of the draw pile; where they end.

    What others know of each other's hands and of a shuffled pile is forgotten, unless all know it: the seat
    cannot tell.
    """
    end = s.pile_left
    for other in range(s.seats):
        if other != seat:
            for face in range(FACES):
                s.drew[other, face] = 0
            for k in range(s.held[other] - 1, -1, -1):
                if not knows(s, seat, other, k):
                    s.pile[end] = s.hand[other, k]
                    end += 1
                    remove_at(s, other, k)
                elif s.known[other, k] != EVERYBODY:
                    s.known[other, k] = bit_of(seat) | bit_of(other)
    return end


@big_rule
def sort_cards(s: Any, first: int, end: int) -> None:
    """Put a part of the draw pile into the order of faces."""
    for k in range(first, end):
        s.tally[s.pile[k]] += 1
    k = first
    for face in range(FACES):
        for _ in range(s.tally[face]):
            s.pile[k] = face
            k += 1
        s.tally[face] = 0


@big_rule
def set_apart(s: Any, seat: int, first: int, end: int) -> int:
    """Move cards that cannot be in the shuffled pile behind the others; where they begin."""
    middle = first
    last = NO_CARD
    equal = 0
    for k in range(first, end):
        face = s.pile[k]
        equal = equal + 1 if face == last else 1
        last = face
        if equal <= most_in_pile(s, seat, face):
            s.pile[k] = s.pile[middle]
            s.pile[middle] = face
            middle += 1
    return middle


@big_rule
def hand_out(s: Any, seat: int, end: int) -> None:
    """Fill the other hands from the cards on top of the draw pile."""
    for other in range(s.seats):
        if other != seat:
            cards = HAND + 1 if s.phase == DISCARDING and other == s.turn else HAND
            while s.held[other] < cards:
                end -= 1
                add_card(s, other, s.pile[end], bit_of(other))
                s.pile[end] = NO_CARD
