"""Draws cards as SVG. Each place of a colour has its own shape, so that cards differ without colour.

In the house deck: red discs, blue squares with round corners, yellow discs in a ring, green discs with stripes. Other
decks also have triangles, diamonds, crosses and rings.
"""

from __future__ import annotations

from itertools import cycle
from math import ceil, cos, pi, sin, sqrt
from random import Random

from dottable.games.dots_72.deck_colours import HOUSE_PLACED_COLOURS, PlacedColour, PlacedColours
from dottable.games.dots_72.pieces import (
    CARD_CODES,
    FIRST_NUMBER,
    NUMBER_COUNT,
    NUMBERS,
    WILD_DOTS,
    WILD_NUMBER,
    WILD_SWATCH,
)

CARD_WIDTH, CARD_HEIGHT = 63, 88
DOTS_AREA_LEFT, DOTS_AREA_TOP, DOTS_AREA_WIDTH, DOTS_AREA_HEIGHT = 6, 13, 51, 63
INK_COLOUR = "#222"
MAX_DOT_RADIUS = 5.0
POLYGONS = {
    4: ((0, -1), (0.95, 0.75), (-0.95, 0.75)),
    5: ((0, -1), (0.85, 0), (0, 1), (-0.85, 0)),
    6: (
        *((-0.33, -0.95), (0.33, -0.95), (0.33, -0.33), (0.95, -0.33), (0.95, 0.33), (0.33, 0.33)),
        *((0.33, 0.95), (-0.33, 0.95), (-0.33, 0.33), (-0.95, 0.33), (-0.95, -0.33), (-0.33, -0.33)),
    ),
}
"""Corners of a triangle, a diamond and a cross for a radius of 1, by the place of their colour."""
PALE_BRIGHTNESS = 190
"""Brightness from 0 to 255 above which a paint needs an outline on a white card."""


def format_length(value: float) -> str:
    """Return a length as text with at most two decimals, for SVG."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def draw_disc(x: float, y: float, r: float, style: str) -> str:
    return f'<circle cx="{format_length(x)}" cy="{format_length(y)}" r="{format_length(r)}" {style}/>'


def draw_dot(x: float, y: float, r: float, colour: PlacedColour) -> str:
    """Return a dot as SVG, in the shape of its colour's place."""
    place, style = colour.place, f'fill="{colour.paint}"{outline_style(colour.paint, r)}'
    if place == 0:
        return draw_disc(x, y, r, style)
    if place == 1:
        side = 1.8 * r
        corner = f'x="{format_length(x - side / 2)}" y="{format_length(y - side / 2)}" rx="{format_length(r / 2.5)}"'
        return f'<rect {corner} width="{format_length(side)}" height="{format_length(side)}" {style}/>'
    if place == 2:
        ring = f'fill="none" stroke="{INK_COLOUR}" stroke-width="{format_length(r * 0.16)}"'
        return draw_disc(x, y, r * 0.64, f'fill="{colour.paint}"') + draw_disc(x, y, r * 0.92, ring)
    if place == 3:
        stripes = "".join(draw_stripe(x, y + offset * r, r * sqrt(1 - offset * offset)) for offset in (-0.5, 0, 0.5))
        return draw_disc(x, y, r, style) + (
            f'<path d="{stripes}" stroke="#fff" stroke-width="{format_length(r * 0.16)}"/>'
        )
    if place in POLYGONS:
        corners = " ".join(f"{format_length(x + a * r)},{format_length(y + b * r)}" for a, b in POLYGONS[place])
        return f'<polygon points="{corners}" {style}/>'
    hole = f'fill="#fff"{outline_style(colour.paint, r)}'
    return f"<g>{draw_disc(x, y, r, style)}{draw_disc(x, y, r * 0.45, hole)}</g>"


def outline_style(paint: str, r: float) -> str:
    """Return the SVG outline for a pale paint; empty for other paints."""
    red, green, blue = (int(paint[k : k + 2], 16) for k in (1, 3, 5))
    if 0.299 * red + 0.587 * green + 0.114 * blue <= PALE_BRIGHTNESS:
        return ""
    return f' stroke="{INK_COLOUR}" stroke-width="{format_length(r * 0.12)}"'


def draw_stripe(x: float, y: float, half: float) -> str:
    return f"M{format_length(x - half)} {format_length(y)}h{format_length(2 * half)}"


def draw_wild_dot(x: float, y: float, r: float, colours: PlacedColours) -> str:
    """Return a wild dot as SVG: a dot with one small dot of each colour."""
    parts = [draw_disc(x, y, r, f'fill="#fff" stroke="{INK_COLOUR}" stroke-width="{format_length(r * 0.06)}"')]
    count = len(colours)
    distance, small = (0.594, 0.36) if count <= 4 else (0.7, 0.63 * sin(pi / count))
    for k, colour in enumerate(colours):
        angle = 2 * pi * k / count - 3 * pi / 4
        parts.append(draw_dot(x + distance * r * cos(angle), y + distance * r * sin(angle), r * small, colour))
    return "".join(parts)


