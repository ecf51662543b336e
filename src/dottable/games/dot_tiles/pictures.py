"""Tiles and the score sheet as SVG. No tile is told by colour alone: red ones are light with round pips,
black ones dark with square pips.

`python -m dottable.games.dot_tiles.pictures docs/rules/pictures/dot_tiles` draws those of the rules page."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from dottable.games.dot_tiles.notation import TILES, write_tile
from dottable.games.dot_tiles.pieces import BLACK, BOXES, FACES, FIRST_BOX, GROUP_NAMES, GROUPS, RED, tile_name

UNITS_PER_MM = 2
WIDTH, HEIGHT = 32, 40
"""A tile, and so a box of the sheet."""
NEAR, MIDDLE, FAR = 8, 16, 24
GAP = 4

INK, PAPER, WHITE, PAINT, FAINT = "#222", "#f7f4ec", "#fff", "#c8243a", "#6b675f"
BOLD, CENTRED, TO_THE_LEFT = 'font-weight="700"', 'text-anchor="middle"', 'text-anchor="end"'
TILE_LOOKS = (f'fill="{WHITE}" stroke="{PAINT}"', f'fill="{INK}" stroke="#8d8a83"')
PIP_PAINTS = (PAINT, WHITE)
PIP_LOOKS = (
    f'stroke="{PAINT}" stroke-width="6.4" stroke-linecap="round"',
    f'stroke="{WHITE}" stroke-width="5.6" stroke-linecap="square"',
)

CENTRE = ((MIDDLE, MIDDLE),)
RISING = ((NEAR, FAR), (FAR, NEAR))
CORNERS = (*RISING, (NEAR, NEAR), (FAR, FAR))
SIDES = ((NEAR, MIDDLE), (FAR, MIDDLE))
SPOTS = (CENTRE, RISING, CENTRE + RISING, CORNERS, CENTRE + CORNERS, SIDES + CORNERS)
"""Where the pips of a number lie, as on a die."""

SHEET_WIDTH, SHEET_HEIGHT = 432, 366
COLUMNS, FIRST_ROW, ROW = (14, 206), 50, 64
POINTS_AT, POINTS_WIDTH = (162, 390), 28
PLACES = ((0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (1, 2), (1, 3), (0, 4))
"""Column and row of every group."""
HINTS = (
    "any tile",
    *["equal numbers"] * 3,
    "each number in its box",
    "each number in its box",
    "one colour, any numbers",
    "3 of one number, 2 of another",
    "four numbers in a row",
)
PRINTED = {10: 1, 11: 3, 12: 5, 13: 2, 14: 4, 15: 6}
"""The numbers in the boxes of Odds and Evens."""

EXAMPLE = "b6  r5 b5  r4 r4 r4  b2 b2 r2 --  r1 b3 r5  b2 b4 b6  r1 r3 r3 r6 r6  r4 b4 b4 r1 b1  b3 b4 b5 r6".split()
EXAMPLE_POINTS = (12, 10, 24, 0, 9, 24, 38, 14, 18)
"""The sheet that the rules page counts."""
ON_THE_PAGE = ("r3", "r4", "r5", "b2", "b4", "b6", "sheet")


def draw_cards(numbers: tuple[int, ...] = ()) -> Iterator[tuple[str, str]]:
    """Every tile by its code, and the empty score sheet; there is no deck to choose, so `numbers` is empty."""
    for face in range(FACES):
        yield write_tile(face), draw_tile(face)
    yield "sheet", draw_sheet()


def draw_pictures() -> Iterator[tuple[str, str]]:
    """The pictures of the rules page."""
    for name, picture in draw_cards():
        if name in ON_THE_PAGE:
            yield name, picture
    faces = {box: TILES[tile] for box, tile in enumerate(EXAMPLE) if tile in TILES}
    yield "example", draw_sheet(faces, EXAMPLE_POINTS)


def draw_tile(face: int) -> str:
    """A tile: pips as on a die, and the number below."""
    pips = f'<path d="{pips_of(face, 0, 0)}" {PIP_LOOKS[face & 1]}/>'
    number = text(MIDDLE, 36, 8, str((face >> 1) + 1), f'{CENTRED} {BOLD} fill="{PIP_PAINTS[face & 1]}"')
    tile = f'<rect x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="5" {TILE_LOOKS[face & 1]}/>'
    return svg(WIDTH, HEIGHT, f"{tile_name(face)} tile", tile + pips + number)


def pips_of(face: int, left: int, top: int) -> str:
    """The pips of a tile at a place, as strokes of almost no length: their ends make them discs or squares."""
    return "".join(f"M{left + x} {top + y}h.01" for x, y in SPOTS[face >> 1])


def draw_sheet(faces: Mapping[int, int] | None = None, points: Sequence[int] = ()) -> str:
    """A score sheet: tiles by the number of their box, and the points of all groups if they are counted."""
    faces = faces or {}
    size = f'width="{SHEET_WIDTH - 2}" height="{SHEET_HEIGHT - 2}" rx="10"'
    parts = [
        f'<rect x="1" y="1" {size} fill="{PAPER}" stroke="{FAINT}"/>',
        text(14, 24, 13, "DOT: Dice or Tiles", BOLD),
        text(418, 24, 8, "Only complete groups score. One colour: double.", f'{TO_THE_LEFT} fill="{FAINT}"'),
        headings(),
        *boxes(faces),
        *(printed(box) for box in PRINTED if box not in faces),
        *points_fields(points),
    ]
    title = "Score sheet, counted" if points else "Empty score sheet"
    return svg(SHEET_WIDTH, SHEET_HEIGHT, title, "".join(parts))


def headings() -> str:
    """The names of the groups, and in short what they take."""
    names = []
    for name, hint, (column, row) in zip(GROUP_NAMES, HINTS, PLACES, strict=True):
        place = f'x="{COLUMNS[column]}" y="{FIRST_ROW + ROW * row - 5}"'
        small = f'<tspan fill="{FAINT}" font-size="8" font-weight="400" dx="5">{hint}</tspan>'
        names.append(f"<text {place}>{name}{small}</text>")
    return f'<g font-size="10" font-weight="700">{"".join(names)}</g>'


def corner(box: int) -> tuple[int, int]:
    """The upper left corner of a box."""
    group = max(group for group in range(GROUPS) if FIRST_BOX[group] <= box)
    column, row = PLACES[group]
    return COLUMNS[column] + (WIDTH + GAP) * (box - int(FIRST_BOX[group])), FIRST_ROW + ROW * row


def boxes(faces: Mapping[int, int]) -> Iterator[str]:
    """The boxes, empty ones first, then those with tiles of each colour."""
    empty = [box for box in range(BOXES) if box not in faces]
    yield frames(empty, f'fill="none" stroke="{FAINT}" stroke-dasharray="3"')
    for colour in (RED, BLACK):
        filled = [box for box, face in faces.items() if face & 1 == colour]
        if filled:
            pips = "".join(pips_of(faces[box], corner(box)[0], corner(box)[1] + 4) for box in filled)
            yield frames(filled, TILE_LOOKS[colour])
            yield f'<path d="{pips}" {PIP_LOOKS[colour]}/>'


def frames(chosen: Sequence[int], look: str) -> str:
    shape = f'width="{WIDTH - 1}" height="{HEIGHT - 1}" rx="5"'
    places = "".join('<rect x="{}.5" y="{}.5" {}/>'.format(*corner(box), shape) for box in chosen)
    return f"<g {look}>{places}</g>"


def printed(box: int) -> str:
    """The number that an empty box waits for."""
    left, top = corner(box)
    return text(left + MIDDLE, top + 26, 16, str(PRINTED[box]), f'{CENTRED} fill="{FAINT}"')


def points_fields(points: Sequence[int]) -> Iterator[str]:
    """A line for the points of every group; the whole in the corner below, with the bonus for a full sheet."""
    for group in range(GROUPS):
        column, row = PLACES[group]
        yield field(POINTS_AT[column], FIRST_ROW + ROW * row, str(points[group]) if points else "")
    top = FIRST_ROW + ROW * 4
    yield text(COLUMNS[1], top + 16, 10, "All 30 boxes filled: + 50")
    yield text(POINTS_AT[1] - 8, top + 35, 12, "Total", f"{TO_THE_LEFT} {BOLD}")
    yield field(POINTS_AT[1], top, str(sum(points)) if points else "")


def field(left: int, top: int, words: str) -> str:
    line = f'<path d="M{left} {top + HEIGHT}h{POINTS_WIDTH}" stroke="{INK}"/>'
    return line + (text(left + POINTS_WIDTH / 2, top + 35, 13, words, CENTRED) if words else "")


def text(x: float, y: float, size: int, words: str, look: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" {look}>{words}</text>'


def svg(width: int, height: int, title: str, parts: str) -> str:
    size = f'width="{width // UNITS_PER_MM}mm" height="{height // UNITS_PER_MM}mm" viewBox="0 0 {width} {height}"'
    look = f'role="img" font-family="sans-serif" fill="{INK}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {look}><title>{title}</title>{parts}</svg>\n'


if __name__ == "__main__":
    for name, picture in draw_pictures():
        (Path(sys.argv[1]) / f"{name}.svg").write_text(picture, encoding="utf-8")
