"""The record of a match, its options and its actions."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from msgspec import Meta

from dottable.core import options
from dottable.core.actions import ActionSpace
from dottable.core.record import i1, i2, i8, record, u1, u2
from dottable.core.rule import rule
from dottable.games.dots_52.pieces import PACK

SEATS = 8
SLOTS = 51
"""A tableau never holds more: one card always lies on the pile when penalty cards are taken."""
DEALT = 4
NOBODY = -1

PEEKING, TURN, DRAWN, JACK_OWN, JACK_OTHER, QUEEN_LOOK, KING_LOOK, SNAPPING, CALLING, ROUND_OVER, OVER = range(11)

NO_CALL, CALL_WON, CALL_LOST = range(3)
"""How a round ended."""


class Options(options.Options, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    snap_seconds: Annotated[int, Meta(description="Seconds to snap a card (D9).", ge=1, le=10)] = 3
    lock_caller: Annotated[bool, Meta(description="No Jack may take a card of the player who called (D12).")] = False
    memory: Annotated[
        bool, Meta(description="Show every card that you have seen; off: only what is visible now (D17).")
    ] = True


STATE = record(
    snap_seconds=i1,
    lock_caller=i1,
    memory=i1,
    phase=i1,
    round_number=i2,
    turns=i2,
    dealer=i1,
    turn=i1,
    caller=i1,
    waiting=u1,
    tried=u1,
    late=u1,
    deadline=i8,
    drawn=i1,
    swap_slot=i1,
    stock=(i1, PACK),
    stock_left=i1,
    pile=(i1, PACK),
    pile_left=i1,
    rebuilds=i2,
    epoch=(i2, PACK),
    tableau=(i1, (SEATS, SLOTS)),
    known_by=(u2, (SEATS, SLOTS)),
    shown_to=(u2, (SEATS, SLOTS)),
    anything_shown=i1,
    slots_used=(i1, SEATS),
    cards=(i1, SEATS),
    counted=(i8, SEATS),
    counted_public=i2,
    totals=(i2, SEATS),
    points=(i2, SEATS),
    outcome=i1,
    scores=(i2, SEATS),
)
"""Sets of seats are bit masks: `waiting` still has to peek or to snap, `tried` has tried to snap the
card on the pile, `late` may still show a card that comes too late (D8).

The stock has no order, for nobody knows one: drawing is a random pick. `epoch` says after which
rebuilding of the stock a card was last in it; that is public, and bounds where a card can be.

`known_by` and `shown_to` say who knows the card in a slot and who is looking at it now, with one more
bit for the public. `counted` marks the slots whose cards were the caller's at the call and
`counted_public` the points of those that came to the pile since, so that the total at the call can be
told at the reveal without being stored before (D11).

`totals`, `points` and `outcome` belong to the last round that was revealed."""

PUBLIC = 8
"""The bit of whoever looks on."""
ALL_SEE = (1 << (PUBLIC + 1)) - 1

ACTIONS = ActionSpace(
    peek=(6,),
    draw=(),
    take=(SLOTS,),
    put=(SLOTS,),
    discard=(),
    snap=(SLOTS,),
    pass_=(),
    swap=(SLOTS,),
    target=(SEATS, SLOTS),
    look=(SEATS, SLOTS),
    decline=(),
    call=(),
    end=(),
    deal=(),
    time_up=(),
)
PEEK, DRAW, TAKE, PUT, DISCARD, SNAP, PASS, SWAP, TARGET, LOOK, DECLINE, CALL, END, DEAL, TIME_UP = (
    ACTIONS.first(verb) for verb in ACTIONS.verbs
)
"""The first action of every verb; slots and absolute seats are added to it."""

PAIRS = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
"""The two slots of every peek."""
PAIR_SLOTS = np.array(PAIRS, np.int64)


@rule
def left_of(s: Any, seat: int) -> int:
    """The next seat in the order of play (D3)."""
    return seat + 1 if seat + 1 < s.seats else 0


@rule
def card_at(s: Any, seat: int, slot: int) -> int:
    return s.tableau[seat, slot]


@rule
def bit_of(viewer: int) -> int:
    """Where a viewer, a seat or SPECTATOR, stands in `known_by` and `shown_to`."""
    return 1 << (viewer if viewer >= 0 else PUBLIC)


@rule
def knows(s: Any, viewer: int, seat: int, slot: int) -> bool:
    return s.known_by[seat, slot] & bit_of(viewer) != 0


@rule
def is_target_locked(s: Any, seat: int) -> bool:
    """Whether no Jack may take the seat's cards (D12)."""
    return s.lock_caller == 1 and seat == s.caller
