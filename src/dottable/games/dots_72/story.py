"""What happened in sight of all since the deal: the card that began the discard pile, then every turn.

A turn is the card discarded at its end, and whether it began with the top discard (B6). The story ends when the
discards are turned over and cards are passed (B10), or when there is no more room for it.
"""

from __future__ import annotations

from typing import Any

from dottable.core.rule import big_rule, rule
from dottable.games.dots_72.hands import add_card, clear_hand, place_of, remove_card
from dottable.games.dots_72.pieces import DECK
from dottable.games.dots_72.piles import lay_discard, take_discard
from dottable.games.dots_72.state import EVERYBODY, STORY

TOOK = 64
"""Added to the face of a discard whose turn began with the top discard."""


@rule
def begin_story(s: Any) -> None:
    s.story[0] = s.discards[0]
    s.told = 1


@rule
def end_story(s: Any) -> None:
    s.told = 0


@rule
def tell_turn(s: Any, face: int) -> None:
    """A turn ends with a discard; `takes` says how it began."""
    if s.told == STORY:
        end_story(s)
    elif s.told > 0:
        s.story[s.told] = face + (TOOK if s.takes > 0 else 0)
        s.told += 1


@rule
def began_with_discard(s: Any, turn: int) -> bool:
    return s.story[turn] >= TOOK


@rule
def ended_with(s: Any, turn: int) -> int:
    """The card discarded in a turn."""
    return s.story[turn] & (TOOK - 1)


@big_rule
def retell(s: Any, turn: int, scene: Any) -> None:
    """Lay out the table in `scene`, a copy of `s`, as onlookers saw it when a turn began; turns count from 1.

    In the hands are only the cards that everybody saw come into them. All others, in order of face, are on the pile.
    """
    for k in range(DECK):
        scene.pile[k] = s.cards[k]
    scene.pile_left = DECK
    scene.discards_left = 0
    for seat in range(s.seats):
        clear_hand(scene, seat)
    throw(scene, 0, ended_with(s, 0))
    for earlier in range(1, turn):
        seat = seat_of(s, earlier)
        if began_with_discard(s, earlier):
            add_card(scene, seat, take_discard(scene), EVERYBODY)
        throw(scene, seat, ended_with(s, earlier))


@rule
def seat_of(s: Any, turn: int) -> int:
    """Whose turn it was: the last one told was the one before the present."""
    return (s.turn - (s.told - turn)) % s.seats


@rule
def throw(scene: Any, seat: int, face: int) -> None:
    """A card goes to the discards, from the cards known to be in a hand or from the others."""
    if place_of(scene, seat, face) < scene.held[seat]:
        remove_card(scene, seat, face)
    else:
        remove_from_pile(scene, face)
    lay_discard(scene, face)


@rule
def remove_from_pile(scene: Any, face: int) -> None:
    k = 0
    while k < scene.pile_left and scene.pile[k] != face:
        k += 1
    scene.pile_left -= 1
    while k < scene.pile_left:
        scene.pile[k] = scene.pile[k + 1]
        k += 1
