"""Writes the house deck: 90 lines of the projective plane of order 9 (E1).

`python -m dottable.games.dobble_connect.plane > house.toml`. The points of the plane are symbols, its
lines are cards; two lines always meet in one point. Nine is no prime, so numbers modulo 9 would not do:
coordinates come from the field GF(9), whose elements are a + b*i with a, b modulo 3 and i*i = -1.
"""

from __future__ import annotations

import sys
from itertools import product

from dottable.games.dobble_connect.pieces import (
    CARDS,
    CARDS_PER_COLOUR,
    KINDS,
    ORDER,
    SYMBOLS,
    SYMBOLS_PER_CARD,
    card_name,
)

POINTS = ORDER * ORDER + ORDER + 1
CARD_STEP, SYMBOL_STEP = 37, 23
"""Without a common divisor with 91: stepping like this spreads neighbouring lines over the colours."""

Coordinates = tuple[int, int, int]


def add(x: int, y: int) -> int:
    """The sum of two elements, each written as 3a + b."""
    return (x // 3 + y // 3) % 3 * 3 + (x + y) % 3


def multiply(x: int, y: int) -> int:
    """The product of two elements: (a + bi)(c + di) = ac - bd + (ad + bc)i."""
    (a, b), (c, d) = divmod(x, 3), divmod(y, 3)
    return (a * c - b * d) % 3 * 3 + (a * d + b * c) % 3


ONE = 3


def coordinates() -> list[Coordinates]:
    """Every point once: the first coordinate that is not zero is one. Lines have the same coordinates."""
    ends = [(ONE, y, z) for y, z in product(range(ORDER), repeat=2)]
    return [*ends, *((0, ONE, z) for z in range(ORDER)), (0, 0, ONE)]


def meets(line: Coordinates, point: Coordinates) -> bool:
    a, b, c = (multiply(x, y) for x, y in zip(line, point, strict=True))
    return add(add(a, b), c) == 0


def lines() -> list[tuple[int, ...]]:
    """All 91 lines, each as the numbers of its ten points."""
    points = coordinates()
    return [tuple(k for k, point in enumerate(points) if meets(line, point)) for line in points]


def cards() -> list[tuple[int, ...]]:
    """The 90 cards as numbers of symbols in rising order; one line of the plane is left out."""
    found = lines()
    chosen = (found[k * CARD_STEP % POINTS] for k in range(CARDS))
    return [tuple(sorted(point * SYMBOL_STEP % POINTS for point in line)) for line in chosen]


HEAD = f"""\
# The house deck of Dobble Connect: {CARDS} cards with {SYMBOLS_PER_CARD} of {len(SYMBOLS)} symbols each.
# Any two cards share exactly one symbol. Written by plane.py; copy this file to make a deck of your own.
"""


def house_deck() -> str:
    """The deck file."""
    text = [HEAD]
    for card, symbols in enumerate(cards()):
        kind = KINDS[card // CARDS_PER_COLOUR]
        if card % CARDS_PER_COLOUR == 0:
            text.append(f"\n{kind} = [\n")
        names = ", ".join(f'"{SYMBOLS[symbol]}"' for symbol in symbols)
        text.append(f"  [{names}], # {card_name(card)}\n")
        if card % CARDS_PER_COLOUR == CARDS_PER_COLOUR - 1 or card == CARDS - 1:
            text.append("]\n")
    return "".join(text)


if __name__ == "__main__":
    sys.stdout.write(house_deck())
