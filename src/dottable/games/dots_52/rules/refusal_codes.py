"""Reason codes for illegal actions. They depend only on what the seat can see."""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.refusals import ACCEPTED, FIRST_GAME_REFUSAL, NOT_YOUR_TURN
from dottable.core.primitives.rule import noinline_rule, rule
from dottable.core.primitives.seats import has_seat
from dottable.games.dots_52.pieces import is_court
from dottable.games.dots_52.rules.stock import pile_top
from dottable.games.dots_52.state import (
    ARRANGE,
    CALL,
    CALLING,
    CHOOSING_JACK_OWN_CARD,
    CHOOSING_JACK_TARGET,
    CHOOSING_KING_TARGET,
    CHOOSING_QUEEN_TARGET,
    DEAL,
    DECLINE,
    DRAW,
    END,
    LOOK,
    MAX_SLOTS,
    NOBODY,
    OVER,
    PASS,
    PEEK,
    PREPARING,
    PUT,
    ROUND_OVER,
    SNAP,
    SNAPPING,
    SWAP,
    TARGET,
    TIME_UP,
    TURN_START,
    is_target_locked,
    knows_card,
)

NO_CARD_THERE = FIRST_GAME_REFUSAL
NOTHING_ON_PILE = FIRST_GAME_REFUSAL + 1
NOTHING_TO_DRAW = FIRST_GAME_REFUSAL + 2
DRAW_FIRST = FIRST_GAME_REFUSAL + 3
ALREADY_DRAWN = FIRST_GAME_REFUSAL + 4
READY_FIRST = FIRST_GAME_REFUSAL + 5
PREPARATION_OVER = FIRST_GAME_REFUSAL + 6
SNAP_OR_PASS = FIRST_GAME_REFUSAL + 7
NOTHING_TO_SNAP = FIRST_GAME_REFUSAL + 8
SNAP_TIME_UP = FIRST_GAME_REFUSAL + 9
SNAP_TRIED = FIRST_GAME_REFUSAL + 10
COURT_ON_PILE = FIRST_GAME_REFUSAL + 11
OTHERS_CARD_ONLY = FIRST_GAME_REFUSAL + 12
OWN_CARD_ONLY = FIRST_GAME_REFUSAL + 13
CALLER_LOCKED = FIRST_GAME_REFUSAL + 14
NO_SUCH_PLAYER = FIRST_GAME_REFUSAL + 15
ALREADY_CALLED = FIRST_GAME_REFUSAL + 16
CALL_AFTER_TURN = FIRST_GAME_REFUSAL + 17
NO_POWER = FIRST_GAME_REFUSAL + 18
POWER_FIRST = FIRST_GAME_REFUSAL + 19
OTHER_POWER = FIRST_GAME_REFUSAL + 20
CHOOSE_OWN_CARD_FIRST = FIRST_GAME_REFUSAL + 21
OWN_CARD_CHOSEN = FIRST_GAME_REFUSAL + 22
CALL_OR_END = FIRST_GAME_REFUSAL + 23
DEAL_FIRST = FIRST_GAME_REFUSAL + 24
ROUND_NOT_OVER = FIRST_GAME_REFUSAL + 25
CLOCK_ONLY = FIRST_GAME_REFUSAL + 26
ALREADY_READY = FIRST_GAME_REFUSAL + 27
PEEKS_USED = FIRST_GAME_REFUSAL + 28
CARD_SEEN = FIRST_GAME_REFUSAL + 29
ARRANGEMENTS_USED = FIRST_GAME_REFUSAL + 30
SNAP_PASSED = FIRST_GAME_REFUSAL + 31
SNAP_TAKEN = FIRST_GAME_REFUSAL + 32
SNAP_MADE = FIRST_GAME_REFUSAL + 33
NO_CARDS_LEFT = FIRST_GAME_REFUSAL + 34
ROUND_IS_OVER = FIRST_GAME_REFUSAL + 35
OTHERS_MAY_SNAP = FIRST_GAME_REFUSAL + 36


@noinline_rule
def why_not(s: Any, seat: int, action: int) -> int:
    """Return the reason code for an action that is not legal."""
    if seat < 0 or seat >= s.seats or s.phase == OVER:
        return ACCEPTED
    if action == TIME_UP:
        return CLOCK_ONLY
    if action < DRAW:
        return why_no_preparation(s, seat, action)
    if SNAP <= action <= PASS:
        return why_no_snap(s, seat, action)
    if s.phase == PREPARING:
        return READY_FIRST
    if s.phase == ROUND_OVER:
        return DEAL_FIRST
    if action == DEAL:
        return ROUND_NOT_OVER
    if s.phase == SNAPPING:
        return SNAP_OR_PASS
    if SWAP <= action <= DECLINE:
        return why_no_power(s, seat, action)
    return why_no_turn_action(s, action)


