"""Heuristics for the hand in DOTS (72 cards), by card names such as "red Swatch" or "DOTS card, 8 red, 2 blue"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations

NOTES = re.compile(", (?:known to all|does not fit|complete set|nearly complete set)")
"""Start of what the name of a card in hand says beside the card itself."""
COMPLETE_SET_VALUE = 5
"""Value of a complete set. Higher than that of two incomplete ones (at most 2 each)."""


def card_name(label: str) -> str:
    """Return the name of a card without notes on its state."""
    return NOTES.split(label)[0]


def kind_of(card: str) -> str:
    return next((kind for kind in ("Swatch", "DOTS") if kind in card), "Number")


def can_share_set(one: str, other: str) -> bool:
    """Return whether two cards can belong to one set: different kinds and a matching colour or number."""
    cards = {kind_of(one): one, kind_of(other): other}
    if len(cards) == 1 or "Wild" in one + other:
        return len(cards) == 2
    if "DOTS" not in cards:
        return one.split()[0] == other.split()[0]
    dots = cards.pop("DOTS").split(", ")
    colour, number = next(iter(cards.values())).split()
    return any(f"{n} {colour}" in dots for n in ("2468" if number == "Swatch" else number))


def matching_pairs(cards: Sequence[str]) -> int:
    return sum(can_share_set(*two) for two in combinations(cards, 2))


def set_value(three: Sequence[str]) -> int:
    pairs = matching_pairs(three)
    return COMPLETE_SET_VALUE if pairs == 3 else pairs


def best_split_value(hand: Sequence[str]) -> int:
    """Return the highest value of a split of six cards into two sets."""
    first, *rest = range(len(hand))
    halves = [{first, *two} for two in combinations(rest, 2)]
    return max(
        set_value([hand[n] for n in half]) + set_value([hand[n] for n in rest if n not in half]) for half in halves
    )


def is_complete_hand(hand: Sequence[str]) -> bool:
    """Return whether six cards look like two sets."""
    return len(hand) == 6 and best_split_value(hand) == 2 * COMPLETE_SET_VALUE


def without_card(hand: Sequence[str], n: int) -> list[str]:
    return [*hand[:n], *hand[n + 1 :]]


def least_fitting_index(hand: Sequence[str]) -> int:
    """Return the index of the card whose loss costs least."""
    rests = [without_card(hand, n) for n in range(len(hand))]
    return max(range(len(hand)), key=lambda n: (best_split_value(rests[n]), matching_pairs(rests[n])))


def would_fit(hand: Sequence[str], card: str) -> bool:
    """Return whether a seventh card improves six cards after the best discard."""
    seven = [*hand, card]
    return best_split_value(without_card(seven, least_fitting_index(seven))) > best_split_value(hand)
