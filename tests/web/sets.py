"""What to keep in DOTS, by what the page calls cards: "red Swatch", "red 8", "DOTS card, 8 red, 2 blue"."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

KNOWN = ", known to all"
"""What a card is called besides, once it was shown."""
COMPLETE = 5
"""Three cards that go together in pairs; they are kept rather than two such pairs."""


def kind_of(card: str) -> str:
    return next((kind for kind in ("Swatch", "DOTS") if kind in card), "Number")


def go_together(one: str, other: str) -> bool:
    """Two kinds, and a colour (or a number of a colour) that both have; a Wild goes with all."""
    cards = {kind_of(one): one, kind_of(other): other}
    if len(cards) == 1 or "Wild" in one + other:
        return len(cards) == 2
    if "DOTS" not in cards:
        return one.split()[0] == other.split()[0]
    dots = cards.pop("DOTS").split(", ")
    colour, number = next(iter(cards.values())).removesuffix(KNOWN).split()
    return any(f"{n} {colour}" in dots for n in ("2468" if number == "Swatch" else number))


def pairs_in(cards: Sequence[str]) -> int:
    return sum(go_together(*two) for two in combinations(cards, 2))


def worth(three: Sequence[str]) -> int:
    pairs = pairs_in(three)
    return COMPLETE if pairs == 3 else pairs


def best_worth(hand: Sequence[str]) -> int:
    """Of the two halves of six cards, if they are arranged well."""
    first, *rest = range(len(hand))
    halves = [{first, *two} for two in combinations(rest, 2)]
    return max(worth([hand[n] for n in half]) + worth([hand[n] for n in rest if n not in half]) for half in halves)


def is_complete(hand: Sequence[str]) -> bool:
    """Whether it looks like two sets."""
    return len(hand) == 6 and best_worth(hand) == 2 * COMPLETE


def without(hand: Sequence[str], n: int) -> list[str]:
    return [*hand[:n], *hand[n + 1 :]]


def least_fitting(hand: Sequence[str]) -> int:
    """The card that is missed least."""
    rests = [without(hand, n) for n in range(len(hand))]
    return max(range(len(hand)), key=lambda n: (best_worth(rests[n]), pairs_in(rests[n])))


def would_fit(hand: Sequence[str], card: str) -> bool:
    """Whether six cards are better with this one in the place of another."""
    seven = [*hand, card]
    return best_worth(without(seven, least_fitting(seven))) > best_worth(hand)
