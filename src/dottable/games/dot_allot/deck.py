"""Deck files (A3): the track card and 17 playing cards as grids of letters, checked line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from dottable.core.decks import BadDeck
from dottable.games.dot_allot.deck_numbers import CARD, COUNT, FACES, INKS, SHAPE, TRACK
from dottable.games.dot_allot.drawing import draw_card
from dottable.games.dot_allot.grids import Grid, mirrored, read_columns, transposed, turns
from dottable.games.dot_allot.pieces import (
    CARDS,
    COLOUR_NAMES,
    COLOURS,
    EDGE,
    EMPTY,
    LETTERS,
    TRACK_HEIGHT,
    TRACK_WIDTH,
)

HOUSE = "house.toml"
INK = re.compile(r"#([0-9a-fA-F]{6})")


class Place(NamedTuple):
    """A card in the file: what to call it, and the line of its first row if it could be found."""

    name: str
    line: int | None

    def row(self, k: int) -> str:
        return f"{self.name}, line {self.line + k}" if self.line else f"{self.name}, row {k + 1}"

    def __str__(self) -> str:
        return f"{self.name}, line {self.line}" if self.line else self.name


def read(table: dict[str, Any], text: str) -> list[int]:
    """The deck's whole numbers, laid out as `deck_numbers.py` says."""
    refuse_unknown_keys("The file", table, ("shape", "colours", "track", "card"))
    width, height = read_shape(table.get("shape"))
    inks = read_inks(table.get("colours"))
    track = read_grid(table.get("track"), places(text, "[track]", ["The track card"])[0], TRACK_WIDTH, TRACK_HEIGHT)
    cards = read_cards(table.get("card"), text, width, height)
    numbers = [width, height, *inks, *forms_of(track)]
    for card in cards:
        numbers += forms_of(card)
    for card in cards:
        numbers += [dotted(card), dotted(transposed(card))]
    assert len(numbers) == COUNT
    return numbers


def refuse_unknown_keys(where: str, table: dict[str, Any], known: tuple[str, ...]) -> None:
    for key in table:
        if key not in known:
            raise BadDeck(f"{where} has a key '{key}' that means nothing here; there is: {', '.join(known)}.")


def read_shape(shape: Any) -> tuple[int, int]:
    """Columns and rows of the playing cards; 5 and 7 unless the file says otherwise (A2)."""
    if shape is None:
        return TRACK_WIDTH, TRACK_HEIGHT
    sizes = shape if isinstance(shape, list) else []
    if len(sizes) != 2 or not all(type(size) is int and 1 <= size <= EDGE for size in sizes):
        raise BadDeck(f"The shape must be [columns, rows], each from 1 to {EDGE}, like shape = [5, 7].")
    return sizes[0], sizes[1]


def read_inks(colours: Any) -> list[int]:
    """What each colour is printed in."""
    if not isinstance(colours, dict):
        raise BadDeck('There is no [colours] table; it gives each colour its ink, like blue = "#2f6db5".')
    refuse_unknown_keys("The [colours] table", colours, COLOUR_NAMES)
    found = [INK.fullmatch(str(colours.get(name, ""))) for name in COLOUR_NAMES]
    for name, ink in zip(COLOUR_NAMES, found, strict=True):
        if ink is None:
            raise BadDeck(f'The ink of {name} must be a # and six hexadecimal digits, like {name} = "#2f6db5".')
    return [int(ink.group(1), 16) for ink in found if ink]


def read_cards(cards: Any, text: str, width: int, height: int) -> list[Grid]:
    """All playing cards; no two may be equal under any rotation or mirroring (A3)."""
    cards = cards if isinstance(cards, list) else []
    where = places(text, "[[card]]", [f"Card {k + 1}" for k in range(len(cards))])
    grids: list[Grid] = []
    seen: dict[Grid, Place] = {}
    for card, place in zip(cards, where, strict=True):
        grid = read_grid(card, place, width, height)
        twin = seen.setdefault(min(turns(grid)), place)
        if twin is not place:
            raise BadDeck(f"{place}: it equals {twin.name.lower()} when turned or mirrored; all must differ.")
        grids.append(grid)
    if len(grids) != CARDS:
        raise BadDeck(f"There are {len(grids)} playing cards, not {CARDS}; each begins with a line [[card]].")
    return grids


