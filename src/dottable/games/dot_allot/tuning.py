"""What can be turned when a deck of Dot Allot is made, and what a good deck plays like (A20)."""

from __future__ import annotations

from collections.abc import Mapping

from dottable.core.decks import BadDeck
from dottable.core.tuning import Knob, Target
from dottable.games.dot_allot import make_deck
from dottable.games.dot_allot.make_deck import HOUSE_SEED, HOUSE_WISH, Wish

__all__ = ["HOUSE_SEED", "KNOBS", "TARGETS", "make"]

KNOBS = (
    Knob("empty_cells", "empty cells on a card, at least", (2, 5, 8), HOUSE_WISH.empty_cells),
    Knob("full_rim", "1 if no cell along the edges of a card may be empty", (0, 1), HOUSE_WISH.full_rim),
    Knob("pairs", "neighbours of one colour on a card, at least", (18, 22, 24, 26, 28, 32), HOUSE_WISH.pairs),
    Knob("track", "the number of the track card", tuple(range(1, 200)), HOUSE_WISH.track),
)
ENDLESS = ("track",)
"""Knobs that take any number, not only those that are tried."""

VERTICAL, HORIZONTAL = {"orientation": "vertical"}, {"orientation": "horizontal"}
TARGETS = (
    Target("opener_wins", 0.47, 0.53, "A20", VERTICAL),
    Target("tied", 0.0, 0.25, "A20", VERTICAL),
    Target("group", 3.0, 7.0, "A20", VERTICAL),
    Target("opener_wins", 0.47, 0.53, "A20", HORIZONTAL),
    Target("tied", 0.0, 0.35, "A20", HORIZONTAL),
    Target("group", 3.0, 7.0, "A20", HORIZONTAL),
)
"""For two equal strong players. Greedy ones are good enough to tell how groups will be, but not who is favoured:
they hardly see what it is worth to start the last round."""


def make(seed: int, knobs: Mapping[str, int]) -> str:
    """A deck as the text of a TOML file; a knob that is not named stands as in the house deck."""
    allowed = {knob.name: knob.values for knob in KNOBS}
    for name, value in knobs.items():
        if name not in allowed:
            raise BadDeck(f"there is no knob '{name}'; the knobs are {', '.join(allowed)}.")
        if name not in ENDLESS and value not in allowed[name]:
            raise BadDeck(f"{name}: {value} is not among {', '.join(map(str, allowed[name]))}.")
    return make_deck.make(seed, Wish(**knobs))
