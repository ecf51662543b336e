"""The view of DOTS (72 cards): what one seat may know, built field by field."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct, structs

from dottable.core.primitives.seats import SPECTATOR, seats_of_mask
from dottable.core.views.last_result_cache import keeps_last_result
from dottable.core.views.state_record_reader import reads_record
from dottable.games.dots_72.deck_colours import decode_colours
from dottable.games.dots_72.pieces import CARD_CODES, FACE_COUNT, NO_CARD
from dottable.games.dots_72.rules.calls import WINNING_SCORE, highest_scoring_pairing, is_doubled, set_points
from dottable.games.dots_72.state import (
    HAND_CAPACITY,
    HAND_OVER,
    HAND_SIZE,
    NOBODY,
    OVER,
    PASS,
    SEATS,
    Options,
)
from dottable.games.dots_72.view.own_sets import (
    FailedCall,
    OwnSet,
    OwnSets,
    RightCall,
    WinningCards,
    failed_call,
    own_sets,
)
from dottable.games.dots_72.view.view_fact_kernels import ALL_PLACES_MASK, most_in_pile_at, write_view_facts

OPTIONS_BY_RESHUFFLE_AND_MEMORY = tuple(
    (Options(reshuffle=reshuffle, memory="off"), Options(reshuffle=reshuffle, memory="on"))
    for reshuffle in (False, True)
)
NO_SETS = OwnSets((), (), ())
PHASE_WORDS = ("start", "discard", "pass", "hand over", "over")


class DeckColour(Struct, frozen=True, gc=False):
    """A colour of the deck (B3): its letter, its name and its paint."""

    letter: str
    """Letter of the colour in the codes of cards."""
    name: str
    paint: str
    """Colour for pictures, as `#rrggbb`."""


class HandCard(Struct, frozen=True, gc=False):
    """A card in a hand."""

    code: str
    shown: bool
    """Whether all players know that the card is in this hand: shown with a call (B9), taken or drawn openly."""


HAND_CARDS_BY_FACE = tuple((HandCard(code, shown=False), HandCard(code, shown=True)) for code in CARD_CODES)


class KnownHand(Struct, frozen=True, gc=False):
    """A seat's hand as far as the viewer knows it."""

    count: int
    """Number of all cards in the hand, known or not."""
    cards: tuple[HandCard, ...]
    """The cards that the viewer knows."""


class ScoredSet(Struct, frozen=True):
    """One of the two sets of a call, with its points before doubling."""

    cards: tuple[str, ...]
    points: int


class HandResult(Struct, frozen=True):
    """The result of the last hand: caller, points and sets (B11, B14)."""

    caller: int | None
    """Seat that called; None if the hand was void."""
    points: int
    doubled: bool
    sets: tuple[ScoredSet, ...]


class View(Struct, frozen=True, gc=False):
    """The table as one seat or a spectator sees it. Cards are codes: `r8` is a red 8, `d7` is DOTS card number 7."""

    seat: int
    seats: int
    phase: str
    hand_number: int
    turn: int | None
    """Seat to move; None between hands and when the match is over."""
    dealer: int
    waiting: tuple[int, ...]
    """Seats that may act."""
    scores: tuple[int, ...]
    winning_score: int
    """Score in points that wins the match (B13)."""
    hands: tuple[KnownHand, ...]
    discards: tuple[str, ...]
    """Discards from the first to the top card; only the top card if the option `memory` is off (B16)."""
    discards_left: int
    """Number of cards in the discard pile."""
    may_take: bool
    """Whether the top discard may be taken (B6, B15)."""
    pile_left: int
    pile_cards: tuple[str, ...]
    """Known cards of the draw pile, once it was turned over (B10). Empty before, and if the option `memory` is off.

    Listed from the top if the order is known. If the pile was shuffled: the cards that it can still hold, in order of
    face.
    """
    pile_order_known: bool
    called_wrongly: bool
    """Whether the player to move has made a wrong call in this turn (B9)."""
    failed_call: FailedCall | None
    """Why the last move, a call, was wrong; None after any other move."""
    own_sets: tuple[OwnSet, ...]
    """Sets in the viewer's own hand, complete or nearly so, at most two; empty for spectators."""
    winning_cards: tuple[WinningCards, ...]
    """Cards with which the viewer would hold two sets; empty if there are none, and with two sets."""
    right_calls: tuple[RightCall, ...]
    """Calls of the viewer that would be right in the own turn, the highest points first."""
    chosen: str | None
    """The viewer's own card that was chosen to be passed (B10)."""
    turn_overs: int
    void_hands: int
    result: HandResult | None
    """Result of the last hand; None during a hand."""
    winners: tuple[int, ...]
    """Winning seats; empty until the match is over."""
    dots_cards: tuple[tuple[int, ...], ...]
    """Numbers of dots on the DOTS cards, for each of `colours`."""
    colours: tuple[DeckColour, ...]
    """The colours of the deck."""
    options: Options


