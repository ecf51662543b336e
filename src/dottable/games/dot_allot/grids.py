"""Grids of letters, as people read cards: turning and mirroring them, and reading them from a record."""

from __future__ import annotations

from collections.abc import Iterator

from dottable.games.dot_allot.pieces import EMPTY, LETTERS

Grid = tuple[str, ...]
"""Rows of letters from the top, one letter a cell: b, r, y, or a point for an empty cell."""


def transposed(grid: Grid) -> Grid:
    """Rows for columns."""
    return tuple("".join(column) for column in zip(*grid, strict=True))


def mirrored(grid: Grid) -> Grid:
    """The other side of the card (A1)."""
    return tuple(row[::-1] for row in grid)


def turned_right(grid: Grid) -> Grid:
    """A quarter turn clockwise."""
    return mirrored(transposed(grid))


def turns(grid: Grid) -> Iterator[Grid]:
    """The grid in all its rotations, and all those of its other side."""
    for face in (grid, mirrored(grid)):
        for _ in range(4):
            yield face
            face = turned_right(face)


def read_columns(columns: list[list[int]], width: int, height: int) -> Grid:
    """A grid from the rows with a dot, by colour and column."""
    cells = [[EMPTY] * width for _ in range(height)]
    for letter, of_colour in zip(LETTERS, columns, strict=True):
        for column, dots in enumerate(of_colour[:width]):
            for row in range(height):
                if dots >> row & 1:
                    cells[row][column] = letter
    return tuple("".join(row) for row in cells)