def read_grid(card: Any, place: Place, width: int, height: int) -> Grid:
    """The rows of a card, every cell known and no row too short or too long."""
    if not isinstance(card, dict) or not isinstance(card.get("dots"), str):
        raise BadDeck(f'{place.name}: there are no dots; write its rows between dots = """ and """.')
    refuse_unknown_keys(place.name, card, ("dots",))
    rows = tuple(row.strip().lower() for row in card["dots"].rstrip().split("\n"))
    for k, row in enumerate(rows):
        for letter in row:
            if letter not in LETTERS + EMPTY:
                raise BadDeck(f"{place.row(k)}: '{letter}' is no colour; write b, r, y, or . for an empty cell.")
        if len(row) != width and k < height:
            raise BadDeck(f"{place.row(k)}: the row has {cells(len(row))}, not {width}.")
    if len(rows) != height:
        raise BadDeck(f"{place}: the card has {len(rows)} rows, not {height}.")
    return rows


def cells(count: int) -> str:
    return f"{count} cell" if count == 1 else f"{count} cells"


def places(text: str, header: str, names: list[str]) -> list[Place]:
    """Where the first rows of the tables under a header stand; without a line if the file is laid out otherwise."""
    lines = text.split("\n")
    headers = [k for k, line in enumerate(lines) if line.replace(" ", "").startswith(header)]
    if len(headers) != len(names):
        return [Place(name, None) for name in names]
    return [Place(name, first_row_after(lines, k)) for name, k in zip(names, headers, strict=True)]


def first_row_after(lines: list[str], header: int) -> int | None:
    """The line, counted from 1, of the first row of dots below a header."""
    for k in range(header + 1, len(lines)):
        opening = re.match(r"\s*dots\s*=\s*(\"\"\"|''')(.*)", lines[k])
        if opening:
            return k + 1 if opening.group(2).strip() else k + 2
        if lines[k].lstrip().startswith("["):
            return None
    return None


def forms_of(grid: Grid) -> list[int]:
    """For each colour the rows with a dot in each column, then the columns with a dot in each row."""
    numbers: list[int] = []
    for columns in (transposed(grid), grid):
        for letter in LETTERS:
            sets = [sum(1 << k for k, cell in enumerate(column) if cell == letter) for column in columns]
            numbers += sets + [0] * (EDGE - len(sets))
    return numbers


def dotted(grid: Grid) -> int:
    """The rows that hold a dot, as a set."""
    return sum(1 << k for k, row in enumerate(grid) if row.strip(EMPTY))


def grid_in(numbers: tuple[int, ...], first: int, width: int, height: int) -> Grid:
    """The grid whose forms begin at `first`."""
    sets = numbers[first : first + COLOURS * EDGE]
    return read_columns([list(sets[k : k + EDGE]) for k in range(0, len(sets), EDGE)], width, height)


def inks_of(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """What each colour is printed in, as 0xRRGGBB."""
    return numbers[INKS : INKS + COLOURS]


def track_of(numbers: tuple[int, ...]) -> Grid:
    """The dark side of the track card."""
    return grid_in(numbers, TRACK, TRACK_WIDTH, TRACK_HEIGHT)


def cards_of(numbers: tuple[int, ...]) -> list[Grid]:
    """The dark sides of the playing cards."""
    width, height = numbers[SHAPE : SHAPE + 2]
    return [grid_in(numbers, FACES + CARD * card, width, height) for card in range(CARDS)]


def draw_cards(numbers: tuple[int, ...], *, both_sides: bool = False) -> Iterator[tuple[str, str]]:
    """The track card with its grey row and column, then every playing card; dark sides, or both."""
    inks = inks_of(numbers)
    named = [("track", track_of(numbers))]
    named += [(f"card-{k + 1:02}", grid) for k, grid in enumerate(cards_of(numbers))]
    for name, grid in named:
        yield f"{name}-dark", draw_card(grid, inks, is_light=False, is_track=name == "track")
        if both_sides:
            yield f"{name}-light", draw_card(mirrored(grid), inks, is_light=True, is_track=name == "track")
