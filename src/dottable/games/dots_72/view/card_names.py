"""Cards as messages of the narration, and as text for the choices of a seat."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from dottable.core.primitives.seats import SPECTATOR
from dottable.core.views.narration import NarrationMessage, Renderer, message
from dottable.games.dots_72.pieces import (
    CARD_CODES,
    COLOURS,
    FACE_OF_CODE,
    FIRST_DOTS,
    FIRST_NUMBER,
    NUMBER_COUNT,
    NUMBERS,
    WILD_DOTS,
    WILD_NUMBER,
    WILD_SWATCH,
)
from dottable.games.dots_72.view.templates import TEMPLATES

if TYPE_CHECKING:
    from dottable.games.dots_72.view.seat_view import View

WILD_CODES = {WILD_SWATCH: "wild_swatch", WILD_NUMBER: "wild_number", WILD_DOTS: "wild_dots"}


def is_dots_card(face: int) -> bool:
    """Return whether a face is a natural DOTS card."""
    return FIRST_DOTS <= face < WILD_DOTS


def card_message(view: View, code: str) -> NarrationMessage:
    """Return a card with its dots: "red Swatch", "red 8", "DOTS card with 2 red, 5 blue"."""
    face = FACE_OF_CODE[code]
    return face_message(face, view.dots_cards[face - FIRST_DOTS] if is_dots_card(face) else ())


def kind_message(code: str) -> NarrationMessage:
    """Return a card without its dots: "red Swatch", "red 8", "DOTS card"."""
    return face_message(FACE_OF_CODE[code], ())


@lru_cache(1024)
def face_message(face: int, dots: tuple[int, ...]) -> NarrationMessage:
    """Return a face as a message; the dots are given for a natural DOTS card only."""
    if face in WILD_CODES:
        return message(WILD_CODES[face])
    if face < WILD_SWATCH:
        return message("swatch", colour=colour_message(face))
    if face < WILD_NUMBER:
        colour, k = divmod(face - FIRST_NUMBER, NUMBER_COUNT)
        return message("number", colour=colour_message(colour), number=NUMBERS[k])
    return message("dots", dots=dots_messages(dots)) if dots else message("any_dots")


def colour_message(colour: int) -> NarrationMessage:
    return message(f"colour.{COLOURS[colour]}")


def dots_messages(dots: tuple[int, ...]) -> list[NarrationMessage]:
    """Return the dots of a card: "2 red", "5 blue"."""
    return [
        message("dots_of_colour", count=count, colour=colour_message(colour))
        for colour, count in enumerate(dots)
        if count
    ]


def card_name(view: View, code: str) -> str:
    """Return a card with its dots as text."""
    face = FACE_OF_CODE[code]
    return face_text(face, view.dots_cards[face - FIRST_DOTS] if is_dots_card(face) else ())


@lru_cache(1024)
def face_text(face: int, dots: tuple[int, ...]) -> str:
    """Return the text of `card_name`."""
    return message_text(face_message(face, dots))


def choice_name(view: View, face: int) -> str:
    """Return a card of the viewer as text; a DOTS card with its code: "DOTS card d7 (2 red, 5 blue)"."""
    return choice_text(face, view.dots_cards[face - FIRST_DOTS] if is_dots_card(face) else ())


@lru_cache(1024)
def choice_text(face: int, dots: tuple[int, ...]) -> str:
    """Return the text of `choice_name`."""
    if not dots:
        return message_text(face_message(face, ()))
    return f"DOTS card {CARD_CODES[face]} ({', '.join(map(message_text, dots_messages(dots)))})"


def message_text(card: NarrationMessage) -> str:
    """Return the text of a message that names no seat."""
    return Renderer(TEMPLATES, SPECTATOR).text(card)
