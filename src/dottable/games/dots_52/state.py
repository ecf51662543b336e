"""The options, the state record and the action space of Dots (52 cards)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import numpy as np
from msgspec import Meta
from msgspec.structs import replace

from dottable.core import options
from dottable.core.primitives.action_space import ActionSpace
from dottable.core.primitives.record import i1, i2, i8, record, u1, u2
from dottable.core.primitives.rule import rule
from dottable.games.dots_52.pieces import CARD_COUNT

SEATS = 8
MAX_SLOTS = 51
"""Maximum number of slots in a tableau. At least one card is on the pile when a penalty card is taken."""
CARDS_DEALT = 4
"""Number of cards dealt to each player."""
MAX_PEEKS = 2
"""Number of own cards that a player may look at before the first turn (D2)."""
MAX_ARRANGEMENTS = 6
"""Maximum number of swaps of two own cards before the first turn. Three swaps reach every order (D2)."""
NOBODY = -1

(
    PREPARING,
    TURN_START,
    HOLDING_DRAWN_CARD,
    CHOOSING_JACK_OWN_CARD,
    CHOOSING_JACK_TARGET,
    CHOOSING_QUEEN_TARGET,
    CHOOSING_KING_TARGET,
    SNAPPING,
    CALLING,
    ROUND_OVER,
    OVER,
) = range(11)

NO_CALL, CALL_WON, CALL_LOST = range(3)
"""Outcomes of a round."""


class Options(options.Options, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    snap_seconds: Annotated[int, Meta(description="Seconds to snap a card (D9).", ge=1, le=10)] = 3
    lock_caller: Annotated[bool, Meta(description="No Jack may take a card of the player who called (D12).")] = False
    memory: Annotated[
        Literal["auto", "on", "off"],
        Meta(
            description="Show every card that you have seen; off: only what is visible now. "
            "Auto: on if bots play too, off if only people play (D17)."
        ),
    ] = "auto"
    ready_seconds: Annotated[
        int,
        Meta(
            description="Seconds to look at cards and arrange them before the first turn; 0: no limit (D2).",
            ge=0,
            le=300,
        ),
    ] = 0

    def for_players(self, *, with_bots: bool) -> Options:
        """Return the options with `memory` set to on or off, if it was "auto"."""
        return self if self.memory != "auto" else replace(self, memory="on" if with_bots else "off")


STATE = record(
    snap_seconds=i1,
    lock_caller=i1,
    memory=i1,
    ready_seconds=i2,
    phase=i1,
    round_number=i2,
    turns=i2,
    dealer=i1,
    turn=i1,
    caller=i1,
    waiting=u1,
    arrangements=(i1, SEATS),
    tried=u1,
    passed=u1,
    snapped_by=i1,
    late=u1,
    deadline=i8,
    drawn=i1,
    swap_slot=i1,
    stock=(i1, CARD_COUNT),
    stock_left=i1,
    pile=(i1, CARD_COUNT),
    pile_left=i1,
    rebuilds=i2,
    epoch=(i2, CARD_COUNT),
    tableau=(i1, (SEATS, MAX_SLOTS)),
    known_by=(u2, (SEATS, MAX_SLOTS)),
    shown_to=(u2, (SEATS, MAX_SLOTS)),
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
"""Fields that need an explanation:

- `waiting`, `tried`, `passed` and `late` are bit masks of seats. `waiting` still has to say ready, or to snap or pass;
  `tried` has tried to snap the card on the pile; `passed` has passed; `late` may still show a card too late (D8).
- `snapped_by` is the seat that snapped the card on the pile, or NOBODY.
- `arrangements` counts for each seat the swaps of two own cards before the first turn (D2).
- `stock` has no order, because no player knows it: a draw picks a random card.
- `epoch` counts for each card the rebuilds of the stock up to the last one that the card was in. It is public, and
  `resample` uses it to bound where a card can be.
- `known_by` and `shown_to` are bit masks of viewers for each slot: who knows the card, and who is looking at it now.
  Bit SPECTATOR_BIT stands for spectators.
- `counted` marks the slots whose cards were the caller's at the call. `counted_public` sums the points of those that
  came to the pile since. So the total at the call can be computed at the reveal without storing a secret (D11).
- `totals`, `points` and `outcome` belong to the last round that was revealed.
"""

SPECTATOR_BIT = 8
"""Index of the bit that stands for spectators."""
ALL_VIEWERS = (1 << (SPECTATOR_BIT + 1)) - 1
"""Bit mask of all seats and spectators."""

ACTIONS = ActionSpace(
    peek=(CARDS_DEALT,),
    arrange=(6,),
    ready=(),
    draw=(),
    take=(MAX_SLOTS,),
    put=(MAX_SLOTS,),
    discard=(),
    snap=(MAX_SLOTS,),
    pass_=(),
    swap=(MAX_SLOTS,),
    target=(SEATS, MAX_SLOTS),
    look=(SEATS, MAX_SLOTS),
    decline=(),
    call=(),
    end=(),
    deal=(),
    time_up=(),
)
PEEK, ARRANGE, READY, DRAW, TAKE, PUT, DISCARD, SNAP, PASS, SWAP, TARGET, LOOK, DECLINE, CALL, END, DEAL, TIME_UP = (
    ACTIONS.first_action(verb) for verb in ACTIONS.verbs
)
"""First action of every verb. Slots and absolute seats are added to it."""

ARRANGE_PAIRS = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
"""The two slots (from 0) whose cards each arrangement swaps."""
ARRANGE_PAIR_SLOTS = np.array(ARRANGE_PAIRS, np.int64)


@rule
def left_of(s: Any, seat: int) -> int:
    """Return the next seat in the order of play (D3)."""
    return seat + 1 if seat + 1 < s.seats else 0


@rule
def card_at(s: Any, seat: int, slot: int) -> int:
    """Return the card in a slot, or NO_CARD."""
    return s.tableau[seat, slot]


@rule
def viewer_bit(viewer: int) -> int:
    """Return the bit of a viewer (a seat or SPECTATOR) in `known_by` and `shown_to`."""
    return 1 << (viewer if viewer >= 0 else SPECTATOR_BIT)


@rule
def knows_card(s: Any, viewer: int, seat: int, slot: int) -> bool:
    """Return whether a viewer knows the card in a slot."""
    return s.known_by[seat, slot] & viewer_bit(viewer) != 0


@rule
def is_target_locked(s: Any, seat: int) -> bool:
    """Return whether the option `lock-caller` protects the seat's cards from Jacks (D12)."""
    return s.lock_caller == 1 and seat == s.caller
