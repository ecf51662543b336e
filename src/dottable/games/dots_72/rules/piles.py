"""The draw pile and the discard pile (B5, B6, B10). Both have their top card last."""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.chance import shuffle
from dottable.core.primitives.rule import noinline_rule, rule
from dottable.games.dots_72.pieces import DECK_SIZE, FACE_COUNT, NO_CARD


@rule
def gather_cards(s: Any) -> None:
    """Shuffle all cards into the draw pile and empty the discard pile."""
    for k in range(DECK_SIZE):
        s.pile[k] = s.cards[k]
        s.discards[k] = NO_CARD
    shuffle(s.rng, s.pile, DECK_SIZE)
    s.pile_left = DECK_SIZE
    s.discards_left = 0
    s.pile_is_known = 0
    s.turn_overs = 0
    clear_pile_knowledge(s)


@rule
def clear_pile_knowledge(s: Any) -> None:
    """Clear the record of what the players know about the cards of a shuffled pile."""
    for face in range(FACE_COUNT):
        s.pile_had[face] = 0
        for seat in range(s.seats):
            s.drew[seat, face] = 0


@rule
def take_from_pile(s: Any) -> int:
    last = s.pile_left - 1
    face = s.pile[last]
    s.pile[last] = NO_CARD
    s.pile_left = last
    return face


@rule
def take_discard(s: Any) -> int:
    last = s.discards_left - 1
    face = s.discards[last]
    s.discards[last] = NO_CARD
    s.discards_left = last
    return face


@rule
def lay_discard(s: Any, face: int) -> None:
    s.discards[s.discards_left] = face
    s.discards_left += 1


@rule
def has_known_faces(s: Any) -> bool:
    """Return whether all players know the cards of the draw pile but not their order (B10 with `reshuffle`)."""
    return s.reshuffle == 1 and s.turn_overs > 0


@noinline_rule
def turn_discards_over(s: Any) -> None:
    """Turn the discards over; they become the draw pile, and the first discard is drawn first (B10)."""
    count = s.discards_left
    for k in range(count):
        s.pile[count - 1 - k] = s.discards[k]
        s.discards[k] = NO_CARD
    s.pile_left = count
    s.discards_left = 0
    s.turn_overs += 1
    if s.reshuffle == 1:
        shuffle_turned_pile(s)
    else:
        s.pile_is_known = 1


@rule
def shuffle_turned_pile(s: Any) -> None:
    """Shuffle the new draw pile, whose cards all players have seen."""
    clear_pile_knowledge(s)
    for k in range(s.pile_left):
        s.pile_had[s.pile[k]] += 1
    shuffle(s.rng, s.pile, s.pile_left)
