"""The two choices of a turn: whether to take the top discard, and which card to discard or pass.

`greedy` uses fixed thresholds. The rollout policy uses the fitted penalties of `penalty_features.py`.
"""

from __future__ import annotations

from math import exp
from typing import Any

from dottable.core.primitives.rule import noinline_rule, rule
from dottable.games.dots_72.bot.hand_value import CARDS_OFFSET, LOSSES_OFFSET, evaluate_hand, place_of_least_loss
from dottable.games.dots_72.bot.penalty_features import count_known_partners, discard_penalty, take_penalty
from dottable.games.dots_72.bot.weights import GREEDY_INDEX, PENALTY_UNIT, WEIGHTS
from dottable.games.dots_72.pieces import NO_CARD, is_wild

TAKE_GAIN_DIVISOR = 3
"""`greedy` takes a discard that raises the hand's value by more than 1/3. This won 51.6 % (±0.9) of matches against
1/5."""
NEXT_PLAYER_GAIN_WEIGHT = 64
"""Weight of the next player's gain from a discard, in 1/4096 of the hand's value; chosen by hand."""


@noinline_rule
def takes_discard_greedily(s: Any, seat: int, buffer: Any) -> bool:
    """Return whether `greedy` takes the top discard instead of drawing."""
    with_top = evaluate_hand_with_card(s, seat, s.discards[s.discards_left - 1], WEIGHTS[GREEDY_INDEX], buffer)
    if s.pile_is_known:
        return with_top[1] > evaluate_hand_with_card(s, seat, s.pile[s.pile_left - 1], WEIGHTS[GREEDY_INDEX], buffer)[1]
    return is_gain_worth_taking(with_top[0], with_top[1])


@noinline_rule
def takes_discard(s: Any, seat: int, w: Any, buffer: Any) -> bool:
    """Return whether the fitted policy takes the top discard instead of drawing."""
    top = s.discards[s.discards_left - 1]
    without, value = evaluate_hand_with_card(s, seat, top, w, buffer)
    if s.pile_is_known:
        return value > evaluate_hand_with_card(s, seat, s.pile[s.pile_left - 1], w, buffer)[1]
    return value > without * exp(take_penalty(s, seat, top, w, buffer) / PENALTY_UNIT)


@rule
def is_gain_worth_taking(without: int, with_it: int) -> bool:
    """Return whether a discard raises the hand's value enough for `greedy` to take it."""
    return with_it > without + without // TAKE_GAIN_DIVISOR


@rule
def evaluate_hand_with_card(s: Any, seat: int, face: int, w: Any, buffer: Any) -> tuple[int, int]:
    """Return the value of a hand, and its value with another card in place of its least useful card."""
    total = evaluate_hand(s, seat, face, w, buffer)
    count = s.held[seat] + 1
    k = 0
    while buffer[CARDS_OFFSET + k] != face:
        k += 1
    return total - buffer[LOSSES_OFFSET + k], total - buffer[LOSSES_OFFSET + place_of_least_loss(buffer, count)]


@noinline_rule
def write_greedy_discard_losses(s: Any, seat: int, buffer: Any) -> None:
    """Write the cost of discarding each card to the buffer: the lost value, plus a share of the next player's gain."""
    total = evaluate_hand(s, seat, NO_CARD, WEIGHTS[GREEDY_INDEX], buffer)
    for k in range(s.held[seat]):
        buffer[LOSSES_OFFSET + k] += (
            total * usefulness_to_next_player(s, seat, buffer[CARDS_OFFSET + k]) * NEXT_PLAYER_GAIN_WEIGHT // 4096
        )


@noinline_rule
def write_discard_losses(s: Any, seat: int, w: Any, buffer: Any) -> None:
    """Write the cost of discarding each card to the buffer: lost value with the fitted penalties."""
    total = evaluate_hand(s, seat, NO_CARD, w, buffer)
    for k in range(s.held[seat]):
        kept = exp(-discard_penalty(s, seat, buffer[CARDS_OFFSET + k], w, buffer) / PENALTY_UNIT)
        buffer[LOSSES_OFFSET + k] = total - int((total - buffer[LOSSES_OFFSET + k]) * kept)


@rule
def usefulness_to_next_player(s: Any, seat: int, face: int) -> int:
    """Return a score for how useful a card is to the next player.

    A wild scores 8, a card that matches a pair 1. Each set partner known in the next player's hand adds 4.
    """
    useful = 8 if is_wild(face) else s.pairs[face] != 0
    return useful + 4 * count_known_partners(s, seat, face, 0)
