"""Cards as SVG. Every colour has a shape too: blue is a disc, red a diamond, yellow a ring."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from dottable.games.dot_allot.pieces import EMPTY, LETTERS

CELL = 20
MARGIN = 2
CORNER = 6
PAPER = {False: "#22262e", True: "#f7f4ec"}
GREY = {False: "#4a505c", True: "#d6d3cb"}
LINE = {False: "#7d8494", True: "#8d8a83"}
OUTLINE = {False: "", True: ' stroke="#22262e" stroke-width=".8"'}
"""Yellow alone would hardly stand out on light paper."""


def draw_card(grid: Sequence[str], inks: Sequence[int], *, is_light: bool, is_track: bool) -> str:
    """One side of a card; the track card shows its grey row and column."""
    width, height = size_of(grid)
    return svg(width, height, card(grid, inks, 0, 0, is_light=is_light, is_track=is_track))


def draw_round(track: Sequence[str], placed: Sequence[tuple[Sequence[str], int, int]], inks: Sequence[int]) -> str:
    """Dark cards on the track, each with its first column and top row as columns and rows of the track."""
    highest = min(0, *(row for _, _, row in placed))
    lowest = max(len(track), *(row + len(grid) for grid, _, row in placed))
    rightmost = max(len(track[0]), *(column + len(grid[0]) for grid, column, _ in placed))
    down = -CELL * highest
    parts = [*card(track, inks, 0, down, is_light=False, is_track=True)]
    for grid, column, row in placed:
        parts += card(grid, inks, CELL * column, down + CELL * row, is_light=False, is_track=False)
    return svg(CELL * rightmost + 2 * MARGIN, CELL * (lowest - highest) + 2 * MARGIN, parts)


def svg(width: int, height: int, parts: Iterable[str]) -> str:
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(parts)}</svg>\n'


def size_of(grid: Sequence[str]) -> tuple[int, int]:
    return CELL * len(grid[0]) + 2 * MARGIN, CELL * len(grid) + 2 * MARGIN


def card(
    grid: Sequence[str], inks: Sequence[int], left: int, top: int, *, is_light: bool, is_track: bool
) -> Iterator[str]:
    """A card whose upper left corner is given."""
    width, height = size_of(grid)
    yield (
        f'<rect x="{left}.5" y="{top}.5" width="{width - 1}" height="{height - 1}" rx="{CORNER}" '
        f'fill="{PAPER[is_light]}" stroke="{LINE[is_light]}"/>'
    )
    if is_track:
        yield from grey_cross(grid, GREY[is_light], left + MARGIN, top + MARGIN)
    yield from dots(grid, inks, left + MARGIN, top + MARGIN, OUTLINE[is_light])


def grey_cross(grid: Sequence[str], grey: str, left: int, top: int) -> Iterator[str]:
    """The centre row and the centre column (A6, A8)."""
    columns, rows = len(grid[0]), len(grid)
    row_at, column_at = top + CELL * (rows // 2), left + CELL * (columns // 2)
    yield f'<rect x="{left}" y="{row_at}" width="{CELL * columns}" height="{CELL}" fill="{grey}"/>'
    yield f'<rect x="{column_at}" y="{top}" width="{CELL}" height="{CELL * rows}" fill="{grey}"/>'


def dots(grid: Sequence[str], inks: Sequence[int], left: int, top: int, outline: str) -> Iterator[str]:
    """All dots of a grid whose upper left corner is given."""
    for row, letters in enumerate(grid):
        for column, letter in enumerate(letters):
            if letter != EMPTY:
                x, y = left + CELL * column + CELL // 2, top + CELL * row + CELL // 2
                yield f'<{shape_of(letter, x, y)} fill="#{inks[LETTERS.index(letter)]:06x}"{outline}/>'


def shape_of(letter: str, x: int, y: int) -> str:
    """One dot in the shape of its colour."""
    if letter == "b":
        return f'circle cx="{x}" cy="{y}" r="7"'
    if letter == "r":
        return f'path d="M{x} {y - 8}l8 8-8 8-8-8z"'
    hole = "m4 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0z"
    return f'path fill-rule="evenodd" d="M{x - 7} {y}a7 7 0 1 0 14 0a7 7 0 1 0-14 0z{hole}"'
