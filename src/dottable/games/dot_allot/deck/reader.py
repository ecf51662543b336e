"""Reading deck files (A3): the track card and 17 playing cards as grids of letters, checked line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from dottable.core.decks import BadDeck
from dottable.games.dot_allot.deck.encoding import (
    CARD_SHAPE_START,
    ENCODED_CARD_LENGTH,
    ENCODED_DECK_LENGTH,
    INK_COLOURS_START,
    PLAYING_CARDS_START,
    TRACK_CARD_START,
)
from dottable.games.dot_allot.deck.grids import Grid, grid_from_columns, mirrored, rotations_of_both_sides, transposed
from dottable.games.dot_allot.deck.pictures import draw_card
from dottable.games.dot_allot.pieces import (
    CARD_COUNT,
    COLOUR_COUNT,
    COLOUR_LETTERS,
    COLOUR_NAMES,
    EMPTY_CELL,
    MAX_EDGE,
    TRACK_HEIGHT,
    TRACK_WIDTH,
)

HOUSE_DECK_FILE = "house.toml"
INK_COLOUR_PATTERN = re.compile(r"#([0-9a-fA-F]{6})")


class CardLocation(NamedTuple):
    """The name of a card for messages, and the line of its first row in the file, if found."""

    name: str
    line: int | None

    def row_label(self, k: int) -> str:
        """Return the name of row `k` for messages."""
        return f"{self.name}, line {self.line + k}" if self.line else f"{self.name}, row {k + 1}"

    def __str__(self) -> str:
        return f"{self.name}, line {self.line}" if self.line else self.name


def read(table: dict[str, Any], text: str) -> list[int]:
    """Return the deck as integers in the layout of `encoding`; raise BadDeck if the file is wrong."""
    refuse_unknown_keys("The file", table, ("shape", "colours", "track", "card"))
    width, height = read_card_shape(table.get("shape"))
    inks = read_ink_colours(table.get("colours"))
    track = read_grid(
        table.get("track"), locate_cards(text, "[track]", ["The track card"])[0], TRACK_WIDTH, TRACK_HEIGHT
    )
    cards = read_cards(table.get("card"), text, width, height)
    numbers = [width, height, *inks, *encode_grid(track)]
    for card in cards:
        numbers += encode_grid(card)
    for card in cards:
        numbers += [rows_with_dots(card), rows_with_dots(transposed(card))]
    assert len(numbers) == ENCODED_DECK_LENGTH
    return numbers


def refuse_unknown_keys(where: str, table: dict[str, Any], known: tuple[str, ...]) -> None:
    """Raise BadDeck for the first key that is not known."""
    for key in table:
        if key not in known:
            raise BadDeck(f"{where} has an unknown key '{key}'. Available: {', '.join(known)}.")


def read_card_shape(shape: Any) -> tuple[int, int]:
    """Return the columns and rows of the playing cards; 5 and 7 by default (A2)."""
    if shape is None:
        return TRACK_WIDTH, TRACK_HEIGHT
    sizes = shape if isinstance(shape, list) else []
    if len(sizes) != 2 or not all(type(size) is int and 1 <= size <= MAX_EDGE for size in sizes):
        raise BadDeck(f"The shape must be [columns, rows], each from 1 to {MAX_EDGE}, like shape = [5, 7].")
    return sizes[0], sizes[1]


def read_ink_colours(colours: Any) -> list[int]:
    """Return the printed RGB value (0xRRGGBB) of each dot colour, from an encoded deck."""
    if not isinstance(colours, dict):
        raise BadDeck('There is no [colours] table; it gives each colour its ink, like blue = "#2f6db5".')
    refuse_unknown_keys("The [colours] table", colours, COLOUR_NAMES)
    found = [INK_COLOUR_PATTERN.fullmatch(str(colours.get(name, ""))) for name in COLOUR_NAMES]
    for name, ink in zip(COLOUR_NAMES, found, strict=True):
        if ink is None:
            raise BadDeck(f'The ink of {name} must be a # and six hexadecimal digits, like {name} = "#2f6db5".')
    return [int(ink.group(1), 16) for ink in found if ink]


def read_cards(cards: Any, text: str, width: int, height: int) -> list[Grid]:
    """Return all playing cards; no two may be equal under any rotation or mirroring (A3)."""
    cards = cards if isinstance(cards, list) else []
    where = locate_cards(text, "[[card]]", [f"Card {k + 1}" for k in range(len(cards))])
    grids: list[Grid] = []
    seen: dict[Grid, CardLocation] = {}
    for card, location in zip(cards, where, strict=True):
        grid = read_grid(card, location, width, height)
        twin = seen.setdefault(min(rotations_of_both_sides(grid)), location)
        if twin is not location:
            raise BadDeck(f"{location}: it equals {twin.name.lower()} when turned or mirrored; all must differ.")
        grids.append(grid)
    if len(grids) != CARD_COUNT:
        raise BadDeck(f"There are {len(grids)} playing cards, not {CARD_COUNT}; each begins with a line [[card]].")
    return grids


def read_grid(card: Any, location: CardLocation, width: int, height: int) -> Grid:
    """Return the rows of a card; raise BadDeck for a wrong letter or a wrong size."""
    if not isinstance(card, dict) or not isinstance(card.get("dots"), str):
        raise BadDeck(f'{location.name}: there are no dots; write its rows between dots = """ and """.')
    refuse_unknown_keys(location.name, card, ("dots",))
    rows = tuple(row.strip().lower() for row in card["dots"].rstrip().split("\n"))
    for k, row in enumerate(rows):
        for letter in row:
            if letter not in COLOUR_LETTERS + EMPTY_CELL:
                raise BadDeck(
                    f"{location.row_label(k)}: '{letter}' is no colour; write b, r, y, or . for an empty cell."
                )
        if len(row) != width and k < height:
            raise BadDeck(f"{location.row_label(k)}: the row has {cell_count_text(len(row))}, not {width}.")
    if len(rows) != height:
        raise BadDeck(f"{location}: the card has {len(rows)} rows, not {height}.")
    return rows


def cell_count_text(count: int) -> str:
    """Return a number of cells in words."""
    return f"{count} cell" if count == 1 else f"{count} cells"


def locate_cards(text: str, header: str, names: list[str]) -> list[CardLocation]:
    """Return the locations of the tables under a header; without lines if the headers cannot be matched."""
    lines = text.split("\n")
    headers = [k for k, line in enumerate(lines) if line.replace(" ", "").startswith(header)]
    if len(headers) != len(names):
        return [CardLocation(name, None) for name in names]
    return [CardLocation(name, line_of_first_row(lines, k)) for name, k in zip(names, headers, strict=True)]


def line_of_first_row(lines: list[str], header: int) -> int | None:
    """Return the line, counted from 1, of the first row of dots below a header; None if not found."""
    for k in range(header + 1, len(lines)):
        opening = re.match(r"\s*dots\s*=\s*(\"\"\"|''')(.*)", lines[k])
        if opening:
            return k + 1 if opening.group(2).strip() else k + 2
        if lines[k].lstrip().startswith("["):
            return None
    return None


def encode_grid(grid: Grid) -> list[int]:
    """Return a grid in both forms: per colour the set of rows of each column, then the set of columns of each row."""
    numbers: list[int] = []
    for columns in (transposed(grid), grid):
        for letter in COLOUR_LETTERS:
            sets = [sum(1 << k for k, cell in enumerate(column) if cell == letter) for column in columns]
            numbers += sets + [0] * (MAX_EDGE - len(sets))
    return numbers


def rows_with_dots(grid: Grid) -> int:
    """Return the rows that hold a dot, as a bit set."""
    return sum(1 << k for k, row in enumerate(grid) if row.strip(EMPTY_CELL))


def decode_grid(numbers: tuple[int, ...], first: int, width: int, height: int) -> Grid:
    """Return the grid of dots that an encoded deck holds from index `first` on."""
    sets = numbers[first : first + COLOUR_COUNT * MAX_EDGE]
    return grid_from_columns([list(sets[k : k + MAX_EDGE]) for k in range(0, len(sets), MAX_EDGE)], width, height)


def decode_ink_colours(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Return the ink of each colour as 0xRRGGBB."""
    return numbers[INK_COLOURS_START : INK_COLOURS_START + COLOUR_COUNT]


