"""Hands and the start of a round (A7, A8). Cards are drawn once per match; later deals follow the order of play."""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.chance import random_below
from dottable.core.primitives.rule import noinline_rule, rule
from dottable.core.primitives.seats import nth_set_bit
from dottable.games.dot_allot.pieces import (
    CARD_COUNT,
    CARDS_IN_PLAY,
    COLOUR_COUNT,
    HAND_SIZE,
    LAID_COLUMN_COUNT,
    MAX_EDGE,
    NO_CARD,
)
from dottable.games.dot_allot.state import (
    LAYING_CARDS,
    NOBODY,
    SEATS,
    SIDE_COUNT,
    card_of_placement,
    start_column,
    starting_side,
)

NOT_LAID = -1
"""Marks a placement that has not been made yet."""


@rule
def draw_random_card(s: Any, left: int, g: Any) -> int:
    """Remove a random card from the `left` cards set aside, and return it. `g` is the random generator."""
    card = nth_set_bit(s.aside, random_below(g, left))
    s.aside ^= 1 << card
    return card


@rule
def put_into_hand(s: Any, side: int, card: int) -> None:
    """Insert a card into a sorted hand."""
    k = s.hand_left[side]
    while k > 0 and s.hand[side, k - 1] > card:
        s.hand[side, k] = s.hand[side, k - 1]
        k -= 1
    s.hand[side, k] = card
    s.hand_left[side] += 1


@rule
def remove_from_hand(s: Any, card: int) -> None:
    """Remove a card from the hand of the side to move."""
    s.hand_left[s.turn] -= 1
    found = 0
    for k in range(HAND_SIZE - 1):
        found |= s.hand[s.turn, k] == card
        if found:
            s.hand[s.turn, k] = s.hand[s.turn, k + 1]
    s.hand[s.turn, HAND_SIZE - 1] = NO_CARD


@rule
def deal_first_round(s: Any) -> None:
    """Draw eight cards for the whole match and deal four to each side (A7)."""
    s.aside = (1 << CARD_COUNT) - 1
    for k in range(CARDS_IN_PLAY):
        put_into_hand(s, k // HAND_SIZE, draw_random_card(s, CARD_COUNT - k, s.rng))


@noinline_rule
def deal_next_round(s: Any) -> None:
    """Replace the loser (A19) and deal the next round: the starter gets the four cards laid last (A7)."""
    if s.loser != NOBODY:
        replace_loser(s)
    s.round_index += 1
    starter = starting_side(s, s.round_index)
    for k in range(CARDS_IN_PLAY):
        put_into_hand(s, 1 - starter if k < HAND_SIZE else starter, card_of_placement(s.laid[k]))


@rule
def replace_loser(s: Any) -> None:
    """Give the loser's side to the first seat of the queue, and move the loser to the end of the queue (A19)."""
    leaving = s.seat_at[s.loser]
    s.seat_at[s.loser] = s.queue[0]
    waiting = s.seats - SIDE_COUNT
    for k in range(SEATS - SIDE_COUNT - 1):
        if k < waiting - 1:
            s.queue[k] = s.queue[k + 1]
    s.queue[waiting - 1] = leaving
    s.newcomer = s.loser


@noinline_rule
def start_round(s: Any) -> None:
    """Start a round without cards on the track, which is visible from the starting column on (A8)."""
    s.phase = LAYING_CARDS
    s.turn = starting_side(s, s.round_index)
    s.laid_count = 0
    for k in range(CARDS_IN_PLAY):
        s.laid[k] = NOT_LAID
    for side in range(SIDE_COUNT):
        s.reverse_used[side] = 0
        s.hand_shown[side] = 0
    start = start_column(s)
    for colour in range(COLOUR_COUNT):
        s.visible[colour] = 0
        for k in range(min(s.columns - start, LAID_COLUMN_COUNT)):
            s.visible[colour] |= (s.track[colour, start + k] & 0x7F) << (MAX_EDGE * k)
