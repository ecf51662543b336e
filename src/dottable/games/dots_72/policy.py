"""Advice for DOTS with 72 cards: what a sensible person would do. How good a hand is: `appraisal.py`."""

from __future__ import annotations

from math import exp
from typing import Any

from dottable.core.rule import big_rule, rule
from dottable.games.dots_72.appraisal import CARDS, KEEN, LOSSES, PLAIN, appraise, least_missed
from dottable.games.dots_72.calls import points_of, points_without
from dottable.games.dots_72.choices import card_to_part_with, wants_discard, weigh_cards
from dottable.games.dots_72.guess import NOTES, POOL, SCENES, guess, likeness, stir
from dottable.games.dots_72.memory import forget
from dottable.games.dots_72.pieces import FACES, NO_CARD
from dottable.games.dots_72.rules import is_first
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
    may_take,
)

__all__ = [
    "DEPTH",
    "LEVELS",
    "NOTES",
    "POOL",
    "SCENES",
    "forget",
    "greedy",
    "guess",
    "keen",
    "likeness",
    "midway",
    "outlook",
    "shortlist",
    "sight",
    "stage",
    "stir",
]

GONE = 1 << 30
DEPTH = 1
"""A search grows no tree: what follows the first move is played on by the policy."""
SIGHT = (1 << 48) - 1
HEAD_START = 1.2
"""What it is worth to be at turn, as a factor of the hand's strength."""
STRENGTH_OF_WORTH = 0.53
"""The power of a hand's worth with which its chance to be called first goes."""
USUAL_POINTS = 98
"""What a call scores on average."""

LEVELS = {
    "newcomer": {"thinks": "greedy", "noise": 0.4, "memory": 0},
    "casual": {"thinks": "greedy", "noise": 0.2, "memory": 1},
    "steady": {"thinks": "greedy", "noise": 0.08, "memory": 3},
    "sharp": {"thinks": "greedy", "memory": 8},
    "master": {"simulations": 8000, "width": 5, "patience": 100, "doubt": 0.1},
}


@rule
def greedy(s: Any, seat: int, q: Any, buffer: Any) -> int:
    return advise(s, seat, PLAIN, buffer)


@rule
def keen(s: Any, seat: int, q: Any, buffer: Any) -> int:
    """The same with a better eye for hands: what a search starts from."""
    return advise(s, seat, KEEN, buffer)


@big_rule
def advise(s: Any, seat: int, look: int, buffer: Any) -> int:
    if s.phase == START:
        return start_turn(s, seat, look, buffer)
    if s.phase == DISCARDING:
        place = best_call(s, seat)
        if place != NOBODY:
            return DISCARD_AND_CALL + s.hand[seat, place]
        return DISCARD + card_to_part_with(s, seat, look, buffer)
    return PASS + card_to_part_with(s, seat, look, buffer) if s.phase == PASSING else DEAL


@rule
def start_turn(s: Any, seat: int, look: int, buffer: Any) -> int:
    """Call with a complete hand (B7), take the top discard if it helps, else draw."""
    if s.called == 0 and points_of(s, seat) > 0:
        return CALL
    return TAKE if may_take(s) and wants_discard(s, seat, look, buffer) else DRAW


@rule
def best_call(s: Any, seat: int) -> int:
    """The place of the card without which the hand is complete and scores most; NOBODY if there is none."""
    best, most = NOBODY, 0
    for k in range(s.held[seat]):
        points = points_without(s, seat, k)
        if points > most:
            best, most = k, points
    return best


@big_rule
def shortlist(s: Any, seat: int, q: Any, buffer: Any, out: Any) -> int:
    """All that is not plainly foolish, best first: never a wrong call, and nothing else where a call is right."""
    if s.phase == DISCARDING and best_call(s, seat) == NOBODY:
        return list_cards_to_part_with(s, seat, DISCARD, buffer, out)
    if s.phase == PASSING:
        return list_cards_to_part_with(s, seat, PASS, buffer, out)
    out[0] = greedy(s, seat, q, buffer)
    if s.phase == START and out[0] != CALL and may_take(s):
        out[1] = DRAW if out[0] == TAKE else TAKE
        return 2
    return 1


@rule
def list_cards_to_part_with(s: Any, seat: int, verb: int, buffer: Any, out: Any) -> int:
    """Every face of the hand once, those that cost least first."""
    weigh_cards(s, seat, PLAIN, buffer)
    count = 0
    for k in range(s.held[seat]):
        count += is_first(s, seat, k)
        if not is_first(s, seat, k):
            buffer[LOSSES + k] = GONE
    for n in range(count):
        k = least_missed(buffer, s.held[seat])
        out[n] = verb + buffer[CARDS + k]
        buffer[LOSSES + k] = GONE
    return count


@rule
def stage(s: Any) -> int:
    """Counts the hands that are over."""
    return s.hand_number + (s.phase >= HAND_OVER)


@rule
def strength_at(points: int, seats: int) -> float:
    """How near a total is to winning.

    Fitted as a softmax to 60,000 ends of hands each in greedy matches of two and of four; who starts the next
    hand made no difference.
    """
    hundreds = points / 100.0
    return (0.24 + 0.08 * seats) * hundreds + 0.07 * hundreds * hundreds


@rule
def outlook(s: Any, out: Any) -> None:
    """Every seat's expected return between hands, by the totals alone."""
    total = 0.0
    for seat in range(s.seats):
        out[seat] = exp(strength_at(s.scores[seat], s.seats))
        total += out[seat]
    for seat in range(s.seats):
        out[seat] = (s.seats * (out[seat] / total) - 1.0) / (s.seats - 1)


@rule
def strength_of_hand(s: Any, seat: int, buffer: Any) -> float:
    """How likely, compared with others, the seat is to call first.

    Fitted to 50,000 turns of greedy play by two: it tells an eighth of what is to be told.
    """
    strength = (1.0 + appraise(s, seat, NO_CARD, PLAIN, buffer)) ** STRENGTH_OF_WORTH
    return strength * HEAD_START if seat == s.turn else strength


@big_rule
def midway(s: Any, buffer: Any, out: Any) -> None:
    """Every seat's expected return in the middle of a hand: whoever calls first will score the usual points."""
    everybody = 0.0
    for seat in range(s.seats):
        everybody += strength_of_hand(s, seat, buffer)
    for seat in range(s.seats):
        out[seat] = 0.0
    for winner in range(s.seats):
        chance = strength_of_hand(s, winner, buffer) / everybody
        total = 0.0
        for seat in range(s.seats):
            total += exp(strength_at(s.scores[seat] + (USUAL_POINTS if seat == winner else 0), s.seats))
        for seat in range(s.seats):
            share = exp(strength_at(s.scores[seat] + (USUAL_POINTS if seat == winner else 0), s.seats)) / total
            out[seat] += chance * (s.seats * share - 1.0) / (s.seats - 1)


@rule
def sight(s: Any, seat: int) -> int:
    """The seat's hand."""
    seen = 0
    for k in range(s.held[seat]):
        seen = (seen * FACES + s.hand[seat, k] + 1) & SIGHT
    return seen
