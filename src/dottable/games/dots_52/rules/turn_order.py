"""The order of turns (D3, D12, D15, D16)."""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.rule import noinline_rule, rule
from dottable.games.dots_52.rules.scoring import end_round
from dottable.games.dots_52.rules.stock import can_draw
from dottable.games.dots_52.state import CALLING, NOBODY, TURN_START, left_of

TURNS_WITHOUT_CALL = 20
"""Number of turns of each seat after which a round without a call ends (D16)."""


@rule
def can_move(s: Any) -> bool:
    """Return whether the player to move can draw a card, or exchange one for the top card of the pile (D6, D15)."""
    return can_draw(s) or (s.cards[s.turn] > 0 and s.pile_left > 0)


@rule
def offer_call(s: Any) -> None:
    """Offer the call at the end of a turn. If a call was already made, end the turn (D11, D12)."""
    if s.caller == NOBODY:
        s.phase = CALLING
    else:
        end_turn(s)


@noinline_rule
def end_turn(s: Any) -> None:
    """Give the turn to the next player who can move (D15), or end the round."""
    count_turn(s)
    while not is_round_done(s) and not can_move(s):
        count_turn(s)
    if is_round_done(s):
        end_round(s)
    else:
        s.phase = TURN_START


@rule
def count_turn(s: Any) -> None:
    """Add 1 to the turns of this round, and give the turn to the next seat on the left."""
    s.turns += 1
    s.turn = left_of(s, s.turn)


@rule
def is_round_done(s: Any) -> bool:
    """Return whether all seats have had a turn after the call (D12), or too many turns passed without a call (D16)."""
    if s.caller != NOBODY:
        return s.turn == s.caller
    return s.turns >= TURNS_WITHOUT_CALL * s.seats
