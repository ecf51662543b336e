"""Cards and moves in words."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from dottable.core.seats import SPECTATOR
from dottable.core.wording import does, name_of
from dottable.games.dots_72.pieces import (
    CODES,
    COLOURS,
    FACE_OF,
    FIRST_DOTS,
    FIRST_NUMBER,
    NUMBER_COUNT,
    NUMBERS,
    WILD_DOTS,
    WILD_NUMBER,
    WILD_SWATCH,
)
from dottable.games.dots_72.state import ACTIONS

if TYPE_CHECKING:
    from dottable.games.dots_72.view import Result, View

WILD_NAMES = {WILD_SWATCH: "Wild Swatch", WILD_NUMBER: "Wild Number", WILD_DOTS: "Wild DOTS card"}


@lru_cache(256)
def dots_in_words(dots: tuple[int, ...]) -> str:
    """The dots of a card: "2 red, 5 blue"."""
    return ", ".join(f"{count} {colour}" for colour, count in zip(COLOURS, dots, strict=True) if count)


def card_name(view: View, code: str) -> str:
    """A card in words: "red Swatch", "red 8", "DOTS card with 2 red, 5 blue"."""
    face = FACE_OF[code]
    if FIRST_DOTS <= face < WILD_DOTS:
        return f"DOTS card with {dots_in_words(view.dots_cards[face - FIRST_DOTS])}"
    return face_name(face, ())


def kind_name(code: str) -> str:
    """The same without the dots, where they do not matter any more."""
    face = FACE_OF[code]
    return "DOTS card" if FIRST_DOTS <= face < WILD_DOTS else face_name(face, ())


def name_in(view: View, face: int) -> str:
    """A card of one's own in words, with the code by which it is chosen: "DOTS card d7 (2 red, 5 blue)"."""
    dots = view.dots_cards[face - FIRST_DOTS] if FIRST_DOTS <= face < WILD_DOTS else ()
    return face_name(face, dots)


@lru_cache(1024)
def face_name(face: int, dots: tuple[int, ...]) -> str:
    if face in WILD_NAMES:
        return WILD_NAMES[face]
    if face < WILD_SWATCH:
        return f"{COLOURS[face]} Swatch"
    if face < WILD_NUMBER:
        colour, k = divmod(face - FIRST_NUMBER, NUMBER_COUNT)
        return f"{COLOURS[colour]} {NUMBERS[k]}"
    return f"DOTS card {CODES[face]} ({dots_in_words(dots)})"


def words(view: View, action: int) -> str:
    """An action in words, for the seat that may choose it."""
    verb, faces = ACTIONS.decode(action)
    card = name_in(view, faces[0]) if faces else ""
    if verb == "discard":
        return f"Discard the {card}"
    if verb == "discard_and_call":
        return f'Discard the {card} and call "DOTS!"'
    if verb == "pass_":
        return f"Pass the {card} to {name_of(view.seat, (view.seat + 1) % view.seats)}"
    if verb == "take":
        return f"Take the {card_name(view, view.discards[-1])} from the discard pile"
    if verb == "draw":
        top = f"the {card_name(view, view.pile_cards[0])}" if view.pile_order_known else "a card"
        return f"Draw {top} from the draw pile"
    return 'Call "DOTS!"' if verb == "call" else "Deal the next hand"


def narrate(before: View, seat: int, action: int, after: View) -> str:
    """What a move did, as the viewer saw it; made from the viewer's own two views only."""
    verb, faces = ACTIONS.decode(action)
    who = before.seat
    if verb == "draw":
        return f"{does(who, seat, 'draw')} {tell_drawn(before, seat, after)}."
    if verb == "take":
        return f"{does(who, seat, 'take')} the {card_name(before, before.discards[-1])} from the discard pile."
    if verb == "pass_":
        return tell_pass(before, seat, CODES[faces[0]], after)
    if verb == "deal":
        return f"{does(who, seat, 'deal')} hand {after.hand_number}."
    if verb == "call":
        return f'{does(who, seat, "call")} "DOTS!" {tell_call(seat, after)}'
    news = f"{does(who, seat, 'discard')} the {card_name(before, CODES[faces[0]])}"
    if verb == "discard_and_call":
        calls = "call" if seat == who else "calls"
        news = f'{news} and {calls} "DOTS!" {tell_call(seat, after)}'
    else:
        news += "."
    return f"{news} {tell_turn_over(after)}".rstrip()


def tell_drawn(before: View, seat: int, after: View) -> str:
    """The card that was drawn, if the viewer can know it."""
    if before.pile_order_known:
        return f"the {card_name(before, before.pile_cards[0])}"
    if seat == before.seat:
        return f"the {card_name(before, newcomers(before, after, seat)[0])}"
    return "a card"


def newcomers(before: View, after: View, seat: int) -> list[str]:
    """The cards that came into a hand."""
    old = Counter(card.code for card in before.hands[seat].cards)
    new = Counter(card.code for card in after.hands[seat].cards)
    return sorted((new - old).elements())


def tell_call(seat: int, after: View) -> str:
    """Whether a call was right, and what it scored (B9, B11)."""
    if after.result and after.result.caller == seat:
        return tell_result(after, after.result)
    shown = ", ".join(card_name(after, card.code) for card in after.hands[seat].cards)
    return f"But that is no two sets: {shown}."


def tell_result(view: View, result: Result) -> str:
    """The points and the sets: "125 points: red Swatch, red 8, DOTS card for 25; blue Swatch, ..."."""
    sets = "; ".join(f"{', '.join(map(kind_name, three.cards))} for {three.points}" for three in result.sets)
    doubled = ", doubled for one colour" if result.doubled else ""
    news = f"{result.points} points: {sets}{doubled}."
    return f"{news} {tell_end(view)}".rstrip()


def tell_end(view: View) -> str:
    """Who won, if the match is over (B13, B14)."""
    if not view.winners:
        return ""
    names = [name_of(view.seat, seat) for seat in view.winners]
    points = f"{max(view.scores)} points"
    if len(names) == 1:
        return f"{names[0]} {'win' if names[0] == 'You' else 'wins'} the match with {points}."
    return f"{', '.join(names[:-1])} and {names[-1]} share the win with {points}."


def tell_turn_over(after: View) -> str:
    """What an empty draw pile leads to (B10, B14)."""
    if after.phase == "pass":
        done = "shuffled into a new one" if after.options.reshuffle else "turned over"
        return f"The draw pile is used up: the discards are {done}, and everybody passes a card to the left."
    if after.result and after.result.caller is None:
        return f"The draw pile is used up for the fifth time: the hand is void. {tell_end(after)}".rstrip()
    return ""


def tell_pass(before: View, seat: int, code: str, after: View) -> str:
    """A choice is told only to who made it; what comes from the right, once all have chosen (B10)."""
    who = before.seat
    card = f"the {card_name(before, code)}" if seat == who else "a card"
    news = f"{does(who, seat, 'choose')} {card} to pass."
    if after.phase == "pass":
        return news
    if who == SPECTATOR:
        return f"{news} All cards go to the left."
    given = code if seat == who else before.chosen
    return f"{news} All cards go to the left; you get the {card_name(after, received(before, given, after))}."


def received(before: View, given: str | None, after: View) -> str:
    """The card that the viewer got for the one given away, perhaps an equal one."""
    came = newcomers(before, after, before.seat)
    if came:
        return came[0]
    assert given is not None
    return given
