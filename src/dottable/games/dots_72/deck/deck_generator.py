"""Generates decks as deck files: random DOTS cards that satisfy B4 (B2-B4).

`python -m dottable.games.dots_72.deck.deck_generator` prints the house deck. `lab/tuning.py` has the other settings.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, fields
from itertools import pairwise
from random import Random

from dottable.core.deck_files import BadDeck
from dottable.games.dots_72.pieces import DOTS_CARD_COUNT, HOUSE_COLOURS, NUMBERS

HOUSE_SEED = 72
COLOUR_COUNT = len(HOUSE_COLOURS)
"""Number of colours of generated decks."""
FEWEST_MATCHLESS, FEWEST_RICH = 2, 4
"""Minimum numbers of cards that match no pair of colour and number, and that match two or more (B4)."""
MATCHLESS_DOT_COUNTS = (1, 3, 5, 7, 9, 10)
"""Numbers of dots that match no number."""
MAX_TRIES = 1000
"""Number of random decks to try before hill climbing."""
MAX_CLIMBS = 10
"""Number of attempts by hill climbing."""
MAX_SWAPS = 4000
"""Maximum number of swaps in one attempt."""
MAX_FILL_TRIES = 100
"""Maximum number of attempts to add dots that match nothing to one card."""
WORSE_SWAP_RATE = 0.02
"""Probability of keeping a swap that makes the deck worse, to escape local optima."""

Card = tuple[int, ...]
Cards = list[list[int]]
"""Dots by card and colour, while the cards are generated."""


@dataclass(frozen=True)
class DotsDeckRecipe:
    """The properties of generated DOTS cards. The defaults are those of the house deck."""

    matchless: int = 2
    """Number of cards that match nothing."""
    rich: int = 13
    """Minimum number of cards that match two or more pairs of colour and number."""
    most_dots: int = 22
    """Maximum number of dots on a card."""
    matching: int = 1234
    """Numbers of cards per colour that match a 2, a 4, a 6 and an 8, one decimal digit each."""

    @property
    def count_by_number(self) -> dict[int, int]:
        """Number of cards that match each number in each colour."""
        return dict(zip(NUMBERS, map(int, str(self.matching)), strict=True))

    @property
    def matching_cards(self) -> int:
        return DOTS_CARD_COUNT - self.matchless


HOUSE_RECIPE = DotsDeckRecipe()

DECK_FILE_HEADER = """\
# {title} An own deck is a file like this one; it needs
# 12 Swatch cards, 36 Number cards, 20 DOTS cards and 4 Wild cards.
# An own deck may have 2 to 8 colours, with any names (see [colours]); the numbers are 2, 4, 6 and 8.

# The DOTS cards, d1 to d20: how many dots of each colour. Cards may be equal, and one colour is enough.
# A card goes with a Number card if it has exactly that many dots of that colour; odd counts and
# counts over 8 go with nothing.
"""

DECK_FILE_OTHER_CARDS = (
    """
# The colours and their paints: six hexadecimal digits for red, green and blue light.
[colours]
"""
    + "".join(f'{name} = "{paint}"\n' for name, paint in HOUSE_COLOURS.items())
    + """
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
)


def generate_deck(seed: int, recipe: DotsDeckRecipe = HOUSE_RECIPE) -> str:
    """Return a deck as the text of a TOML file. Equal arguments give equal texts. Raise BadDeck if none is found."""
    lines = [f"{toml_card_line(card)} # d{n}" for n, card in enumerate(choose_dots_cards(seed, recipe), start=1)]
    return "\n".join(
        [f"{DECK_FILE_HEADER.format(title=deck_title(seed, recipe))}dots = [", *lines, "]", DECK_FILE_OTHER_CARDS]
    )


def house_text() -> str:
    """Return the text of the house deck."""
    return generate_deck(HOUSE_SEED)


