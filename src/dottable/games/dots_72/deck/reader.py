"""Reads and checks deck files (B1-B4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dottable.core.decks import BadDeck
from dottable.games.dots_72.deck.pictures import card_picture
from dottable.games.dots_72.pieces import (
    CARD_CODES,
    COLOUR_COUNT,
    COLOURS,
    DOTS_CARD_COUNT,
    FACE_COUNT,
    FIRST_DOTS,
    NUMBERS,
    WILD_DOTS,
    WILD_NUMBER,
    WILD_SWATCH,
    number_face,
)

HOUSE_DECK_FILE = "house.toml"

SWATCH_CARDS, NUMBER_CARDS, WILD_CARDS = 12, 36, 4
MAX_DOTS = 20
"""Largest number of dots of one colour on a card."""
WILD_FACES = {"swatch": WILD_SWATCH, "number": WILD_NUMBER, "dots": WILD_DOTS}
DECK_SECTIONS = ("swatches", "numbers", "wilds", "dots")


def read(table: dict[str, Any], _text: str) -> list[int]:
    """Return the number of cards of every face, then the dots of every DOTS card by colour."""
    for part in table:
        if part not in DECK_SECTIONS:
            raise BadDeck(f"a deck has no part called '{part}'; its parts are {join_words(DECK_SECTIONS)}.")
    copies = [0] * FACE_COUNT
    read_swatches(section_of(table, "swatches"), copies)
    read_numbers(section_of(table, "numbers"), copies)
    read_wilds(section_of(table, "wilds"), copies)
    dots = read_dots(table.get("dots"))
    copies[FIRST_DOTS:WILD_DOTS] = [1] * DOTS_CARD_COUNT
    return [*copies, *(count for card in dots for count in card)]


def join_words(words: tuple[Any, ...]) -> str:
    """Return the words as an English list: `a, b and c`."""
    return f"{', '.join(map(str, words[:-1]))} and {words[-1]}"


def section_of(table: dict[str, Any], name: str) -> dict[str, Any]:
    """Return a section of the deck file; raise BadDeck if it is missing or no table."""
    if name not in table:
        raise BadDeck(f"the part [{name}] is missing.")
    if not isinstance(table[name], dict):
        raise BadDeck(f"{name}: this has to be a table, headed [{name}].")
    return table[name]


def colour_of(name: str, where: str) -> int:
    if name not in COLOURS:
        raise BadDeck(f"{where}: there is no colour '{name}'; the colours are {join_words(COLOURS)}.")
    return COLOURS.index(name)


def checked_integer(value: Any, where: str, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        shown = repr(value) if len(repr(value)) <= 20 else f"{repr(value)[:20]}..."
        raise BadDeck(f"{where}: this has to be a whole number from {least} to {most}, not {shown}.")
    return value


def check_card_total(total: int, wanted: int, what: str) -> None:
    if total != wanted:
        raise BadDeck(f"a deck has {wanted} {what} cards; here are {total}.")


def read_swatches(part: dict[str, Any], copies: list[int]) -> None:
    for name, count in part.items():
        colour = colour_of(name, "swatches")
        copies[colour] = checked_integer(count, f"swatches, {name}", 0, SWATCH_CARDS)
    check_card_total(sum(copies[:COLOUR_COUNT]), SWATCH_CARDS, "Swatch")


def read_numbers(part: dict[str, Any], copies: list[int]) -> None:
    total = 0
    for name, counts in part.items():
        colour = colour_of(name, "numbers")
        if not isinstance(counts, dict):
            raise BadDeck(f"numbers, {name}: write how many there are of each number, like {{ 2 = 1, 4 = 2 }}.")
        for number, count in counts.items():
            if number not in map(str, NUMBERS):
                raise BadDeck(f"numbers, {name}: there is no number {number}; the numbers are {join_words(NUMBERS)}.")
            face = number_face(colour, int(number))
            copies[face] = checked_integer(count, f"numbers, {name} {number}", 0, NUMBER_CARDS)
            total += copies[face]
    check_card_total(total, NUMBER_CARDS, "Number")


def read_wilds(part: dict[str, Any], copies: list[int]) -> None:
    for kind, count in part.items():
        if kind not in WILD_FACES:
            raise BadDeck(f"wilds: there is no wild '{kind}'; the wilds are {join_words(tuple(WILD_FACES))}.")
        copies[WILD_FACES[kind]] = checked_integer(count, f"wilds, {kind}", 0, WILD_CARDS)
    for kind, face in WILD_FACES.items():
        if copies[face] == 0:
            raise BadDeck(f"wilds: there is no wild {kind}; a deck has at least one of each kind.")
    check_card_total(sum(copies[face] for face in WILD_FACES.values()), WILD_CARDS, "Wild")


def read_dots(cards: Any) -> list[tuple[int, ...]]:
    if cards is None:
        raise BadDeck("the part dots is missing: the list of the DOTS cards.")
    if not isinstance(cards, list):
        raise BadDeck("dots: this has to be a list with a line for every DOTS card.")
    check_card_total(len(cards), DOTS_CARD_COUNT, "DOTS")
    found: list[tuple[int, ...]] = []
    for n, card in enumerate(cards, start=1):
        dots = read_dots_card(card, f"DOTS card {n}")
        if dots in found:
            raise BadDeck(f"DOTS card {n}: it is the same as card {found.index(dots) + 1}; all have to be different.")
        found.append(dots)
    return found


def read_dots_card(card: Any, where: str) -> tuple[int, ...]:
    """Return the dots of each colour on a card."""
    if not isinstance(card, dict):
        raise BadDeck(f"{where}: write its dots colour by colour, like {{ red = 2, blue = 5 }}.")
    dots = [0] * COLOUR_COUNT
    for name, count in card.items():
        dots[colour_of(name, where)] = checked_integer(count, f"{where}, {name}", 1, MAX_DOTS)
    if len(card) < 2:
        raise BadDeck(f"{where}: a DOTS card has dots of 2 to {COLOUR_COUNT} colours, not {len(card)}.")
    return tuple(dots)


def card_pictures(numbers: tuple[int, ...]) -> Iterator[tuple[str, str]]:
    """Yield the code and the SVG picture of every face of the deck."""
    for face in range(FACE_COUNT):
        if numbers[face] > 0:
            first = FACE_COUNT + COLOUR_COUNT * (face - FIRST_DOTS)
            is_dots = FIRST_DOTS <= face < WILD_DOTS
            yield CARD_CODES[face], card_picture(face, numbers[first : first + COLOUR_COUNT] if is_dots else ())