def decode_track(numbers: tuple[int, ...]) -> Grid:
    """Return the dots on the dark side of the track card, from an encoded deck."""
    return decode_grid(numbers, TRACK_CARD_START, TRACK_WIDTH, TRACK_HEIGHT)


def decode_cards(numbers: tuple[int, ...]) -> list[Grid]:
    """Return the dots on the dark side of every playing card, from an encoded deck."""
    width, height = numbers[CARD_SHAPE_START : CARD_SHAPE_START + 2]
    return [
        decode_grid(numbers, PLAYING_CARDS_START + ENCODED_CARD_LENGTH * card, width, height)
        for card in range(CARD_COUNT)
    ]


def card_pictures(numbers: tuple[int, ...], *, both_sides: bool = False) -> Iterator[tuple[str, str]]:
    """Yield the track card, then every playing card, as (name, SVG); dark sides only, or both sides."""
    inks = decode_ink_colours(numbers)
    named = [("track", decode_track(numbers))]
    named += [(f"card-{k + 1:02}", grid) for k, grid in enumerate(decode_cards(numbers))]
    for name, grid in named:
        yield f"{name}-dark", draw_card(grid, inks, is_light=False, is_track=name == "track")
        if both_sides:
            yield f"{name}-light", draw_card(mirrored(grid), inks, is_light=True, is_track=name == "track")
