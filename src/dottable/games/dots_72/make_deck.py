"""Chooses DOTS cards by a seed so that they keep B4, and writes the file of a deck (B2-B4).

`python -m dottable.games.dots_72.make_deck` prints the house deck; `tuning.py` says what else can be wished for.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, fields
from itertools import pairwise
from random import Random

from dottable.core.decks import BadDeck
from dottable.games.dots_72.pieces import COLOUR_COUNT, COLOURS, DOTS_CARDS, NUMBERS

HOUSE_SEED = 72
FEWEST_MATCHLESS, FEWEST_RICH = 2, 4
"""B4: so many cards at least match nothing, and so many match two pairs of colour and number or more."""
OTHER_COUNTS = (1, 3, 5, 7, 9, 10)
"""Dots that match no number."""
TRIES, MENDINGS, SWAPS, FILLINGS = 1000, 10, 4000, 100
"""How often luck is tried: for all cards at once; then to mend cards, with so many swaps each time; and for the
dots of a card that match nothing."""
BOLD = 0.02
"""How often a swap is made that leads away from what is wished: else mending would get stuck."""

Card = tuple[int, ...]
Cards = list[list[int]]
"""Dots by card and colour, while they are chosen."""


@dataclass(frozen=True)
class Wish:
    """What the DOTS cards should be like. Unless told, they are like those of the house."""

    matchless: int = 2
    """Cards that match nothing."""
    rich: int = 13
    """Cards that match two pairs of colour and number or more, at least."""
    most_dots: int = 22
    """Dots on a card, at most."""
    matching: int = 1234
    """Cards that match a 2, a 4, a 6 and an 8 in each colour, a digit each: the fewer, the more it scores."""

    @property
    def cards_for(self) -> dict[int, int]:
        """How many cards match each number, in each colour."""
        return dict(zip(NUMBERS, map(int, str(self.matching)), strict=True))

    @property
    def matching_cards(self) -> int:
        return DOTS_CARDS - self.matchless


HOUSE_WISH = Wish()

HEAD = """\
# {title} An own deck is a file like this one; it needs
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


def make(seed: int, wish: Wish = HOUSE_WISH) -> str:
    """A deck as the text of a TOML file, always the same for the same seed and wish; BadDeck if none is found."""
    lines = [f"{card_line(card)} # d{n}" for n, card in enumerate(choose_dots(seed, wish), start=1)]
    return "\n".join([f"{HEAD.format(title=title_of(seed, wish))}dots = [", *lines, "]", REST])


def house_text() -> str:
    """The file of the house deck."""
    return make(HOUSE_SEED)


def title_of(seed: int, wish: Wish) -> str:
    if (seed, wish) == (HOUSE_SEED, HOUSE_WISH):
        return "The house deck of DOTS with 72 cards."
    own = [f"{part.name} {getattr(wish, part.name)}" for part in fields(wish)]
    return f"A deck of DOTS with 72 cards, made from seed {seed}\n# ({', '.join(own)}).\n#"


def card_line(card: Card) -> str:
    dots = ", ".join(f"{name} = {count}" for name, count in zip(COLOURS, card, strict=True) if count)
    return f"  {{ {dots} }},"


def choose_dots(seed: int, wish: Wish) -> list[Card]:
    """The first random choice of DOTS cards that is a good one; if luck does not help, one that was mended."""
    check_wish(wish)
    luck = Random(seed)
    for _ in range(TRIES):
        cards = try_dots(luck, wish)
        if cards and is_good(cards, wish):
            return cards
    for _ in range(MENDINGS):
        cards = mend_dots(luck, wish)
        if cards and is_good(cards, wish):
            return cards
    raise BadDeck(
        f"no {DOTS_CARDS} DOTS cards were found for seed {seed} that are as wished; "
        "more dots on a card, fewer matches or another seed may help."
    )


def check_wish(wish: Wish) -> None:
    """Refuse what no cards can keep: B4, or the plain numbers."""
    if wish.matchless < FEWEST_MATCHLESS:
        raise BadDeck(f"at least {FEWEST_MATCHLESS} DOTS cards match nothing (B4), not {wish.matchless}.")
    if wish.rich < FEWEST_RICH:
        raise BadDeck(f"at least {FEWEST_RICH} DOTS cards match two pairs or more (B4), not {wish.rich}.")
    if not 1000 <= wish.matching <= 9999:
        raise BadDeck(f"matching: write a digit for each of the numbers 2, 4, 6 and 8, like 1234, not {wish.matching}.")
    for smaller, larger in pairwise(NUMBERS):
        few, many = wish.cards_for[smaller], wish.cards_for[larger]
        if few >= many:
            raise BadDeck(f"fewer DOTS cards match a {smaller} than a {larger} (B4); here {few} and {many} do.")
    check_sums(wish)


