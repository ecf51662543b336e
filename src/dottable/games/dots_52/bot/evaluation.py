"""The value of every action for a seat in points: the reduction of the seat's total plus the value of information.

The constants were tuned in matches of the policy against variants of itself.
"""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.rule import noinline_rule, rule
from dottable.games.dots_52.bot.call_decision import REJECTED_VALUE, value_of_calling
from dottable.games.dots_52.bot.card_estimates import (
    UNKNOWN_POINTS,
    has_unknown_own_card,
    highest_own_card_points,
    is_forgotten,
    lowest_card_points_of_others,
    other_card_points,
    own_card_points,
)
from dottable.games.dots_52.pieces import (
    JACK,
    KING,
    NO_CARD,
    POINTS_BY_RANK,
    QUEEN,
    RANK_COUNT,
    card_points,
    is_court,
    rank_of_card,
)
from dottable.games.dots_52.rules.preparation_phase import count_peeks
from dottable.games.dots_52.rules.snap import matches_pile
from dottable.games.dots_52.rules.stock import pile_top
from dottable.games.dots_52.state import (
    ARRANGE,
    CALL,
    DECLINE,
    DISCARD,
    DRAW,
    LOOK,
    MAX_PEEKS,
    MAX_SLOTS,
    NOBODY,
    PASS,
    PEEK,
    PUT,
    READY,
    SNAP,
    SNAPPING,
    SWAP,
    TAKE,
    TARGET,
    knows_card,
)

UNKNOWN_REMOVAL_BONUS = 3.8
"""Bonus in points for removing an unknown card of the seat, in addition to its estimated points. A call needs known
cards (D11)."""
OWN_LOOK_VALUE, OTHER_LOOK_VALUE = 3.5, 0.3
"""Value in points of looking at an unknown card: one of the seat's own, and one of another player."""
DRAWING_BONUS = 1.3
"""Bonus in points for drawing instead of taking. A drawn card stays secret, a card from the pile does not (D4)."""
TIE_BREAK_PER_SEAT = 0.0001
"""Points per seat that break ties between seats."""
JACK_VALUE_RATIO, JACK_MIN_GAIN = 0.7, 1.0
"""Value of an unused Jack as a fraction of the best swap, and the minimum gain in points for which it is used."""


@rule
def snap_partner_points(s: Any, seat: int, card_rank: int, besides: int) -> float:
    """Return the points of a known card of this rank in the seat's tableau; 0 if there is none (D7).

    The card in slot `besides` does not count.
    """
    for slot in range(s.slots_used[seat]):
        if slot != besides and s.tableau[seat, slot] != NO_CARD and knows_card(s, seat, seat, slot):
            if rank_of_card(s.tableau[seat, slot]) == card_rank:
                return float(POINTS_BY_RANK[card_rank])
    return 0.0


@rule
def removal_value(s: Any, seat: int, slot: int) -> float:
    """Return the value of moving one of the seat's cards to the pile."""
    if is_forgotten(s, seat, slot):
        return own_card_points(s, seat, slot)
    if not knows_card(s, seat, seat, slot):
        return UNKNOWN_POINTS + (UNKNOWN_REMOVAL_BONUS if s.caller == NOBODY else 0.0)
    card = s.tableau[seat, slot]
    if is_court(card):
        return float(card_points(card))
    return card_points(card) + snap_partner_points(s, seat, rank_of_card(card), slot)


@rule
def value_of_discarding(s: Any, seat: int, card_rank: int) -> float:
    """Return the value of discarding a drawn card.

    A court card is worth its power (D5). Any other card is worth the points of the own card that can be snapped onto it
    (D7).
    """
    if card_rank == JACK:
        return JACK_VALUE_RATIO * max(0.0, highest_own_card_points(s, seat) - lowest_card_points_of_others(s, seat))
    if card_rank == QUEEN:
        return OTHER_LOOK_VALUE if s.caller == NOBODY else 0.0
    if card_rank == KING:
        return OWN_LOOK_VALUE if s.caller == NOBODY and has_unknown_own_card(s, seat) else 0.0
    return snap_partner_points(s, seat, card_rank, NO_CARD)


