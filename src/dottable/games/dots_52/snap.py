"""Snapping: an own card of equal rank on the card that a turn has just revealed (D7 to D10)."""

from __future__ import annotations

from typing import Any

from dottable.core.rule import rule
from dottable.core.seats import only
from dottable.games.dots_52.pieces import is_court, rank
from dottable.games.dots_52.state import ALL_SEE, SNAPPING, TURN, card_at
from dottable.games.dots_52.stock import lay_on_pile, pile_top
from dottable.games.dots_52.tableau import show, take_penalty_card, take_up
from dottable.games.dots_52.turn import can_move, end_turn, offer_call

MS = 1000


@rule
def open_window(s: Any, at_ms: int) -> None:
    """Everybody with cards may snap the new top card, unless it is a court card (D7, D9)."""
    s.tried = 0
    s.waiting = 0
    if not is_court(pile_top(s)):
        for seat in range(s.seats):
            if s.cards[seat] > 0:
                s.waiting |= only(seat)
    if s.waiting == 0:
        offer_call(s)
    else:
        s.phase = SNAPPING
        s.deadline = at_ms + MS * s.snap_seconds


@rule
def close_window(s: Any) -> None:
    """The time is up, or all have acted (D9)."""
    s.waiting = 0
    offer_call(s)


@rule
def pass_snap(s: Any, seat: int) -> None:
    s.waiting ^= only(seat)
    if s.waiting == 0:
        close_window(s)


@rule
def matches(s: Any, seat: int, slot: int) -> bool:
    """Whether a card has the rank of the one on the pile."""
    return rank(card_at(s, seat, slot)) == rank(pile_top(s))


@rule
def snap(s: Any, seat: int, slot: int) -> None:
    """Try to play a card on the pile: in the window, or too late."""
    s.tried |= only(seat)
    if s.phase != SNAPPING:
        snap_too_late(s, seat, slot)
    elif matches(s, seat, slot):
        lay_on_pile(s, take_up(s, seat, slot))
        s.late = s.waiting ^ only(seat)
        close_window(s)
    else:
        snap_wrongly(s, seat, slot)
        pass_snap(s, seat)


@rule
def snap_wrongly(s: Any, seat: int, slot: int) -> None:
    """All have seen the card, it goes back, and the player takes a penalty card (D8)."""
    show(s, seat, slot, ALL_SEE)
    take_penalty_card(s, seat)


@rule
def snap_too_late(s: Any, seat: int, slot: int) -> None:
    """Somebody was faster: a right card goes back without penalty, a wrong one as ever (D8)."""
    s.late ^= only(seat)
    if matches(s, seat, slot):
        show(s, seat, slot, ALL_SEE)
        return
    snap_wrongly(s, seat, slot)
    if s.phase == TURN and not can_move(s):  # the penalty took the last card that the player could draw (D15)
        end_turn(s)
