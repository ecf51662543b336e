"""The pack of 52 cards (D1)."""

from __future__ import annotations

import numpy as np

from dottable.core.primitives.rule import rule

CARD_COUNT = 52
"""Number of cards. A card is a number 0..51: rank * 4 + suit."""
NO_CARD = -1
"""Means "no card" in a slot, in the stock and on the pile."""
ACE, TEN, JACK, QUEEN, KING = 0, 9, 10, 11, 12
RANK_COUNT = 13
RANK_TEXTS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUIT_SYMBOLS = "♠♥♦♣"

POINTS_BY_RANK = np.array([1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 11, 12, 13], np.int64)
"""Points by rank. A 10 counts 0 (D1)."""


@rule
def rank_of_card(card: int) -> int:
    """Return the rank of a card, 0 (ace) to 12 (King)."""
    return card >> 2


@rule
def card_points(card: int) -> int:
    """Return the points of a card in a tableau."""
    return POINTS_BY_RANK[card >> 2]


@rule
def is_court(card: int) -> bool:
    """Return whether a card is a Jack, Queen or King."""
    return card >> 2 >= JACK


def card_text(card: int) -> str:
    """Return the code of a card, such as `7♠`."""
    return f"{RANK_TEXTS[card >> 2]}{SUIT_SYMBOLS[card & 3]}"


CARD_BY_TEXT = {card_text(card): card for card in range(CARD_COUNT)}
"""Card numbers by code."""
