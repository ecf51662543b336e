"""Custom decks with other numbers of colours than four (B3), each generated from a seed."""

from __future__ import annotations

from random import Random

from dottable.core.deck_files import Deck, read_deck
from dottable.core.registry import find_game

COLOUR_NAMES = ("red", "blue", "yellow", "green", "orange", "purple", "cyan", "black")
"""Names of colours in the order of their places."""
PAINTS = ("#c8243a", "#1f5fa9", "#f4e04d", "#1f854b", "#d9730b", "#7a3fa0", "#0e8c99", "#333333")
NUMBERS = (2, 4, 6, 8)


def colour_deck_text(colours: int, seed: int = 0) -> str:
    """Return the text of a deck file with random cards. Some DOTS cards are equal, and some have one colour."""
    rng = Random(f"{colours} {seed}")
    names = COLOUR_NAMES[:colours]
    swatches = dict.fromkeys(names, 1)
    for _ in range(12 - colours):
        swatches[rng.choice(names)] += 1
    numbers = {name: dict.fromkeys(NUMBERS, 0) for name in names}
    for _ in range(36):
        numbers[rng.choice(names)][rng.choice(NUMBERS)] += 1
    cards = [random_dots_card(rng, names) for _ in range(17)]
    cards += rng.choices(cards, k=3)
    lines = ["dots = [", *(f"  {inline_table(card)}," for card in cards), "]", "[colours]"]
    lines += [f'{name} = "{paint}"' for name, paint in zip(names, PAINTS, strict=False)]
    lines += ["[swatches]", *(f"{name} = {count}" for name, count in swatches.items()), "[numbers]"]
    lines += [f"{name} = {inline_table(counts)}" for name, counts in numbers.items()]
    wilds = rng.choice([(2, 1, 1), (1, 2, 1), (1, 1, 2)])
    lines += ["[wilds]", *(f"{kind} = {n}" for kind, n in zip(("swatch", "number", "dots"), wilds, strict=True))]
    return "\n".join(lines) + "\n"


def random_dots_card(rng: Random, names: tuple[str, ...]) -> dict[str, int]:
    """Return random numbers of dots of a card, often even, in one to all colours."""
    kept = rng.sample(names, rng.randint(1, len(names)))
    return {name: rng.choice((2, 4, 6, 8, 8, rng.randint(1, 12))) for name in kept}


def inline_table(counts: dict[str, int] | dict[int, int]) -> str:
    return "{ " + ", ".join(f"{name} = {count}" for name, count in counts.items()) + " }"


def colour_deck(colours: int, seed: int = 0) -> Deck:
    """Return a valid deck with this number of colours."""
    return read_deck(find_game("dots_72"), colour_deck_text(colours, seed), f"{colours}-colours.toml")
