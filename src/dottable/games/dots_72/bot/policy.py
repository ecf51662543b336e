"""The policies for DOTS (72 cards): `greedy`, and the fitted policy that rollouts of the search follow."""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.rule import noinline_rule, rule
from dottable.games.dots_72.bot.hand_value import CARDS_OFFSET, LOSSES_OFFSET, place_of_least_loss
from dottable.games.dots_72.bot.turn_choices import (
    takes_discard,
    takes_discard_greedily,
    write_discard_losses,
    write_greedy_discard_losses,
)
from dottable.games.dots_72.bot.weights import FITTED_INDEX, WEIGHTS
from dottable.games.dots_72.pieces import FACE_COUNT
from dottable.games.dots_72.rules.calls import hand_points, hand_points_without
from dottable.games.dots_72.rules.flow import is_first_of_face
from dottable.games.dots_72.state import (
    CALL,
    DEAL,
    DISCARD,
    DISCARD_AND_CALL,
    DISCARDING,
    DRAW,
    HAND_OVER,
    NOBODY,
    PASS,
    PASSING,
    START,
    TAKE,
    may_take_discard,
)

NO_ACTION = -1
LOSS_OF_LISTED_CARD = 1 << 30
"""A loss larger than any real loss. It marks a card that is already listed."""
MAX_DEPTH = 1
"""Depth of the search tree. The search compares only first moves, because a deeper tree did not help
(docs/bots/dots_72.md)."""
OBSERVATION_KEY_MASK = (1 << 48) - 1
"""Keeps the 48 lowest bits of an observation key."""

LEVELS: dict[str, dict[str, Any]] = {
    "newcomer": {"method": "greedy", "noise": 0.4, "memory": 0},
    "casual": {"method": "greedy", "noise": 0.2, "memory": 1},
    "steady": {"method": "greedy", "noise": 0.08, "memory": 3},
    "sharp": {"method": "greedy", "memory": 8},
    "master": {"simulations": 8000, "width": 5, "rollout_limit": 100, "standard_errors": 0.1},
}


@rule
def greedy(s: Any, seat: int, q: Any, buffer: Any) -> int:
    """Return the action of a sensible player who values hands by their plans."""
    return greedy_action(s, seat, buffer)


@rule
def rollout_policy(s: Any, seat: int, q: Any, buffer: Any) -> int:
    """Return the action that the policy with the fitted weights chooses."""
    return fitted_action(s, seat, WEIGHTS[FITTED_INDEX], buffer)


@noinline_rule
def greedy_action(s: Any, seat: int, buffer: Any) -> int:
    """Return the action that `greedy` chooses."""
    action = call_or_deal(s, seat)
    if action != NO_ACTION:
        return action
    if s.phase == START:
        return TAKE if may_take_discard(s) and takes_discard_greedily(s, seat, buffer) else DRAW
    write_greedy_discard_losses(s, seat, buffer)
    return first_card_action(s) + buffer[CARDS_OFFSET + place_of_least_loss(buffer, s.held[seat])]


@noinline_rule
def fitted_action(s: Any, seat: int, w: Any, buffer: Any) -> int:
    """Return the action of the policy with the weights `w`."""
    action = call_or_deal(s, seat)
    if action != NO_ACTION:
        return action
    if s.phase == START:
        return TAKE if may_take_discard(s) and takes_discard(s, seat, w, buffer) else DRAW
    write_discard_losses(s, seat, w, buffer)
    return first_card_action(s) + buffer[CARDS_OFFSET + place_of_least_loss(buffer, s.held[seat])]


@rule
def call_or_deal(s: Any, seat: int) -> int:
    """Return the call of a complete hand (B7), or the next deal; NO_ACTION if there is a choice to make."""
    if s.phase == START:
        return CALL if s.called == 0 and hand_points(s, seat) > 0 else NO_ACTION
    if s.phase == DISCARDING:
        place = best_discard_for_call(s, seat)
        return DISCARD_AND_CALL + s.hand[seat, place] if place != NOBODY else NO_ACTION
    return DEAL if s.phase >= HAND_OVER else NO_ACTION


@rule
def first_card_action(s: Any) -> int:
    """Return the first action that discards or passes a card. The face is added to it."""
    return PASS if s.phase == PASSING else DISCARD


@rule
def best_discard_for_call(s: Any, seat: int) -> int:
    """Return the place of the discard after which a call scores most; NOBODY if no discard allows a call."""
    best, most = NOBODY, 0
    for k in range(s.held[seat]):
        points = hand_points_without(s, seat, k)
        if points > most:
            best, most = k, points
    return best


@noinline_rule
def rank_candidates(s: Any, seat: int, q: Any, buffer: Any, out: Any) -> int:
    """Write the sensible actions to `out`, best first, and return their number.

    A wrong call is never listed. If a right call is possible, it is the only candidate.
    """
    if (s.phase == DISCARDING and best_discard_for_call(s, seat) == NOBODY) or s.phase == PASSING:
        return rank_cards(s, seat, first_card_action(s), buffer, out)
    out[0] = greedy(s, seat, q, buffer)
    if s.phase == START and out[0] != CALL and may_take_discard(s):
        out[1] = DRAW if out[0] == TAKE else TAKE
        return 2
    return 1


@rule
def rank_cards(s: Any, seat: int, verb: int, buffer: Any, out: Any) -> int:
    """Write a discard or pass for each distinct face in the hand, smallest loss first. Return their number.

    `verb` is the first action of DISCARD or PASS.
    """
    write_greedy_discard_losses(s, seat, buffer)
    count = 0
    for k in range(s.held[seat]):
        count += is_first_of_face(s, seat, k)
        if not is_first_of_face(s, seat, k):
            buffer[LOSSES_OFFSET + k] = LOSS_OF_LISTED_CARD
    list_cards_by_loss(verb, s.held[seat], count, buffer, out)
    return count


@rule
def list_cards_by_loss(verb: int, held: int, count: int, buffer: Any, out: Any) -> None:
    """Write the actions of the `count` cards with the smallest losses to `out`, smallest loss first.

    `buffer` holds the loss of each of the `held` cards in the hand. Listed cards get LOSS_OF_LISTED_CARD.
    """
    for n in range(count):
        k = place_of_least_loss(buffer, held)
        out[n] = verb + buffer[CARDS_OFFSET + k]
        buffer[LOSSES_OFFSET + k] = LOSS_OF_LISTED_CARD


@rule
def observation_key(s: Any, seat: int) -> int:
    """Return a key for the search node: a hash of the cards of the seat's hand."""
    key = 0
    for k in range(s.held[seat]):
        key = (key * FACE_COUNT + s.hand[seat, k] + 1) & OBSERVATION_KEY_MASK
    return key
