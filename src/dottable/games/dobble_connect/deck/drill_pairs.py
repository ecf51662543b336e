"""Solo practice drill (E13): random pairs of cards, for which the player finds the shared symbol."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec

from dottable.core.deck_files import Deck
from dottable.games.dobble_connect.deck.deck_file_reader import split_into_cards
from dottable.games.dobble_connect.pieces import CARD_COUNT, SYMBOL_NAMES, SYMBOLS_PER_CARD


class CardPair(msgspec.Struct, frozen=True):
    """Two different cards and the symbol they share."""

    left: int
    right: int
    left_symbols: tuple[str, ...]
    right_symbols: tuple[str, ...]
    shared: str


def card_pairs(deck: Deck, seed: int | str) -> Iterator[CardPair]:
    """Yield random pairs of cards endlessly. Equal seeds give equal pairs."""
    cards = split_into_cards(deck.numbers)
    random = Random(seed)
    while True:
        left = int(random.random() * CARD_COUNT)
        right = int(random.random() * (CARD_COUNT - 1))
        right += right >= left
        (shared,) = set(cards[left]) & set(cards[right])
        yield CardPair(left, right, symbol_names(cards[left]), symbol_names(cards[right]), SYMBOL_NAMES[shared])


def symbol_names(card: tuple[int, ...]) -> tuple[str, ...]:
    """Return the names of a card's symbols."""
    return tuple(SYMBOL_NAMES[symbol] for symbol in card)


def read_symbol(pair: CardPair, text: str) -> str | None:
    """Return the symbol of the left card that a text names; None if the text is ambiguous or matches no symbol.

    The text is the symbol's position on the card (from 1), its name, or a unique prefix of its name.
    """
    text = text.strip().casefold()
    if text.isdecimal():
        place = int(text) if len(text) < 3 else 0
        return pair.left_symbols[place - 1] if 1 <= place <= SYMBOLS_PER_CARD else None
    names = {name.casefold(): name for name in pair.left_symbols}
    if text in names:
        return names[text]
    begun = [name for folded, name in names.items() if text and folded.startswith(text)]
    return begun[0] if len(begun) == 1 else None
