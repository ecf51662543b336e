"""Determinization: redraws everything that a seat cannot know, consistent with all that it knows."""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.chance import random_below, rekey, shuffle
from dottable.core.primitives.rule import noinline_rule, rule
from dottable.games.dots_72.knowledge.observation import knows_card, most_of_face_in_pile
from dottable.games.dots_72.pieces import FACE_COUNT, NO_CARD
from dottable.games.dots_72.rules.hands import add_card, remove_card_at
from dottable.games.dots_72.rules.piles import has_known_faces
from dottable.games.dots_72.state import DISCARDING, EVERYBODY, HAND_SIZE, viewer_bit


@rule
def resample(s: Any, seat: int, g: Any) -> None:
    """Redraw the unknown cards of other hands, the draw pile, the other seats' choices to pass, and future chance."""
    first = s.pile_left if s.pile_is_known else 0
    end = collect_unknown(s, seat)
    sort_cards(s, first, end)
    middle = end
    if has_known_faces(s):
        middle = separate_impossible(s, seat, first, end)
    shuffle(g, s.pile[first:middle], middle - first)
    if middle < end:
        shuffle(g, s.pile[s.pile_left : end], end - s.pile_left)
    fill_hands(s, seat, end)
    for other in range(s.seats):
        if other != seat and s.chosen[other] != NO_CARD:
            s.chosen[other] = s.hand[other, random_below(g, HAND_SIZE)]
    rekey(s.rng, g)


@noinline_rule
def collect_unknown(s: Any, seat: int) -> int:
    """Move the unknown cards of other hands to the top of the draw pile. Return the number of cards in the pile.

    Also clear what other seats know of each other's hands and of a shuffled pile, unless all players know it, because
    the seat cannot know this.
    """
    end = s.pile_left
    for other in range(s.seats):
        if other != seat:
            for face in range(FACE_COUNT):
                s.drew[other, face] = 0
            for k in range(s.held[other] - 1, -1, -1):
                if not knows_card(s, seat, other, k):
                    s.pile[end] = s.hand[other, k]
                    end += 1
                    remove_card_at(s, other, k)
                elif s.known[other, k] != EVERYBODY:
                    s.known[other, k] = viewer_bit(seat) | viewer_bit(other)
    return end


@noinline_rule
def sort_cards(s: Any, first: int, end: int) -> None:
    """Sort a part of the draw pile by face (counting sort), so that the result does not depend on hidden cards."""
    for k in range(first, end):
        s.counts[s.pile[k]] += 1
    k = first
    for face in range(FACE_COUNT):
        for _ in range(s.counts[face]):
            s.pile[k] = face
            k += 1
        s.counts[face] = 0


@noinline_rule
def separate_impossible(s: Any, seat: int, first: int, end: int) -> int:
    """Move cards that must be in other hands behind the other cards. Return the index where they begin.

    The shuffled pile had fewer cards of their face.
    """
    middle = first
    last = NO_CARD
    equal = 0
    for k in range(first, end):
        face = s.pile[k]
        equal = equal + 1 if face == last else 1
        last = face
        if equal <= most_of_face_in_pile(s, seat, face):
            s.pile[k] = s.pile[middle]
            s.pile[middle] = face
            middle += 1
    return middle


@noinline_rule
def fill_hands(s: Any, seat: int, end: int) -> None:
    """Fill the other hands with the cards on top of the draw pile."""
    for other in range(s.seats):
        if other != seat:
            cards = HAND_SIZE + 1 if s.phase == DISCARDING and other == s.turn else HAND_SIZE
            while s.held[other] < cards:
                end -= 1
                add_card(s, other, s.pile[end], viewer_bit(other))
                s.pile[end] = NO_CARD
