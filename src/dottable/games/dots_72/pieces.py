"""Cards (B1-B3). A face is a kind of card; the deck file says how many cards of each face there are.

A deck has 2 to 8 colours. Each has one of eight places, which determine its letter in codes and its shape in pictures.
"""

from __future__ import annotations

from dottable.core.primitives.rule import rule

COLOUR_LETTERS = "rbygopck"
COLOUR_COUNT = 8
"""Number of places for colours. Places that a deck does not use have no cards."""
HOUSE_COLOURS = {"red": "#c8243a", "blue": "#1f5fa9", "yellow": "#d99a00", "green": "#1f854b"}
"""Names and paints of the colours of the house deck, in the order of their places."""
MAX_NAME_BYTES = 16
"""Maximum length of a colour's name in bytes of UTF-8."""
NAME_WORDS = MAX_NAME_BYTES // 4
"""Number of 32-bit integers that hold the name of a colour."""
NUMBERS = (2, 4, 6, 8)
NUMBER_COUNT = 4

FIRST_SWATCH, WILD_SWATCH = 0, 8
FIRST_NUMBER, WILD_NUMBER = 9, 41
FIRST_DOTS, WILD_DOTS = 42, 62
FACE_COUNT = 63
"""Number of faces. Their order: swatches, numbers (colour by colour), DOTS cards (as in the deck file), each kind
with its wild at the end."""
DOTS_CARD_COUNT = 20
DECK_SIZE = 72
NO_CARD = -1

KIND_NAMES = ("swatch", "number", "dots")


@rule
def number_face(colour: int, number: int) -> int:
    """Return the face of a number 2, 4, 6 or 8 in a colour."""
    return FIRST_NUMBER + colour * NUMBER_COUNT + number // 2 - 1


@rule
def is_wild(face: int) -> bool:
    return face in (WILD_SWATCH, WILD_NUMBER, WILD_DOTS)


@rule
def is_two_of_each_kind(second: int, third: int, fourth: int, fifth: int) -> bool:
    """Return whether six sorted faces are two of each kind, including wilds (B8). The first and last do not matter."""
    return second <= WILD_SWATCH < third and fourth <= WILD_NUMBER < fifth


def kind_of(face: int) -> str:
    """Return "swatch", "number" or "dots", also for wilds."""
    return KIND_NAMES[(face > WILD_SWATCH) + (face > WILD_NUMBER)]


def card_code(face: int) -> str:
    """Return the code of a face: `r` red swatch, `r8` red 8, `d7` seventh DOTS card, `ws` `wn` `wd` wilds.

    The letter is that of the colour's place, whatever the deck calls the colour.
    """
    if is_wild(face):
        return f"w{kind_of(face)[0]}"
    if face < WILD_SWATCH:
        return COLOUR_LETTERS[face]
    if face < WILD_NUMBER:
        colour, k = divmod(face - FIRST_NUMBER, NUMBER_COUNT)
        return f"{COLOUR_LETTERS[colour]}{NUMBERS[k]}"
    return f"d{face - FIRST_DOTS + 1}"


CARD_CODES = tuple(card_code(face) for face in range(FACE_COUNT))
FACE_OF_CODE = {code: face for face, code in enumerate(CARD_CODES)}