def deck_title(seed: int, recipe: DotsDeckRecipe) -> str:
    if (seed, recipe) == (HOUSE_SEED, HOUSE_RECIPE):
        return "The house deck of DOTS with 72 cards."
    own = [f"{part.name} {getattr(recipe, part.name)}" for part in fields(recipe)]
    return f"A deck of DOTS with 72 cards, made from seed {seed}\n# ({', '.join(own)}).\n#"


def toml_card_line(card: Card) -> str:
    dots = ", ".join(f"{name} = {count}" for name, count in zip(HOUSE_COLOURS, card, strict=True) if count)
    return f"  {{ {dots} }},"


def choose_dots_cards(seed: int, recipe: DotsDeckRecipe) -> list[Card]:
    """Return the first random DOTS cards that fit the recipe, or else cards found by hill climbing."""
    check_recipe(recipe)
    rng = Random(seed)
    for _ in range(MAX_TRIES):
        cards = try_random_dots_cards(rng, recipe)
        if cards and fits_recipe(cards, recipe):
            return cards
    for _ in range(MAX_CLIMBS):
        cards = climb_to_dots_cards(rng, recipe)
        if cards and fits_recipe(cards, recipe):
            return cards
    raise BadDeck(
        f"no {DOTS_CARD_COUNT} DOTS cards were found for seed {seed} that fit the recipe; "
        "more dots on a card, fewer matches or another seed may help."
    )


def check_recipe(recipe: DotsDeckRecipe) -> None:
    """Raise BadDeck for a recipe that violates B4 or that no cards can fit."""
    if recipe.matchless < FEWEST_MATCHLESS:
        raise BadDeck(f"at least {FEWEST_MATCHLESS} DOTS cards match nothing (B4), not {recipe.matchless}.")
    if recipe.rich < FEWEST_RICH:
        raise BadDeck(f"at least {FEWEST_RICH} DOTS cards match two pairs or more (B4), not {recipe.rich}.")
    if not 1000 <= recipe.matching <= 9999:
        raise BadDeck(
            f"matching: write a digit for each of the numbers 2, 4, 6 and 8, like 1234, not {recipe.matching}."
        )
    for smaller, larger in pairwise(NUMBERS):
        few, many = recipe.count_by_number[smaller], recipe.count_by_number[larger]
        if few >= many:
            raise BadDeck(f"fewer DOTS cards match a {smaller} than a {larger} (B4); here {few} and {many} do.")
    check_sums(recipe)


def check_sums(recipe: DotsDeckRecipe) -> None:
    """Raise BadDeck for a recipe with more matches or dots than the cards can have."""
    cards, matches = recipe.matching_cards, COLOUR_COUNT * sum(recipe.count_by_number.values())
    if matches > COLOUR_COUNT * cards:
        raise BadDeck(f"{cards} DOTS cards cannot have {matches} matches, but {COLOUR_COUNT} each at most.")
    rich, dots = (
        min(cards, matches - cards),
        COLOUR_COUNT * sum(n * count for n, count in recipe.count_by_number.items()),
    )
    if recipe.rich > rich:
        raise BadDeck(
            f"of {cards} DOTS cards with {matches} matches, at most {rich} have two or more, not {recipe.rich}."
        )
    if dots > cards * recipe.most_dots:
        raise BadDeck(f"{cards} DOTS cards with at most {recipe.most_dots} dots cannot have the {dots} that match.")


def try_random_dots_cards(rng: Random, recipe: DotsDeckRecipe) -> list[Card] | None:
    """Return random cards: matching dots first, then other dots. None if a card stays empty."""
    dots = spread_matches(rng, recipe)
    if any(sum(card) == 0 for card in dots[: recipe.matching_cards]):
        return None
    for card in dots:
        add_other_colours(card, rng)
    rng.shuffle(dots)
    return [tuple(card) for card in dots]


