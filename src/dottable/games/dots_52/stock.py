"""The stock and the pile (D2, D15). Nobody knows the stock's order, so it has none: a draw is a random pick."""

from __future__ import annotations

from typing import Any

from dottable.core.chance import below
from dottable.core.rule import big_rule, rule
from dottable.games.dots_52.pieces import EMPTY, PACK


@rule
def gather_pack(s: Any) -> None:
    """All cards become the stock; no pile."""
    for card in range(PACK):
        s.stock[card] = card
        s.pile[card] = EMPTY
        s.epoch[card] = 0
    s.stock_left = PACK
    s.pile_left = 0
    s.rebuilds = 0


@rule
def can_draw(s: Any) -> bool:
    """Whether there is a card to draw, if need be after rebuilding the stock."""
    return s.stock_left > 0 or s.pile_left > 1


@rule
def take_from_stock(s: Any) -> int:
    """Take a random card out of the stock; `can_draw` holds."""
    if s.stock_left == 0:
        rebuild_stock(s)
    chosen = below(s.rng, s.stock_left)
    last = s.stock_left - 1
    card = s.stock[chosen]
    s.stock[chosen] = s.stock[last]
    s.stock[last] = EMPTY
    s.stock_left = last
    return card


@big_rule
def rebuild_stock(s: Any) -> None:
    """Turn the pile, but for its top card, into a new stock (D15)."""
    s.rebuilds += 1
    last = s.pile_left - 1
    for k in range(last):
        s.stock[k] = s.pile[k]
        s.epoch[s.pile[k]] = s.rebuilds
    s.stock_left = last
    s.pile[0] = s.pile[last]
    for k in range(1, last + 1):
        s.pile[k] = EMPTY
    s.pile_left = 1


@rule
def pile_top(s: Any) -> int:
    """The face-up card; the pile is not empty."""
    return s.pile[s.pile_left - 1]


@rule
def lay_on_pile(s: Any, card: int) -> None:
    s.pile[s.pile_left] = card
    s.pile_left += 1


@rule
def take_from_pile(s: Any) -> int:
    card = pile_top(s)
    s.pile_left -= 1
    s.pile[s.pile_left] = EMPTY
    return card
