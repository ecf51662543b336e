"""Sets in a hand for views: complete and nearly complete ones, and what is wrong with a failed call."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct

from dottable.core.primitives.seats import seats_of_mask
from dottable.core.views.last_result_cache import keeps_last_result
from dottable.games.dots_72.pieces import (
    CARD_CODES,
    COLOUR_COUNT,
    COLOUR_LETTERS,
    FACE_OF_CODE,
    KIND_NAMES,
    NO_CARD,
    NUMBER_COUNT,
    NUMBERS,
    is_wild,
    kind_of,
)
from dottable.games.dots_72.view.view_fact_kernels import (
    ALL_PLACES_MASK,
    ALL_WILD_POINTS,
    CALLS_OFFSET,
    DOUBLED_OFFSET,
    PAIRS_MASK,
    PLACES_BITS,
    SET_FACTS_SIZE,
    WINNING_OFFSET,
    points_for_pairs,
    write_own_sets,
)

MAX_KEPT_HANDS = 1024
"""Number of hands per deck whose sets are kept."""


class NeededPair(Struct, frozen=True, gc=False):
    """A colour and a number that the missing card of a set may match."""

    colour: str
    """Letter of the colour."""
    number: int


class OwnSet(Struct, frozen=True, gc=False):
    """A set of the viewer's cards, complete or with one card missing."""

    cards: tuple[str, ...]
    points: int
    """Points of a complete set before doubling; 0 if a card is missing."""
    missing: str | None
    """Kind of the missing card: "swatch", "number" or "dots"."""
    needs: tuple[NeededPair, ...]
    """Pairs of which the missing card must match one."""


class WinningCards(Struct, frozen=True, gc=False):
    """Natural cards of a kind, any of which would complete the second set beside a complete one (B8)."""

    kind: str
    """Kind of the cards: "swatch", "number" or "dots"."""
    needs: tuple[NeededPair, ...]
    """Pairs of which the card must match one."""
    doubled: tuple[NeededPair, ...]
    """Pairs in `needs` with which the points of the hand would double (B11)."""


class RightCall(Struct, frozen=True, gc=False):
    """A call that would be right."""

    discard: str | None
    """Card to discard with the call; None with six cards."""
    points: int


class OwnSets(NamedTuple):
    """What a view says about the sets of a hand."""

    sets: tuple[OwnSet, ...]
    winning_cards: tuple[WinningCards, ...]
    right_calls: tuple[RightCall, ...]


class FailedCall(Struct, frozen=True, gc=False):
    """Reason why the last call was wrong; present until the next move (B9)."""

    caller: int
    kinds: tuple[int, ...]
    """Number of swatches, numbers and DOTS cards, Wilds included."""
    wrong_cards: tuple[str, ...]
    """Three cards that are no set; empty if the hand does not have two cards of each kind."""


def own_sets(s: Any, seat: int) -> OwnSets:
    """Return at most two disjoint sets of a hand, first complete ones, then nearly complete ones; and what they allow.

    Cached, because a move changes at most one hand.
    """
    kept, hand = sets_by_hand(s.pairs), (s.held[seat], s.hand[seat])
    found: OwnSets | None = kept.get(hand)
    if found is None:
        if len(kept) >= MAX_KEPT_HANDS:
            kept.clear()
        found = kept[hand] = find_own_sets(s, seat)
    return found


@keeps_last_result
@lru_cache(16)
def sets_by_hand(pairs: tuple[int, ...]) -> dict[tuple[int, tuple[int, ...]], OwnSets]:
    """Return the dict in which `own_sets` keeps its results for a deck, given by the pairs that each face matches."""
    return {}


def find_own_sets(s: Any, seat: int) -> OwnSets:
    """Return the result of `own_sets`, computed by the rules."""
    out = np.zeros(SET_FACTS_SIZE, np.int64)
    write_own_sets(s.states, 0, seat, out)
    hand, facts = s.hand[seat], out.tolist()
    sets = [
        own_set(cards_at(hand, each & ALL_PLACES_MASK), each >> PLACES_BITS & PAIRS_MASK) for each in facts[:2] if each
    ]
    calls = right_calls(hand, tuple(facts[CALLS_OFFSET:]))
    return OwnSets(tuple(sets), () if calls else winning_cards(tuple(facts[WINNING_OFFSET:CALLS_OFFSET])), calls)


