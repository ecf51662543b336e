"""The turns since the deal, read from the public history, and the public position at each turn.

A turn consists of the card discarded at its end, and whether it began with taking the top discard (B6). Turns are
numbered from 1; entry 0 is the card turned up at the deal (B5).
"""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.rule import noinline_rule, rule
from dottable.games.dots_72.pieces import DECK_SIZE
from dottable.games.dots_72.rules.hands import add_card, clear_hand, place_of_face, remove_card
from dottable.games.dots_72.rules.piles import lay_discard, take_discard
from dottable.games.dots_72.state import DISCARD, DISCARD_AND_CALL, EVERYBODY, PASS, TAKE

TOOK_DISCARD_BIT = 64
"""Added to the face of a discard if its turn began with taking the top discard."""


@noinline_rule
def read_turns(history: Any, turns: Any) -> int:
    """Write the turns of a public history (its length, then its entries) and return the number of entries."""
    count, took = 0, 0
    for k in range(1, history[0] + 1):
        action = history[k]
        if k == 1:
            turns[count] = action
            count += 1
        elif action <= TAKE:
            took = TOOK_DISCARD_BIT if action == TAKE else 0
        elif DISCARD <= action < PASS:
            face = action - (DISCARD_AND_CALL if action >= DISCARD_AND_CALL else DISCARD)
            turns[count] = face + took
            count += 1
    return count


@rule
def began_with_discard(turns: Any, turn: int) -> bool:
    """Return whether a turn began with taking the top discard instead of a draw."""
    return turns[turn] >= TOOK_DISCARD_BIT


@rule
def discarded_in(turns: Any, turn: int) -> int:
    """Return the card discarded in a turn."""
    return turns[turn] & (TOOK_DISCARD_BIT - 1)


@noinline_rule
def replay_turns(s: Any, turns: Any, count: int, turn: int, position: Any) -> None:
    """Set `position`, a copy of `s`, to what all players knew at the beginning of turn number `turn`.

    `count` is the number of entries of `turns`. Hands contain only the cards that all players saw being taken. All
    other cards are in the pile, in the order of their faces.
    """
    for k in range(DECK_SIZE):
        position.pile[k] = s.cards[k]
    position.pile_left = DECK_SIZE
    position.discards_left = 0
    for seat in range(s.seats):
        clear_hand(position, seat)
    discard_openly(position, 0, discarded_in(turns, 0))
    for earlier in range(1, turn):
        seat = seat_of_turn(s, count, earlier)
        if began_with_discard(turns, earlier):
            add_card(position, seat, take_discard(position), EVERYBODY)
        discard_openly(position, seat, discarded_in(turns, earlier))


@rule
def seat_of_turn(s: Any, count: int, turn: int) -> int:
    """Return the seat of a turn. The last of `count` entries is the turn before the present turn."""
    return (s.turn - (count - turn)) % s.seats


@rule
def discard_openly(position: Any, seat: int, face: int) -> None:
    """Move a card to the discards: from the known cards of a hand if it is there, else from the pile."""
    if place_of_face(position, seat, face) < position.held[seat]:
        remove_card(position, seat, face)
    else:
        remove_from_pile(position, face)
    lay_discard(position, face)


@rule
def remove_from_pile(position: Any, face: int) -> None:
    """Remove the first card of a face from the pile."""
    k = 0
    while k < position.pile_left and position.pile[k] != face:
        k += 1
    position.pile_left -= 1
    while k < position.pile_left:
        position.pile[k] = position.pile[k + 1]
        k += 1
