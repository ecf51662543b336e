"""The stock and the pile (D2, D15). The stock has no order: a draw takes a random card."""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.chance import random_below
from dottable.core.primitives.rule import noinline_rule, rule
from dottable.games.dots_52.pieces import CARD_COUNT, NO_CARD


@rule
def gather_pack(s: Any) -> None:
    """Put all 52 cards into the stock and clear the pile, before a deal."""
    for card in range(CARD_COUNT):
        s.stock[card] = card
        s.pile[card] = NO_CARD
        s.epoch[card] = 0
    s.stock_left = CARD_COUNT
    s.pile_left = 0
    s.rebuilds = 0


@rule
def can_draw(s: Any) -> bool:
    """Return whether a card can be drawn, possibly after the stock is rebuilt."""
    return s.stock_left > 0 or s.pile_left > 1


@rule
def take_from_stock(s: Any) -> int:
    """Remove a random card from the stock and return it. Call it only if `can_draw`."""
    if s.stock_left == 0:
        rebuild_stock(s)
    chosen = random_below(s.rng, s.stock_left)
    last = s.stock_left - 1
    card = s.stock[chosen]
    s.stock[chosen] = s.stock[last]
    s.stock[last] = NO_CARD
    s.stock_left = last
    return card


@noinline_rule
def rebuild_stock(s: Any) -> None:
    """Turn the pile, except its top card, into a new stock (D15)."""
    s.rebuilds += 1
    last = s.pile_left - 1
    for k in range(last):
        s.stock[k] = s.pile[k]
        s.epoch[s.pile[k]] = s.rebuilds
    s.stock_left = last
    s.pile[0] = s.pile[last]
    for k in range(1, last + 1):
        s.pile[k] = NO_CARD
    s.pile_left = 1


@rule
def pile_top(s: Any) -> int:
    """Return the top card of the pile, which must not be empty."""
    return s.pile[s.pile_left - 1]


@rule
def lay_on_pile(s: Any, card: int) -> None:
    """Put a card on the pile."""
    s.pile[s.pile_left] = card
    s.pile_left += 1


@rule
def take_from_pile(s: Any) -> int:
    """Remove the top card of the pile and return it."""
    card = pile_top(s)
    s.pile_left -= 1
    s.pile[s.pile_left] = NO_CARD
    return card
