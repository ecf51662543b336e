"""The draw pile and the discard pile (B5, B6, B10). Either has its top card last."""

from __future__ import annotations

from typing import Any

from dottable.core.chance import shuffle
from dottable.core.rule import big_rule, rule
from dottable.games.dots_72.pieces import DECK, FACES, NO_CARD


@rule
def gather_cards(s: Any) -> None:
    """All cards, shuffled, are the draw pile; no discards."""
    for k in range(DECK):
        s.pile[k] = s.cards[k]
        s.discards[k] = NO_CARD
    shuffle(s.rng, s.pile, DECK)
    s.pile_left = DECK
    s.discards_left = 0
    s.pile_is_known = 0
    s.turn_overs = 0
    forget_draws(s)


@rule
def forget_draws(s: Any) -> None:
    for face in range(FACES):
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
    """Whether all know which cards the draw pile had, though not in which order (B10 with `reshuffle`)."""
    return s.reshuffle == 1 and s.turn_overs > 0


@big_rule
def turn_over(s: Any) -> None:
    """The discards, face down, become the draw pile: what was discarded first is drawn first (B10)."""
    count = s.discards_left
    for k in range(count):
        s.pile[count - 1 - k] = s.discards[k]
        s.discards[k] = NO_CARD
    s.pile_left = count
    s.discards_left = 0
    s.turn_overs += 1
    if s.reshuffle == 1:
        shuffle_turned(s)
    else:
        s.pile_is_known = 1


@rule
def shuffle_turned(s: Any) -> None:
    """Shuffle the new draw pile; all have seen which cards are in it."""
    forget_draws(s)
    for k in range(s.pile_left):
        s.pile_had[s.pile[k]] += 1
    shuffle(s.rng, s.pile, s.pile_left)
