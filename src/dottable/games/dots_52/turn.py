"""How turns follow each other (D3, D12, D15, D16)."""

from __future__ import annotations

from typing import Any

from dottable.core.rule import big_rule, rule
from dottable.games.dots_52.scoring import end_round
from dottable.games.dots_52.state import CALLING, NOBODY, TURN, left_of
from dottable.games.dots_52.stock import can_draw

TURNS_WITHOUT_CALL = 60


@rule
def can_move(s: Any) -> bool:
    """Whether the turn's player can do anything: draw, or take from the pile into an own slot (D6, D15)."""
    return can_draw(s) or (s.cards[s.turn] > 0 and s.pile_left > 0)


@rule
def offer_call(s: Any) -> None:
    """After the turn, its window and its power comes the question of the call, if nobody has called (D11, D12)."""
    if s.caller == NOBODY:
        s.phase = CALLING
    else:
        end_turn(s)


@big_rule
def end_turn(s: Any) -> None:
    """The player on the left is next; whoever can do nothing is passed over (D15)."""
    count_turn(s)
    while not is_round_done(s) and not can_move(s):
        count_turn(s)
    if is_round_done(s):
        end_round(s)
    else:
        s.phase = TURN


@rule
def count_turn(s: Any) -> None:
    s.turns += 1
    s.turn = left_of(s, s.turn)


@rule
def is_round_done(s: Any) -> bool:
    """Whether all have had their turn after the call (D12), or nobody has called for too long (D16)."""
    if s.caller != NOBODY:
        return s.turn == s.caller
    return s.turns >= TURNS_WITHOUT_CALL * s.seats
