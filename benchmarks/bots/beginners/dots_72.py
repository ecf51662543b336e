"""A person's first match of DOTS (72 cards), who completes a set when possible and keeps what fits.

dottable tournament dots_72 --bots benchmarks/bots/beginners/dots_72.py:Beginner,newcomer --matches 300
"""

from __future__ import annotations

from itertools import combinations
from random import Random

from dottable.bots.bot import Budget
from dottable.bots.seat_access import SeatAccess
from dottable.games.dots_72.view.notation import read_action, write_action
from dottable.games.dots_72.view.seat_view import View

NUMBERS = ("2", "4", "6", "8")
Cards = tuple[str, ...]


class Beginner:
    """Calls with two sets, takes a discard that completes a set, and discards the card with the fewest partners."""

    def choose(self, access: SeatAccess, budget: Budget, seed: bytes) -> int:  # noqa: ARG002
        """Return an action; the order of equal cards is random."""
        view = access.view()
        assert isinstance(view, View)
        legal = {write_action(action) for action in access.legal()}
        hand = [card.code for card in view.hands[view.seat].cards]
        Random(seed).shuffle(hand)
        return read_action(move(view, hand, legal))


def move(view: View, hand: list[str], legal: set[str]) -> str:
    """Return a move as text."""
    if "deal" in legal:
        return "deal"
    if "draw" in legal:
        if "call" in legal and count_sets(view, hand) == 2:
            return "call"
        helps = "take" in legal and count_sets(view, [*hand, view.discards[-1]]) > count_sets(view, hand)
        return "take" if helps else "draw"
    for card in hand:
        if f"call:{card}" in legal and count_sets(view, without(hand, card)) == 2:
            return f"call:{card}"
    worst = min(hand, key=lambda card: (count_sets(view, without(hand, card)) * -1, count_partners(view, hand, card)))
    return f"pass:{worst}" if f"pass:{worst}" in legal else f"discard:{worst}"


def without(hand: list[str], card: str) -> list[str]:
    """Return the hand without one card."""
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]


def count_sets(view: View, hand: list[str]) -> int:
    """Return how many sets lie in the hand: 0, 1 or 2."""
    sets = [set(places) for places in combinations(range(len(hand)), 3) if fit(view, *(hand[k] for k in places))]
    if any(not one & two for one, two in combinations(sets, 2)):
        return 2
    return min(1, len(sets))


def count_partners(view: View, hand: list[str], card: str) -> int:
    """Return the number of other cards in the hand that could be in a set with this one."""
    return sum(fit(view, card, other) for other in without(hand, card))


def fit(view: View, *cards: str) -> bool:
    """Return whether the cards are of different kinds and one colour and number suits all of them."""
    kinds = [readings(view, card) for card in cards]
    return len({kind for kind, _ in kinds}) == len(cards) and bool(set.intersection(*(pairs for _, pairs in kinds)))


def readings(view: View, card: str) -> tuple[str, set[Cards]]:
    """Return the kind of a card, and the colours with numbers that suit it."""
    every = {(colour.letter, number) for colour in view.colours for number in NUMBERS}
    if card[0] == "w":
        return card[1], every
    if card[0] == "d":
        counts = zip(view.colours, view.dots_cards[int(card[1:]) - 1], strict=True)
        return "d", {(colour.letter, str(count)) for colour, count in counts} & every
    return "n" if card[1:] else "s", {pair for pair in every if pair[0] == card[0] and card[1:] in ("", pair[1])}
