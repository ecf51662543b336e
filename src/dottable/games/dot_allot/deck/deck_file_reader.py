"""Reads deck files (A3): the track card and 17 playing cards as grids of letters, checked line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from dottable.core.deck_files import BadDeck, CardText, DeckWarning
from dottable.core.toml_line_numbers import TomlPath
from dottable.games.dot_allot.deck.card_grids import (
    Grid,
    grid_from_columns,
    mirrored,
    rotations_of_both_sides,
    transposed,
)
from dottable.games.dot_allot.deck.card_svg import draw_card
from dottable.games.dot_allot.deck.deck_encoding import (
    CARD_SHAPE_START,
    ENCODED_CARD_LENGTH,
    ENCODED_DECK_LENGTH,
    INK_COLOURS_START,
    PLAYING_CARDS_START,
    TRACK_CARD_START,
)
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


def read(table: dict[str, Any], _text: str) -> list[int]:
    """Return a deck as integers in the layout of `deck_encoding`. Raise BadDeck if the file is invalid."""
    refuse_unknown_keys("The file", table, ("shape", "colours", "track", "card"), ())
    width, height = read_card_shape(table.get("shape"))
    inks = read_ink_colours(table.get("colours"))
    track = read_grid(table.get("track"), "The track card", ("track",), (TRACK_WIDTH, TRACK_HEIGHT))
    cards = read_cards(table.get("card"), width, height)
    numbers = [width, height, *inks, *encode_grid(track)]
    for card in cards:
        numbers += encode_grid(card)
    for card in cards:
        numbers += [rows_with_dots(card), rows_with_dots(transposed(card))]
    assert len(numbers) == ENCODED_DECK_LENGTH
    return numbers


def refuse_unknown_keys(where: str, table: dict[str, Any], known: tuple[str, ...], at: TomlPath) -> None:
    """Raise BadDeck for the first key of a TOML table that is not in `known`."""
    for key in table:
        if key not in known:
            raise BadDeck(f"{where} has an unknown key '{key}'. Available: {', '.join(known)}.", at=(*at, key))


def read_card_shape(shape: Any) -> tuple[int, int]:
    """Return the numbers of columns and rows of the playing cards; 5 and 7 by default (A2)."""
    if shape is None:
        return TRACK_WIDTH, TRACK_HEIGHT
    sizes = shape if isinstance(shape, list) else []
    if len(sizes) != 2 or not all(type(size) is int and 1 <= size <= MAX_EDGE for size in sizes):
        raise BadDeck(
            f"The shape must be [columns, rows], each from 1 to {MAX_EDGE}, like shape = [5, 7].", at=("shape",)
        )
    return sizes[0], sizes[1]


def read_ink_colours(colours: Any) -> list[int]:
    """Return the printed RGB value (0xRRGGBB) of each dot colour."""
    if not isinstance(colours, dict):
        raise BadDeck(
            'There is no [colours] table; it gives each colour its ink, like blue = "#2f6db5".', at=("colours",)
        )
    refuse_unknown_keys("The [colours] table", colours, COLOUR_NAMES, ("colours",))
    found = [INK_COLOUR_PATTERN.fullmatch(str(colours.get(name, ""))) for name in COLOUR_NAMES]
    for name, ink in zip(COLOUR_NAMES, found, strict=True):
        if ink is None:
            raise BadDeck(
                f'The ink of {name} must be a # and six hexadecimal digits, like {name} = "#2f6db5".',
                at=("colours", name),
            )
    return [int(ink.group(1), 16) for ink in found if ink]


def read_cards(cards: Any, width: int, height: int) -> list[Grid]:
    """Return the grids of all playing cards in a deck file."""
    cards = cards if isinstance(cards, list) else []
    grids = [read_grid(card, f"Card {k + 1}", ("card", k), (width, height)) for k, card in enumerate(cards)]
    if len(grids) != CARD_COUNT:
        last: TomlPath = ("card", len(grids) - 1) if grids else ()
        raise BadDeck(
            f"There are {len(grids)} playing cards, not {CARD_COUNT}; each begins with a line [[card]].", at=last
        )
    return grids


def read_grid(card: Any, name: str, at: TomlPath, shape: tuple[int, int]) -> Grid:
    """Return the rows of a card, which may contain spaces. Raise BadDeck for a wrong letter or size."""
    width, height = shape
    if not isinstance(card, dict) or not isinstance(card.get("dots"), str):
        raise BadDeck(f'{name}: there are no dots; write its rows between dots = """ and """.', at=at)
    refuse_unknown_keys(name, card, ("dots",), at)
    rows = rows_of(card)
    for k, row in enumerate(rows):
        for letter in row:
            if letter not in COLOUR_LETTERS + EMPTY_CELL:
                raise BadDeck(
                    f"{name}, row {k + 1}: '{letter}' is no colour; write b, r, y, or . for an empty cell.",
                    at=(*at, "dots", k),
                )
        if len(row) != width and k < height:
            raise BadDeck(
                f"{name}, row {k + 1}: the row has {cell_count_text(len(row))}, not {width}.", at=(*at, "dots", k)
            )
    if len(rows) != height:
        raise BadDeck(f"{name}: the card has {len(rows)} rows, not {height}.", at=(*at, "dots"))
    return rows


def rows_of(card: dict[str, Any]) -> Grid:
    """Return the rows of a card in lower case, without spaces."""
    return tuple("".join(row.split()).lower() for row in card["dots"].rstrip().split("\n"))


def find_warnings(table: dict[str, Any]) -> list[DeckWarning]:
    """Return a warning for every playing card that equals an earlier card when rotated or mirrored (A3)."""
    warnings: list[DeckWarning] = []
    seen: dict[Grid, int] = {}
    for k, card in enumerate(table["card"]):
        twin = seen.setdefault(min(rotations_of_both_sides(rows_of(card))), k)
        if twin != k:
            sentence = f"Card {k + 1} equals card {twin + 1} when turned or mirrored. Is one of them a mistake?"
            warnings.append(DeckWarning(sentence, ("card", k)))
    return warnings


def cell_count_text(count: int) -> str:
    """Return a number of cells in words."""
    return f"{count} cell" if count == 1 else f"{count} cells"


def encode_grid(grid: Grid) -> list[int]:
    """Return a grid in both forms: by colour, the set of rows of each column, then the set of columns of each row."""
    numbers: list[int] = []
    for columns in (transposed(grid), grid):
        for letter in COLOUR_LETTERS:
            sets = [sum(1 << k for k, cell in enumerate(column) if cell == letter) for column in columns]
            numbers += sets + [0] * (MAX_EDGE - len(sets))
    return numbers


def rows_with_dots(grid: Grid) -> int:
    """Return the set of rows of a card that contain a dot, as a bit mask."""
    return sum(1 << k for k, row in enumerate(grid) if row.strip(EMPTY_CELL))


def decode_grid(numbers: tuple[int, ...], first: int, width: int, height: int) -> Grid:
    """Return the grid of dots that is stored in an encoded deck from index `first` on."""
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


def card_texts(numbers: tuple[int, ...]) -> Iterator[CardText]:
    """Yield a text for the track card, then one for every playing card: dots per colour, and the rows of letters."""
    named = [("track", decode_track(numbers))]
    named += [(f"card {k + 1}", grid) for k, grid in enumerate(decode_cards(numbers))]
    for name, grid in named:
        letters = "".join(grid)
        counts = [
            f"{letters.count(letter)} {colour}" for letter, colour in zip(COLOUR_LETTERS, COLOUR_NAMES, strict=True)
        ]
        total = len(letters) - letters.count(EMPTY_CELL)
        heading = f"{total} dot{'' if total == 1 else 's'}: {', '.join(counts)}"
        yield CardText(name, 1, (heading, *(" ".join(row) for row in grid)))


def card_pictures(numbers: tuple[int, ...], *, both_sides: bool = False) -> Iterator[tuple[str, str]]:
    """Yield (name, SVG) of the track card, then of every playing card.

    Only dark sides are drawn unless `both_sides`.
    """
    inks = decode_ink_colours(numbers)
    named = [("track", decode_track(numbers))]
    named += [(f"card-{k + 1:02}", grid) for k, grid in enumerate(decode_cards(numbers))]
    for name, grid in named:
        yield f"{name}-dark", draw_card(grid, inks, is_light=False, is_track=name == "track")
        if both_sides:
            yield f"{name}-light", draw_card(mirrored(grid), inks, is_light=True, is_track=name == "track")
