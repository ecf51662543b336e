"""Reads decks: 90 cards in a TOML file, any two of which share exactly one symbol (E1, E2)."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from dottable.core.deck_files import BadDeck, CardText
from dottable.games.dobble_connect.pieces import (
    CARD_COUNT,
    CARD_KINDS,
    CARDS_PER_COLOUR,
    START_CARD_COUNT,
    START_KIND,
    SYMBOL_NAMES,
    SYMBOLS_PER_CARD,
    card_name,
)

HOUSE_DECK_FILE = "house.toml"
SYMBOL_NUMBERS = {name: k for k, name in enumerate(SYMBOL_NAMES)}
"""Number of each symbol by its name."""


def read(table: dict[str, Any], _: str) -> list[int]:
    """Return the numbers of the ten symbols of each card, colour by colour, with the starting cards last."""
    for key in table:
        if key not in CARD_KINDS:
            raise BadDeck(
                f"'{key}' is no kind of card; there are {', '.join(CARD_KINDS[:-1])} and {CARD_KINDS[-1]} cards.",
                at=(key,),
            )
    cards = [card for kind in CARD_KINDS for card in cards_of(kind, table.get(kind))]
    check_pairs(cards)
    return [symbol for card in cards for symbol in card]


def cards_of(kind: str, rows: Any) -> list[list[int]]:
    """Return all cards of a kind, each as ten symbol numbers."""
    if not isinstance(rows, list):
        raise BadDeck(f"'{kind}' should be a list of cards.", at=(kind,))
    required_count = START_CARD_COUNT if kind == START_KIND else CARDS_PER_COLOUR
    if len(rows) != required_count:
        raise BadDeck(f"there should be {required_count} {kind} cards, not {len(rows)}.", at=(kind,))
    return [symbols_of(kind, k, row) for k, row in enumerate(rows)]


def symbols_of(kind: str, index: int, row: Any) -> list[int]:
    """Return the symbols of one card as numbers."""
    card, at = f"{kind} {index + 1}", (kind, index)
    if not isinstance(row, list) or not all(isinstance(name, str) for name in row):
        raise BadDeck(f"{card} should be a list of names of symbols.", at=at)
    if len(row) != SYMBOLS_PER_CARD:
        raise BadDeck(f"{card} should have {SYMBOLS_PER_CARD} symbols, not {len(row)}.", at=at)
    for k, name in enumerate(row):
        if name not in SYMBOL_NUMBERS:
            near = difflib.get_close_matches(name, SYMBOL_NAMES, n=1)
            hint = f"; did you mean '{near[0]}'?" if near else "."
            raise BadDeck(f"{card} has a symbol '{name[:40]}' that does not exist{hint}", at=(*at, k))
        if row.count(name) > 1:
            raise BadDeck(f"{card} has the symbol '{name}' twice.", at=(*at, k))
    return [SYMBOL_NUMBERS[name] for name in row]


def check_pairs(cards: list[list[int]]) -> None:
    """Raise BadDeck unless every two cards share exactly one symbol."""
    sets = [frozenset(card) for card in cards]
    for a, b in combinations(range(CARD_COUNT), 2):
        shared = sorted(SYMBOL_NAMES[symbol] for symbol in sets[a] & sets[b])
        pair = f"{card_name(a)} and {card_name(b)}"
        kind, number = card_name(b).split()
        at = (kind, int(number) - 1)
        if not shared:
            raise BadDeck(f"{pair} share no symbol.", at=at)
        if len(shared) == SYMBOLS_PER_CARD:
            raise BadDeck(f"{pair} are the same card.", at=at)
        if len(shared) > 1:
            raise BadDeck(f"{pair} share {len(shared)} symbols, not one: {', '.join(shared)}.", at=at)


def split_into_cards(numbers: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the symbol numbers of every card, from the numbers of an encoded deck."""
    return [numbers[k : k + SYMBOLS_PER_CARD] for k in range(0, CARD_COUNT * SYMBOLS_PER_CARD, SYMBOLS_PER_CARD)]


def card_texts(numbers: tuple[int, ...]) -> Iterator[CardText]:
    """Yield every card with the names of its symbols, in the order of the file."""
    for card, symbols in enumerate(split_into_cards(numbers)):
        names = [SYMBOL_NAMES[symbol] for symbol in symbols]
        half = SYMBOLS_PER_CARD // 2
        yield CardText(card_name(card), 1, (", ".join(names[:half]), ", ".join(names[half:])))


def card_pictures(numbers: tuple[int, ...]) -> Iterator[tuple[str, str]]:
    """Yield every card as (file name without extension, SVG picture)."""
    from dottable.games.dobble_connect.deck.card_svg import draw_card

    for card, symbols in enumerate(split_into_cards(numbers)):
        kind, number = card_name(card).split()
        yield f"{kind}-{number:0>2}", draw_card(card, symbols)
