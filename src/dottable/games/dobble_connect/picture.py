"""A card as an SVG picture: a hexagon with ten symbols in their own sizes and turns, the same every time."""

from __future__ import annotations

import json
from functools import cache
from math import cos, hypot, pi, sin
from pathlib import Path
from random import Random
from typing import NamedTuple

from dottable.games.dobble_connect.pieces import CARDS_PER_COLOUR, LETTERS, SYMBOLS, card_name

RADIUS = 300
MARGIN = 40
INNER = 240
"""From the centre to where symbols have to end, straight towards a side."""
SIZES = (88, 80, 75, 70, 66, 62, 59, 56, 53, 50)
"""The symbols' radii before they are made to fit."""
ROUNDS = 250
LETTER = (0.0, -226.0, 30.0)
"""Where the letter of the colour stands, and the room it needs."""
ART_SIZE = 32
FILL = 1.7
"""The side of a symbol's square by the radius of its circle; hardly any art reaches its corners."""

INKS = ("#d6336c", "#e8750a", "#2b8a3e", "#1c5fb8", "#111111")
DASHES = ("", "46 22", "0.1 26", "80 20 0.1 20", "")
"""Each colour has a border of its own besides: solid, dashed, dotted, dash and dot."""


class Circle(NamedTuple):
    """Where a symbol lies, and how much room it has."""

    x: float
    y: float
    radius: float


@cache
def art() -> dict[str, str]:
    """The drawing of every symbol by its name; see NOTICE for where they come from."""
    data = json.loads(Path(__file__).with_name("symbols.json").read_text(encoding="utf-8"))
    return {name: symbol["body"] for name, symbol in data["symbols"].items()}


def draw_card(card: int, symbols: tuple[int, ...]) -> str:
    """The picture of a card."""
    luck = Random(card)
    kind = card // CARDS_PER_COLOUR
    parts = [draw_border(kind), draw_letter(kind)]
    for circle, symbol in zip(layout(luck), symbols, strict=True):
        parts.append(draw_symbol(SYMBOLS[symbol], circle, int(luck.random() * 360)))
    width, height = 2 * RADIUS * sin(pi / 3) + MARGIN, 2 * RADIUS + MARGIN
    box = f"{-width / 2:.0f} {-height / 2:.0f} {width:.0f} {height:.0f}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img" aria-label="{card_name(card)}">'
    return "\n".join([head, *parts, "</svg>\n"])


def draw_border(kind: int) -> str:
    """A white hexagon on a corner, edged in the card's colour and pattern."""
    corners = " ".join(f"{RADIUS * sin(k * pi / 3):.0f},{-RADIUS * cos(k * pi / 3):.0f}" for k in range(6))
    edge = f'<polygon points="{corners}" fill="#fff" stroke="{INKS[kind]}" stroke-width="6" stroke-linejoin="round"/>'
    if not DASHES[kind]:
        return edge.replace('stroke-width="6"', 'stroke-width="20"')
    style = f'stroke-width="18" stroke-linecap="round" stroke-dasharray="{DASHES[kind]}"'
    return f'{edge}\n<polygon points="{corners}" fill="none" stroke="{INKS[kind]}" {style}/>'


def draw_letter(kind: int) -> str:
    x, y, room = LETTER
    style = f'font-family="sans-serif" font-weight="bold" font-size="{room * 1.5:.0f}" text-anchor="middle"'
    return f'<text x="{x:.0f}" y="{y + room / 2:.0f}" {style} fill="{INKS[kind]}">{LETTERS[kind]}</text>'


def draw_symbol(name: str, circle: Circle, turn: int) -> str:
    scale = circle.radius * FILL / ART_SIZE
    place = f"translate({circle.x:.1f} {circle.y:.1f}) rotate({turn}) scale({scale:.3f}) translate(-16 -16)"
    return f'<g transform="{place}"><title>{name}</title>{art()[name]}</g>'


def layout(luck: Random) -> list[Circle]:
    """Ten circles that overlap neither each other, nor the border, nor the letter."""
    sizes = sorted(SIZES, key=lambda _: luck.random())
    start = luck.random() * 2 * pi
    circles = [Circle(*on_a_ring(k, start), size) for k, size in enumerate(sizes)]
    for _ in range(ROUNDS):
        for k in range(len(circles)):
            circles[k] = pushed(circles[k], [*circles[:k], *circles[k + 1 :], Circle(*LETTER)])
    shrink = min(1.0, *(room_for(circle, circles) / circle.radius for circle in circles))
    return [circle._replace(radius=circle.radius * shrink) for circle in circles]


def on_a_ring(k: int, start: float) -> tuple[float, float]:
    """Three circles begin inside, seven around them."""
    ring, count = (80, 3) if k < 3 else (190, 7)
    angle = start + 2 * pi * k / count
    return ring * cos(angle), ring * sin(angle)


def pushed(circle: Circle, others: list[Circle]) -> Circle:
    """A circle moved half way out of those that it overlaps, then back inside the border."""
    x, y, radius = circle
    for other in others:
        away_x, away_y = x - other.x, y - other.y
        distance = hypot(away_x, away_y) or 1.0
        overlap = radius + other.radius - distance
        if overlap > 0:
            x += away_x / distance * overlap / 2
            y += away_y / distance * overlap / 2
    for k in range(6):
        out_x, out_y = cos(k * pi / 3), sin(k * pi / 3)
        beyond = x * out_x + y * out_y + radius - INNER
        if beyond > 0:
            x, y = x - out_x * beyond, y - out_y * beyond
    return Circle(x, y, radius)


def room_for(circle: Circle, circles: list[Circle]) -> float:
    """The greatest radius that a circle could have if all circles shrank alike."""
    edges = [INNER - circle.x * cos(k * pi / 3) - circle.y * sin(k * pi / 3) for k in range(6)]
    rooms = [
        hypot(circle.x - other.x, circle.y - other.y) * circle.radius / (circle.radius + other.radius)
        for other in circles
        if other is not circle
    ]
    letter_x, letter_y, letter_room = LETTER
    return min(*edges, *rooms, hypot(circle.x - letter_x, circle.y - letter_y) - letter_room)
