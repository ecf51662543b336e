"""Determinization: redraws all cards that a seat cannot know."""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.chance import random_below, rekey
from dottable.core.primitives.rule import noinline_rule, rule
from dottable.core.primitives.seats import nth_set_bit, popcount
from dottable.games.dots_52.knowledge.observation import knows_drawn
from dottable.games.dots_52.pieces import NO_CARD
from dottable.games.dots_52.state import HOLDING_DRAWN_CARD, knows_card


@rule
def is_hidden(s: Any, seat: int, other: int, slot: int, epoch: int) -> bool:
    """Return whether a slot holds a card of this epoch (see `resample`) that the seat does not know."""
    card = s.tableau[other, slot]
    return card != NO_CARD and s.epoch[card] == epoch and not knows_card(s, seat, other, slot)


@rule
def is_drawn_hidden(s: Any, seat: int) -> bool:
    """Return whether there is a drawn card that the seat does not see."""
    return s.phase == HOLDING_DRAWN_CARD and not knows_drawn(s, seat)


@noinline_rule
def hidden_cards(s: Any, seat: int, epoch: int) -> int:
    """Return the bit set of cards of an epoch whose place the seat does not know."""
    cards = 0
    for other in range(s.seats):
        for slot in range(s.slots_used[other]):
            if is_hidden(s, seat, other, slot, epoch):
                cards |= 1 << s.tableau[other, slot]
    if epoch == s.rebuilds:
        if is_drawn_hidden(s, seat):
            cards |= 1 << s.drawn
        for k in range(s.stock_left):
            cards |= 1 << s.stock[k]
    return cards


@rule
def draw_from_set(cards: int, g: Any) -> int:
    """Return a random card of a set of cards, which is a bit mask."""
    return nth_set_bit(cards, random_below(g, popcount(cards)))


@noinline_rule
def deal_unknown_cards(s: Any, seat: int, epoch: int, cards: int, g: Any) -> None:
    """Deal a set of cards at random to all places where they may be. The order of the places is fixed."""
    for other in range(s.seats):
        for slot in range(s.slots_used[other]):
            if is_hidden(s, seat, other, slot, epoch):
                s.tableau[other, slot] = draw_from_set(cards, g)
                cards ^= 1 << s.tableau[other, slot]
    if epoch == s.rebuilds:
        if is_drawn_hidden(s, seat):
            s.drawn = draw_from_set(cards, g)
            cards ^= 1 << s.drawn
        for k in range(s.stock_left):
            s.stock[k] = draw_from_set(cards, g)
            cards ^= 1 << s.stock[k]


@rule
def epoch_before(s: Any, seat: int, epoch: int) -> int:
    """Return the latest epoch before `epoch` with a card whose place the seat does not know; -1 if there is none."""
    found = -1
    for other in range(s.seats):
        for slot in range(s.slots_used[other]):
            card = s.tableau[other, slot]
            if card != NO_CARD and not knows_card(s, seat, other, slot) and found < s.epoch[card] < epoch:
                found = s.epoch[card]
    return found


@rule
def resample(s: Any, seat: int, g: Any) -> None:
    """Redraw all cards that the seat does not know, epoch by epoch.

    An epoch ends when the stock is rebuilt. A card outside the stock at that time was not in the new stock, so cards
    mix only within an epoch (D15).
    """
    epoch = s.rebuilds
    while epoch >= 0:
        deal_unknown_cards(s, seat, epoch, hidden_cards(s, seat, epoch), g)
        epoch = epoch_before(s, seat, epoch)
    rekey(s.rng, g)
