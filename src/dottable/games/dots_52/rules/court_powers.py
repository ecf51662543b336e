"""Powers of court cards discarded from the stock (D5)."""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.rule import rule
from dottable.games.dots_52.pieces import JACK, KING, NO_CARD, QUEEN, rank_of_card
from dottable.games.dots_52.rules.tableau import show_card, swap_cards
from dottable.games.dots_52.rules.turn_order import offer_call
from dottable.games.dots_52.state import (
    CHOOSING_JACK_OWN_CARD,
    CHOOSING_JACK_TARGET,
    CHOOSING_KING_TARGET,
    CHOOSING_QUEEN_TARGET,
    is_target_locked,
    viewer_bit,
)


@rule
def offer_power(s: Any, card: int) -> None:
    """Let the player to move use the power of a court card. Without a target it lapses."""
    if rank_of_card(card) == JACK and s.cards[s.turn] > 0 and count_jack_targets(s) > 0:
        s.phase = CHOOSING_JACK_OWN_CARD
    elif rank_of_card(card) == QUEEN and count_queen_targets(s) > 0:
        s.phase = CHOOSING_QUEEN_TARGET
    elif rank_of_card(card) == KING and s.cards[s.turn] > 0:
        s.phase = CHOOSING_KING_TARGET
    else:
        offer_call(s)


@rule
def count_jack_targets(s: Any) -> int:
    """Return the number of cards of other players from which a Jack may choose the one to take."""
    cards = 0
    for seat in range(s.seats):
        if seat != s.turn and not is_target_locked(s, seat):
            cards += s.cards[seat]
    return cards


@rule
def count_queen_targets(s: Any) -> int:
    """Return the number of other players' cards that a Queen may look at."""
    cards = 0
    for seat in range(s.seats):
        if seat != s.turn:
            cards += s.cards[seat]
    return cards


@rule
def choose_own_card(s: Any, slot: int) -> None:
    """Choose the player's own card for a Jack's swap."""
    s.swap_slot = slot
    s.phase = CHOOSING_JACK_TARGET


@rule
def complete_jack_swap(s: Any, other: int, slot: int) -> None:
    """Complete a Jack's swap. Neither player looks at the cards."""
    swap_cards(s, s.turn, s.swap_slot, other, slot)
    end_power(s)


@rule
def look_at_card(s: Any, seat: int, slot: int) -> None:
    """Look at another player's card (Queen) or at one's own card (King)."""
    show_card(s, seat, slot, viewer_bit(s.turn))
    end_power(s)


@rule
def end_power(s: Any) -> None:
    """End the use of a power, whether it was used or declined."""
    s.swap_slot = NO_CARD
    offer_call(s)
