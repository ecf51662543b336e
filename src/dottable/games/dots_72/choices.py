"""The two choices of a turn by a look at the hand: whether to take the discard, and which card to part with."""

from __future__ import annotations

from math import exp
from typing import Any

from dottable.core.rule import big_rule, rule
from dottable.games.dots_72.appraisal import CARDS, LOSSES, PATIENCE, PLAIN, appraise, least_missed
from dottable.games.dots_72.patience import patience
from dottable.games.dots_72.pieces import NO_CARD, is_wild
from dottable.games.dots_72.scruples import count_friends, scruples

FEAR = 64
"""How much the pleasure of the next player counts beside one's own loss, in 4096ths, plainly looked at."""
WHOLE = 4096


@big_rule
def wants_discard(s: Any, seat: int, look: int, buffer: Any) -> bool:
    """Whether the hand gets enough better with the top discard, or with what is known to lie on the draw pile."""
    top = s.discards[s.discards_left - 1]
    without, with_it = worth_with(s, seat, top, look, buffer)
    if s.pile_is_known:
        _, with_next = worth_with(s, seat, s.pile[s.pile_left - 1], look, buffer)
        return with_it > with_next
    if look == PLAIN:
        return is_enough(without, with_it)
    return with_it > without * exp(patience(s, seat, top, buffer) / WHOLE)


@rule
def is_enough(without: int, with_it: int) -> bool:
    """Whether a discard is worth taking, plainly looked at."""
    return with_it > without + without * PATIENCE // 3072


@rule
def worth_with(s: Any, seat: int, face: int, look: int, buffer: Any) -> tuple[int, int]:
    """What a hand is worth as it is, and with another card for the one that is missed least."""
    total = appraise(s, seat, face, look, buffer)
    count = s.held[seat] + 1
    k = 0
    while buffer[CARDS + k] != face:
        k += 1
    return total - buffer[LOSSES + k], total - buffer[LOSSES + least_missed(buffer, count)]


@rule
def card_to_part_with(s: Any, seat: int, look: int, buffer: Any) -> int:
    weigh_cards(s, seat, look, buffer)
    return buffer[CARDS + least_missed(buffer, s.held[seat])]


@big_rule
def weigh_cards(s: Any, seat: int, look: int, buffer: Any) -> None:
    """What it costs to part with each card: what the hand loses, and a little for what the next player gets."""
    total = appraise(s, seat, NO_CARD, look, buffer)
    for k in range(s.held[seat]):
        if look == PLAIN:
            buffer[LOSSES + k] += total * appeal(s, seat, buffer[CARDS + k]) * FEAR // WHOLE
        else:
            share = exp(-scruples(s, seat, buffer[CARDS + k], buffer) / WHOLE)
            buffer[LOSSES + k] = total - int((total - buffer[LOSSES + k]) * share)


@rule
def appeal(s: Any, seat: int, face: int) -> int:
    """How much the next player likes a card: anyone a wild, and what goes with cards that one is known to hold."""
    liked = 8 if is_wild(face) else s.pairs[face] != 0
    return liked + 4 * count_friends(s, seat, face)
