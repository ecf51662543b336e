"""Writes the house deck: 90 of the 91 lines of the projective plane of order 9 (E1).

Run `python -m dottable.games.dobble_connect.deck.projective_plane > house.toml`. The points of the plane are symbols
and its lines are cards; any two lines meet in one point. Nine is not prime, so the coordinates are elements of the
field GF(9), not integers modulo 9. The elements are a + b*i with a, b modulo 3 and i*i = -1.
"""

from __future__ import annotations

import sys
from itertools import product

from dottable.games.dobble_connect.pieces import (
    CARD_COUNT,
    CARD_KINDS,
    CARDS_PER_COLOUR,
    PLANE_ORDER,
    SYMBOL_NAMES,
    SYMBOLS_PER_CARD,
    card_name,
)

POINT_COUNT = PLANE_ORDER * PLANE_ORDER + PLANE_ORDER + 1
CARD_ORDER_STEP, SYMBOL_ORDER_STEP = 37, 23
"""Step sizes coprime to 91. They distribute neighbouring lines over the colours."""

Coordinates = tuple[int, int, int]


def add_gf9(x: int, y: int) -> int:
    """Return the sum of two elements of GF(9), each written as 3a + b."""
    return (x // 3 + y // 3) % 3 * 3 + (x + y) % 3


def multiply_gf9(x: int, y: int) -> int:
    """Return the product of two elements of GF(9): (a + bi)(c + di) = ac - bd + (ad + bc)i."""
    (a, b), (c, d) = divmod(x, 3), divmod(y, 3)
    return (a * c - b * d) % 3 * 3 + (a * d + b * c) % 3


FIELD_ONE = 3
"""The element 1 of GF(9), written as 3a + b."""


def point_coordinates() -> list[Coordinates]:
    """Return the coordinates of all points. The lines have the same coordinates.

    The first coordinate that is not zero is one, so every point occurs once.
    """
    ends = [(FIELD_ONE, y, z) for y, z in product(range(PLANE_ORDER), repeat=2)]
    return [*ends, *((0, FIELD_ONE, z) for z in range(PLANE_ORDER)), (0, 0, FIELD_ONE)]


def is_point_on_line(point: Coordinates, line: Coordinates) -> bool:
    """Return whether a point lies on a line: the dot product of their coordinates in GF(9) is 0."""
    a, b, c = (multiply_gf9(x, y) for x, y in zip(line, point, strict=True))
    return add_gf9(add_gf9(a, b), c) == 0


def lines_as_points() -> list[tuple[int, ...]]:
    """Return all 91 lines, each as the numbers of its ten points."""
    points = point_coordinates()
    return [tuple(k for k, point in enumerate(points) if is_point_on_line(point, line)) for line in points]


def cards_as_symbols() -> list[tuple[int, ...]]:
    """Return the 90 cards as sorted numbers of symbols. One line of the plane is left out."""
    found = lines_as_points()
    chosen = (found[k * CARD_ORDER_STEP % POINT_COUNT] for k in range(CARD_COUNT))
    return [tuple(sorted(point * SYMBOL_ORDER_STEP % POINT_COUNT for point in line)) for line in chosen]


DECK_FILE_HEADER = f"""\
# The house deck of Dobble Connect: {CARD_COUNT} cards with {SYMBOLS_PER_CARD} of {len(SYMBOL_NAMES)} symbols each.
# Any two cards share exactly one symbol. Written by projective_plane.py; copy this file to make a deck of your own.
"""


def house_deck_text() -> str:
    """Return the house deck as the text of a TOML file."""
    text = [DECK_FILE_HEADER]
    for card, symbols in enumerate(cards_as_symbols()):
        kind = CARD_KINDS[card // CARDS_PER_COLOUR]
        if card % CARDS_PER_COLOUR == 0:
            text.append(f"\n{kind} = [\n")
        names = ", ".join(f'"{SYMBOL_NAMES[symbol]}"' for symbol in symbols)
        text.append(f"  [{names}], # {card_name(card)}\n")
        if card % CARDS_PER_COLOUR == CARDS_PER_COLOUR - 1 or card == CARD_COUNT - 1:
            text.append("]\n")
    return "".join(text)


if __name__ == "__main__":
    sys.stdout.write(house_deck_text())
