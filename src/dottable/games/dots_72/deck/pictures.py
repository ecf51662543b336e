"""Cards as SVG pictures. Each colour has its own shape, so that nobody has to tell cards by colour alone:
red discs, blue squares with round corners, yellow discs in a ring, green discs with stripes."""

from __future__ import annotations

from math import ceil, sqrt
from random import Random

from dottable.games.dots_72.pieces import (
    CARD_CODES,
    COLOURS,
    FIRST_NUMBER,
    NUMBER_COUNT,
    NUMBERS,
    WILD_DOTS,
    WILD_NUMBER,
    WILD_SWATCH,
)

WIDTH, HEIGHT = 63, 88
LEFT, TOP, ROOM_ACROSS, ROOM_DOWN = 6, 13, 51, 63
RED, BLUE, YELLOW, GREEN = PAINTS = ("#c8243a", "#1f5fa8", "#f0b81c", "#1d8348")
INK = "#222"
MAX_DOT_RADIUS = 5.0


def format_length(value: float) -> str:
    """Return a length with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def draw_disc(x: float, y: float, r: float, look: str) -> str:
    return f'<circle cx="{format_length(x)}" cy="{format_length(y)}" r="{format_length(r)}" {look}/>'


def draw_dot(x: float, y: float, r: float, colour: int) -> str:
    """Return a dot in the shape of its colour."""
    if colour == 0:
        return draw_disc(x, y, r, f'fill="{RED}"')
    if colour == 1:
        side = 1.8 * r
        corner = f'x="{format_length(x - side / 2)}" y="{format_length(y - side / 2)}" rx="{format_length(r / 2.5)}"'
        return f'<rect {corner} width="{format_length(side)}" height="{format_length(side)}" fill="{BLUE}"/>'
    if colour == 2:
        ring = f'fill="none" stroke="{INK}" stroke-width="{format_length(r * 0.16)}"'
        return draw_disc(x, y, r * 0.64, f'fill="{YELLOW}"') + draw_disc(x, y, r * 0.92, ring)
    stripes = "".join(draw_stripe(x, y + offset * r, r * sqrt(1 - offset * offset)) for offset in (-0.5, 0, 0.5))
    return (
        draw_disc(x, y, r, f'fill="{GREEN}"')
        + f'<path d="{stripes}" stroke="#fff" stroke-width="{format_length(r * 0.16)}"/>'
    )


def draw_stripe(x: float, y: float, half: float) -> str:
    return f"M{format_length(x - half)} {format_length(y)}h{format_length(2 * half)}"


def draw_wild_dot(x: float, y: float, r: float) -> str:
    """Return a dot with one small dot of each colour."""
    quarters = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    parts = [draw_disc(x, y, r, f'fill="#fff" stroke="{INK}" stroke-width="{format_length(r * 0.06)}"')]
    parts += [draw_dot(x + a * r * 0.42, y + b * r * 0.42, r * 0.36, c) for c, (a, b) in enumerate(quarters)]
    return "".join(parts)


def svg_text(x: float, y: float, size: float, words: str, look: str = f'fill="{INK}"') -> str:
    font = f'font-family="sans-serif" font-size="{format_length(size)}" text-anchor="middle"'
    return f'<text x="{format_length(x)}" y="{format_length(y)}" {font} {look}>{words}</text>'


def dot_positions(count: int) -> list[tuple[float, float, float]]:
    """Return centre and radius for a number of dots in even rows."""
    columns = ceil(sqrt(count * ROOM_ACROSS / ROOM_DOWN))
    rows = ceil(count / columns)
    step = min(ROOM_ACROSS / columns, ROOM_DOWN / rows)
    found = []
    for k in range(count):
        in_row, row = k % columns, k // columns
        length = min(columns, count - row * columns)
        x = LEFT + ROOM_ACROSS / 2 + (in_row - (length - 1) / 2) * step
        y = TOP + ROOM_DOWN / 2 + (row - (rows - 1) / 2) * step
        found.append((x, y, min(step * 0.42, MAX_DOT_RADIUS)))
    return found


def dots_picture(dots: tuple[int, ...]) -> str:
    """Return all dots of a card in a shuffled order that depends only on the card."""
    colours = [colour for colour, count in enumerate(dots) for _ in range(count)]
    Random("-".join(map(str, dots))).shuffle(colours)
    return "".join(draw_dot(*place, colour) for place, colour in zip(dot_positions(len(colours)), colours, strict=True))


def wild_number_picture() -> str:
    """Return the sign of the Wild Number: a stroke in each colour."""
    ways = ("M25 29v34", "M38 29v34", "M17 40h29", "M17 53h29")
    strokes = zip(ways, PAINTS, strict=True)
    return "".join(f'<path d="{way}" stroke="{paint}" stroke-width="4"/>' for way, paint in strokes)


def wild_picture(face: int) -> str:
    if face == WILD_SWATCH:
        return draw_wild_dot(WIDTH / 2, 46, 19)
    if face == WILD_NUMBER:
        return wild_number_picture()
    return "".join(draw_wild_dot(x, y, 8) for x, y in ((18, 28), (45, 28), (31.5, 46), (18, 64), (45, 64)))


def card_picture(face: int, dots: tuple[int, ...]) -> str:
    """Return the picture of a card; `dots` by colour matter for a DOTS card only."""
    code = CARD_CODES[face]
    if face in (WILD_SWATCH, WILD_NUMBER, WILD_DOTS):
        kind = {WILD_SWATCH: "Swatch", WILD_NUMBER: "Number", WILD_DOTS: "DOTS card"}[face]
        return frame_card(f"Wild {kind}", code, wild_picture(face), "WILD")
    if face < WILD_SWATCH:
        return frame_card(f"{COLOURS[face]} Swatch", code, draw_dot(WIDTH / 2, 45, 19, face), COLOURS[face])
    if face < WILD_NUMBER:
        colour, k = divmod(face - FIRST_NUMBER, NUMBER_COUNT)
        look = f'font-weight="bold" fill="{PAINTS[colour]}" stroke="{INK}" stroke-width=".6"'
        figure = svg_text(WIDTH / 2, 55, 40, str(NUMBERS[k]), look) + draw_dot(WIDTH / 2, 67, 5, colour)
        return frame_card(f"{COLOURS[colour]} {NUMBERS[k]}", code, figure, COLOURS[colour])
    counts = ", ".join(f"{count} {colour}" for colour, count in zip(COLOURS, dots, strict=True) if count)
    return frame_card(f"DOTS card {code}: {counts}", code, dots_picture(dots), "DOTS")


def frame_card(title: str, code: str, figure: str, foot: str) -> str:
    """Return a card around a figure, with its code above and a word below."""
    size = f'width="{WIDTH}mm" height="{HEIGHT}mm" viewBox="0 0 {WIDTH} {HEIGHT}"'
    card = f'<rect x=".5" y=".5" width="62" height="87" rx="4" fill="#fff" stroke="{INK}" stroke-width=".5"/>'
    words = svg_text(WIDTH / 2, 9, 5, code) + svg_text(WIDTH / 2, 83, 4.5, foot)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img"><title>{title}</title>{card}{words}{figure}</svg>\n'
    )
