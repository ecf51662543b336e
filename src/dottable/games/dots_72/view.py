"""What a seat may know, for people: the view, and reasons for refusals. Moves in words: `telling.py`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from msgspec import Struct

from dottable.core.glance import at_a_glance
from dottable.core.record import for_rules
from dottable.core.rule import rule
from dottable.core.seats import SPECTATOR, members
from dottable.games.dots_72 import reasons
from dottable.games.dots_72.calls import best_pairing, doubles, set_points
from dottable.games.dots_72.knowledge import known_places, most_in_pile
from dottable.games.dots_72.pieces import CODES, FACES, NO_CARD
from dottable.games.dots_72.piles import has_known_faces
from dottable.games.dots_72.rules import to_act
from dottable.games.dots_72.state import HAND, HAND_OVER, NOBODY, OVER, PASS, ROOM, SEATS, Options, may_take
from dottable.games.dots_72.telling import narrate, words

__all__ = ["REASONS", "look", "narrate", "words"]

OPTIONS = (Options(reshuffle=False), Options(reshuffle=True))
PHASE_WORDS = ("start", "discard", "pass", "hand over", "over")

REASONS = {
    reasons.NOT_IN_HAND: "You do not have that card.",
    reasons.DRAW_FIRST: "Draw a card or take the top discard first.",
    reasons.DISCARD_FIRST: "You have seven cards: discard one.",
    reasons.NOTHING_TO_TAKE: "The discard pile is empty; draw a card.",
    reasons.MUST_DRAW: "Twelve turns in a row began with the top discard; now you have to draw.",
    reasons.CALLED_WRONGLY: "You have called wrongly in this turn, and these cards are no two sets either.",
    reasons.CALL_WITH_SIX: "You call with six cards: choose the card to discard with the call.",
    reasons.PASS_FIRST: "First choose a card to pass to the left.",
    reasons.NO_PASSING: "Cards are passed only when the draw pile is used up.",
    reasons.HAND_RUNS: "This hand is not over yet.",
    reasons.DEAL_FIRST: "The hand is over; deal the next one.",
}


class Card(Struct, frozen=True):
    """A card in a hand."""

    code: str
    shown: bool
    """Whether everybody knows that it is in this hand: shown with a call (B9), taken or drawn in sight of all."""


CARDS = tuple((Card(code, shown=False), Card(code, shown=True)) for code in CODES)
EVERY_PLACE = (1 << ROOM) - 1


class Hand(Struct, frozen=True):
    """A seat's hand: those of its cards that the viewer knows, and how many there are in all."""

    count: int
    cards: tuple[Card, ...]


class SetOfThree(Struct, frozen=True):
    cards: tuple[str, ...]
    points: int


class Result(Struct, frozen=True):
    """How the last hand ended (B11, B14)."""

    caller: int | None
    """Nobody if the hand was void."""
    points: int
    doubled: bool
    sets: tuple[SetOfThree, ...]


class View(Struct, frozen=True):
    """The table as one seat or a spectator sees it. Cards are codes: `r8` is a red 8, `d7` a DOTS card."""

    seat: int
    seats: int
    phase: str
    hand_number: int
    turn: int | None
    """Nobody's between hands and when the match is over."""
    dealer: int
    waiting: tuple[int, ...]
    """The seats that the match waits for."""
    scores: tuple[int, ...]
    hands: tuple[Hand, ...]
    discards: tuple[str, ...]
    """From the first to the top card."""
    may_take: bool
    """Whether the top discard may be taken (B6, B15)."""
    pile_left: int
    pile_cards: tuple[str, ...]
    """The draw pile from its top, once it was turned over in sight of all (B10); what it can still hold, if
    it was shuffled then; else nothing."""
    pile_order_known: bool
    called_wrongly: bool
    """Whether the player at turn has called wrongly in this turn (B9)."""
    chosen: str | None
    """The viewer's own card, chosen to be passed (B10)."""
    turn_overs: int
    void_hands: int
    result: Result | None
    """Only between hands and at the end."""
    winners: tuple[int, ...]
    """Empty until the match is over."""
    dots_cards: tuple[tuple[int, ...], ...]
    """The dots of each colour on the DOTS cards."""
    options: Options


