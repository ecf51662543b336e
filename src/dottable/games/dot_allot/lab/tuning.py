"""Knobs of the deck generator, and the targets for a good deck (A20)."""

from __future__ import annotations

from collections.abc import Mapping

from dottable.core.decks import BadDeck
from dottable.core.lab.deck_tuning import Knob, Target
from dottable.games.dot_allot.deck.generate import HOUSE_RECIPE, HOUSE_SEED, AllotDeckRecipe, generate_deck

__all__ = ["HOUSE_SEED", "KNOBS", "TARGETS", "make_deck_text"]

KNOBS = (
    Knob("empty_cells", "least number of empty cells on a card", (2, 5, 8), HOUSE_RECIPE.empty_cells),
    Knob("full_rim", "1 if no cell along the edges of a card may be empty", (0, 1), HOUSE_RECIPE.full_rim),
    Knob(
        "pairs",
        "least number of neighbouring cells of one colour on a card",
        (18, 22, 24, 26, 28, 32),
        HOUSE_RECIPE.pairs,
    ),
    Knob("track", "seed of the track card", tuple(range(1, 200)), HOUSE_RECIPE.track),
)
UNBOUNDED_KNOBS = ("track",)
"""Knobs that take any number, not only the values that tuning tries."""

VERTICAL_OPTION, HORIZONTAL_OPTION = {"orientation": "vertical"}, {"orientation": "horizontal"}
TARGETS = (
    Target("opener_wins", 0.47, 0.53, "A20", VERTICAL_OPTION),
    Target("tied", 0.0, 0.25, "A20", VERTICAL_OPTION),
    Target("group", 3.0, 7.0, "A20", VERTICAL_OPTION),
    Target("opener_wins", 0.47, 0.53, "A20", HORIZONTAL_OPTION),
    Target("tied", 0.0, 0.35, "A20", HORIZONTAL_OPTION),
    Target("group", 3.0, 7.0, "A20", HORIZONTAL_OPTION),
)
"""Targets for two equally strong players. Greedy bots predict the groups well, but not who is favoured: they
undervalue starting the last round."""


def make_deck_text(seed: int, knobs: Mapping[str, int]) -> str:
    """Return a generated deck as the text of a TOML file. A knob that is not given has the value of the house deck."""
    allowed = {knob.name: knob.values for knob in KNOBS}
    for name, value in knobs.items():
        if name not in allowed:
            raise BadDeck(f"Unknown knob '{name}'. Available: {', '.join(allowed)}.")
        if name not in UNBOUNDED_KNOBS and value not in allowed[name]:
            raise BadDeck(f"{name} cannot be {value}. Available: {', '.join(map(str, allowed[name]))}.")
    return generate_deck(seed, AllotDeckRecipe(**knobs))
