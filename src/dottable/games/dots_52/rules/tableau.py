"""The players' cards in their slots, and the viewers who know them (D2, D17)."""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.rule import noinline_rule, rule
from dottable.games.dots_52.pieces import NO_CARD, card_points
from dottable.games.dots_52.rules.stock import can_draw, take_from_stock
from dottable.games.dots_52.state import ALL_VIEWERS, MAX_SLOTS, SEATS


@rule
def empty_all_slots(s: Any) -> None:
    """Mark every slot as empty before the first deal."""
    for seat in range(SEATS):
        for slot in range(MAX_SLOTS):
            s.tableau[seat, slot] = NO_CARD


@rule
def clear_tableaux(s: Any) -> None:
    """Remove all cards from the tableaux, and clear who knows them."""
    for seat in range(s.seats):
        for slot in range(s.slots_used[seat]):
            s.tableau[seat, slot] = NO_CARD
            s.known_by[seat, slot] = 0
            s.shown_to[seat, slot] = 0
        s.slots_used[seat] = 0
        s.cards[seat] = 0
        s.counted[seat] = 0
    s.anything_shown = 0


@rule
def put_into_slot(s: Any, seat: int, slot: int, card: int, known_by: int) -> None:
    """Put a card face down into an empty slot. `known_by` is a bit mask of viewers."""
    s.tableau[seat, slot] = card
    s.known_by[seat, slot] = known_by
    s.cards[seat] += 1


@rule
def take_from_slot(s: Any, seat: int, slot: int) -> int:
    """Remove a card from a slot (it will go to the pile) and return it."""
    card = s.tableau[seat, slot]
    s.tableau[seat, slot] = NO_CARD
    s.known_by[seat, slot] = 0
    s.shown_to[seat, slot] = 0
    s.cards[seat] -= 1
    if s.counted[seat] & (1 << slot):  # D11: the card was the caller's, and now all players can see it
        s.counted[seat] ^= 1 << slot
        s.counted_public += card_points(card)
    return card


@rule
def first_free_slot(s: Any, seat: int) -> int:
    """Return the first empty slot; if there is none, a new slot at the end."""
    slot = 0
    if s.cards[seat] == s.slots_used[seat]:
        slot = s.slots_used[seat]
    while slot < s.slots_used[seat] and s.tableau[seat, slot] != NO_CARD:
        slot += 1
    return slot


@noinline_rule
def take_penalty_card(s: Any, seat: int) -> None:
    """Take one unseen card from the stock, if one can be drawn (D8, D15)."""
    if can_draw(s):
        slot = first_free_slot(s, seat)
        put_into_slot(s, seat, slot, take_from_stock(s), 0)
        s.slots_used[seat] = max(s.slots_used[seat], slot + 1)


@rule
def show_card(s: Any, seat: int, slot: int, viewers: int) -> None:
    """Let viewers (a bit mask) look at a card until the next draw or take."""
    s.known_by[seat, slot] |= viewers
    s.shown_to[seat, slot] |= viewers
    s.anything_shown = 1


@rule
def hide_shown_cards(s: Any) -> None:
    """Turn all cards that are being shown face down."""
    if s.anything_shown == 1:
        for seat in range(s.seats):
            for slot in range(s.slots_used[seat]):
                s.shown_to[seat, slot] = 0
        s.anything_shown = 0


@rule
def reveal_tableaux(s: Any) -> None:
    """Turn all tableaux face up at the end of a round (D12)."""
    for seat in range(s.seats):
        for slot in range(s.slots_used[seat]):
            if s.tableau[seat, slot] != NO_CARD:
                show_card(s, seat, slot, ALL_VIEWERS)


@rule
def swap_cards(s: Any, seat: int, slot: int, other: int, place: int) -> None:
    """Swap two cards, together with the information on who knows them (D5)."""
    card, known = s.tableau[seat, slot], s.known_by[seat, slot]
    s.tableau[seat, slot], s.known_by[seat, slot] = s.tableau[other, place], s.known_by[other, place]
    s.tableau[other, place], s.known_by[other, place] = card, known
    if (s.counted[seat] >> slot) & 1 != (s.counted[other] >> place) & 1:
        s.counted[seat] ^= 1 << slot
        s.counted[other] ^= 1 << place


@rule
def swap_own_cards(s: Any, seat: int, first: int, second: int) -> None:
    """Swap two cards of one seat, together with who knows them. All players see the cards move (D2)."""
    card, known, shown = s.tableau[seat, first], s.known_by[seat, first], s.shown_to[seat, first]
    s.tableau[seat, first] = s.tableau[seat, second]
    s.known_by[seat, first] = s.known_by[seat, second]
    s.shown_to[seat, first] = s.shown_to[seat, second]
    s.tableau[seat, second], s.known_by[seat, second], s.shown_to[seat, second] = card, known, shown
