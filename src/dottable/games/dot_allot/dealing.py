"""Hands and the start of a round (A7, A8): cards come from a shuffle once, then go round by the order of play."""

from __future__ import annotations

from typing import Any

from dottable.core.chance import below
from dottable.core.rule import big_rule, rule
from dottable.core.seats import nth
from dottable.games.dot_allot.pieces import CARDS, COLOURS, EDGE, HAND, IN_PLAY, NO_CARD, WINDOW
from dottable.games.dot_allot.state import (
    LAYING,
    NOBODY,
    SEATS,
    SIDES,
    card_of,
    start_column,
    starter_of,
)

NOT_LAID = -1


@rule
def draw_card(s: Any, left: int, g: Any) -> int:
    """Take one of the `left` cards set aside, by the luck of the generator `g`."""
    card = nth(s.aside, below(g, left))
    s.aside ^= 1 << card
    return card


@rule
def put_into_hand(s: Any, side: int, card: int) -> None:
    """Add a card to a hand, which is kept in order."""
    k = s.hand_left[side]
    while k > 0 and s.hand[side, k - 1] > card:
        s.hand[side, k] = s.hand[side, k - 1]
        k -= 1
    s.hand[side, k] = card
    s.hand_left[side] += 1


@rule
def take_from_hand(s: Any, card: int) -> None:
    """Remove a card from the hand of the side at turn."""
    s.hand_left[s.turn] -= 1
    found = 0
    for k in range(HAND - 1):
        found |= s.hand[s.turn, k] == card
        if found:
            s.hand[s.turn, k] = s.hand[s.turn, k + 1]
    s.hand[s.turn, HAND - 1] = NO_CARD


@rule
def deal_first(s: Any) -> None:
    """Eight of the cards for the whole match, four to each side (A7)."""
    s.aside = (1 << CARDS) - 1
    for k in range(IN_PLAY):
        put_into_hand(s, k // HAND, draw_card(s, CARDS - k, s.rng))


@big_rule
def deal_next(s: Any) -> None:
    """The next round: the loser makes room (A19), the last four cards go to the starter (A7)."""
    if s.loser != NOBODY:
        replace_loser(s)
    s.round_index += 1
    starter = starter_of(s, s.round_index)
    for k in range(IN_PLAY):
        put_into_hand(s, 1 - starter if k < HAND else starter, card_of(s.laid[k]))


@rule
def replace_loser(s: Any) -> None:
    """The head of the queue takes the loser's side, the loser goes to its end (A19)."""
    leaving = s.at[s.loser]
    s.at[s.loser] = s.queue[0]
    waiting = s.seats - SIDES
    for k in range(SEATS - SIDES - 1):
        if k < waiting - 1:
            s.queue[k] = s.queue[k + 1]
    s.queue[waiting - 1] = leaving
    s.newcomer = s.loser


@big_rule
def open_round(s: Any) -> None:
    """Show the track from the starting column on, with no card on it (A8)."""
    s.phase = LAYING
    s.turn = starter_of(s, s.round_index)
    s.laid_count = 0
    for k in range(IN_PLAY):
        s.laid[k] = NOT_LAID
    for side in range(SIDES):
        s.reverse_used[side] = 0
        s.hand_shown[side] = 0
    start = start_column(s)
    for colour in range(COLOURS):
        s.visible[colour] = 0
        for k in range(min(s.columns - start, WINDOW)):
            s.visible[colour] |= (s.track[colour, start + k] & 0x7F) << (EDGE * k)