@rule
def off_turn_reason(s: Any, seat: int, action: int) -> int:
    """Return the reason code for an action of a seat that has no legal action at all."""
    if SNAP <= action <= PASS:
        return why_no_snap(s, seat, action)
    if s.phase == PREPARING:
        return ALREADY_READY
    if action < DRAW:
        return PREPARATION_OVER
    return OTHERS_MAY_SNAP if s.phase == SNAPPING and seat == s.turn else NOT_YOUR_TURN


@rule
def why_no_preparation(s: Any, seat: int, action: int) -> int:
    """Return the reason code against a peek or an arrangement (D2)."""
    if s.phase != PREPARING:
        return PREPARATION_OVER
    if action >= ARRANGE:
        return ARRANGEMENTS_USED
    return CARD_SEEN if knows_card(s, seat, seat, action - PEEK) else PEEKS_USED


@rule
def why_no_snap(s: Any, seat: int, action: int) -> int:
    """Return the reason code against a snap or a pass (D7 to D9)."""
    if s.phase == ROUND_OVER:
        return ROUND_IS_OVER
    if s.pile_left == 0:
        return NOTHING_TO_SNAP
    if action < PASS and (has_seat(s.waiting, seat) or has_seat(s.late, seat)):
        return NO_CARD_THERE
    if is_court(pile_top(s)):
        return COURT_ON_PILE
    return why_snap_is_over(s, seat)


@rule
def why_snap_is_over(s: Any, seat: int) -> int:
    """Return the reason code why a seat can no longer snap the card on the pile."""
    if s.snapped_by == seat:
        return SNAP_MADE
    if has_seat(s.tried, seat):
        return SNAP_TRIED
    if has_seat(s.passed, seat):
        return SNAP_PASSED
    if s.snapped_by != NOBODY:
        return SNAP_TAKEN
    return NO_CARDS_LEFT if s.cards[seat] == 0 else SNAP_TIME_UP


@rule
def why_no_power(s: Any, seat: int, action: int) -> int:
    """Return the reason code against using a power (D5, D12)."""
    if s.phase < CHOOSING_JACK_OWN_CARD or s.phase > CHOOSING_KING_TARGET or action == DECLINE:
        return NO_POWER
    if action < TARGET:
        return why_no_swap(s)
    if action < LOOK:
        return why_no_target(s, seat, action - TARGET)
    return why_no_look_at_card(s, seat, action - LOOK)


@rule
def why_no_swap(s: Any) -> int:
    """Return the reason code against choosing this own card for the swap of a Jack."""
    if s.phase == CHOOSING_JACK_TARGET:
        return OWN_CARD_CHOSEN
    return NO_CARD_THERE if s.phase == CHOOSING_JACK_OWN_CARD else OTHER_POWER


@rule
def why_no_target(s: Any, seat: int, place: int) -> int:
    """Return the reason code against swapping with this card by a Jack. `place` is seat * MAX_SLOTS + slot."""
    other = place // MAX_SLOTS
    if s.phase == CHOOSING_JACK_OWN_CARD:
        return CHOOSE_OWN_CARD_FIRST
    if s.phase != CHOOSING_JACK_TARGET:
        return OTHER_POWER
    if other >= s.seats:
        return NO_SUCH_PLAYER
    if other == seat:
        return OTHERS_CARD_ONLY
    return CALLER_LOCKED if is_target_locked(s, other) else NO_CARD_THERE


@rule
def why_no_look_at_card(s: Any, seat: int, place: int) -> int:
    """Return the reason code against looking at a card. `place` is seat * MAX_SLOTS + slot."""
    other = place // MAX_SLOTS
    if s.phase < CHOOSING_QUEEN_TARGET:
        return OTHER_POWER
    if other >= s.seats:
        return NO_SUCH_PLAYER
    if s.phase == CHOOSING_QUEEN_TARGET and other == seat:
        return OTHERS_CARD_ONLY
    if s.phase == CHOOSING_KING_TARGET and other != seat:
        return OWN_CARD_ONLY
    return NO_CARD_THERE


@rule
def why_no_turn_action(s: Any, action: int) -> int:
    """Return the reason code against an action of the turn or a call (D4, D11)."""
    if action == CALL and s.caller != NOBODY:
        return ALREADY_CALLED
    if s.phase == CALLING:
        return CALL_OR_END
    if CHOOSING_JACK_OWN_CARD <= s.phase <= CHOOSING_KING_TARGET:
        return POWER_FIRST
    if CALL <= action <= END:
        return CALL_AFTER_TURN
    if s.phase == TURN_START:
        return why_not_at_start(s, action)
    return ALREADY_DRAWN if action < PUT else NO_CARD_THERE


@rule
def why_not_at_start(s: Any, action: int) -> int:
    """Return the reason code against an action before a card was drawn or taken (D4, D6, D15)."""
    if action >= PUT:
        return DRAW_FIRST
    if action == DRAW:
        return NOTHING_TO_DRAW
    return NOTHING_ON_PILE if s.pile_left == 0 else NO_CARD_THERE
