"""Hands, and which viewers know which cards in them.

For each face, a viewer knows a minimum number of cards in a hand. Equal cards carry that knowledge: the first has the
bits of all viewers who know of at least one, the second of those who know of two, and so on. When one of them leaves
the hand, each viewer knows of one card less, because equal cards cannot be distinguished.
"""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.rule import noinline_rule, rule
from dottable.games.dots_72.pieces import NO_CARD
from dottable.games.dots_72.state import EVERYBODY, left_of, viewer_bit


@rule
def add_card(s: Any, seat: int, face: int, viewers: int) -> None:
    """Insert a card into a sorted hand. `viewers` is the bit mask of viewers who see which card it is."""
    k = s.held[seat]
    s.held[seat] = k + 1
    while k > 0 and s.hand[seat, k - 1] > face:
        s.hand[seat, k] = s.hand[seat, k - 1]
        s.known[seat, k] = s.known[seat, k - 1]
        k -= 1
    s.hand[seat, k] = face
    s.known[seat, k] = 0
    while k > 0 and s.hand[seat, k - 1] == face:
        s.known[seat, k] |= viewers & s.known[seat, k - 1]
        k -= 1
    s.known[seat, k] |= viewers


@rule
def place_of_face(s: Any, seat: int, face: int) -> int:
    """Return the place of the first card of a face in a hand; if there is none, the number of cards in the hand."""
    k = 0
    while k < s.held[seat] and s.hand[seat, k] != face:
        k += 1
    return k


@rule
def remove_card_at(s: Any, seat: int, place: int) -> None:
    """Remove the card at a place of a hand."""
    last = s.held[seat] - 1
    for k in range(place, last):
        s.hand[seat, k] = s.hand[seat, k + 1]
        s.known[seat, k] = s.known[seat, k + 1]
    s.hand[seat, last] = NO_CARD
    s.known[seat, last] = 0
    s.held[seat] = last


@rule
def remove_card(s: Any, seat: int, face: int) -> None:
    """Remove one card of a face from a seat's hand, face up: every viewer sees which card leaves."""
    remove_card_at(s, seat, place_of_face(s, seat, face))


@rule
def show_hand(s: Any, seat: int) -> None:
    """Show all cards of a hand to all players (B9)."""
    for k in range(s.held[seat]):
        s.known[seat, k] = EVERYBODY


@rule
def clear_hand(s: Any, seat: int) -> None:
    """Remove all cards from a hand."""
    for k in range(s.held[seat]):
        s.hand[seat, k] = NO_CARD
        s.known[seat, k] = 0
    s.held[seat] = 0


@noinline_rule
def pass_cards(s: Any) -> None:
    """Pass every seat's chosen card to the left. Only the giver and the receiver see it (B10)."""
    for seat in range(s.seats):
        give_card(s, seat, s.chosen[seat])
    for seat in range(s.seats):
        to = left_of(s, seat)
        add_card(s, to, s.chosen[seat], viewer_bit(seat) | viewer_bit(to))
    for seat in range(s.seats):
        s.chosen[seat] = NO_CARD


@rule
def give_card(s: Any, seat: int, face: int) -> None:
    """Remove a card from a hand. Other viewers do not see which, so they know of one card less of every face."""
    others = EVERYBODY ^ (viewer_bit(seat) | viewer_bit(left_of(s, seat)))
    place = 0
    for k in range(s.held[seat]):
        is_last = k + 1 == s.held[seat] or s.hand[seat, k + 1] != s.hand[seat, k]
        left = 0 if is_last else s.known[seat, k + 1]
        losing = others
        if s.hand[seat, k] == face:
            losing = EVERYBODY
            place = k
        s.known[seat, k] = (s.known[seat, k] & ~losing) | (left & losing)
    remove_card_at(s, seat, place)
