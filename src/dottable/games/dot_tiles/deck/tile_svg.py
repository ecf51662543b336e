"""Draws tiles and the score sheet as SVG.

Colours also differ in shape: red tiles are light with round pips, black tiles are dark with square pips. `python -m
dottable.games.dot_tiles.deck.tile_svg docs/rules/pictures/dot_tiles` draws the pictures of the rules page.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from dottable.games.dot_tiles.pieces import (
    BLACK,
    BOX_COUNT,
    FACE_COUNT,
    FIRST_BOX_OF_GROUP,
    GROUP_COUNT,
    GROUP_NAMES,
    RED,
    tile_name,
)
from dottable.games.dot_tiles.view.notation import FACE_BY_NOTATION, write_tile

UNITS_PER_MM = 2
TILE_WIDTH, TILE_HEIGHT = 32, 40
"""Size of a tile and of a box, in units."""
LOW_PIP_COORDINATE, MIDDLE_PIP_COORDINATE, HIGH_PIP_COORDINATE = 8, 16, 24
"""Coordinates of pips on a tile."""
BOX_GAP = 4
"""Space between boxes, in units."""

INK_COLOUR, PAPER_COLOUR, WHITE_COLOUR, RED_COLOUR, FAINT_COLOUR = "#222", "#f7f4ec", "#fff", "#c8243a", "#6b675f"
BOLD_TEXT, CENTRED_TEXT, RIGHT_ALIGNED_TEXT = 'font-weight="700"', 'text-anchor="middle"', 'text-anchor="end"'
TILE_STYLES = (f'fill="{WHITE_COLOUR}" stroke="{RED_COLOUR}"', f'fill="{INK_COLOUR}" stroke="#8d8a83"')
PIP_COLOURS = (RED_COLOUR, WHITE_COLOUR)
PIP_STYLES = (
    f'stroke="{RED_COLOUR}" stroke-width="6.4" stroke-linecap="round"',
    f'stroke="{WHITE_COLOUR}" stroke-width="5.6" stroke-linecap="square"',
)

CENTRE_PIP = ((MIDDLE_PIP_COORDINATE, MIDDLE_PIP_COORDINATE),)
RISING_DIAGONAL_PIPS = ((LOW_PIP_COORDINATE, HIGH_PIP_COORDINATE), (HIGH_PIP_COORDINATE, LOW_PIP_COORDINATE))
CORNER_PIPS = (
    *RISING_DIAGONAL_PIPS,
    (LOW_PIP_COORDINATE, LOW_PIP_COORDINATE),
    (HIGH_PIP_COORDINATE, HIGH_PIP_COORDINATE),
)
SIDE_PIPS = ((LOW_PIP_COORDINATE, MIDDLE_PIP_COORDINATE), (HIGH_PIP_COORDINATE, MIDDLE_PIP_COORDINATE))
PIP_POSITIONS = (
    CENTRE_PIP,
    RISING_DIAGONAL_PIPS,
    CENTRE_PIP + RISING_DIAGONAL_PIPS,
    CORNER_PIPS,
    CENTRE_PIP + CORNER_PIPS,
    SIDE_PIPS + CORNER_PIPS,
)
"""Positions of the pips of each number, as on a die."""

SHEET_WIDTH, SHEET_HEIGHT = 432, 366
"""Size of the score sheet, in units."""
COLUMN_LEFTS, FIRST_ROW_TOP, ROW_HEIGHT = (14, 206), 50, 64
"""Left edges of the two columns of groups, top of the first row, and distance between rows, in units."""
POINTS_FIELD_LEFTS, POINTS_FIELD_WIDTH = (162, 390), 28
"""Left edges of the fields for points, one per column, and their width, in units."""
GROUP_POSITIONS = ((0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (1, 2), (1, 3), (0, 4))
"""Column and row of each group on the sheet."""
GROUP_HINTS = (
    "any tile",
    *["equal numbers"] * 3,
    "each number in its box",
    "each number in its box",
    "one colour, any numbers",
    "3 of one number, 2 of another",
    "four numbers in a row",
)
PRINTED_NUMBERS = {10: 1, 11: 3, 12: 5, 13: 2, 14: 4, 15: 6}
"""Numbers printed in the boxes of Odds and Evens."""

EXAMPLE_SHEET = (
    "b6  r5 b5  r4 r4 r4  b2 b2 r2 --  r1 b3 r5  b2 b4 b6  r1 r3 r3 r6 r6  r4 b4 b4 r1 b1  b3 b4 b5 r6".split()
)
EXAMPLE_POINTS = (12, 10, 24, 0, 9, 24, 38, 14, 18)
"""The example sheet of the rules page, and its points per group."""
RULES_PAGE_PICTURES = ("r3", "r4", "r5", "b2", "b4", "b6", "sheet")


def card_pictures(numbers: tuple[int, ...] = ()) -> Iterator[tuple[str, str]]:
    """Yield every tile and the empty score sheet as (name, SVG). `numbers` is unused: this game has no deck file."""
    for face in range(FACE_COUNT):
        yield write_tile(face), draw_tile(face)
    yield "sheet", draw_sheet()


def draw_rules_page_pictures() -> Iterator[tuple[str, str]]:
    """Yield the pictures of the rules page as (name, SVG)."""
    for name, picture in card_pictures():
        if name in RULES_PAGE_PICTURES:
            yield name, picture
    faces = {box: FACE_BY_NOTATION[tile] for box, tile in enumerate(EXAMPLE_SHEET) if tile in FACE_BY_NOTATION}
    yield "example", draw_sheet(faces, EXAMPLE_POINTS)


def draw_tile(face: int) -> str:
    """Return a tile as SVG: pips as on a die, with the number below."""
    pips = f'<path d="{pips_path(face, 0, 0)}" {PIP_STYLES[face & 1]}/>'
    number = text_element(
        MIDDLE_PIP_COORDINATE, 36, 8, str((face >> 1) + 1), f'{CENTRED_TEXT} {BOLD_TEXT} fill="{PIP_COLOURS[face & 1]}"'
    )
    tile = f'<rect x="1" y="1" width="{TILE_WIDTH - 2}" height="{TILE_HEIGHT - 2}" rx="5" {TILE_STYLES[face & 1]}/>'
    return svg_document(TILE_WIDTH, TILE_HEIGHT, f"{tile_name(face)} tile", tile + pips + number)


def pips_path(face: int, left: int, top: int) -> str:
    """Return the SVG path of a tile's pips. The pips are very short strokes whose line caps form discs or squares."""
    return "".join(f"M{left + x} {top + y}h.01" for x, y in PIP_POSITIONS[face >> 1])


