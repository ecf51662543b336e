"""The players' cards in their fixed slots, and who knows which (D2, D17)."""

from __future__ import annotations

from typing import Any

from dottable.core.rule import big_rule, rule
from dottable.core.seats import only
from dottable.games.dots_52.pieces import EMPTY, value
from dottable.games.dots_52.state import ALL_SEE, SEATS, SLOTS
from dottable.games.dots_52.stock import can_draw, take_from_stock


@rule
def make_empty(s: Any) -> None:
    """Tableaux before the first deal."""
    for seat in range(SEATS):
        for slot in range(SLOTS):
            s.tableau[seat, slot] = EMPTY


@rule
def sweep_tableaux(s: Any) -> None:
    """Take all cards off the table; nothing is known any more."""
    for seat in range(s.seats):
        for slot in range(s.slots_used[seat]):
            s.tableau[seat, slot] = EMPTY
            s.known_by[seat, slot] = 0
            s.shown_to[seat, slot] = 0
        s.slots_used[seat] = 0
        s.cards[seat] = 0
        s.counted[seat] = 0
    s.anything_shown = 0


@rule
def put_down(s: Any, seat: int, slot: int, card: int, known_by: int) -> None:
    """Lay a card face down into an empty slot."""
    s.tableau[seat, slot] = card
    s.known_by[seat, slot] = known_by
    s.cards[seat] += 1


@rule
def take_up(s: Any, seat: int, slot: int) -> int:
    """Take a card out of a slot, on its way to the pile."""
    card = s.tableau[seat, slot]
    s.tableau[seat, slot] = EMPTY
    s.known_by[seat, slot] = 0
    s.shown_to[seat, slot] = 0
    s.cards[seat] -= 1
    if s.counted[seat] & (1 << slot):  # D11: the card was the caller's, and now all can see it
        s.counted[seat] ^= 1 << slot
        s.counted_public += value(card)
    return card


@rule
def first_free_slot(s: Any, seat: int) -> int:
    """The first empty slot, or a new one at the end."""
    slot = 0
    if s.cards[seat] == s.slots_used[seat]:
        slot = s.slots_used[seat]
    while slot < s.slots_used[seat] and s.tableau[seat, slot] != EMPTY:
        slot += 1
    return slot


@big_rule
def take_penalty_card(s: Any, seat: int) -> None:
    """One unseen card from the stock, if there is one (D8, D15)."""
    if can_draw(s):
        slot = first_free_slot(s, seat)
        put_down(s, seat, slot, take_from_stock(s), 0)
        s.slots_used[seat] = max(s.slots_used[seat], slot + 1)


@rule
def show(s: Any, seat: int, slot: int, viewers: int) -> None:
    """Let a set of viewers look at a card, until the next player moves."""
    s.known_by[seat, slot] |= viewers
    s.shown_to[seat, slot] |= viewers
    s.anything_shown = 1


@rule
def hide_all(s: Any) -> None:
    """All cards that are being shown lie face down again."""
    if s.anything_shown == 1:
        for seat in range(s.seats):
            for slot in range(s.slots_used[seat]):
                s.shown_to[seat, slot] = 0
        s.anything_shown = 0


@rule
def reveal_all(s: Any) -> None:
    """All tableaux are turned face up at the end of a round (D12)."""
    for seat in range(s.seats):
        for slot in range(s.slots_used[seat]):
            if s.tableau[seat, slot] != EMPTY:
                show(s, seat, slot, ALL_SEE)


@rule
def exchange(s: Any, seat: int, slot: int, other: int, place: int) -> None:
    """Two cards change places, and what is known of them goes along (D5)."""
    card, known = s.tableau[seat, slot], s.known_by[seat, slot]
    s.tableau[seat, slot], s.known_by[seat, slot] = s.tableau[other, place], s.known_by[other, place]
    s.tableau[other, place], s.known_by[other, place] = card, known
    if (s.counted[seat] >> slot) & 1 != (s.counted[other] >> place) & 1:
        s.counted[seat] ^= only(slot)
        s.counted[other] ^= only(place)
