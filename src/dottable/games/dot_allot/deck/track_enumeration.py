"""Track cards of generated decks: numbers all tracks that satisfy A4 and are balanced (A20).

A track consists of its outer cells, which belong to starting columns, and of its grey cells. Grey cells in a player's
rows also count (A14), but only in rounds that start to the right of them. No colour-locked round depends on them.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations, product
from random import Random
from typing import NamedTuple

from dottable.core.deck_files import BadDeck
from dottable.games.dot_allot.deck.card_grids import Grid
from dottable.games.dot_allot.pieces import COLOUR_LETTERS, EMPTY_CELL

TWO_COLOURS = tuple(a + b for a, b in permutations(COLOUR_LETTERS, 2))
ONE_COLOUR = tuple(2 * letter for letter in COLOUR_LETTERS)
"""Contents of two neighbouring outer cells that show one colour. TWO_COLOURS are the contents that show two."""
LOWER_LEFT_PAIRS = ("rb", "by", "by")
"""The only lower left corner that satisfies A4 in both orientations."""
LAST_RIGHT_PAIRS = (TWO_COLOURS, ("by", "yb"), ("rb", "br"))
"""Pairs that may lie to the right of these rows, by row. A4 requires the last two."""
CELL_LETTERS = EMPTY_CELL + COLOUR_LETTERS
GREY_COLUMN_CELLS, GREY_ROW_CELLS = 6, 4
GREY_CODE_COUNT = len(CELL_LETTERS) ** (GREY_COLUMN_CELLS + GREY_ROW_CELLS)
"""Number of ways to fill the grey cells. The centre cell counts for no player and stays empty."""
MAX_CHANGED_PAIRS = 2
"""Maximum number of pairs of outer cells that a step of a search changes."""


class OuterCells(NamedTuple):
    """The cells of a track beside the grey row and column, as pairs from the top row down."""

    left: tuple[str, ...]
    right: tuple[str, ...]


@cache
def all_outer_cells() -> tuple[OuterCells, ...]:
    """Return the outer cells of every track that satisfies A4 and is balanced.

    Balanced means: equally many colours on both sides of each starting column.
    """
    found = []
    for upper_left in product(("by", "yb", "bb", "yy"), repeat=3):
        if all({pair[k] for pair in upper_left} == {"b", "y"} for k in range(2)):
            pairs = [TWO_COLOURS if pair[0] != pair[1] else ONE_COLOUR for pair in upper_left]
            found += [
                OuterCells((*upper_left, *LOWER_LEFT_PAIRS), right)
                for right in product(*pairs, *LAST_RIGHT_PAIRS)
                if all(len({pair[k] for pair in right[:3]}) == len({pair[k] for pair in right[3:]}) for k in range(2))
            ]
    return tuple(found)


def track_from_number(number: int) -> Grid:
    """Return the track with this number. Raise BadDeck if there is none."""
    outer_index, code = divmod(number, GREY_CODE_COUNT)
    if not 0 <= outer_index < len(all_outer_cells()):
        most = len(all_outer_cells()) * GREY_CODE_COUNT - 1
        raise BadDeck(f"There is no track {number}. Tracks have the numbers from 0 to {most}.")
    left, right = all_outer_cells()[outer_index]
    grey = "".join(CELL_LETTERS[code // len(CELL_LETTERS) ** k % len(CELL_LETTERS)] for k in range(10))
    rows = [left[k] + grey[k] + right[k] for k in range(GREY_COLUMN_CELLS)]
    grey_row = grey[GREY_COLUMN_CELLS:]
    rows.insert(GREY_COLUMN_CELLS // 2, grey_row[:2] + EMPTY_CELL + grey_row[2:])
    return tuple(rows)


def track_number(track: Grid) -> int:
    """Return the number of a track. Raise ValueError if the track violates A4 or A20."""
    rows = [*track[:3], *track[4:]]
    outer = OuterCells(tuple(row[:2] for row in rows), tuple(row[3:] for row in rows))
    grey = "".join(row[2] for row in rows) + track[3][:2] + track[3][3:]
    code = sum(CELL_LETTERS.index(letter) * len(CELL_LETTERS) ** k for k, letter in enumerate(grey))
    return all_outer_cells().index(outer) * GREY_CODE_COUNT + code


def neighbour_track_number(number: int, rng: Random) -> int:
    """Return the number of a track that differs in a grey cell or in one or two pairs of outer cells."""
    outer_index, code = divmod(number, GREY_CODE_COUNT)
    if rng.random() < 0.5:
        place = len(CELL_LETTERS) ** rng.randrange(GREY_COLUMN_CELLS + GREY_ROW_CELLS)
        now = code // place % len(CELL_LETTERS)
        code += ((now + rng.randrange(1, len(CELL_LETTERS))) % len(CELL_LETTERS) - now) * place
    else:
        now_outer = all_outer_cells()[outer_index]
        outer_index = rng.choice([k for k, other in enumerate(all_outer_cells()) if is_neighbour(now_outer, other)])
    return outer_index * GREY_CODE_COUNT + code


def is_neighbour(first: OuterCells, second: OuterCells) -> bool:
    """Return whether two tracks differ in one or two pairs of outer cells."""
    changed = sum(a != b for a, b in zip(first.left + first.right, second.left + second.right, strict=True))
    return 1 <= changed <= MAX_CHANGED_PAIRS
