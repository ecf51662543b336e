"""Settings of the deck generator (knobs), and targets for a well-balanced deck."""

from __future__ import annotations

from collections.abc import Mapping

from dottable.core.deck_files import BadDeck
from dottable.core.lab.knobs_and_targets import Knob, Target
from dottable.games.dots_72.deck.deck_generator import HOUSE_RECIPE, HOUSE_SEED, DotsDeckRecipe, generate_deck

__all__ = ["HOUSE_SEED", "KNOBS", "TARGETS", "make_deck_text"]

KNOBS = (
    Knob("matchless", "DOTS cards that match nothing (B4: 2 at least)", (2, 3), HOUSE_RECIPE.matchless),
    Knob("rich", "DOTS cards that match two pairs or more, at least (B4: 4)", (13, 14, 15, 16), HOUSE_RECIPE.rich),
    Knob("most_dots", "dots on a DOTS card, at most", (20, 22, 24), HOUSE_RECIPE.most_dots),
    Knob(
        "matching",
        "DOTS cards that match a 2, a 4, a 6 and an 8 in each colour, a digit each (B4: rising)",
        (1234, 1235, 1236, 1245, 1345, 2345),
        HOUSE_RECIPE.matching,
    ),
)
"""Every value keeps B4. The other cards are as B2 and B3 say."""

TARGETS = (
    Target("opener_wins", 0.47, 0.53, "B5"),
    Target("void_hands", 0.0, 0.01, "B14"),
    Target("hands", 6.0, 10.0, "B13"),
    Target("turns", 10.0, 20.0, "B6"),
    Target("takes", 0.15, 0.4, "B6"),
    Target("draws_returned", 0.25, 0.5, "B6"),
    Target("twos", 0.08, 0.2, "B11"),
    Target("doubled", 0.04, 0.15, "B11"),
    Target("wild_wins", 0.3, 0.67, "B8"),
)
"""Targets for two players, and why:

- the seat that opens the match has no advantage, and void hands stay rare;
- a match has enough hands to catch up, but not so many that it drags;
- a hand takes five to ten turns each: with fewer the deal decides, with more all wait for one card;
- discards are taken sometimes, but draws are more frequent, and at least half of the drawn cards are kept;
- the best sets (a 2, or two sets of one colour) happen, but not often;
- a third of the hands is won without a wild, because wilds prevent doubling.

B4 is no target: `deck/deck_generator.py` makes no other decks.
"""


def make_deck_text(seed: int, knobs: Mapping[str, int]) -> str:
    """Return a deck as the text of a TOML file. Omitted knobs have the values of the house deck.

    Raise BadDeck for an unknown knob or value, or if no deck fits.
    """
    allowed = {knob.name: knob.values for knob in KNOBS}
    for name, value in knobs.items():
        if name not in allowed:
            raise BadDeck(f"unknown knob '{name}'. Available: {', '.join(allowed)}.")
        if value not in allowed[name]:
            raise BadDeck(f"{name} must be one of {', '.join(map(str, allowed[name]))}, not {value}.")
    return generate_deck(seed, DotsDeckRecipe(**knobs))