class SharedParts(NamedTuple):
    """The parts of a view that are equal for all viewers, and the values from which the other parts are built."""

    view: View
    """The view without what viewers know differently: hands, cards of the draw pile, own sets and chosen card."""
    known_places: list[list[int]]
    """`known_places` of every hand, in a row for each viewer, SPECTATOR first."""
    pile_has_known_faces: bool


@reads_record
def build_view(s: Any, seat: int) -> View:
    """Return the view of a seat or of SPECTATOR."""
    shared: SharedParts = s.once_for_all_viewers(shared_parts)
    sets = NO_SETS if seat < 0 else own_sets(s, seat)
    return structs.replace(
        shared.view,
        seat=seat,
        hands=known_hands(s, shared, seat),
        pile_cards=pile_cards(s, seat) if shared.pile_has_known_faces else (),
        own_sets=sets.sets,
        winning_cards=sets.winning_cards,
        right_calls=sets.right_calls if s.phase < HAND_OVER else (),
        chosen=chosen_pass_card(s, seat),
    )


def shared_parts(s: Any) -> SharedParts:
    """Return what the views of all viewers share."""
    out = np.zeros((2 + SEATS, SEATS), np.int64)
    write_view_facts(s.states, 0, out)
    facts: list[list[int]] = out.tolist()
    to_act, may_take, has_known_faces = facts[0][:3]
    return SharedParts(
        view=public_view(s, seats_of_mask(to_act), may_take=bool(may_take)),
        known_places=facts[1:],
        pile_has_known_faces=bool(s.memory and (has_known_faces or s.pile_is_known)),
    )


def public_view(s: Any, waiting: tuple[int, ...], *, may_take: bool) -> View:
    """Return the view without what viewers know differently."""
    seats, phase = s.seats, s.phase
    dots_cards, colours = deck_parts(s.dots, s.paints, s.colour_names)
    return View(
        seat=SPECTATOR,
        seats=seats,
        phase=PHASE_WORDS[phase],
        hand_number=s.hand_number,
        turn=None if phase >= HAND_OVER else s.turn,
        dealer=s.dealer,
        waiting=waiting,
        scores=s.scores[:seats],
        winning_score=WINNING_SCORE,
        hands=(),
        discards=card_codes(s.discards[0 if s.memory else max(0, s.discards_left - 1) : s.discards_left]),
        discards_left=s.discards_left,
        may_take=may_take,
        pile_left=s.pile_left,
        pile_cards=(),
        pile_order_known=bool(s.memory and s.pile_is_known),
        called_wrongly=bool(s.called),
        failed_call=None if s.open_hand < 0 else failed_call(s),
        own_sets=(),
        winning_cards=(),
        right_calls=(),
        chosen=None,
        turn_overs=s.turn_overs,
        void_hands=s.void_hands,
        result=hand_result(s) if phase >= HAND_OVER else None,
        winners=winning_seats(s) if phase == OVER else (),
        dots_cards=dots_cards,
        colours=colours,
        options=OPTIONS_BY_RESHUFFLE_AND_MEMORY[s.reshuffle][s.memory],
    )


