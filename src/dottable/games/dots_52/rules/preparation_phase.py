"""The time before the first turn of a round: peeks, arrangements and saying "ready" (D2)."""

from __future__ import annotations

from typing import Any

from dottable.core.primitives import fast_rng
from dottable.core.primitives.rule import rule
from dottable.core.primitives.seats import CLOCK, all_seats, has_seat, seat_mask
from dottable.games.dots_52.rules.tableau import show_card, swap_own_cards
from dottable.games.dots_52.state import (
    ARRANGE,
    ARRANGE_PAIR_SLOTS,
    CARDS_DEALT,
    MAX_ARRANGEMENTS,
    MAX_PEEKS,
    PEEK,
    PREPARING,
    READY,
    TIME_UP,
    TURN_START,
    knows_card,
    viewer_bit,
)

MS_PER_SECOND = 1000


@rule
def open_preparation(s: Any, at_ms: int) -> None:
    """Let all players look at their cards and arrange them at the same time."""
    for seat in range(s.seats):
        s.arrangements[seat] = 0
    s.waiting = all_seats(s.seats)
    s.deadline = at_ms + MS_PER_SECOND * s.ready_seconds
    s.phase = PREPARING


@rule
def close_preparation(s: Any) -> None:
    """Begin the first turn. Called when all players are ready or the time is up."""
    s.waiting = 0
    s.phase = TURN_START


@rule
def count_peeks(s: Any, seat: int) -> int:
    """Return the number of its own cards that a seat has looked at.

    Before the first turn, only peeks make cards known.
    """
    peeks = 0
    for slot in range(CARDS_DEALT):
        peeks += knows_card(s, seat, seat, slot)
    return peeks


@rule
def list_preparation_actions(s: Any, seat: int, out: Any) -> int:
    """Write the peeks at cards not seen yet, the swaps of two own cards, and "ready". Return their number."""
    if seat == CLOCK:
        out[0] = TIME_UP
        return 1 if s.ready_seconds > 0 else 0
    if not has_seat(s.waiting, seat):
        return 0
    count = 0
    if count_peeks(s, seat) < MAX_PEEKS:
        for slot in range(CARDS_DEALT):
            out[count] = PEEK + slot
            count += not knows_card(s, seat, seat, slot)
    if s.arrangements[seat] < MAX_ARRANGEMENTS:
        for action in range(ARRANGE, READY):
            out[count] = action
            count += 1
    out[count] = READY
    return count + 1


@rule
def random_preparation(q: Any, buffer: Any, count: int) -> int:
    """Return a random action of those that `list_preparation_actions` wrote. All arrangements together count as one.

    Otherwise random play would mostly swap cards back and forth, which changes nothing.
    """
    peeks = 0
    while buffer[peeks] < ARRANGE:
        peeks += 1
    arrangements = count - peeks - 1
    chosen = fast_rng.random_below(q, peeks + 1 + (arrangements > 0))
    if chosen < peeks:
        return buffer[chosen]
    return buffer[peeks + fast_rng.random_below(q, arrangements)] if chosen > peeks else buffer[count - 1]


@rule
def play_preparation_action(s: Any, seat: int, action: int) -> None:
    """Look at a card, swap two cards, or say ready. After the last seat is ready, the first turn begins."""
    if action < ARRANGE:
        show_card(s, seat, action - PEEK, viewer_bit(seat))
    elif action < READY:
        pair = action - ARRANGE
        swap_own_cards(s, seat, ARRANGE_PAIR_SLOTS[pair, 0], ARRANGE_PAIR_SLOTS[pair, 1])
        s.arrangements[seat] += 1
    else:
        s.waiting ^= seat_mask(seat)
        if s.waiting == 0:
            close_preparation(s)
