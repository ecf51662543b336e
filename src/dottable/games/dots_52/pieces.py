"""The pack of 52 cards (D1)."""

from __future__ import annotations

import numpy as np

from dottable.core.rule import rule

PACK = 52
"""A card is a number 0..51: rank * 4 + suit."""
EMPTY = -1
ACE, TEN, JACK, QUEEN, KING = 0, 9, 10, 11, 12
RANKS = 13
RANK_TEXTS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "♠♥♦♣"

VALUES = np.array([1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 11, 12, 13], np.int64)
"""Points by rank; a 10 counts nothing (D1)."""


@rule
def rank(card: int) -> int:
    return card >> 2


@rule
def value(card: int) -> int:
    """The points of a card in a tableau."""
    return VALUES[card >> 2]


@rule
def is_court(card: int) -> bool:
    return card >> 2 >= JACK


def card_text(card: int) -> str:
    """A card for people: `7♠`."""
    return f"{RANK_TEXTS[card >> 2]}{SUITS[card & 3]}"


CARDS = {card_text(card): card for card in range(PACK)}
