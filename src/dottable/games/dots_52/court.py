"""The powers of court cards turned over from the stock (D5)."""

from __future__ import annotations

from typing import Any

from dottable.core.rule import rule
from dottable.games.dots_52.pieces import EMPTY, JACK, KING, QUEEN, rank
from dottable.games.dots_52.state import JACK_OTHER, JACK_OWN, KING_LOOK, QUEEN_LOOK, bit_of, is_target_locked
from dottable.games.dots_52.tableau import exchange, show
from dottable.games.dots_52.turn import offer_call


@rule
def offer_power(s: Any, card: int) -> None:
    """Let the turn's player use the power of a court card, if there is a target for it."""
    if rank(card) == JACK and s.cards[s.turn] > 0 and jack_targets(s) > 0:
        s.phase = JACK_OWN
    elif rank(card) == QUEEN and queen_targets(s) > 0:
        s.phase = QUEEN_LOOK
    elif rank(card) == KING and s.cards[s.turn] > 0:
        s.phase = KING_LOOK
    else:
        offer_call(s)


@rule
def jack_targets(s: Any) -> int:
    """How many cards of others a Jack may take."""
    cards = 0
    for seat in range(s.seats):
        if seat != s.turn and not is_target_locked(s, seat):
            cards += s.cards[seat]
    return cards


@rule
def queen_targets(s: Any) -> int:
    """How many cards of others a Queen may look at."""
    cards = 0
    for seat in range(s.seats):
        if seat != s.turn:
            cards += s.cards[seat]
    return cards


@rule
def choose_own(s: Any, slot: int) -> None:
    """The first half of a Jack's swap."""
    s.swap_slot = slot
    s.phase = JACK_OTHER


@rule
def swap_with(s: Any, other: int, slot: int) -> None:
    """The second half: both cards go unseen."""
    exchange(s, s.turn, s.swap_slot, other, slot)
    end_power(s)


@rule
def look_at(s: Any, seat: int, slot: int) -> None:
    """A Queen's look at another's card or a King's at an own one."""
    show(s, seat, slot, bit_of(s.turn))
    end_power(s)


@rule
def end_power(s: Any) -> None:
    """The power is used or declined."""
    s.swap_slot = EMPTY
    offer_call(s)
