"""Cards as grids of letters: rotates and mirrors them, and reads them from a state record."""

from __future__ import annotations

from collections.abc import Iterator

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
    cells = [[EMPTY_CELL] * width for _ in range(height)]
    for letter, of_colour in zip(COLOUR_LETTERS, columns, strict=True):
        for column, dots in enumerate(of_colour[:width]):
            for row in range(height):
                if dots >> row & 1:
                    cells[row][column] = letter
    return tuple("".join(row) for row in cells)
