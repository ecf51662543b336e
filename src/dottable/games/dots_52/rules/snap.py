"""Snapping: playing a card of equal rank on the card that was just revealed (D7 to D10)."""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.rule import rule
from dottable.core.primitives.seats import seat_mask
from dottable.games.dots_52.pieces import is_court, rank_of_card
from dottable.games.dots_52.rules.stock import lay_on_pile, pile_top
from dottable.games.dots_52.rules.tableau import show_card, take_from_slot, take_penalty_card
from dottable.games.dots_52.rules.turn_order import can_move, end_turn, offer_call
from dottable.games.dots_52.state import ALL_VIEWERS, NOBODY, SNAPPING, TURN_START, card_at

MS_PER_SECOND = 1000


@rule
def open_snap_window(s: Any, at_ms: int) -> None:
    """Let all players with cards snap the new top card, unless it is a court card (D7, D9)."""
    s.tried = 0
    s.passed = 0
    s.snapped_by = NOBODY
    s.waiting = 0
    if not is_court(pile_top(s)):
        for seat in range(s.seats):
            if s.cards[seat] > 0:
                s.waiting |= seat_mask(seat)
    if s.waiting == 0:
        offer_call(s)
    else:
        s.phase = SNAPPING
        s.deadline = at_ms + MS_PER_SECOND * s.snap_seconds


@rule
def close_snap_window(s: Any) -> None:
    """End the time for snapping and offer the call. Called at the deadline or after all players have acted (D9)."""
    s.waiting = 0
    offer_call(s)


@rule
def pass_snap(s: Any, seat: int) -> None:
    """Record that a seat has chosen not to snap."""
    s.passed |= seat_mask(seat)
    record_snap_decision(s, seat)


@rule
def record_snap_decision(s: Any, seat: int) -> None:
    """Record that a seat has passed or tried. After the last seat, the snap time ends."""
    s.waiting ^= seat_mask(seat)
    if s.waiting == 0:
        close_snap_window(s)


@rule
def matches_pile(s: Any, seat: int, slot: int) -> bool:
    """Return whether a card has the rank of the top card of the pile."""
    return rank_of_card(card_at(s, seat, slot)) == rank_of_card(pile_top(s))


@rule
def snap(s: Any, seat: int, slot: int) -> None:
    """Try to play a card on the pile, in time or too late."""
    s.tried |= seat_mask(seat)
    if s.phase != SNAPPING:
        snap_too_late(s, seat, slot)
    elif matches_pile(s, seat, slot):
        lay_on_pile(s, take_from_slot(s, seat, slot))
        s.late = s.waiting ^ seat_mask(seat)
        s.snapped_by = seat
        close_snap_window(s)
    else:
        snap_wrongly(s, seat, slot)
        record_snap_decision(s, seat)


@rule
def snap_wrongly(s: Any, seat: int, slot: int) -> None:
    """Show the card to all players, put it back, and take a penalty card (D8)."""
    show_card(s, seat, slot, ALL_VIEWERS)
    take_penalty_card(s, seat)


@rule
def snap_too_late(s: Any, seat: int, slot: int) -> None:
    """Show a card after another player was faster. A right card goes back without penalty (D8)."""
    s.late ^= seat_mask(seat)
    if matches_pile(s, seat, slot):
        show_card(s, seat, slot, ALL_VIEWERS)
        return
    snap_wrongly(s, seat, slot)
    if s.phase == TURN_START and not can_move(s):  # the penalty card was the last card that the player could draw (D15)
        end_turn(s)
