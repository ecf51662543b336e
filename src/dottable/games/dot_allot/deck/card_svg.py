"""Draws cards as SVG. Colours also differ in shape: blue dots are discs, red dots diamonds, yellow dots rings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from dottable.games.dot_allot.pieces import COLOUR_LETTERS, EMPTY_CELL

CELL_SIZE = 20
"""Size of a cell in pixels."""
MARGIN = 2
CORNER_RADIUS = 6
PAPER_COLOUR = {False: "#22262e", True: "#f7f4ec"}
GREY_CELL_COLOUR = {False: "#4a505c", True: "#d6d3cb"}
BORDER_COLOUR = {False: "#7d8494", True: "#8d8a83"}
DOT_OUTLINE = {False: "", True: ' stroke="#22262e" stroke-width=".8"'}
"""Outline of dots on light cards, where yellow has little contrast."""


def draw_card(grid: Sequence[str], inks: Sequence[int], *, is_light: bool, is_track: bool) -> str:
    """Return one side of a card as SVG. The track card shows its grey row and column."""
    width, height = picture_size(grid)
    return svg_document(width, height, card_elements(grid, inks, 0, 0, is_light=is_light, is_track=is_track))


def draw_cards_on_track(
    track: Sequence[str], placed: Sequence[tuple[Sequence[str], int, int]], inks: Sequence[int]
) -> str:
    """Return a picture of dark cards on the track. `placed` holds each card with its first column and top row."""
    highest = min(0, *(row for _, _, row in placed))
    lowest = max(len(track), *(row + len(grid) for grid, _, row in placed))
    rightmost = max(len(track[0]), *(column + len(grid[0]) for grid, column, _ in placed))
    down = -CELL_SIZE * highest
    parts = [*card_elements(track, inks, 0, down, is_light=False, is_track=True)]
    for grid, column, row in placed:
        parts += card_elements(grid, inks, CELL_SIZE * column, down + CELL_SIZE * row, is_light=False, is_track=False)
    return svg_document(CELL_SIZE * rightmost + 2 * MARGIN, CELL_SIZE * (lowest - highest) + 2 * MARGIN, parts)


def svg_document(width: int, height: int, parts: Iterable[str]) -> str:
    """Return a complete SVG document."""
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(parts)}</svg>\n'


def picture_size(grid: Sequence[str]) -> tuple[int, int]:
    """Return the width and height of a card in pixels."""
    return CELL_SIZE * len(grid[0]) + 2 * MARGIN, CELL_SIZE * len(grid) + 2 * MARGIN


def card_elements(
    grid: Sequence[str], inks: Sequence[int], left: int, top: int, *, is_light: bool, is_track: bool
) -> Iterator[str]:
    """Yield the SVG elements of a card whose upper left corner is at (left, top)."""
    width, height = picture_size(grid)
    yield (
        f'<rect x="{left}.5" y="{top}.5" width="{width - 1}" height="{height - 1}" rx="{CORNER_RADIUS}" '
        f'fill="{PAPER_COLOUR[is_light]}" stroke="{BORDER_COLOUR[is_light]}"/>'
    )
    if is_track:
        yield from grey_cross_elements(grid, GREY_CELL_COLOUR[is_light], left + MARGIN, top + MARGIN)
    yield from dot_elements(grid, inks, left + MARGIN, top + MARGIN, DOT_OUTLINE[is_light])


def grey_cross_elements(grid: Sequence[str], grey: str, left: int, top: int) -> Iterator[str]:
    """Yield the SVG elements of the grey centre row and centre column (A6, A8)."""
    columns, rows = len(grid[0]), len(grid)
    row_at, column_at = top + CELL_SIZE * (rows // 2), left + CELL_SIZE * (columns // 2)
    yield f'<rect x="{left}" y="{row_at}" width="{CELL_SIZE * columns}" height="{CELL_SIZE}" fill="{grey}"/>'
    yield f'<rect x="{column_at}" y="{top}" width="{CELL_SIZE}" height="{CELL_SIZE * rows}" fill="{grey}"/>'


def dot_elements(grid: Sequence[str], inks: Sequence[int], left: int, top: int, outline: str) -> Iterator[str]:
    """Yield the SVG elements of all dots of a grid whose upper left corner is at (left, top)."""
    for row, letters in enumerate(grid):
        for column, letter in enumerate(letters):
            if letter != EMPTY_CELL:
                x, y = left + CELL_SIZE * column + CELL_SIZE // 2, top + CELL_SIZE * row + CELL_SIZE // 2
                yield f'<{dot_shape(letter, x, y)} fill="#{inks[COLOUR_LETTERS.index(letter)]:06x}"{outline}/>'


def dot_shape(letter: str, x: int, y: int) -> str:
    """Return the SVG shape of a dot."""
    if letter == "b":
        return f'circle cx="{x}" cy="{y}" r="7"'
    if letter == "r":
        return f'path d="M{x} {y - 8}l8 8-8 8-8-8z"'
    hole = "m4 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0z"
    return f'path fill-rule="evenodd" d="M{x - 7} {y}a7 7 0 1 0 14 0a7 7 0 1 0-14 0z{hole}"'
