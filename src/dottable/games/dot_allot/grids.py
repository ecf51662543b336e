"""Grids of letters, as people read cards: turning and mirroring them, and reading them from a record."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dottable.games.dot_allot.pieces import COLOURS, EDGE, EMPTY, LETTERS, UPRIGHT, WINDOW
from dottable.games.dot_allot.state import card_of, face_of, quarters_of

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


def track_grid(s: Any) -> Grid:
    """The track as it lies."""
    return read_columns(s.track.tolist(), int(s.columns), int(s.rows))


def visible_grid(s: Any) -> Grid:
    """What is visible in the columns that count."""
    in_column = (1 << EDGE) - 1
    dots = [int(s.visible[colour]) for colour in range(COLOURS)]
    columns = [[bits >> (EDGE * k) & in_column for k in range(WINDOW)] for bits in dots]
    return read_columns(columns, WINDOW, int(s.rows))


def printed_face(s: Any, card: int) -> Grid:
    """A card with the side up that is played with."""
    dark = read_columns(s.faces[card, UPRIGHT].tolist(), int(s.width), int(s.height))
    return mirrored(dark) if s.light else dark


def lying_as(s: Any, action: int) -> Grid:
    """A card as a placement lays it: first its face, then so many quarter turns to the right."""
    grid = printed_face(s, int(card_of(action)))
    grid = mirrored(grid) if face_of(action) else grid
    for _ in range(int(quarters_of(action))):
        grid = turned_right(grid)
    return grid
