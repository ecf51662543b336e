"""Hands, and who knows what is in them.

A viewer knows of a hand that it holds at least so many cards of a face. That is kept on the cards: of the
equal cards in a hand the first carries everyone who knows of one at least, the second everyone who
knows of two, and so on. So when one of them leaves, everyone is left with one less, as it should be:
nobody can tell equal cards apart.
"""

from __future__ import annotations

from typing import Any

from dottable.core.rule import big_rule, rule
from dottable.games.dots_72.pieces import NO_CARD
from dottable.games.dots_72.state import EVERYBODY, bit_of, left_of


@rule
def add_card(s: Any, seat: int, face: int, viewers: int) -> None:
    """A card comes into a hand in sight of the viewers."""
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
def place_of(s: Any, seat: int, face: int) -> int:
    """Where the first card of a face is in a hand; the number of cards held if there is none."""
    k = 0
    while k < s.held[seat] and s.hand[seat, k] != face:
        k += 1
    return k


@rule
def remove_at(s: Any, seat: int, place: int) -> None:
    last = s.held[seat] - 1
    for k in range(place, last):
        s.hand[seat, k] = s.hand[seat, k + 1]
        s.known[seat, k] = s.known[seat, k + 1]
    s.hand[seat, last] = NO_CARD
    s.known[seat, last] = 0
    s.held[seat] = last


@rule
def remove_card(s: Any, seat: int, face: int) -> None:
    """A card that the hand holds leaves it in sight of all."""
    remove_at(s, seat, place_of(s, seat, face))


@rule
def show_hand(s: Any, seat: int) -> None:
    """All cards of a hand are shown to all (B9)."""
    for k in range(s.held[seat]):
        s.known[seat, k] = EVERYBODY


@rule
def clear_hand(s: Any, seat: int) -> None:
    for k in range(s.held[seat]):
        s.hand[seat, k] = NO_CARD
        s.known[seat, k] = 0
    s.held[seat] = 0


@big_rule
def pass_cards(s: Any) -> None:
    """Everybody's chosen card goes to the left, seen only by who gives and who takes it (B10)."""
    for seat in range(s.seats):
        give_card(s, seat, s.chosen[seat])
    for seat in range(s.seats):
        to = left_of(s, seat)
        add_card(s, to, s.chosen[seat], bit_of(seat) | bit_of(to))
    for seat in range(s.seats):
        s.chosen[seat] = NO_CARD


@rule
def give_card(s: Any, seat: int, face: int) -> None:
    """A card leaves a hand. The others do not see which: of every face they can be sure of one less."""
    others = EVERYBODY ^ (bit_of(seat) | bit_of(left_of(s, seat)))
    place = 0
    for k in range(s.held[seat]):
        is_last = k + 1 == s.held[seat] or s.hand[seat, k + 1] != s.hand[seat, k]
        left = 0 if is_last else s.known[seat, k + 1]
        losing = others
        if s.hand[seat, k] == face:
            losing = EVERYBODY
            place = k
        s.known[seat, k] = (s.known[seat, k] & ~losing) | (left & losing)
    remove_at(s, seat, place)