@rule
def value_of_drawing(s: Any, seat: int) -> float:
    """Return the mean value of a card drawn from the stock, if it is put into the best slot or discarded."""
    best = REJECTED_VALUE
    for slot in range(s.slots_used[seat]):
        if s.tableau[seat, slot] != NO_CARD:
            best = max(best, removal_value(s, seat, slot))
    total = 0.0
    for card_rank in range(RANK_COUNT):
        total += max(best - POINTS_BY_RANK[card_rank], value_of_discarding(s, seat, card_rank))
    return total / RANK_COUNT + DRAWING_BONUS


@rule
def value_of_snapping(s: Any, seat: int, slot: int) -> float:
    """Return the value of a snap. REJECTED_VALUE unless the card surely matches (D7) and it is in time (D8)."""
    if s.phase == SNAPPING and knows_card(s, seat, seat, slot) and matches_pile(s, seat, slot):
        return float(card_points(pile_top(s)))
    return REJECTED_VALUE


@rule
def seat_order_penalty(s: Any, seat: int, other: int) -> float:
    """Return a tie-break by the distance to the left, so that not all players choose the same target."""
    return TIE_BREAK_PER_SEAT * ((other - seat - 1 + s.seats) % s.seats)


@rule
def value_of_looking_at_card(s: Any, seat: int, other: int, slot: int) -> float:
    """Return the value of looking at a card (Queen, King): unknown own cards first, then low cards of rivals."""
    if knows_card(s, seat, other, slot):
        return REJECTED_VALUE
    if other == seat:
        return OWN_LOOK_VALUE
    information = 1.0 / (1.0 + other_card_points(s, seat, other, slot) + s.cards[other])
    return OTHER_LOOK_VALUE + information - seat_order_penalty(s, seat, other)


@rule
def value_of_power(s: Any, seat: int, action: int) -> float:
    """Return the value of using a court card's power (D5)."""
    if action < TARGET:
        return own_card_points(s, seat, action - SWAP) - lowest_card_points_of_others(s, seat) - JACK_MIN_GAIN
    if action < LOOK:
        other, slot = (action - TARGET) // MAX_SLOTS, (action - TARGET) % MAX_SLOTS
        gain = own_card_points(s, seat, s.swap_slot) - other_card_points(s, seat, other, slot)
        return gain - JACK_MIN_GAIN - seat_order_penalty(s, seat, other)
    return value_of_looking_at_card(s, seat, (action - LOOK) // MAX_SLOTS, (action - LOOK) % MAX_SLOTS)


@rule
def value_of_preparation(s: Any, seat: int, action: int) -> float:
    """Return the value of an action before the first turn (D2): look at the first two cards, then say ready.

    All peeks are equally good. An arrangement has no benefit, because all players see it.
    """
    peeks = count_peeks(s, seat)
    if action == READY:
        return 0.0 if peeks == MAX_PEEKS else REJECTED_VALUE
    if action >= ARRANGE or peeks == MAX_PEEKS:
        return REJECTED_VALUE
    slot = 0
    while knows_card(s, seat, seat, slot):
        slot += 1
    return 0.0 if action == PEEK + slot else REJECTED_VALUE


@noinline_rule
def evaluate_action(s: Any, seat: int, action: int) -> float:
    """Return the value of a legal action: 0 for doing nothing, REJECTED_VALUE for actions that are never chosen."""
    if action < DRAW:
        return value_of_preparation(s, seat, action)
    if action == DRAW:
        return value_of_drawing(s, seat)
    if action < PUT:
        return removal_value(s, seat, action - TAKE) - card_points(pile_top(s))
    if action < DISCARD:
        return removal_value(s, seat, action - PUT) - card_points(s.drawn)
    if action == DISCARD:
        return value_of_discarding(s, seat, rank_of_card(s.drawn))
    if action < PASS:
        return value_of_snapping(s, seat, action - SNAP)
    if SWAP <= action < DECLINE:
        return value_of_power(s, seat, action)
    return value_of_calling(s, seat) if action == CALL else 0.0
