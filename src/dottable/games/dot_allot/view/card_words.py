"""What a card looks like in words. Cards carry no numbers, so people read what they see."""

from __future__ import annotations

from functools import lru_cache

from dottable.core.views.narration import NarrationMessage, message
from dottable.games.dot_allot.deck.card_grids import Grid
from dottable.games.dot_allot.pieces import COLOUR_NAMES

MAX_SINGLE_DOTS = 3
"""Maximum number of dots of a card that are counted one by one. A card with more is called by its colours."""


@lru_cache(1024)
def card_message(face: Grid) -> NarrationMessage:
    """Return what a card looks like as a message: "a red card", "a yellow and blue card", "a card with 1 red dot"."""
    text = "".join(face)
    counts = [(-text.count(name[0]), n, name) for n, name in enumerate(COLOUR_NAMES) if name[0] in text]
    if sum(-count for count, _, _ in counts) <= MAX_SINGLE_DOTS:
        dots = [message(f"dots_on_card.{name}", count=-count) for count, _, name in counts]
        return message("sparse_card", dots=dots) if dots else message("empty_card")
    return message("card", colours=[name for _, _, name in sorted(counts)])
