"""Cards as messages of the narration, and as text for the choices of a seat."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from dottable.core.primitives.seats import SPECTATOR
from dottable.core.views.last_result_cache import keeps_last_result
from dottable.core.views.narration import NarrationMessage, NarrationRenderer, message
from dottable.games.dots_72.pieces import (
    CARD_CODES,
    COLOUR_LETTERS,
    FACE_OF_CODE,
    FIRST_DOTS,
    FIRST_NUMBER,
    HOUSE_COLOURS,
    NUMBER_COUNT,
    NUMBERS,
    WILD_DOTS,
    WILD_NUMBER,
    WILD_SWATCH,
)
from dottable.games.dots_72.view.narration_templates import TEMPLATES

if TYPE_CHECKING:
    from dottable.games.dots_72.view.seat_view import DeckColour, View

WILD_CODES = {WILD_SWATCH: "wild_swatch", WILD_NUMBER: "wild_number", WILD_DOTS: "wild_dots"}


def is_dots_card(face: int) -> bool:
    """Return whether a face is a natural DOTS card."""
    return FIRST_DOTS <= face < WILD_DOTS


def dots_of(view: View, face: int) -> tuple[int, ...]:
    """Return the dots on a natural DOTS card by colour; nothing for another card."""
    return view.dots_cards[face - FIRST_DOTS] if is_dots_card(face) else ()


def card_message(view: View, code: str) -> NarrationMessage:
    """Return a card with its dots: "red Swatch", "red 8", "DOTS card with 2 red, 5 blue"."""
    face = FACE_OF_CODE[code]
    return face_message(face, dots_of(view, face), view.colours)


def card_kind_message(view: View, code: str) -> NarrationMessage:
    """Return the narration message that names a card without its dots: "red Swatch", "red 8", "DOTS card"."""
    return face_message(FACE_OF_CODE[code], (), view.colours)


@lru_cache(1024)
def face_message(face: int, dots: tuple[int, ...], colours: tuple[DeckColour, ...]) -> NarrationMessage:
    """Return a face as a message; the dots are given for a natural DOTS card only."""
    if face in WILD_CODES:
        return message(WILD_CODES[face])
    if face < WILD_SWATCH:
        return message("swatch", colour=colour_message_at_place(face, colours))
    if face < WILD_NUMBER:
        place, k = divmod(face - FIRST_NUMBER, NUMBER_COUNT)
        return message("number", colour=colour_message_at_place(place, colours), number=NUMBERS[k])
    return message("dots", dots=dots_messages(dots, colours)) if dots else message("any_dots")


def colour_message_at_place(place: int, colours: tuple[DeckColour, ...]) -> NarrationMessage:
    """Return the name of the colour at a place (0 to 7) as a message."""
    return next(colour_message(colour) for colour in colours if colour.letter == COLOUR_LETTERS[place])


def colour_message(colour: DeckColour) -> NarrationMessage:
    """Return the name of a colour as a message. Each house colour has its own code, so that it can be translated."""
    return message(f"colour.{colour.name}") if colour.name in HOUSE_COLOURS else message("own_colour", name=colour.name)


def dots_messages(dots: tuple[int, ...], colours: tuple[DeckColour, ...]) -> list[NarrationMessage]:
    """Return the dots of a card as one message per colour: "2 red", "5 blue"."""
    return [
        message("dots_of_colour", count=count, colour=colour_message(colour))
        for colour, count in zip(colours, dots, strict=True)
        if count
    ]


def card_name(view: View, code: str) -> str:
    """Return a card as text, given by its code, with the dots of a DOTS card."""
    face = FACE_OF_CODE[code]
    return face_text(face, dots_of(view, face), view.colours)


@lru_cache(1024)
def face_text(face: int, dots: tuple[int, ...], colours: tuple[DeckColour, ...]) -> str:
    """Return a face as text, with the dots of a DOTS card: "red 8", "DOTS card with 2 red and 5 blue"."""
    return message_text(face_message(face, dots, colours))


def choice_name(view: View, face: int) -> str:
    """Return a card of the viewer as text; a DOTS card with its code: "DOTS card d7 (2 red, 5 blue)"."""
    return choice_names(view.dots_cards, view.colours)[face]


@keeps_last_result
@lru_cache(64)
def choice_names(dots_cards: tuple[tuple[int, ...], ...], colours: tuple[DeckColour, ...]) -> dict[int, str]:
    """Return the texts of `choice_name` by face, for all cards that a deck can have."""
    dots_of_face = {FIRST_DOTS + card: dots for card, dots in enumerate(dots_cards)}
    letters = [colour.letter for colour in colours]
    faces = [face for face, code in enumerate(CARD_CODES) if code[0] in letters]
    return {
        face: choice_text(face, dots_of_face.get(face, ()), colours) for face in [*faces, *WILD_CODES, *dots_of_face]
    }


def choice_text(face: int, dots: tuple[int, ...], colours: tuple[DeckColour, ...]) -> str:
    """Return a face as text for a list of choices, with the code of a DOTS card: "DOTS card d7 (2 red, 5 blue)"."""
    if not dots:
        return message_text(face_message(face, (), colours))
    return f"DOTS card {CARD_CODES[face]} ({', '.join(map(message_text, dots_messages(dots, colours)))})"


def message_text(card: NarrationMessage) -> str:
    """Return a message as text. The message must not name a seat."""
    return NarrationRenderer(TEMPLATES, SPECTATOR).message_text(card)