def check_sums(wish: Wish) -> None:
    """Refuse more or fewer matches and dots than the cards can have."""
    cards, matches = wish.matching_cards, COLOUR_COUNT * sum(wish.cards_for.values())
    if matches > COLOUR_COUNT * cards:
        raise BadDeck(f"{cards} DOTS cards cannot have {matches} matches, but {COLOUR_COUNT} each at most.")
    rich, dots = min(cards, matches - cards), COLOUR_COUNT * sum(n * count for n, count in wish.cards_for.items())
    if wish.rich > rich:
        raise BadDeck(
            f"of {cards} DOTS cards with {matches} matches, at most {rich} have two or more, not {wish.rich}."
        )
    if dots > cards * wish.most_dots:
        raise BadDeck(f"{cards} DOTS cards with at most {wish.most_dots} dots cannot have the {dots} that match.")


def try_dots(luck: Random, wish: Wish) -> list[Card] | None:
    """Spread the matches over all but a few cards, then add dots that match nothing; None if it goes wrong."""
    dots = spread_matches(luck, wish)
    if any(sum(card) == 0 for card in dots[: wish.matching_cards]):
        return None
    for card in dots:
        fill(card, luck)
    luck.shuffle(dots)
    return [tuple(card) for card in dots]


def spread_matches(luck: Random, wish: Wish) -> Cards:
    """Cards with the dots that match; the last ones stay empty."""
    dots = [[0] * COLOUR_COUNT for _ in range(DOTS_CARDS)]
    for colour in range(COLOUR_COUNT):
        numbers = [number for number, cards in wish.cards_for.items() for _ in range(cards)]
        for k, number in zip(luck.sample(range(wish.matching_cards), len(numbers)), numbers, strict=True):
            dots[k][colour] = number
    return dots


def fill(card: list[int], luck: Random) -> None:
    """Add dots of up to two other colours, so that there are two at least."""
    free = [colour for colour in range(COLOUR_COUNT) if card[colour] == 0]
    for colour in luck.sample(free, luck.randint(min(max(0, len(free) - 2), 2), min(len(free), 2))):
        card[colour] = luck.choice(OTHER_COUNTS)


def mend_dots(luck: Random, wish: Wish) -> list[Card] | None:
    """Spread the matches, and swap dots of one colour between cards until all is as wished."""
    dots = spread_matches(luck, wish)
    faults = faults_in(dots, wish)
    for _ in range(SWAPS):
        if faults == 0:
            return fill_within(dots, luck, wish)
        colour = luck.randrange(COLOUR_COUNT)
        a, b = (dots[k] for k in luck.sample(range(wish.matching_cards), 2))
        a[colour], b[colour] = b[colour], a[colour]
        now = faults_in(dots, wish)
        if now <= faults or luck.random() < BOLD:
            faults = now
        else:
            a[colour], b[colour] = b[colour], a[colour]
    return None


def faults_in(dots: Cards, wish: Wish) -> int:
    """How far cards without their other dots are from what is wished; 0 if those can be added."""
    faults = 0
    rich = 0
    seen = set()
    for card in dots[: wish.matching_cards]:
        found = matches(card)
        rich += found >= 2
        faults += 2 * (found == 0) + max(0, sum(card) + (found == 1) - wish.most_dots)
        if found >= COLOUR_COUNT - 1:
            faults += tuple(card) in seen
            seen.add(tuple(card))
    return faults + max(0, wish.rich - rich)


def fill_within(dots: Cards, luck: Random, wish: Wish) -> list[Card] | None:
    """Add the other dots, as many as there is room for; None if two cards remain equal."""
    found: list[Card] = []
    for card in dots:
        for _ in range(FILLINGS):
            filled = list(card)
            fill(filled, luck)
            if sum(filled) <= wish.most_dots and tuple(filled) not in found:
                found.append(tuple(filled))
                break
        else:
            return None
    luck.shuffle(found)
    return found


def matches(card: Card | list[int]) -> int:
    """How many pairs of colour and number a card matches."""
    return sum(count in NUMBERS for count in card)


def is_good(cards: list[Card], wish: Wish) -> bool:
    """Whether the cards keep B4 as it is wished, and none is crowded."""
    return (
        len(set(cards)) == DOTS_CARDS
        and all(sum(count > 0 for count in card) >= 2 and sum(card) <= wish.most_dots for card in cards)
        and sum(matches(card) >= 2 for card in cards) >= wish.rich
        and sum(matches(card) == 0 for card in cards) == wish.matchless
        and all(
            sum(card[colour] == number for card in cards) == count
            for number, count in wish.cards_for.items()
            for colour in range(COLOUR_COUNT)
        )
    )


if __name__ == "__main__":
    sys.stdout.write(house_text())
