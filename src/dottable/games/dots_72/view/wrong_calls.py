"""Explains a wrong call as a message."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dottable.core.views.narration import NarrationMessage, message
from dottable.games.dots_72.pieces import COLOUR_LETTERS, FACE_OF_CODE, is_wild
from dottable.games.dots_72.view.card_names import card_kind_message, colour_message_at_place, dots_of

if TYPE_CHECKING:
    from dottable.games.dots_72.view.seat_view import View

COUNT_CODES = ("swatch_count", "number_count", "dots_count")


def wrong_call_message(view: View) -> NarrationMessage:
    """Return a message that says why a call was wrong.

    Either the hand does not have two cards of each kind, or three of its cards are not a set.
    """
    failed = view.failed_call
    assert failed is not None
    if not failed.wrong_cards:
        kinds = [message(code, count=count) for code, count in zip(COUNT_CODES, failed.kinds, strict=True)]
        return message("wrong_kinds", seat=failed.caller, kinds=kinds)
    cards = [card_kind_message(view, code) for code in failed.wrong_cards]
    return message("wrong_set", cards=cards, reason=reason_of_no_set(view, *failed.wrong_cards))


def reason_of_no_set(view: View, swatch: str, number: str, dots: str) -> NarrationMessage:
    """Return a message that says why three cards of different kinds are not a set (B8)."""
    if not is_wild_code(swatch) and not is_wild_code(number) and swatch[0] != number[0]:
        return message(
            "different_colours", swatch=card_kind_message(view, swatch), number=card_kind_message(view, number)
        )
    natural = number if not is_wild_code(number) else swatch
    if is_wild_code(natural):
        return message("matches_nothing")
    colour = colour_message_at_place(COLOUR_LETTERS.index(natural[0]), view.colours)
    if is_wild_code(dots):
        return message("no_such_dots", number=int(number[1:]), colour=colour)
    count = count_of_colour(view, dots, natural[0])
    if count == 0:
        return message("no_dot", colour=colour)
    if is_wild_code(number):
        return message("no_such_number", count=count, colour=colour)
    return message("other_count", count=count, colour=colour, number=int(number[1:]))


def is_wild_code(code: str) -> bool:
    return bool(is_wild(FACE_OF_CODE[code]))


def count_of_colour(view: View, code: str, letter: str) -> int:
    """Return the number of dots of a colour on a DOTS card."""
    counts = zip(view.colours, dots_of(view, FACE_OF_CODE[code]), strict=True)
    return next(count for colour, count in counts if colour.letter == letter)
