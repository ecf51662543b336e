"""Draws cards as SVG: a hexagon with ten symbols of different sizes and angles.

The result is the same at every call.
"""

from __future__ import annotations

import json
from functools import cache
from math import cos, hypot, pi, sin
from pathlib import Path
from random import Random
from typing import NamedTuple

from dottable.games.dobble_connect.pieces import CARDS_PER_COLOUR, KIND_LETTERS, SYMBOL_NAMES, card_name

HEXAGON_RADIUS = 300
MARGIN = 40
INNER_RADIUS = 240
"""Distance from the centre to the border of the symbol area, perpendicular to a side."""
SYMBOL_RADII = (88, 80, 75, 70, 66, 62, 59, 56, 53, 50)
"""Radii of the symbols before they are adjusted to fit."""
LAYOUT_STEPS = 250
"""Number of relaxation steps that move overlapping symbols apart."""
LETTER_CIRCLE = (0.0, -226.0, 30.0)
"""Centre and radius of the circle with the letter of the colour."""
DRAWING_SIZE = 32
"""Width and height of the drawing of a symbol, in its own units."""
SYMBOL_SIDE_PER_RADIUS = 1.7
"""Side of a symbol's square divided by the radius of its circle. Few drawings reach the corners."""

COLOUR_BY_CARD_KIND = ("#d6336c", "#e8750a", "#2b8a3e", "#1c5fb8", "#111111")
DASH_PATTERN_BY_CARD_KIND = ("", "46 22", "0.1 26", "80 20 0.1 20", "")
"""Dash pattern of the border for each kind of card, so that kinds differ without colour."""


class Circle(NamedTuple):
    """Position and radius of a symbol."""

    x: float
    y: float
    radius: float


@cache
def symbol_drawings() -> dict[str, str]:
    """Return the SVG drawing of every symbol by its name; NOTICE names the sources."""
    data = json.loads(Path(__file__).with_name("symbols.json").read_text(encoding="utf-8"))
    return {name: symbol["body"] for name, symbol in data["symbols"].items()}


def draw_card(card: int, symbols: tuple[int, ...]) -> str:
    """Return the picture of a card as SVG."""
    kind = card // CARDS_PER_COLOUR
    parts = [draw_border(kind), draw_letter(kind)]
    for (circle, turn), symbol in zip(card_layout(card), symbols, strict=True):
        parts.append(draw_symbol(SYMBOL_NAMES[symbol], circle, turn))
    width, height = 2 * HEXAGON_RADIUS * sin(pi / 3) + MARGIN, 2 * HEXAGON_RADIUS + MARGIN
    box = f"{-width / 2:.0f} {-height / 2:.0f} {width:.0f} {height:.0f}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img" aria-label="{card_name(card)}">'
    return "\n".join([head, *parts, "</svg>\n"])


@cache
def card_layout(card: int) -> list[tuple[Circle, int]]:
    """Return the circle of each symbol and its rotation in degrees. All decks share the layout. Takes 12 ms."""
    random = Random(card)
    circles = place_circles(random)
    return [(circle, int(random.random() * 360)) for circle in circles]


def draw_border(kind: int) -> str:
    """Return the outline of a card as SVG: a white hexagon with a corner at the top.

    The border has the colour and the dash pattern of the card's kind.
    """
    corners = " ".join(
        f"{HEXAGON_RADIUS * sin(k * pi / 3):.0f},{-HEXAGON_RADIUS * cos(k * pi / 3):.0f}" for k in range(6)
    )
    stroke = f'stroke="{COLOUR_BY_CARD_KIND[kind]}" stroke-width="6" stroke-linejoin="round"'
    edge = f'<polygon points="{corners}" fill="#fff" {stroke}/>'
    if not DASH_PATTERN_BY_CARD_KIND[kind]:
        return edge.replace('stroke-width="6"', 'stroke-width="20"')
    style = f'stroke-width="18" stroke-linecap="round" stroke-dasharray="{DASH_PATTERN_BY_CARD_KIND[kind]}"'
    return f'{edge}\n<polygon points="{corners}" fill="none" stroke="{COLOUR_BY_CARD_KIND[kind]}" {style}/>'


def draw_letter(kind: int) -> str:
    """Return the letter of the card's colour as SVG."""
    x, y, room = LETTER_CIRCLE
    style = f'font-family="sans-serif" font-weight="bold" font-size="{room * 1.5:.0f}" text-anchor="middle"'
    fill = COLOUR_BY_CARD_KIND[kind]
    return f'<text x="{x:.0f}" y="{y + room / 2:.0f}" {style} fill="{fill}">{KIND_LETTERS[kind]}</text>'


def draw_symbol(name: str, circle: Circle, turn: int) -> str:
    """Return a symbol in its circle as SVG, rotated by `turn` degrees."""
    scale = circle.radius * SYMBOL_SIDE_PER_RADIUS / DRAWING_SIZE
    place = f"translate({circle.x:.1f} {circle.y:.1f}) rotate({turn}) scale({scale:.3f}) translate(-16 -16)"
    return f'<g transform="{place}"><title>{name}</title>{symbol_drawings()[name]}</g>'


def place_circles(random: Random) -> list[Circle]:
    """Return ten circles that do not overlap each other, the border or the letter."""
    sizes = sorted(SYMBOL_RADII, key=lambda _: random.random())
    start = random.random() * 2 * pi
    circles = [Circle(*start_position(k, start), size) for k, size in enumerate(sizes)]
    for _ in range(LAYOUT_STEPS):
        for k in range(len(circles)):
            circles[k] = push_apart(circles[k], [*circles[:k], *circles[k + 1 :], Circle(*LETTER_CIRCLE)])
    shrink = min(1.0, *(largest_radius(circle, circles) / circle.radius for circle in circles))
    return [circle._replace(radius=circle.radius * shrink) for circle in circles]


def start_position(k: int, start: float) -> tuple[float, float]:
    """Return x and y of circle k before overlapping circles are pushed apart.

    Circles 0 to 2 lie on an inner ring, the other seven on an outer ring. `start` is the angle of circle 0 in radians.
    """
    ring, count = (80, 3) if k < 3 else (190, 7)
    angle = start + 2 * pi * k / count
    return ring * cos(angle), ring * sin(angle)


def push_apart(circle: Circle, obstacles: list[Circle]) -> Circle:
    """Return a circle moved half way out of the circles that it overlaps, then back inside the border."""
    x, y, radius = circle
    for other in obstacles:
        away_x, away_y = x - other.x, y - other.y
        distance = hypot(away_x, away_y) or 1.0
        overlap = radius + other.radius - distance
        if overlap > 0:
            x += away_x / distance * overlap / 2
            y += away_y / distance * overlap / 2
    for k in range(6):
        out_x, out_y = cos(k * pi / 3), sin(k * pi / 3)
        beyond = x * out_x + y * out_y + radius - INNER_RADIUS
        if beyond > 0:
            x, y = x - out_x * beyond, y - out_y * beyond
    return Circle(x, y, radius)


def largest_radius(circle: Circle, circles: list[Circle]) -> float:
    """Return the largest radius of a circle without overlaps, if all circles shrink in proportion."""
    edges = [INNER_RADIUS - circle.x * cos(k * pi / 3) - circle.y * sin(k * pi / 3) for k in range(6)]
    rooms = [
        hypot(circle.x - other.x, circle.y - other.y) * circle.radius / (circle.radius + other.radius)
        for other in circles
        if other is not circle
    ]
    letter_x, letter_y, letter_room = LETTER_CIRCLE
    return min(*edges, *rooms, hypot(circle.x - letter_x, circle.y - letter_y) - letter_room)
