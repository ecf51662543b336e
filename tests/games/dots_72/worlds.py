"""All hands of the other two players that seat 0 of three can consider possible, if the draw pile is known.

Plain Python without imports from dottable: every way to split the hidden cards is kept until an observation contradicts
it. Seat 0 passes to seat 1, seat 1 to seat 2, seat 2 to seat 0.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

Cards = tuple[str, ...]
World = tuple[Cards, Cards]
"""The hands of seats 1 and 2."""


def splits(hidden: list[str]) -> set[World]:
    """Return every way to deal twelve hidden cards to two hands."""
    found = set()
    for places in combinations(range(12), 6):
        first = tuple(sorted(hidden[k] for k in places))
        second = tuple(sorted(hidden[k] for k in range(12) if k not in places))
        found.add((first, second))
    return found


def without(cards: Cards, card: str) -> Cards:
    rest = list(cards)
    rest.remove(card)
    return tuple(rest)


def gains(worlds: set[World], seat: int, card: str) -> set[World]:
    """Return the worlds after a seat was seen to take a card."""
    return {changed(world, seat, tuple(sorted((*world[seat - 1], card)))) for world in worlds}


def loses(worlds: set[World], seat: int, card: str) -> set[World]:
    """Return the worlds after a seat was seen to discard a card."""
    able = (world for world in worlds if card in world[seat - 1])
    return {changed(world, seat, without(world[seat - 1], card)) for world in able}


def shows(worlds: set[World], seat: int, hand: Cards) -> set[World]:
    """Return the worlds after a seat showed its hand."""
    return {world for world in worlds if world[seat - 1] == hand}


def changed(world: World, seat: int, hand: Cards) -> World:
    return (hand, world[1]) if seat == 1 else (world[0], hand)


def passes(worlds: set[World], given: str, received: str) -> set[World]:
    """Return the worlds after all seats passed a card. Seat 0 knows only the card it gave and the card it received."""
    found = set()
    for first, second in worlds:
        if received in second:
            for unseen in set(first):
                new_first = tuple(sorted((*without(first, unseen), given)))
                new_second = tuple(sorted((*without(second, received), unseen)))
                found.add((new_first, new_second))
    return found


def certain(worlds: set[World], seat: int) -> Counter[str]:
    """Return the cards that a hand contains in every world."""
    hands = [Counter(world[seat - 1]) for world in worlds]
    least = hands[0]
    for hand in hands[1:]:
        least = least & hand
    return least
