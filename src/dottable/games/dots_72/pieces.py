"""Cards (B1-B3). A face is a kind of card; the deck file says how many cards of each face there are."""

from __future__ import annotations

from dottable.core.primitives.rule import rule

COLOURS = ("red", "blue", "yellow", "green")
COLOUR_COUNT = 4
COLOUR_LETTERS = "rbyg"
NUMBERS = (2, 4, 6, 8)
NUMBER_COUNT = 4

FIRST_SWATCH, WILD_SWATCH = 0, 4
FIRST_NUMBER, WILD_NUMBER = 5, 21
FIRST_DOTS, WILD_DOTS = 22, 42
FACE_COUNT = 43
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
    """Return whether six sorted faces are two of each kind, wilds included (B8); the outer two do not matter."""
    return second <= WILD_SWATCH < third and fourth <= WILD_NUMBER < fifth


def kind_of(face: int) -> str:
    """Return "swatch", "number" or "dots", for wilds too."""
    return KIND_NAMES[(face > WILD_SWATCH) + (face > WILD_NUMBER)]


def card_code(face: int) -> str:
    """Return the code of a face: `r` red swatch, `r8` red 8, `d7` seventh DOTS card, `ws` `wn` `wd` wilds."""
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
