"""The observation tensor of a seat."""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.rule import rule
from dottable.core.primitives.seats import has_seat, popcount
from dottable.games.dots_52.pieces import NO_CARD, RANK_COUNT, rank_of_card
from dottable.games.dots_52.rules.stock import pile_top
from dottable.games.dots_52.state import MAX_SLOTS, SEATS, knows_card

SCALAR_COUNT = 18
"""Count of single numbers at the start of the tensor, before the numbers for seats and cards."""
SCORES_OFFSET = SCALAR_COUNT
PILE_RANKS_OFFSET = SCORES_OFFSET + SEATS
TABLEAUX_OFFSET = PILE_RANKS_OFFSET + RANK_COUNT
AWAITED_SEATS_OFFSET = TABLEAUX_OFFSET + SEATS * MAX_SLOTS
OBSERVATION_SIZE = AWAITED_SEATS_OFFSET + SEATS
"""Length of the tensor. Seats are numbered from the observing seat (0), ranks from 1 (ace) to 13 (King).

0 phase, 1 seats, 2 seat to move, 3 dealer, 4 caller + 1 (0: no call), 5 cards in the stock, 6 cards on the pile,
7 rank of its top card (0: none), 8 rank of the drawn card (0: none, 14: unknown), 9 whether I may snap, 10 number of
seats that may, 11 whether I tried, 12 whether I may show a card too late, 13 my slot chosen for a Jack's swap + 1,
14 round, 15 turns taken in it, 16 whether the caller's cards are locked, 17 my swaps before the first turn.

Then follow the scores of all seats; the number of cards on the pile by rank; every slot of every seat (0 empty, 1
unknown card, else rank + 1); and the seats that still have to snap or to say ready.
"""
UNKNOWN_DRAWN_CODE = RANK_COUNT + 1
"""Code for a drawn card that the seat does not know."""
UNKNOWN_CARD_CODE = 1
"""Code for a card in a slot that the seat does not know."""


@rule
def relative_seat(s: Any, seat: int, other: int) -> int:
    """Return how many places to the left of `seat` the seat `other` is."""
    return other - seat if other >= seat else other - seat + s.seats


@rule
def knows_drawn(s: Any, seat: int) -> bool:
    """Return whether the seat sees the drawn card. Only the player to move does (D4)."""
    return seat == s.turn


@rule
def drawn_code(s: Any, seat: int) -> int:
    """Return the number that stands for the drawn card: 0 for none, UNKNOWN_DRAWN_CODE if hidden, else its rank."""
    if s.drawn == NO_CARD:
        return 0
    return rank_of_card(s.drawn) + 1 if knows_drawn(s, seat) else UNKNOWN_DRAWN_CODE


@rule
def slot_code(s: Any, seat: int, other: int, slot: int) -> int:
    """Return the number that stands for a slot: 0 if empty, UNKNOWN_CARD_CODE if hidden, else the rank plus 1."""
    if s.tableau[other, slot] == NO_CARD:
        return 0
    return rank_of_card(s.tableau[other, slot]) + 2 if knows_card(s, seat, other, slot) else UNKNOWN_CARD_CODE


@rule
def observe(s: Any, seat: int, out: Any) -> None:
    """Write the observation of a seat to `out`."""
    out[0] = s.phase
    out[1] = s.seats
    out[2] = relative_seat(s, seat, s.turn)
    out[3] = relative_seat(s, seat, s.dealer)
    out[4] = relative_seat(s, seat, s.caller) + 1 if s.caller >= 0 else 0
    out[5] = s.stock_left
    out[6] = s.pile_left
    out[7] = rank_of_card(pile_top(s)) + 1 if s.pile_left > 0 else 0
    out[8] = drawn_code(s, seat)
    observe_snap(s, seat, out)
    out[13] = s.swap_slot + 1 if seat == s.turn else 0
    out[14] = s.round_number
    out[15] = s.turns
    out[16] = s.lock_caller
    out[17] = s.arrangements[seat]
    observe_cards(s, seat, out)


@rule
def observe_snap(s: Any, seat: int, out: Any) -> None:
    """Write which seats may snap, which have tried, and which may show a card too late."""
    out[9] = 1 if has_seat(s.waiting, seat) else 0
    out[10] = popcount(s.waiting)
    out[11] = 1 if has_seat(s.tried, seat) else 0
    out[12] = 1 if has_seat(s.late, seat) else 0


@rule
def observe_cards(s: Any, seat: int, out: Any) -> None:
    """Write the scores, the pile by rank, all slots, and the seats that the match waits for."""
    for k in range(SCORES_OFFSET, OBSERVATION_SIZE):
        out[k] = 0
    for k in range(s.pile_left):
        out[PILE_RANKS_OFFSET + rank_of_card(s.pile[k])] += 1
    for other in range(s.seats):
        k = relative_seat(s, seat, other)
        out[SCORES_OFFSET + k] = s.scores[other]
        out[AWAITED_SEATS_OFFSET + k] = 1 if has_seat(s.waiting, other) else 0
        for slot in range(s.slots_used[other]):
            out[TABLEAUX_OFFSET + k * MAX_SLOTS + slot] = slot_code(s, seat, other, slot)
