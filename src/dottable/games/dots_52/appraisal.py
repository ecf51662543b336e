"""What every action is worth to a seat, in points: what it takes off the own total, and what it tells.

The constants come from matches of the policy against variants of itself.
"""

from __future__ import annotations

from typing import Any

from dottable.core.rule import big_rule, rule
from dottable.games.dots_52.calling import SILLY, gain_of_calling
from dottable.games.dots_52.estimate import (
    UNSEEN,
    card_of_other,
    has_unknown,
    highest_own,
    lowest_of_others,
    own_card,
)
from dottable.games.dots_52.pieces import EMPTY, JACK, KING, QUEEN, RANKS, VALUES, is_court, rank, value
from dottable.games.dots_52.snap import matches
from dottable.games.dots_52.state import (
    CALL,
    DECLINE,
    DISCARD,
    DRAW,
    LOOK,
    NOBODY,
    PASS,
    PEEK,
    PUT,
    SLOTS,
    SNAP,
    SNAPPING,
    SWAP,
    TAKE,
    TARGET,
    knows,
)
from dottable.games.dots_52.stock import pile_top

CURIOSITY = 3.8
"""Getting rid of a card that one does not know, besides its points: who does not know cannot call (D11)."""
LOOK_AT_OWN, LOOK_AT_OTHERS = 3.5, 0.3
DRAWING_BONUS = 1.3
"""A drawn card is one's own secret, a card from the pile is not (D4)."""
TIE = 0.0001
JACK_SHARE, JACK_RISK = 0.7, 1.0
"""How much of the difference a Jack is worth before it is used, and what must be won at least."""


@rule
def snap_partner(s: Any, seat: int, card_rank: int, besides: int) -> float:
    """The points of an own card, known and not in slot `besides`, that could be snapped on this rank (D7)."""
    for slot in range(s.slots_used[seat]):
        if slot != besides and s.tableau[seat, slot] != EMPTY and knows(s, seat, seat, slot):
            if rank(s.tableau[seat, slot]) == card_rank:
                return float(VALUES[card_rank])
    return 0.0


@rule
def relief(s: Any, seat: int, slot: int) -> float:
    """What it is worth to lay an own card off on the pile."""
    if not knows(s, seat, seat, slot):
        return UNSEEN + (CURIOSITY if s.caller == NOBODY else 0.0)
    card = s.tableau[seat, slot]
    if is_court(card):
        return float(value(card))
    return value(card) + snap_partner(s, seat, rank(card), slot)


@rule
def worth_of_discarding(s: Any, seat: int, card_rank: int) -> float:
    """What a drawn card is worth on the pile: its power (D5), or an own card snapped on it (D7)."""
    if card_rank == JACK:
        return JACK_SHARE * max(0.0, highest_own(s, seat) - lowest_of_others(s, seat))
    if card_rank == QUEEN:
        return LOOK_AT_OTHERS if s.caller == NOBODY else 0.0
    if card_rank == KING:
        return LOOK_AT_OWN if s.caller == NOBODY and has_unknown(s, seat) else 0.0
    return snap_partner(s, seat, card_rank, EMPTY)


@rule
def worth_of_drawing(s: Any, seat: int) -> float:
    """What a card from the stock is worth on average, put where it relieves most or discarded."""
    best = SILLY
    for slot in range(s.slots_used[seat]):
        if s.tableau[seat, slot] != EMPTY:
            best = max(best, relief(s, seat, slot))
    total = 0.0
    for card_rank in range(RANKS):
        total += max(best - VALUES[card_rank], worth_of_discarding(s, seat, card_rank))
    return total / RANKS + DRAWING_BONUS


@rule
def worth_of_snapping(s: Any, seat: int, slot: int) -> float:
    """An own card gone; but only one that is known to be right (D7), and never too late (D8)."""
    if s.phase == SNAPPING and knows(s, seat, seat, slot) and matches(s, seat, slot):
        return float(value(pile_top(s)))
    return SILLY


@rule
def reluctance(s: Any, seat: int, other: int) -> float:
    """Of equals the next to the left is chosen, so that no seat is picked on by all others."""
    return TIE * ((other - seat - 1 + s.seats) % s.seats)


@rule
def worth_of_looking(s: Any, seat: int, other: int, slot: int) -> float:
    """News only; an own card first of all, else the lowest card of whoever has fewest."""
    if knows(s, seat, other, slot):
        return SILLY
    if other == seat:
        return LOOK_AT_OWN
    news = 1.0 / (1.0 + card_of_other(s, seat, other, slot) + s.cards[other])
    return LOOK_AT_OTHERS + news - reluctance(s, seat, other)


@rule
def worth_of_power(s: Any, seat: int, action: int) -> float:
    """Using a court card's power (D5)."""
    if action < TARGET:
        return own_card(s, seat, action - SWAP) - lowest_of_others(s, seat) - JACK_RISK
    if action < LOOK:
        other, slot = (action - TARGET) // SLOTS, (action - TARGET) % SLOTS
        gain = own_card(s, seat, s.swap_slot) - card_of_other(s, seat, other, slot)
        return gain - JACK_RISK - reluctance(s, seat, other)
    return worth_of_looking(s, seat, (action - LOOK) // SLOTS, (action - LOOK) % SLOTS)


@big_rule
def appraise(s: Any, seat: int, action: int) -> float:
    """What a legal action is worth; 0 for doing nothing, SILLY for what no sensible person does."""
    if action < DRAW:
        return 0.0 if action == PEEK else SILLY  # all peeks are alike
    if action == DRAW:
        return worth_of_drawing(s, seat)
    if action < PUT:
        return relief(s, seat, action - TAKE) - value(pile_top(s))
    if action < DISCARD:
        return relief(s, seat, action - PUT) - value(s.drawn)
    if action == DISCARD:
        return worth_of_discarding(s, seat, rank(s.drawn))
    if action < PASS:
        return worth_of_snapping(s, seat, action - SNAP)
    if SWAP <= action < DECLINE:
        return worth_of_power(s, seat, action)
    return gain_of_calling(s, seat) if action == CALL else 0.0