@at_a_glance
def look(s: Any, seat: int) -> View:
    """The view of a seat or of SPECTATOR, built field by field."""
    seats, phase = s.seats, s.phase
    scores = s.scores[:seats]
    return View(
        seat=seat,
        seats=seats,
        phase=PHASE_WORDS[phase],
        hand_number=s.hand_number,
        turn=None if phase >= HAND_OVER else s.turn,
        dealer=s.dealer,
        waiting=s.for_all(waiting_for),
        scores=scores,
        hands=tuple([hand_of(s, seat, other) for other in range(seats)]),
        discards=s.for_all(discards_of),
        may_take=s.for_all(is_takeable),
        pile_left=s.pile_left,
        pile_cards=pile_cards(s, seat),
        pile_order_known=bool(s.pile_is_known),
        called_wrongly=bool(s.called),
        chosen=chosen_by(s, seat),
        turn_overs=s.turn_overs,
        void_hands=s.void_hands,
        result=s.for_all(result_of) if phase >= HAND_OVER else None,
        winners=s.for_all(winners_of) if phase == OVER else (),
        dots_cards=s.dots,
        options=OPTIONS[s.reshuffle],
    )


@rule
def note_facts(states: Any, i: int, out: Any) -> None:
    """All that views take from the rules, in one call: whom the match waits for, whether the top discard may be
    taken and whether the pile's faces are known; then a row for each viewer with what it knows of every hand."""
    s = states[i]
    out[0, 0], out[0, 1], out[0, 2] = to_act(s), may_take(s), has_known_faces(s)
    for viewer in range(SPECTATOR, s.seats):
        for seat in range(s.seats):
            out[1 + viewer - SPECTATOR, seat] = known_places(s, viewer, seat)


def facts_of(s: Any) -> list[list[int]]:
    out = np.zeros((2 + SEATS, SEATS), np.int64)
    note_facts(s.states, 0, for_rules(out))
    facts: list[list[int]] = out.tolist()
    return facts


@rule
def most_in_pile_at(states: Any, i: int, viewer: int, face: int) -> int:
    return most_in_pile(states[i], viewer, face)


def waiting_for(s: Any) -> tuple[int, ...]:
    return members(s.for_all(facts_of)[0][0])


def discards_of(s: Any) -> tuple[str, ...]:
    return codes(s.discards[: s.discards_left])


def is_takeable(s: Any) -> bool:
    return bool(s.for_all(facts_of)[0][1])


def winners_of(s: Any) -> tuple[int, ...]:
    scores = s.scores[: s.seats]
    return tuple(seat for seat, points in enumerate(scores) if points == max(scores))


def codes(faces: Iterable[int]) -> tuple[str, ...]:
    return tuple([CODES[face] for face in faces])


def hand_of(s: Any, viewer: int, seat: int) -> Hand:
    """A hand as the viewer knows it."""
    faces, shown_seen = s.hand[seat], s.for_all(facts_of)[1 + viewer - SPECTATOR][seat]
    shown, seen = shown_seen >> ROOM, members(shown_seen & EVERY_PLACE)
    return Hand(s.held[seat], tuple([CARDS[faces[k]][shown >> k & 1] for k in seen]))


def pile_cards(s: Any, viewer: int) -> tuple[str, ...]:
    """What the viewer knows of the draw pile."""
    if s.pile_is_known:
        return codes(s.pile[: s.pile_left][::-1])
    if not s.for_all(facts_of)[0][2]:
        return ()
    return codes([face for face in range(FACES) for _ in range(int(most_in_pile_at(s.states, 0, viewer, face)))])


def chosen_by(s: Any, viewer: int) -> str | None:
    if viewer < 0 or s.chosen[viewer] == NO_CARD:
        return None
    return CODES[s.chosen[viewer]]


def result_of(s: Any) -> Result:
    """The caller's two sets and what they scored, or nothing for a void hand."""
    if s.caller == NOBODY:
        return Result(caller=None, points=0, doubled=False, sets=())
    caller, record = s.caller, s.record
    cards, pairing = s.hand[caller], int(best_pairing(record, caller, HAND))
    number, dots = 2 + (pairing & 1), 4 + (pairing >> 1)
    places = ((0, number, dots), (1, 5 - number, 9 - dots))
    sets = [set_of(record, [cards[k] for k in three]) for three in places]
    return Result(
        caller=caller,
        points=s.points,
        doubled=bool(doubles(record, caller, HAND)),
        sets=tuple(sorted(sets, key=lambda three: -three.points)),
    )


def set_of(s: Any, faces: list[int]) -> SetOfThree:
    return SetOfThree(codes(faces), int(set_points(s, *faces)))


def is_open(action: int) -> bool:
    """Which card a seat passes stays between it and its neighbour (B10)."""
    return not PASS <= action < PASS + FACES