def draw_sheet(faces: Mapping[int, int] | None = None, points: Sequence[int] = ()) -> str:
    """Return a score sheet as SVG, with faces by box index, and the points by group if given."""
    faces = faces or {}
    size = f'width="{SHEET_WIDTH - 2}" height="{SHEET_HEIGHT - 2}" rx="10"'
    parts = [
        f'<rect x="1" y="1" {size} fill="{PAPER_COLOUR}" stroke="{FAINT_COLOUR}"/>',
        text_element(14, 24, 13, "DOT: Dice or Tiles", BOLD_TEXT),
        text_element(
            418, 24, 8, "Only complete groups score. One colour: double.", f'{RIGHT_ALIGNED_TEXT} fill="{FAINT_COLOUR}"'
        ),
        group_headings(),
        *box_elements(faces),
        *(printed_number_element(box) for box in PRINTED_NUMBERS if box not in faces),
        *points_fields(points),
    ]
    title = "Score sheet, counted" if points else "Empty score sheet"
    return svg_document(SHEET_WIDTH, SHEET_HEIGHT, title, "".join(parts))


def group_headings() -> str:
    """Return the group names as SVG, with hints on the tiles that they accept."""
    names = []
    for name, hint, (column, row) in zip(GROUP_NAMES, GROUP_HINTS, GROUP_POSITIONS, strict=True):
        place = f'x="{COLUMN_LEFTS[column]}" y="{FIRST_ROW_TOP + ROW_HEIGHT * row - 5}"'
        small = f'<tspan fill="{FAINT_COLOUR}" font-size="8" font-weight="400" dx="5">{hint}</tspan>'
        names.append(f"<text {place}>{name}{small}</text>")
    return f'<g font-size="10" font-weight="700">{"".join(names)}</g>'


