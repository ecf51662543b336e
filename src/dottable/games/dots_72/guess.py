"""Guessing what the others hold from what they threw away and what they left lying.

The numbers are a conditional logit, fitted to 6,000 turns of greedy play by two: in each the true hand was to be told
from 24 that were drawn at random.
"""

from __future__ import annotations

from math import log
from typing import Any

import numpy as np

from dottable.core.chance import rekey, shuffle
from dottable.core.rule import big_rule, rule
from dottable.games.dots_72.appraisal import CARDS, LOSSES, PATIENCE, PLAIN, appraise, least_missed
from dottable.games.dots_72.pieces import NO_CARD
from dottable.games.dots_72.state import DISCARDING

LATEST = 5
"""So many of the latest discards are thought about."""
WORTH = 0.164
WORTH_LATER = 0.0745
"""What a good hand has for it: the logarithm of its worth counts so much, and more with every discard."""
FITS = np.array([2.494, 0.0, 1.155, 0.0, 0.852])
"""What it has for it that a discard of this player, the latest first, would be thrown away from it."""
REGRET = np.array([24.6, 0.0, 4.14, 0.0, 3.15])
"""What is against it for the loss that the discard would have been, as a share of the hand's worth."""
LEFT = np.array([0.0, 2.11, 0.0, 1.65, 0.0])
"""What is against it that this player would have taken what the seat itself discarded."""


@big_rule
def likeness(s: Any, seat: int, buffer: Any) -> float:
    """How well the others' hands go with what they did: the logarithm of a likelihood."""
    like = 0.0
    for other in range(s.seats):
        if other != seat:
            worth = appraise(s, other, NO_CARD, PLAIN, buffer)
            like += (WORTH + WORTH_LATER * 2.0 * s.discards_left / s.seats) * log(1.0 + worth)
    return like + fit_of_discards(s, seat, buffer) if s.seats == 2 else like


@rule
def fit_of_discards(s: Any, seat: int, buffer: Any) -> float:
    """The same for the latest discards of two players, who take turns; the card that began the pile is nobody's.

    Where a discard was taken the turns are out of step for the older ones: who threw which is not on record.
    """
    fit = 0.0
    taken = 1 if s.phase == DISCARDING and s.turn == seat and s.takes > 0 else 0
    for age in range(taken, LATEST):
        place = s.discards_left - 1 - (age - taken)
        if place > 0:
            fit += fit_of_discard(s, 1 - seat, s.discards[place], age, buffer)
    return fit


@big_rule
def fit_of_discard(s: Any, other: int, face: int, age: int, buffer: Any) -> float:
    total = appraise(s, other, face, PLAIN, buffer)
    k = 0
    while buffer[CARDS + k] != face:
        k += 1
    loss, least = buffer[LOSSES + k], buffer[LOSSES + least_missed(buffer, s.held[other] + 1)]
    if age % 2 == 0:
        return (FITS[age] if loss <= least else 0.0) - REGRET[age] * (loss - least) / (1.0 + total)
    without, with_it = total - loss, total - least
    return -LEFT[age] if with_it > without + without * PATIENCE // 3072 else 0.0


@rule
def stir(s: Any, seat: int, g: Any) -> None:
    """Draw the luck to come anew, and leave all hands as they are."""
    if s.pile_is_known == 0:
        shuffle(g, s.pile, s.pile_left)
    rekey(s.rng, g)
