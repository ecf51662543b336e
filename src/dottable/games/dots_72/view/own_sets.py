"""Sets in a hand for views: complete and nearly complete ones, and what is wrong with a failed call."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, product
from typing import Any, NamedTuple

from msgspec import Struct

from dottable.games.dots_72.pieces import (
    CARD_CODES,
    COLOUR_COUNT,
    COLOUR_LETTERS,
    NUMBER_COUNT,
    NUMBERS,
    WILD_DOTS,
    WILD_NUMBER,
    WILD_SWATCH,
    is_wild,
    kind_of,
)
from dottable.games.dots_72.rules.calls import PAIRS_WITH_2, PAIRS_WITH_4_OR_6

WILD_OF_KIND = {"swatch": WILD_SWATCH, "number": WILD_NUMBER, "dots": WILD_DOTS}
COMPLETE_VALUE = 10_000
"""Value of a complete set in the choice of two sets; more than any two nearly complete ones."""
NEARLY_VALUE = 1_000
WILD_COST = 150
"""Value that a Wild takes from a nearly complete set, so that natural cards are marked first."""
ALL_WILD_POINTS = 250


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


class FailedCall(Struct, frozen=True, gc=False):
    """Why a call was wrong; present until the next move (B9)."""

    caller: int
    kinds: tuple[int, ...]
    """Number of swatches, numbers and DOTS cards, Wilds included."""
    wrong_cards: tuple[str, ...]
    """Three cards that are no set; empty if the hand does not have two cards of each kind."""


class PossibleSet(NamedTuple):
    """Cards of a hand that are a set or nearly one."""

    value: int
    places: tuple[int, ...]
    pairs: int
    """Pairs that all of the cards match, as bits."""


@lru_cache(4096)
def own_sets(faces: tuple[int, ...], pairs: tuple[int, ...]) -> tuple[OwnSet, ...]:
    """Return at most two disjoint sets of a hand: first complete ones, then nearly complete ones.

    `pairs` holds the pairs that each face matches.
    """
    candidates = sorted(complete_sets(faces, pairs) + nearly_complete_sets(faces, pairs), key=lambda each: -each.value)
    best_value = 0
    best: tuple[PossibleSet, ...] = ()
    for n, first in enumerate(candidates):
        if first.value > best_value:
            best_value, best = first.value, (first,)
        for second in candidates[n + 1 :]:
            if first.value + second.value <= best_value:
                break
            if not set(first.places) & set(second.places):
                best_value, best = first.value + second.value, (first, second)
                break
    return tuple(own_set(faces, each) for each in best)


def complete_sets(faces: tuple[int, ...], pairs: tuple[int, ...]) -> list[PossibleSet]:
    """Return all threes of cards that are a set."""
    found = []
    for places in product(*(places_of_kind(faces, kind) for kind in WILD_OF_KIND)):
        three = [faces[k] for k in places]
        common = pairs[three[0]] & pairs[three[1]] & pairs[three[2]]
        if common:
            value = COMPLETE_VALUE + points_of(three, common) - sum(map(is_wild, three))
            found.append(PossibleSet(value, places, common))
    return found


def nearly_complete_sets(faces: tuple[int, ...], pairs: tuple[int, ...]) -> list[PossibleSet]:
    """Return all twos of cards that some card of the deck would make a set."""
    found = []
    for places in combinations(range(len(faces)), 2):
        two = [faces[k] for k in places]
        missing = missing_kind(two)
        common = pairs[two[0]] & pairs[two[1]] & pairs[WILD_OF_KIND[missing]] if missing else 0
        if common:
            value = NEARLY_VALUE + points_of(two, common) - WILD_COST * sum(map(is_wild, two))
            found.append(PossibleSet(value, places, common))
    return found


def places_of_kind(faces: tuple[int, ...], kind: str) -> list[int]:
    return [k for k, face in enumerate(faces) if kind_of(face) == kind]


def missing_kind(faces: list[int]) -> str | None:
    """Return the kind that two cards of different kinds lack, or None."""
    missing = set(WILD_OF_KIND) - {kind_of(face) for face in faces}
    return missing.pop() if len(missing) == 1 else None


def points_of(faces: list[int], pairs: int) -> int:
    """Return the points of a set by the pairs that it matches (B11)."""
    if len(faces) == len(WILD_OF_KIND) and all(map(is_wild, faces)):
        return ALL_WILD_POINTS
    return 100 if pairs & PAIRS_WITH_2 else 50 if pairs & PAIRS_WITH_4_OR_6 else 25


def own_set(faces: tuple[int, ...], found: PossibleSet) -> OwnSet:
    """Return a candidate as part of a view."""
    chosen = [faces[k] for k in found.places]
    missing = missing_kind(chosen)
    return OwnSet(
        cards=tuple(CARD_CODES[face] for face in chosen),
        points=0 if missing else points_of(chosen, found.pairs),
        missing=missing,
        needs=needed_pairs(found.pairs) if missing else (),
    )


def needed_pairs(pairs: int) -> tuple[NeededPair, ...]:
    """Return the pairs of a bit mask (see `rules/calls.py`)."""
    bits = [bit for bit in range(COLOUR_COUNT * NUMBER_COUNT) if pairs >> bit & 1]
    return tuple(NeededPair(COLOUR_LETTERS[bit % COLOUR_COUNT], NUMBERS[bit // COLOUR_COUNT]) for bit in bits)


def failed_call(s: Any) -> FailedCall | None:
    """Return why the call of the seat whose cards lie open was wrong; None without such a call."""
    if s.open_hand < 0:
        return None
    return FailedCall(s.open_hand, *problem_of_hand(s.hand[s.open_hand][: s.held[s.open_hand]], s.pairs))


def problem_of_hand(faces: tuple[int, ...], pairs: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Return how many cards of each kind a wrong hand has, and three cards of it that are no set.

    The three are what the best set of the hand leaves over.
    """
    kinds = tuple(len(places_of_kind(faces, kind)) for kind in WILD_OF_KIND)
    if kinds != (2, 2, 2):
        return kinds, ()
    best = own_sets(faces, pairs)[:1]
    left = list(faces)
    for code in best[0].cards if best and best[0].missing is None else ():
        left.remove(CARD_CODES.index(code))
    return kinds, tuple(CARD_CODES[next(face for face in left if kind_of(face) == kind)] for kind in WILD_OF_KIND)