def box_corner(box: int) -> tuple[int, int]:
    """Return the x and y of the upper left corner of a box."""
    group = max(group for group in range(GROUP_COUNT) if FIRST_BOX_OF_GROUP[group] <= box)
    column, row = GROUP_POSITIONS[group]
    return COLUMN_LEFTS[column] + (TILE_WIDTH + BOX_GAP) * (
        box - int(FIRST_BOX_OF_GROUP[group])
    ), FIRST_ROW_TOP + ROW_HEIGHT * row


def box_elements(faces: Mapping[int, int]) -> Iterator[str]:
    """Yield the SVG elements of the empty boxes, then of boxes with red tiles, then of boxes with black tiles."""
    empty = [box for box in range(BOX_COUNT) if box not in faces]
    yield box_frames(empty, f'fill="none" stroke="{FAINT_COLOUR}" stroke-dasharray="3"')
    for colour in (RED, BLACK):
        filled = [box for box, face in faces.items() if face & 1 == colour]
        if filled:
            pips = "".join(pips_path(faces[box], box_corner(box)[0], box_corner(box)[1] + 4) for box in filled)
            yield box_frames(filled, TILE_STYLES[colour])
            yield f'<path d="{pips}" {PIP_STYLES[colour]}/>'


def box_frames(chosen: Sequence[int], style: str) -> str:
    """Return the outlines of the chosen boxes as SVG."""
    shape = f'width="{TILE_WIDTH - 1}" height="{TILE_HEIGHT - 1}" rx="5"'
    places = "".join('<rect x="{}.5" y="{}.5" {}/>'.format(*box_corner(box), shape) for box in chosen)
    return f"<g {style}>{places}</g>"


def printed_number_element(box: int) -> str:
    """Return the number printed in an empty box of Odds or Evens."""
    left, top = box_corner(box)
    return text_element(
        left + MIDDLE_PIP_COORDINATE, top + 26, 16, str(PRINTED_NUMBERS[box]), f'{CENTRED_TEXT} fill="{FAINT_COLOUR}"'
    )


def points_fields(points: Sequence[int]) -> Iterator[str]:
    """Yield a field for the points of each group, then for the full-sheet bonus and the total."""
    for group in range(GROUP_COUNT):
        column, row = GROUP_POSITIONS[group]
        yield points_field(
            POINTS_FIELD_LEFTS[column], FIRST_ROW_TOP + ROW_HEIGHT * row, str(points[group]) if points else ""
        )
    top = FIRST_ROW_TOP + ROW_HEIGHT * 4
    yield text_element(COLUMN_LEFTS[1], top + 16, 10, "All 30 boxes filled: + 50")
    yield text_element(POINTS_FIELD_LEFTS[1] - 8, top + 35, 12, "Total", f"{RIGHT_ALIGNED_TEXT} {BOLD_TEXT}")
    yield points_field(POINTS_FIELD_LEFTS[1], top, str(sum(points)) if points else "")


def points_field(left: int, top: int, words: str) -> str:
    """Return a line to write on, with text above it."""
    line = f'<path d="M{left} {top + TILE_HEIGHT}h{POINTS_FIELD_WIDTH}" stroke="{INK_COLOUR}"/>'
    return line + (text_element(left + POINTS_FIELD_WIDTH / 2, top + 35, 13, words, CENTRED_TEXT) if words else "")


def text_element(x: float, y: float, size: int, words: str, style: str = "") -> str:
    """Return words at a position as an SVG text element."""
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" {style}>{words}</text>'


def svg_document(width: int, height: int, title: str, parts: str) -> str:
    """Return a complete SVG document."""
    size = f'width="{width // UNITS_PER_MM}mm" height="{height // UNITS_PER_MM}mm" viewBox="0 0 {width} {height}"'
    style = f'role="img" font-family="sans-serif" fill="{INK_COLOUR}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}><title>{title}</title>{parts}</svg>\n'


if __name__ == "__main__":
    for name, picture in draw_rules_page_pictures():
        (Path(sys.argv[1]) / f"{name}.svg").write_text(picture, encoding="utf-8")
