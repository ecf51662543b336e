"""Chooses the DOTS cards of the house deck by a seeded search and writes its file (B2-B4).

`python -m dottable.games.dots_72.make_deck` prints it.
"""

from __future__ import annotations

import sys
from random import Random

from dottable.games.dots_72.pieces import COLOUR_COUNT, COLOURS, DOTS_CARDS, NUMBERS

SEED = 72
MATCHING = {2: 1, 4: 2, 6: 3, 8: 4}
"""How many DOTS cards match a number in each colour: the fewer, the more it scores."""
MATCHLESS = 2
"""How many DOTS cards match nothing."""
FEWEST_WITH_TWO_MATCHES = 4
MOST_ON_A_CARD = 22
OTHER_COUNTS = (1, 3, 5, 7, 9, 10)
"""Dots that match no number."""

Card = tuple[int, ...]

HEAD = """\
# The house deck of DOTS with 72 cards. An own deck is a file like this one; it needs
# 12 Swatch cards, 36 Number cards, 20 DOTS cards and 4 Wild cards.
# The colours are red, blue, yellow and green; the numbers are 2, 4, 6 and 8.

# The DOTS cards, d1 to d20: how many dots of each colour, of two colours at least, no two cards the same.
# A card goes with a Number card if it has exactly so many dots of that colour; odd counts and
# counts over 8 go with nothing.
"""

REST = """
# How many Swatch cards of each colour.
[swatches]
red = 3
blue = 3
yellow = 3
green = 3

# How many Number cards of each colour and number.
[numbers]
red = { 2 = 1, 4 = 2, 6 = 2, 8 = 4 }
blue = { 2 = 1, 4 = 2, 6 = 2, 8 = 4 }
yellow = { 2 = 1, 4 = 2, 6 = 2, 8 = 4 }
green = { 2 = 1, 4 = 2, 6 = 2, 8 = 4 }

# How many Wild cards of each kind.
[wilds]
swatch = 1
number = 2
dots = 1
"""


def choose_dots(seed: int) -> list[Card]:
    """The first random choice of DOTS cards that is a good one."""
    luck = Random(seed)
    while True:
        cards = try_dots(luck)
        if cards and is_good(cards):
            return cards


def try_dots(luck: Random) -> list[Card] | None:
    """Spread the matches over all but a few cards, then add dots that match nothing; None if it goes wrong."""
    dots = [[0] * COLOUR_COUNT for _ in range(DOTS_CARDS)]
    matching = DOTS_CARDS - MATCHLESS
    for colour in range(COLOUR_COUNT):
        numbers = [number for number, cards in MATCHING.items() for _ in range(cards)]
        for k, number in zip(luck.sample(range(matching), len(numbers)), numbers, strict=True):
            dots[k][colour] = number
    if any(sum(card) == 0 for card in dots[:matching]):
        return None
    for card in dots:
        free = [colour for colour in range(COLOUR_COUNT) if card[colour] == 0]
        for colour in luck.sample(free, luck.randint(min(max(0, len(free) - 2), 2), min(len(free), 2))):
            card[colour] = luck.choice(OTHER_COUNTS)
    luck.shuffle(dots)
    return [tuple(card) for card in dots]


def matches(card: Card) -> int:
    """How many pairs of colour and number a card matches."""
    return sum(count in NUMBERS for count in card)


def is_good(cards: list[Card]) -> bool:
    """Whether the cards keep B4, and none is crowded."""
    return (
        len(set(cards)) == DOTS_CARDS
        and all(sum(count > 0 for count in card) >= 2 and sum(card) <= MOST_ON_A_CARD for card in cards)
        and sum(matches(card) >= 2 for card in cards) >= FEWEST_WITH_TWO_MATCHES
        and sum(matches(card) == 0 for card in cards) >= MATCHLESS
        and all(number_is_matched(cards, number) for number in NUMBERS)
    )


def number_is_matched(cards: list[Card], number: int) -> bool:
    """Whether as many cards as wanted match the number, in every colour."""
    return all(sum(card[colour] == number for card in cards) == MATCHING[number] for colour in range(COLOUR_COUNT))


def card_line(card: Card) -> str:
    dots = ", ".join(f"{name} = {count}" for name, count in zip(COLOURS, card, strict=True) if count)
    return f"  {{ {dots} }},"


def house_text() -> str:
    """The file of the house deck."""
    lines = [f"{card_line(card)} # d{n}" for n, card in enumerate(choose_dots(SEED), start=1)]
    return "\n".join([f"{HEAD}dots = [", *lines, "]", REST])


if __name__ == "__main__":
    sys.stdout.write(house_text())
