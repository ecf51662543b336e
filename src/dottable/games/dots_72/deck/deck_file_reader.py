"""Reads and checks deck files (B1-B4)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from dottable.core.deck_files import BadDeck, CardText, DeckWarning
from dottable.core.toml_line_numbers import TomlPath
from dottable.games.dots_72.deck.card_svg import card_picture
from dottable.games.dots_72.deck_colours import PlacedColours, colours_from_numbers, encode_colours, place_colours
from dottable.games.dots_72.pieces import (
    CARD_CODES,
    COLOUR_COUNT,
    DOTS_CARD_COUNT,
    FACE_COUNT,
    FIRST_DOTS,
    FIRST_NUMBER,
    HOUSE_COLOURS,
    MAX_NAME_BYTES,
    NUMBER_COUNT,
    NUMBERS,
    WILD_DOTS,
    WILD_NUMBER,
    WILD_SWATCH,
    kind_of,
    number_face,
)

HOUSE_DECK_FILE = "house.toml"

SWATCH_CARDS, NUMBER_CARDS, WILD_CARDS = 12, 36, 4
MIN_COLOURS = 2
MAX_DOTS = 99
"""Maximum number of dots on a card."""
WILD_FACES = {"swatch": WILD_SWATCH, "number": WILD_NUMBER, "dots": WILD_DOTS}
DECK_SECTIONS = ("colours", "swatches", "numbers", "wilds", "dots")
KIND_TITLES = {"swatch": "Swatch", "number": "Number", "dots": "DOTS card"}
PAINT_PATTERN = re.compile("#[0-9a-fA-F]{6}")
NAME_SIGNS = " -'"
"""Characters allowed in a colour's name besides letters and digits."""


def read(table: dict[str, Any], _text: str) -> list[int]:
    """Return a deck as integers: cards per face, dots of every DOTS card by colour, then paints and names."""
    for part in table:
        if part not in DECK_SECTIONS:
            raise BadDeck(
                f"a deck has no part called '{shortened(part)}'; its parts are {join_words(DECK_SECTIONS)}.",
                at=(part,),
            )
    colours = read_colours(section_of(table, "colours") if "colours" in table else HOUSE_COLOURS)
    places = {colour.name: colour.place for colour in colours}
    copies = [0] * FACE_COUNT
    read_swatches(section_of(table, "swatches"), places, copies)
    read_numbers(section_of(table, "numbers"), places, copies)
    read_wilds(section_of(table, "wilds"), copies)
    dots = read_dots(table.get("dots"), places, copies)
    return [*copies, *(count for card in dots for count in card), *encode_colours(colours)]


def join_words(words: tuple[Any, ...]) -> str:
    """Return the words as an English list, such as `a, b and c`."""
    return f"{', '.join(map(str, words[:-1]))} and {words[-1]}"


def shortened(text: str) -> str:
    """Return a name from the deck file, cut to a length that fits an error message."""
    return text if len(text) <= 20 else f"{text[:20]}..."


def section_of(table: dict[str, Any], name: str) -> dict[str, Any]:
    """Return a section of the deck file. Raise BadDeck if it is missing or not a TOML table."""
    if name not in table:
        raise BadDeck(f"the part [{name}] is missing.")
    if not isinstance(table[name], dict):
        raise BadDeck(f"{name}: this has to be a table, headed [{name}].", at=(name,))
    return table[name]


def read_colours(part: dict[str, Any]) -> PlacedColours:
    """Return the colours of a deck with their paints."""
    if not MIN_COLOURS <= len(part) <= COLOUR_COUNT:
        raise BadDeck(
            f"colours: a deck has {MIN_COLOURS} to {COLOUR_COUNT} colours; here are {len(part)}.", at=("colours",)
        )
    for name, paint in part.items():
        where, at = f"colours, {shortened(name)}", ("colours", name)
        if not name or name != name.strip() or not all(sign.isalnum() or sign in NAME_SIGNS for sign in name):
            raise BadDeck(f"{where}: a name has letters, digits, spaces, hyphens and apostrophes only.", at=at)
        if len(name.encode()) > MAX_NAME_BYTES:
            raise BadDeck(
                f"{where}: this name is too long; use at most {MAX_NAME_BYTES} letters without accents.", at=at
            )
        if not isinstance(paint, str) or not PAINT_PATTERN.fullmatch(paint):
            raise BadDeck(f'{where}: write the paint as six hexadecimal digits, like "#c8243a".', at=at)
    return place_colours({name: paint.lower() for name, paint in part.items()})


def place_of_colour(name: str, places: dict[str, int], where: str, at: TomlPath) -> int:
    if name not in places:
        known = join_words(tuple(places))
        raise BadDeck(f"{where}: there is no colour '{shortened(name)}'; the colours are {known}.", at=(*at, name))
    return places[name]


def checked_integer(value: Any, where: str, most: int, at: TomlPath) -> int:
    """Return a number from 0 to `most`. Raise BadDeck for anything else."""
    if type(value) is not int or not 0 <= value <= most:
        raise BadDeck(f"{where}: this has to be a whole number from 0 to {most}, not {shortened(repr(value))}.", at=at)
    return value


def check_card_total(total: int, required: int, card_kind: str, section: str) -> None:
    if total != required:
        raise BadDeck(f"a deck has {required} {card_kind} cards; here are {total}.", at=(section,))


def read_swatches(part: dict[str, Any], places: dict[str, int], copies: list[int]) -> None:
    for name, count in part.items():
        place = place_of_colour(name, places, "swatches", ("swatches",))
        copies[place] = checked_integer(count, f"swatches, {name}", SWATCH_CARDS, ("swatches", name))
    check_card_total(sum(copies[:COLOUR_COUNT]), SWATCH_CARDS, "Swatch", "swatches")