def svg_text(x: float, y: float, size: float, words: str, style: str = f'fill="{INK_COLOUR}"') -> str:
    font = f'font-family="sans-serif" font-size="{format_length(size)}" text-anchor="middle"'
    return f'<text x="{format_length(x)}" y="{format_length(y)}" {font} {style}>{words}</text>'


def dot_positions(count: int) -> list[tuple[float, float, float]]:
    """Return the centre and the radius of each of `count` dots in even rows."""
    columns = ceil(sqrt(count * DOTS_AREA_WIDTH / DOTS_AREA_HEIGHT))
    rows = ceil(count / columns)
    step = min(DOTS_AREA_WIDTH / columns, DOTS_AREA_HEIGHT / rows)
    found = []
    for k in range(count):
        in_row, row = k % columns, k // columns
        length = min(columns, count - row * columns)
        x = DOTS_AREA_LEFT + DOTS_AREA_WIDTH / 2 + (in_row - (length - 1) / 2) * step
        y = DOTS_AREA_TOP + DOTS_AREA_HEIGHT / 2 + (row - (rows - 1) / 2) * step
        found.append((x, y, min(step * 0.42, MAX_DOT_RADIUS)))
    return found


def dots_picture(dots: tuple[int, ...], colours: PlacedColours) -> str:
    """Return all dots of a card as SVG, in a shuffled order that depends only on the card.

    `dots` holds the number of dots by the colours' places.
    """
    counts = [dots[colour.place] for colour in colours]
    order = [colour for colour, count in zip(colours, counts, strict=True) for _ in range(count)]
    Random("-".join(map(str, counts))).shuffle(order)
    return "".join(draw_dot(*place, colour) for place, colour in zip(dot_positions(len(order)), order, strict=True))


def wild_number_picture(colours: PlacedColours) -> str:
    """Return the symbol of the Wild Number as SVG.

    It has two half strokes for each of four colours, or a half stroke for each of eight.
    """
    strokes = ("M25 29v17", "M25 46v17", "M38 29v17", "M38 46v17", "M17 40h14.5", "M31.5 40h14.5", "M17 53h14.5")
    halves = (*strokes, "M31.5 53h14.5")
    strokes_per_colour = 2 if len(colours) <= 4 else 1
    paints = cycle([colour.paint for colour in colours for _ in range(strokes_per_colour)])
    return "".join(
        f'<path d="{stroke}" stroke="{paint}" stroke-width="4"/>' for stroke, paint in zip(halves, paints, strict=False)
    )


def wild_picture(face: int, colours: PlacedColours) -> str:
    if face == WILD_SWATCH:
        return draw_wild_dot(CARD_WIDTH / 2, 46, 19, colours)
    if face == WILD_NUMBER:
        return wild_number_picture(colours)
    places = ((18, 28), (45, 28), (31.5, 46), (18, 64), (45, 64))
    return "".join(draw_wild_dot(x, y, 8, colours) for x, y in places)


def card_picture(face: int, dots: tuple[int, ...], colours: PlacedColours = HOUSE_PLACED_COLOURS) -> str:
    """Return a card as SVG.

    `dots` holds the number of dots by place of the colour. It is used only for natural DOTS cards.
    """
    code, by_place = CARD_CODES[face], {colour.place: colour for colour in colours}
    if face in (WILD_SWATCH, WILD_NUMBER, WILD_DOTS):
        kind = {WILD_SWATCH: "Swatch", WILD_NUMBER: "Number", WILD_DOTS: "DOTS card"}[face]
        return frame_card(f"Wild {kind}", code, wild_picture(face, colours), "WILD")
    if face < WILD_SWATCH:
        colour = by_place[face]
        return frame_card(f"{colour.name} Swatch", code, draw_dot(CARD_WIDTH / 2, 45, 19, colour), colour.name)
    if face < WILD_NUMBER:
        place, k = divmod(face - FIRST_NUMBER, NUMBER_COUNT)
        colour = by_place[place]
        style = f'font-weight="bold" fill="{colour.paint}" stroke="{INK_COLOUR}" stroke-width=".6"'
        figure = svg_text(CARD_WIDTH / 2, 55, 40, str(NUMBERS[k]), style) + draw_dot(CARD_WIDTH / 2, 67, 5, colour)
        return frame_card(f"{colour.name} {NUMBERS[k]}", code, figure, colour.name)
    counts = ", ".join(f"{dots[colour.place]} {colour.name}" for colour in colours if dots[colour.place])
    return frame_card(f"DOTS card {code}: {counts}", code, dots_picture(dots, colours), "DOTS")


def frame_card(title: str, code: str, figure: str, foot: str) -> str:
    """Return a complete SVG card around a figure, with its code above and a word below."""
    size = f'width="{CARD_WIDTH}mm" height="{CARD_HEIGHT}mm" viewBox="0 0 {CARD_WIDTH} {CARD_HEIGHT}"'
    card = f'<rect x=".5" y=".5" width="62" height="87" rx="4" fill="#fff" stroke="{INK_COLOUR}" stroke-width=".5"/>'
    words = svg_text(CARD_WIDTH / 2, 9, 5, code) + svg_text(CARD_WIDTH / 2, 83, 4.5, foot)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img"><title>{title}</title>{card}{words}{figure}</svg>\n'
    )