def spread_matches(rng: Random, recipe: DotsDeckRecipe) -> Cards:
    """Return cards with only the dots that match. The last cards are empty."""
    dots = [[0] * COLOUR_COUNT for _ in range(DOTS_CARD_COUNT)]
    for colour in range(COLOUR_COUNT):
        numbers = [number for number, cards in recipe.count_by_number.items() for _ in range(cards)]
        for k, number in zip(rng.sample(range(recipe.matching_cards), len(numbers)), numbers, strict=True):
            dots[k][colour] = number
    return dots


def add_other_colours(card: list[int], rng: Random) -> None:
    """Add dots of up to two more colours, so that the card has at least two colours."""
    free = [colour for colour in range(COLOUR_COUNT) if card[colour] == 0]
    for colour in rng.sample(free, rng.randint(min(max(0, len(free) - 2), 2), min(len(free), 2))):
        card[colour] = rng.choice(MATCHLESS_DOT_COUNTS)


def climb_to_dots_cards(rng: Random, recipe: DotsDeckRecipe) -> list[Card] | None:
    """Return DOTS cards that fit the recipe, found by hill climbing; None if that fails.

    A step swaps the dots of one colour between two cards.
    """
    dots = spread_matches(rng, recipe)
    faults = recipe_misfit(dots, recipe)
    for _ in range(MAX_SWAPS):
        if faults == 0:
            return add_other_dots(dots, rng, recipe)
        colour = rng.randrange(COLOUR_COUNT)
        a, b = (dots[k] for k in rng.sample(range(recipe.matching_cards), 2))
        a[colour], b[colour] = b[colour], a[colour]
        now = recipe_misfit(dots, recipe)
        if now <= faults or rng.random() < WORSE_SWAP_RATE:
            faults = now
        else:
            a[colour], b[colour] = b[colour], a[colour]
    return None


def recipe_misfit(dots: Cards, recipe: DotsDeckRecipe) -> int:
    """Return the number of ways in which cards violate the recipe, before other dots are added; 0 if they fit."""
    faults = 0
    rich = 0
    seen = set()
    for card in dots[: recipe.matching_cards]:
        found = count_matched_pairs(card)
        rich += found >= 2
        faults += 2 * (found == 0) + max(0, sum(card) + (found == 1) - recipe.most_dots)
        if found >= COLOUR_COUNT - 1:
            faults += tuple(card) in seen
            seen.add(tuple(card))
    return faults + max(0, recipe.rich - rich)


def add_other_dots(dots: Cards, rng: Random, recipe: DotsDeckRecipe) -> list[Card] | None:
    """Return the cards with dots added that match no number, up to the recipe's limit; None if two cards stay equal."""
    found: list[Card] = []
    for card in dots:
        for _ in range(MAX_FILL_TRIES):
            filled = list(card)
            add_other_colours(filled, rng)
            if sum(filled) <= recipe.most_dots and tuple(filled) not in found:
                found.append(tuple(filled))
                break
        else:
            return None
    rng.shuffle(found)
    return found


def count_matched_pairs(card: Card | list[int]) -> int:
    """Return the number of pairs of colour and number that a card matches."""
    return sum(count in NUMBERS for count in card)


def fits_recipe(cards: list[Card], recipe: DotsDeckRecipe) -> bool:
    """Return whether the cards fit the recipe (B4)."""
    return (
        len(set(cards)) == DOTS_CARD_COUNT
        and all(sum(count > 0 for count in card) >= 2 and sum(card) <= recipe.most_dots for card in cards)
        and sum(count_matched_pairs(card) >= 2 for card in cards) >= recipe.rich
        and sum(count_matched_pairs(card) == 0 for card in cards) == recipe.matchless
        and all(
            sum(card[colour] == number for card in cards) == count
            for number, count in recipe.count_by_number.items()
            for colour in range(COLOUR_COUNT)
        )
    )


if __name__ == "__main__":
    sys.stdout.write(house_text())