@keeps_last_result
@lru_cache(64)
def deck_parts(
    dots: tuple[tuple[int, ...], ...], paints: tuple[int, ...], names: tuple[tuple[int, ...], ...]
) -> tuple[tuple[tuple[int, ...], ...], tuple[DeckColour, ...]]:
    """Return the number of dots on each DOTS card by colour, and the colours of the deck, from the record's fields."""
    colours = decode_colours(paints, names)
    places = [colour.place for colour in colours]
    dots_cards = tuple([tuple([card[place] for place in places]) for card in dots])
    return dots_cards, tuple([DeckColour(colour.letter, colour.name, colour.paint) for colour in colours])


def winning_seats(s: Any) -> tuple[int, ...]:
    """Return the seats with the most points; they win if the match is over."""
    scores = s.scores[: s.seats]
    return tuple(seat for seat, points in enumerate(scores) if points == max(scores))


def card_codes(faces: Iterable[int]) -> tuple[str, ...]:
    return tuple([CARD_CODES[face] for face in faces])


def known_hands(s: Any, shared: SharedParts, viewer: int) -> tuple[KnownHand, ...]:
    """Return all hands as the viewer knows them."""
    seats = s.seats
    places = shared.known_places[viewer - SPECTATOR] if s.memory else [open_places(s, viewer, k) for k in range(seats)]
    return tuple(map(cached_known_hand, s.held[:seats], s.hand, places))


def open_places(s: Any, viewer: int, seat: int) -> int:
    """Return the places of a hand that the viewer can see at present, in the form of `known_places`.

    These are the viewer's own cards, and cards that lie open after a call (B9). Used for the view without memory (B16).
    """
    held = (1 << s.held[seat]) - 1
    if seat == (s.caller if s.phase >= HAND_OVER else s.open_hand):
        return held << HAND_CAPACITY | held
    return held if seat == viewer else 0


@lru_cache(4096)
def cached_known_hand(count: int, faces: tuple[int, ...], places: int) -> KnownHand:
    """Return a hand of `count` cards, with `places` as in `known_places`.

    Cached, because a move changes at most one hand.
    """
    shown, seen = places >> HAND_CAPACITY, seats_of_mask(places & ALL_PLACES_MASK)
    return KnownHand(count, tuple([HAND_CARDS_BY_FACE[faces[k]][shown >> k & 1] for k in seen]))


def pile_cards(s: Any, viewer: int) -> tuple[str, ...]:
    """Return the cards of the draw pile from its top if its order is known, else those that it can still hold."""
    if s.pile_is_known:
        return card_codes(s.pile[: s.pile_left][::-1])
    return card_codes(
        [face for face in range(FACE_COUNT) for _ in range(int(most_in_pile_at(s.states, 0, viewer, face)))]
    )


def chosen_pass_card(s: Any, viewer: int) -> str | None:
    if viewer < 0 or s.chosen[viewer] == NO_CARD:
        return None
    return CARD_CODES[s.chosen[viewer]]


def hand_result(s: Any) -> HandResult:
    """Return the result of the last hand: the caller's two sets and their points; for a void hand, no sets."""
    if s.caller == NOBODY:
        return HandResult(caller=None, points=0, doubled=False, sets=())
    caller, record = s.caller, s.record
    cards, pairing = s.hand[caller], int(highest_scoring_pairing(record, caller, HAND_SIZE))
    number, dots = 2 + (pairing & 1), 4 + (pairing >> 1)
    places = ((0, number, dots), (1, 5 - number, 9 - dots))
    sets = [scored_set(record, [cards[k] for k in three]) for three in places]
    return HandResult(
        caller=caller,
        points=s.points,
        doubled=bool(is_doubled(record, caller, HAND_SIZE)),
        sets=tuple(sorted(sets, key=lambda three: -three.points)),
    )


def scored_set(s: Any, faces: list[int]) -> ScoredSet:
    return ScoredSet(card_codes(faces), int(set_points(s, *faces)))


def is_public(action: int) -> bool:
    """Return whether all players may learn the action. Only the card that a seat passes is secret (B10)."""
    return not PASS <= action < PASS + FACE_COUNT