def read_numbers(part: dict[str, Any], places: dict[str, int], copies: list[int]) -> None:
    total = 0
    for name, counts in part.items():
        place, at = place_of_colour(name, places, "numbers", ("numbers",)), ("numbers", name)
        if not isinstance(counts, dict):
            raise BadDeck(f"numbers, {name}: write how many there are of each number, like {{ 2 = 1, 4 = 2 }}.", at=at)
        for number, count in counts.items():
            if number not in map(str, NUMBERS):
                raise BadDeck(
                    f"numbers, {name}: there is no number {shortened(number)}; the numbers are {join_words(NUMBERS)}.",
                    at=(*at, number),
                )
            face = number_face(place, int(number))
            copies[face] = checked_integer(count, f"numbers, {name} {number}", NUMBER_CARDS, (*at, number))
            total += copies[face]
    check_card_total(total, NUMBER_CARDS, "Number", "numbers")


def read_wilds(part: dict[str, Any], copies: list[int]) -> None:
    for kind, count in part.items():
        if kind not in WILD_FACES:
            known = join_words(tuple(WILD_FACES))
            raise BadDeck(f"wilds: there is no wild '{shortened(kind)}'; the wilds are {known}.", at=("wilds", kind))
        copies[WILD_FACES[kind]] = checked_integer(count, f"wilds, {kind}", WILD_CARDS, ("wilds", kind))
    for kind, face in WILD_FACES.items():
        if copies[face] == 0:
            raise BadDeck(f"wilds: there is no wild {kind}; a deck has at least one of each kind.", at=("wilds",))
    check_card_total(sum(copies[face] for face in WILD_FACES.values()), WILD_CARDS, "Wild", "wilds")


def read_dots(cards: Any, places: dict[str, int], copies: list[int]) -> list[tuple[int, ...]]:
    """Return the dots of the DOTS cards by the places of colours, and write the number of cards of each.

    Equal cards share the face of the first of them. The faces of the others have no dots.
    """
    if cards is None:
        raise BadDeck("the part dots is missing: the list of the DOTS cards.")
    if not isinstance(cards, list):
        raise BadDeck("dots: this has to be a list with a line for every DOTS card.", at=("dots",))
    check_card_total(len(cards), DOTS_CARD_COUNT, "DOTS", "dots")
    found: list[tuple[int, ...]] = []
    for n, card in enumerate(cards):
        dots = read_dots_card(card, places, n)
        is_new = dots not in found
        found.append(dots if is_new else (0,) * COLOUR_COUNT)
        copies[FIRST_DOTS + found.index(dots)] += 1
    return found


def read_dots_card(card: Any, places: dict[str, int], index: int) -> tuple[int, ...]:
    """Return the dots of each colour on a card."""
    where, at = f"DOTS card {index + 1}", ("dots", index)
    if not isinstance(card, dict):
        raise BadDeck(f"{where}: write its dots colour by colour, like {{ red = 2, blue = 5 }}.", at=at)
    dots = [0] * COLOUR_COUNT
    for name, count in card.items():
        place = place_of_colour(name, places, where, at)
        dots[place] = checked_integer(count, f"{where}, {name}", MAX_DOTS, (*at, name))
    if not 1 <= sum(dots) <= MAX_DOTS:
        raise BadDeck(f"{where}: a DOTS card has 1 to {MAX_DOTS} dots, not {sum(dots)}.", at=at)
    return tuple(dots)


def dots_on(face: int, numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Return the dots on a DOTS card by the places of colours; empty for another face."""
    first = FACE_COUNT + COLOUR_COUNT * (face - FIRST_DOTS)
    return numbers[first : first + COLOUR_COUNT] if FIRST_DOTS <= face < WILD_DOTS else ()


def find_warnings(table: dict[str, Any]) -> list[DeckWarning]:
    """Return a warning for every DOTS card that equals an earlier card."""
    cards = [sorted((name, count) for name, count in card.items() if count) for card in table["dots"]]
    return [
        DeckWarning(f"DOTS card {n + 1} is the same as card {cards.index(card) + 1}.", ("dots", n))
        for n, card in enumerate(cards)
        if cards.index(card) < n
    ]


def card_texts(numbers: tuple[int, ...]) -> Iterator[CardText]:
    """Yield every face of the deck with its number of cards, kind by kind."""
    colours = colours_from_numbers(numbers)
    names = {colour.place: colour.name for colour in colours}
    for face in range(FACE_COUNT):
        if face in WILD_FACES.values():
            text = f"Wild {KIND_TITLES[kind_of(face)]}"
        elif face < WILD_SWATCH:
            text = f"{names.get(face)} Swatch"
        elif face < WILD_NUMBER:
            place, k = divmod(face - FIRST_NUMBER, NUMBER_COUNT)
            text = f"{names.get(place)} {NUMBERS[k]}"
        else:
            dots = dots_on(face, numbers)
            text = ", ".join(f"{dots[each.place]} {each.name}" for each in colours if dots[each.place])
        if numbers[face] > 0:
            yield CardText(CARD_CODES[face], numbers[face], (text,))


def card_pictures(numbers: tuple[int, ...]) -> Iterator[tuple[str, str]]:
    """Yield the code and the SVG picture of every face of the deck."""
    colours = colours_from_numbers(numbers)
    for face in range(FACE_COUNT):
        if numbers[face] > 0:
            yield CARD_CODES[face], card_picture(face, dots_on(face, numbers), colours)
