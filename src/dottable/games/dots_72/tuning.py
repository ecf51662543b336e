"""What can be turned when a deck of DOTS with 72 cards is made, and what a good deck plays like."""

from __future__ import annotations

from collections.abc import Mapping

from dottable.core.decks import BadDeck
from dottable.core.tuning import Knob, Target
from dottable.games.dots_72 import make_deck
from dottable.games.dots_72.make_deck import HOUSE_SEED, HOUSE_WISH, Wish

__all__ = ["HOUSE_SEED", "KNOBS", "TARGETS", "make"]

KNOBS = (
    Knob("matchless", "DOTS cards that match nothing (B4: 2 at least)", (2, 3), HOUSE_WISH.matchless),
    Knob("rich", "DOTS cards that match two pairs or more, at least (B4: 4)", (13, 14, 15, 16), HOUSE_WISH.rich),
    Knob("most_dots", "dots on a DOTS card, at most", (20, 22, 24), HOUSE_WISH.most_dots),
    Knob(
        "matching",
        "DOTS cards that match a 2, a 4, a 6 and an 8 in each colour, a digit each (B4: rising)",
        (1234, 1235, 1236, 1245, 1345, 2345),
        HOUSE_WISH.matching,
    ),
)
"""All within B4; the other cards are as B2 and B3 say."""

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
"""For two players, why:

- who opens the match has no edge, and void hands stay what they are meant for, a way out;
- a match has hands enough to catch up in, and not so many that it drags;
- five to ten turns each make a hand: fewer, and the deal has decided it; more, and everybody waits for one card;
- the discard pile is worth a look, but mostly one draws; and at least every second card that is drawn is kept;
- the best sets happen, but are not what everybody gets: a 2, and two sets of one colour;
- a third of the hands is won without a wild, for wilds take the doubling away.

That a deck keeps B4 is no target: `make_deck.py` makes no other.
"""


def make(seed: int, knobs: Mapping[str, int]) -> str:
    """A deck as the text of a TOML file; a knob that is not named stands as in the house deck.

    BadDeck says what cannot be had.
    """
    allowed = {knob.name: knob.values for knob in KNOBS}
    for name, value in knobs.items():
        if name not in allowed:
            raise BadDeck(f"there is no knob '{name}'; the knobs are {', '.join(allowed)}.")
        if value not in allowed[name]:
            raise BadDeck(f"{name}: this is one of {', '.join(map(str, allowed[name]))}, not {value}.")
    return make_deck.make(seed, Wish(**knobs))
