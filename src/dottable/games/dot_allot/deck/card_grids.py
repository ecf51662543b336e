"""Cards as grids of letters: rotates and mirrors them, and reads them from a state record."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from dottable.games.dot_allot.pieces import COLOUR_LETTERS, EMPTY_CELL

Grid = tuple[str, ...]
"""Rows of letters from top to bottom, one letter per cell: b, r, y, or a full stop for an empty cell."""


def transposed(grid: Grid) -> Grid:
    """Return the grid with rows and columns exchanged."""
    return tuple("".join(column) for column in zip(*grid, strict=True))


def mirrored(grid: Grid) -> Grid:
    """Return the grid of the other side of the card: columns in reverse order (A1)."""
    return tuple(row[::-1] for row in grid)


def turned_right(grid: Grid) -> Grid:
    """Return the grid after a quarter turn clockwise."""
    return mirrored(transposed(grid))


def rotations_of_both_sides(grid: Grid) -> Iterator[Grid]:
    """Yield the grid in all four rotations, then its other side in all four."""
    for face in (grid, mirrored(grid)):
        for _ in range(4):
            yield face
            face = turned_right(face)


def grid_from_columns(columns: list[list[int]], width: int, height: int) -> Grid:
    """Return a grid. `columns` holds, for each colour and column, the set of rows with a dot."""
    texts = [column_text(dots, height) for dots in zip(*[of_colour[:width] for of_colour in columns], strict=True)]
    return tuple(map("".join, zip(*texts, strict=True)))


@lru_cache(4096)
def column_text(dots_by_colour: tuple[int, ...], height: int) -> str:
    """Return the cells of a column from top to bottom. `dots_by_colour` holds the set of rows with a dot per colour.

    Cached, because a laid card changes only a few columns of the track.
    """
    cells = [EMPTY_CELL] * height
    for letter, dots in zip(COLOUR_LETTERS, dots_by_colour, strict=True):
        for row in range(height):
            if dots >> row & 1:
                cells[row] = letter
    return "".join(cells)