@lru_cache(4096)
def winning_cards(facts: tuple[int, ...]) -> tuple[WinningCards, ...]:
    """Return the winning cards of every kind, from the facts that `write_winning_cards` writes."""
    doubled = facts[DOUBLED_OFFSET - WINNING_OFFSET :]
    return tuple(
        [
            WinningCards(kind, needed_pairs(facts[k]), needed_pairs(doubled[k]))
            for k, kind in enumerate(KIND_NAMES)
            if facts[k]
        ]
    )


def right_calls(hand: tuple[int, ...], points: tuple[int, ...]) -> tuple[RightCall, ...]:
    """Return the right calls of a hand, the highest points first, from the points without the card at each place."""
    calls = {CARD_CODES[face] if face != NO_CARD else None: won for face, won in zip(hand, points, strict=False) if won}
    return tuple([RightCall(code, won) for code, won in sorted(calls.items(), key=lambda call: -call[1])])


def cards_at(hand: tuple[int, ...], places: int) -> tuple[int, ...]:
    """Return the faces at some places of a hand, which are given as bits."""
    return tuple([hand[place] for place in seats_of_mask(places)])


@lru_cache(4096)
def own_set(faces: tuple[int, ...], pairs: int) -> OwnSet:
    """Return a set for a view: three cards with its points, or two cards with what the missing third must match.

    `pairs` are the pairs of colour and number that all of the cards match, as bits.
    """
    is_complete = len(faces) == len(KIND_NAMES)
    points = ALL_WILD_POINTS if is_complete and all(map(is_wild, faces)) else points_for_pairs(pairs)
    return OwnSet(
        cards=tuple([CARD_CODES[face] for face in faces]),
        points=points if is_complete else 0,
        missing=None if is_complete else missing_kind(faces),
        needs=() if is_complete else needed_pairs(pairs),
    )


def missing_kind(faces: tuple[int, ...]) -> str:
    """Return the kind that two cards of different kinds lack."""
    present = [kind_of(face) for face in faces]
    return next(kind for kind in KIND_NAMES if kind not in present)


def needed_pairs(pairs: int) -> tuple[NeededPair, ...]:
    """Return the pairs of colour and number in a bit mask (see `rules/calls.py`)."""
    bits = [bit for bit in range(COLOUR_COUNT * NUMBER_COUNT) if pairs >> bit & 1]
    return tuple(NeededPair(COLOUR_LETTERS[bit % COLOUR_COUNT], NUMBERS[bit // COLOUR_COUNT]) for bit in bits)


def failed_call(s: Any) -> FailedCall | None:
    """Return why the call of the seat whose cards lie open was wrong; None without such a call."""
    seat = s.open_hand
    if seat < 0:
        return None
    faces = s.hand[seat][: s.held[seat]]
    kinds = count_kinds(faces)
    return FailedCall(seat, kinds, wrong_cards(faces, own_sets(s, seat).sets) if kinds == (2, 2, 2) else ())


@lru_cache(4096)
def count_kinds(faces: tuple[int, ...]) -> tuple[int, ...]:
    """Return the number of swatches, numbers and DOTS cards, Wilds included."""
    kinds = [kind_of(face) for face in faces]
    return tuple([kinds.count(kind) for kind in KIND_NAMES])


def wrong_cards(faces: tuple[int, ...], sets: tuple[OwnSet, ...]) -> tuple[str, ...]:
    """Return three cards of a hand, one of each kind, that are not a set.

    `sets` are the sets of the hand. The cards of a complete first set are left out.
    """
    left = list(faces)
    for code in sets[0].cards if sets and sets[0].missing is None else ():
        left.remove(FACE_OF_CODE[code])
    return tuple([CARD_CODES[next(face for face in left if kind_of(face) == kind)] for kind in KIND_NAMES])
