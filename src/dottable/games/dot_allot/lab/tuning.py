"""Knobs of the deck generator, the targets for a good deck (A20), and the steps of a deck search."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from random import Random

from dottable.core.deck_files import BadDeck
from dottable.core.lab.knobs_and_targets import Knob, Target
from dottable.games.dot_allot.deck.deck_generator import HOUSE_RECIPE, HOUSE_SEED, AllotDeckRecipe, generate_deck
from dottable.games.dot_allot.deck.track_enumeration import neighbour_track_number

__all__ = ["HOUSE_SEED", "KNOBS", "TARGETS", "make_deck_text", "vary_deck"]

KNOBS = (
    Knob("solid_cards", "number of cards with one colour", (0, 3, 6, 9), HOUSE_RECIPE.solid_cards),
    Knob("two_colour_cards", "number of cards with two colours", (0, 2, 3), HOUSE_RECIPE.two_colour_cards),
    Knob("sparse_cards", "number of cards with a single dot", (3, 4, 5, 6), HOUSE_RECIPE.sparse_cards),
    Knob(
        "two_colour_pairs",
        "least number of neighbouring cells of one colour on a two-colour card",
        (32, 36, 40, 44, 48),
        HOUSE_RECIPE.two_colour_pairs,
    ),
    Knob(
        "three_colour_pairs",
        "least number of neighbouring cells of one colour on a three-colour card",
        (22, 26, 30, 34),
        HOUSE_RECIPE.three_colour_pairs,
    ),
    Knob("track", "number of the track card", (HOUSE_RECIPE.track,), HOUSE_RECIPE.track),
)
UNBOUNDED_KNOBS = ("track",)
"""Knobs that accept any number, not only the values that tuning tries."""
CARDS_CHANGE_RATE = 0.1
"""Share of the search steps that change the cards (by another seed) instead of the track."""
MAX_VARIED_SEED = 1000
"""Largest seed that a search step tries."""


def targets_of_a_good_deck() -> Iterator[Target]:
    """Yield the targets for two equally strong players: five for each of the eight combinations of options."""
    for side, orientation, scoring in product(
        ("dark", "light"), ("vertical", "horizontal"), ("standard", "colour-locked")
    ):
        options = {"side": side, "orientation": orientation, "scoring": scoring}
        yield Target("opener_wins", 0.45, 0.55, "A20", options)
        yield Target("ties", 0.0, 0.40, "A20", options)
        yield Target("tied", 0.0, 0.25 if orientation == "vertical" else 0.35, "A20", options)
        yield Target("group", 3.0, 7.0, "A20", options)
        yield Target("refused", 0.15, 1.0, "A20", options)


TARGETS = tuple(targets_of_a_good_deck())


def make_deck_text(seed: int, knobs: Mapping[str, int]) -> str:
    """Return a generated deck as the text of a TOML file. Omitted knobs have the values of the house deck."""
    allowed = {knob.name: knob.values for knob in KNOBS}
    for name, value in knobs.items():
        if name not in allowed:
            raise BadDeck(f"Unknown knob '{name}'. Available: {', '.join(allowed)}.")
        if name not in UNBOUNDED_KNOBS and value not in allowed[name]:
            raise BadDeck(f"{name} cannot be {value}. Available: {', '.join(map(str, allowed[name]))}.")
    return generate_deck(seed, AllotDeckRecipe(**knobs))


def vary_deck(seed: int, knobs: Mapping[str, int], rng: Random) -> tuple[int, dict[str, int]]:
    """Return the seed and knobs of a similar deck, with a few different cells of the track or with different cards."""
    if rng.random() < CARDS_CHANGE_RATE:
        return rng.randrange(MAX_VARIED_SEED), dict(knobs)
    return seed, {**knobs, "track": neighbour_track_number(knobs["track"], rng)}
