"""Draws the pack as SVG. Suits are drawn as paths, and a court card shows its power.

`python -m dottable.games.dots_52.deck.card_svg docs/rules/pictures/dots_52` draws the cards of the rules page.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from math import hypot
from pathlib import Path

from dottable.games.dots_52.pieces import ACE, CARD_COUNT, JACK, KING, POINTS_BY_RANK, QUEEN, RANK_TEXTS, TEN

CARD_WIDTH, CARD_HEIGHT = 63, 88
CENTRE_X, CENTRE_Y = CARD_WIDTH / 2, CARD_HEIGHT / 2
INK_COLOUR, RED_COLOUR, PAPER_COLOUR, FAINT_COLOUR = "#222", "#c8243a", "#fff", "#6b675f"
BACK_COLOUR, BACK_DOT_COLOUR = "#1f3b57", "#9dbbd6"
CENTRED_TEXT, BOLD_TEXT = 'text-anchor="middle"', 'font-weight="700"'

SUIT_LETTERS = "shdc"
SUIT_NAMES = ("Spades", "Hearts", "Diamonds", "Clubs")
SUIT_PAINTS = (INK_COLOUR, RED_COLOUR, RED_COLOUR, INK_COLOUR)
SUIT_SHAPES = (
    "M0-10C3-5 10-1 10 4C10 9 4 10 1 6Q1.5 8.5 4 10H-4Q-1.5 8.5-1 6C-4 10-10 9-10 4C-10-1-3-5 0-10z",
    "M0 10C-3 5-10 1-10-4C-10-11-2-11 0-5C2-11 10-11 10-4C10 1 3 5 0 10z",
    "M0-10Q3.5-4 8 0Q3.5 4 0 10Q-3.5 4-8 0Q-3.5-4 0-10z",
    "M0-10A4.7 4.7 0 0 1 3.4-2A4.7 4.7 0 1 1 1 5Q1.5 8.5 4 10H-4Q-1.5 8.5-1 5A4.7 4.7 0 1 1-3.4-2A4.7 4.7 0 0 1 0-10z",
)
"""SVG paths of the suits. Each extends ten units from its centre to each side."""
RANK_NAMES = {ACE: "Ace", JACK: "Jack", QUEEN: "Queen", KING: "King"}

CENTRE_PIP = ((0, 0),)
END_PIPS = ((0, -1), (0, 1))
CORNER_PIPS = ((-1, -1), (1, -1), (-1, 1), (1, 1))
SIDE_PIPS = ((-1, 0), (1, 0))
UPPER_PIP, LOWER_PIP = ((0, -1 / 2),), ((0, 1 / 2),)
THIRD_PIPS = ((-1, -1 / 3), (1, -1 / 3), (-1, 1 / 3), (1, 1 / 3))
NEAR_END_PIPS = ((0, -2 / 3), (0, 2 / 3))
PIP_POSITIONS: tuple[tuple[tuple[float, float], ...], ...] = (
    CENTRE_PIP,
    END_PIPS,
    END_PIPS + CENTRE_PIP,
    CORNER_PIPS,
    CORNER_PIPS + CENTRE_PIP,
    CORNER_PIPS + SIDE_PIPS,
    CORNER_PIPS + SIDE_PIPS + UPPER_PIP,
    CORNER_PIPS + SIDE_PIPS + UPPER_PIP + LOWER_PIP,
    CORNER_PIPS + THIRD_PIPS + CENTRE_PIP,
    CORNER_PIPS + THIRD_PIPS + NEAR_END_PIPS,
)
"""Positions of the pips of each rank, as (x, y) from -1 to 1."""
PIPS_ACROSS, PIPS_DOWN = 10, 22
"""Half the width and half the height of the area of the pips, in mm."""

EYE_SVG = "M-8 0Q0-8 8 0Q0 8-8 0zM-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0"
POWER_SIGNS = {
    JACK: ("M-8-3H7m-3.5-3.5L7-3 3.5.5M8 4H-7m3.5-3.5L-7 4l3.5 3.5", "swap two unseen"),
    QUEEN: (f"{EYE_SVG}M-3.5-6L0-9.5 3.5-6", "look at another’s"),
    KING: (f"{EYE_SVG}M-3.5 6L0 9.5 3.5 6", "look at your own"),
}
"""Symbol and text of each power (D5). The eye looks across the table or back at its player."""

CARDS_ON_RULES_PAGE = ("7s", "7h", "10d", "Ac", "Js", "Qh", "Kc", "back")
"""Cards that the rules page shows."""


def card_pictures(numbers: tuple[int, ...] = ()) -> Iterator[tuple[str, str]]:
    """Yield every card and the back as (code, SVG picture). `numbers` is unused: this game has no deck file."""
    for card in range(CARD_COUNT):
        yield f"{RANK_TEXTS[card >> 2]}{SUIT_LETTERS[card & 3]}", draw_card(card)
    yield "back", draw_back()


def draw_pictures() -> Iterator[tuple[str, str]]:
    """Yield the pictures of the rules page as (name, SVG)."""
    for name, picture in card_pictures():
        if name in CARDS_ON_RULES_PAGE:
            yield name, picture


def draw_card(card: int) -> str:
    """Return a card as SVG: rank and suit in two corners, pips or power, and the points at the bottom."""
    rank, suit = card >> 2, card & 3
    index = draw_text(8, 12, 8 if rank == TEN else 10, RANK_TEXTS[rank], BOLD_TEXT) + draw_suit(suit, 8, 18, 0.32)
    turned = f'<g transform="rotate(180 {CENTRE_X} {CENTRE_Y})">{index}</g>'
    figure = draw_pips(rank, suit) if rank <= TEN else draw_court(rank, suit)
    coloured = f'<g fill="{SUIT_PAINTS[suit]}">{index}{turned}{figure}</g>'
    title = f"{RANK_NAMES.get(rank, RANK_TEXTS[rank])} of {SUIT_NAMES[suit]}"
    return frame_card(title, coloured + draw_points(rank))


def draw_suit(suit: int, x: float, y: float, size: float, style: str = "") -> str:
    """Return a suit at a position as SVG. A negative size turns it upside down."""
    return f'<path d="{SUIT_SHAPES[suit]}" transform="translate({x:g} {y:g})scale({size:g})"{style}/>'


def draw_pips(rank: int, suit: int) -> str:
    """Return the pips of a rank as SVG. Those in the lower half are upside down."""
    size = 1.2 if rank == ACE else 0.5
    spots = ((CENTRE_X + PIPS_ACROSS * x, round(CENTRE_Y + PIPS_DOWN * y, 1), y) for x, y in PIP_POSITIONS[rank])
    return "".join(draw_suit(suit, x, y, -size if half > 0 else size) for x, y, half in spots)


def draw_court(rank: int, suit: int) -> str:
    """Return the figure of a court card as SVG: a large letter, a pale suit and the symbol of its power."""
    sign, words = POWER_SIGNS[rank]
    line = f'fill="none" stroke="{INK_COLOUR}" stroke-width="1.2" stroke-linecap="round" stroke-linejoin="round"'
    return (
        draw_suit(suit, CENTRE_X, 27, 1.6, ' opacity=".14"')
        + draw_text(CENTRE_X, 37, 27, RANK_TEXTS[rank], BOLD_TEXT)
        + f'<path d="{sign}" transform="translate({CENTRE_X} 54)" {line}/>'
        + draw_text(CENTRE_X, 69, 4, words, f'fill="{INK_COLOUR}"')
    )


def draw_points(rank: int) -> str:
    """Return the points of a rank as text (D1); bold for the 10, which counts 0."""
    points = int(POINTS_BY_RANK[rank])
    words = f"{points} point{'' if points == 1 else 's'}"
    return draw_text(
        CENTRE_X, 83, 4.5, words, f'fill="{INK_COLOUR}" {BOLD_TEXT}' if points == 0 else f'fill="{FAINT_COLOUR}"'
    )


def draw_back() -> str:
    """Return the back of a card as SVG: rows of dots that grow towards the centre."""
    dots = []
    for row in range(11):
        for column in range(7 - row % 2):
            x, y = 9 + 7.5 * (column + row % 2 / 2), 9 + 7 * row
            radius = 2.7 - hypot((x - CENTRE_X) / 22.5, (y - CENTRE_Y) / 35) * 1.3
            dots.append(f'<circle cx="{x:g}" cy="{y:g}" r="{radius:.2f}"/>')
    frame = f'<rect x="3.5" y="3.5" width="56" height="81" rx="3" fill="{BACK_COLOUR}"/>'
    return frame_card("Back of a card", f'{frame}<g fill="{BACK_DOT_COLOUR}">{"".join(dots)}</g>')


def draw_text(x: float, y: float, size: float, words: str, style: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" {CENTRED_TEXT} {style}>{words}</text>'


def frame_card(title: str, parts: str) -> str:
    """Return a complete SVG card around its parts."""
    size = f'width="{CARD_WIDTH}mm" height="{CARD_HEIGHT}mm" viewBox="0 0 {CARD_WIDTH} {CARD_HEIGHT}"'
    stroke = f'stroke="{INK_COLOUR}" stroke-width=".5"'
    edge = f'x=".5" y=".5" width="{CARD_WIDTH - 1}" height="{CARD_HEIGHT - 1}" rx="4" {stroke}'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="sans-serif">'
    return f'{head}<title>{title}</title><rect {edge} fill="{PAPER_COLOUR}"/>{parts}</svg>\n'


if __name__ == "__main__":
    for name, picture in draw_pictures():
        (Path(sys.argv[1]) / f"{name}.svg").write_text(picture, encoding="utf-8")
