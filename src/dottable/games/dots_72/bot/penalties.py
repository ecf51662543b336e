"""Features of the rollout policy's choices: indexes into the fitted penalties `discard` and `take` of the weights.

Every feature is one cell of a table in `weights.toml`; a penalty is the sum over the features of a choice. Functions
write the indexes to the section FEATURES of the buffer, so that playing and fitting share them.
"""

from __future__ import annotations

from math import log
from typing import Any

from dottable.core.primitives.rule import rule
from dottable.games.dots_72.bot.hand_value import (
    BEST_PLAN,
    CARDS,
    FEATURES,
    KIND_START,
    MISSING,
    OTHER_SCORE_UNITS,
    PAIR_COUNT,
    PERIOD,
    TOTAL,
    UNSEEN,
    cheapest_place,
    kind_of,
)
from dottable.games.dots_72.bot.weights import (
    CLASSES,
    DISCARD_AT,
    DISCARD_TABLES,
    KINDS,
    MISSING_BANDS,
    NUMBER,
    RECENT,
    SCORE_UNIT,
    TAKE_AT,
    TAKE_TABLES,
    TOTAL_BANDS,
)
from dottable.games.dots_72.pieces import (
    COLOUR_COUNT,
    FIRST_NUMBER,
    NUMBER_COUNT,
    WILD_NUMBER,
    WILD_SWATCH,
    is_wild,
)
from dottable.games.dots_72.state import HAND_SIZE, bit_of, left_of

D_PERIOD, D_MISSING, D_OPPONENT_TOTAL = DISCARD_AT["period"], DISCARD_AT["missing"], DISCARD_AT["opponent_total"]
D_PARTNERS, D_SAME_KIND, D_HELD = (
    DISCARD_AT["known_partners"],
    DISCARD_AT["known_same_kind"],
    DISCARD_AT["held_of_kind"],
)
D_COPIES, D_UNSEEN_PARTNERS = DISCARD_AT["unseen_copies"], DISCARD_AT["unseen_partners"]
D_RECENT = DISCARD_AT["recent_discards"]
T_PERIOD, T_TAKEN, T_RELEASED = TAKE_AT["period_missing"], TAKE_AT["taken_class"], TAKE_AT["released_class"]
T_OWN_TOTAL, T_OPPONENT_TOTAL = TAKE_AT["own_total"], TAKE_AT["opponent_total"]
T_SPREAD, T_COPIES = TAKE_AT["missing_spread"], TAKE_AT["unseen_copies"]

PARTNER_CELLS, SAME_KIND_CELLS = DISCARD_TABLES["known_partners"][1], DISCARD_TABLES["known_same_kind"][1]
COPY_CELLS, UNSEEN_PARTNER_CELLS = DISCARD_TABLES["unseen_copies"][1], DISCARD_TABLES["unseen_partners"][1]
SPREAD_CELLS = TAKE_TABLES["missing_spread"][1]

WILD, NATURAL_SWATCH, NATURAL_NUMBER, NATURAL_DOTS = 0, 3, 4, 8
"""First class of each group of cards (see `weights.CLASSES`)."""
SPREAD_CELLS_PER_NAT = 2.885
"""Two cells for every halving of the best plan's share: 2 / ln 2."""


@rule
def discard_penalty(s: Any, seat: int, face: int, w: Any, buffer: Any) -> int:
    """Return the penalty for discarding a card of the hand just evaluated, times PENALTY_UNIT."""
    penalty = 0
    for k in range(list_discard_features(s, seat, face, buffer)):
        penalty += w.discard[buffer[FEATURES + k]]
    return penalty


@rule
def take_penalty(s: Any, seat: int, face: int, w: Any, buffer: Any) -> int:
    """Return the penalty for taking the discard with which the hand was just evaluated, times PENALTY_UNIT."""
    penalty = 0
    for k in range(list_take_features(s, seat, face, buffer)):
        penalty += w.take[buffer[FEATURES + k]]
    return penalty


@rule
def list_discard_features(s: Any, seat: int, face: int, buffer: Any) -> int:
    """Write the features of discarding a card and return their number."""
    kind, card_class, period = kind_of(face), class_of(s, face), buffer[PERIOD]
    buffer[FEATURES] = D_PERIOD + period * CLASSES + card_class
    buffer[FEATURES + 1] = D_MISSING + missing_band(buffer[MISSING]) * CLASSES + card_class
    buffer[FEATURES + 2] = D_OPPONENT_TOTAL + total_band(buffer[OTHER_SCORE_UNITS]) * CLASSES + card_class
    partners = min(PARTNER_CELLS - 1, count_known(s, seat, face, 0))
    buffer[FEATURES + 3] = D_PARTNERS + kind * PARTNER_CELLS + partners
    if is_wild(face):
        return 4
    held = min(HAND_SIZE, buffer[KIND_START + kind + 1] - buffer[KIND_START + kind])
    buffer[FEATURES + 4] = D_HELD + (period * KINDS + kind) * HAND_SIZE + held - 1
    buffer[FEATURES + 5] = D_COPIES + kind * COPY_CELLS + min(COPY_CELLS - 1, buffer[UNSEEN + face])
    same = min(SAME_KIND_CELLS - 1, count_known(s, seat, face, 1))
    buffer[FEATURES + 6] = D_SAME_KIND + kind * SAME_KIND_CELLS + same
    unseen = min(UNSEEN_PARTNER_CELLS - 1, count_unseen_partners(s, face, buffer))
    buffer[FEATURES + 7] = D_UNSEEN_PARTNERS + kind * UNSEEN_PARTNER_CELLS + unseen
    return list_recent_discards(s, face, buffer, 8)


@rule
def list_recent_discards(s: Any, face: int, buffer: Any, count: int) -> int:
    """Append a feature for each of the latest discards that matches a card, and return the number of features.

    The features differ by age, by who left the card (the next player discarded it, or did not take it), and by
    whether it has the same kind.
    """
    kind = kind_of(face)
    for age in range(min(RECENT, s.discards_left)):
        card = s.discards[s.discards_left - 1 - age]
        if is_match(s, card, face) and not is_wild(card):
            is_left = 0 if (age + 2) % s.seats == 0 else 1
            is_same = 1 if kind_of(card) == kind else 0
            buffer[FEATURES + count] = D_RECENT + (kind * RECENT + 2 * (age // s.seats) + is_left) * 2 + is_same
            count += 1
    return count


@rule
def list_take_features(s: Any, seat: int, face: int, buffer: Any) -> int:
    """Write the features of taking the top discard and return their number."""
    missing, released = buffer[MISSING], buffer[CARDS + cheapest_place(buffer, s.held[seat] + 1)]
    buffer[FEATURES] = T_PERIOD + buffer[PERIOD] * (HAND_SIZE + 1) + missing
    buffer[FEATURES + 1] = T_TAKEN + class_of(s, face)
    buffer[FEATURES + 2] = T_RELEASED + class_of(s, released)
    buffer[FEATURES + 3] = T_OWN_TOTAL + total_band(s.scores[seat] // SCORE_UNIT)
    buffer[FEATURES + 4] = T_OPPONENT_TOTAL + total_band(buffer[OTHER_SCORE_UNITS])
    buffer[FEATURES + 5] = T_SPREAD + missing_band(missing) * SPREAD_CELLS + spread_of_plans(buffer)
    if is_wild(face):
        return 6
    buffer[FEATURES + 6] = T_COPIES + kind_of(face) * COPY_CELLS + min(COPY_CELLS - 1, buffer[UNSEEN + face])
    return 7


@rule
def spread_of_plans(buffer: Any) -> int:
    """Return how far the hand's value is spread over its plans: 0 for one plan, 2 more for every doubling."""
    spread = int(SPREAD_CELLS_PER_NAT * log((buffer[TOTAL] + 1.0) / (buffer[BEST_PLAN] + 1.0)))
    return min(SPREAD_CELLS - 1, spread)


@rule
def count_unseen_partners(s: Any, face: int, buffer: Any) -> int:
    """Return the number of unseen swatches that match a number, or of unseen numbers that match another card."""
    if kind_of(face) == NUMBER:
        return buffer[UNSEEN + (face - FIRST_NUMBER) // NUMBER_COUNT]
    count = 0
    for pair in range(PAIR_COUNT):
        if (s.pairs[face] >> pair) & 1:
            count += buffer[UNSEEN + FIRST_NUMBER + pair % COLOUR_COUNT * NUMBER_COUNT + pair // COLOUR_COUNT]
    return count


@rule
def count_known(s: Any, seat: int, face: int, of_same_kind: int) -> int:
    """Return the number of cards known in the next player's hand that share a pair with this card.

    `of_same_kind` is 1 to count cards of the same kind, 0 to count cards of other kinds (set partners).
    """
    count, other = 0, left_of(s, seat)
    for k in range(s.held[other]):
        card = s.hand[other, k]
        is_same = 1 if kind_of(card) == kind_of(face) else 0
        if s.known[other, k] & bit_of(seat) and is_match(s, card, face) and is_same == of_same_kind:
            count += 1
    return count


@rule
def is_match(s: Any, card: int, face: int) -> bool:
    """Return whether some pair of colour and number matches both cards."""
    return s.pairs[card] & s.pairs[face] != 0


@rule
def class_of(s: Any, face: int) -> int:
    """Return the class of a card (see `weights.CLASSES`)."""
    if is_wild(face):
        return WILD + kind_of(face)
    if face < WILD_SWATCH:
        return NATURAL_SWATCH
    if face < WILD_NUMBER:
        return NATURAL_NUMBER + (face - FIRST_NUMBER) % NUMBER_COUNT
    card_class, pairs = NATURAL_DOTS, s.pairs[face]
    while pairs:
        pairs &= pairs - 1
        card_class += 1
    return card_class


@rule
def missing_band(missing: int) -> int:
    """Return the band of a number of missing cards."""
    return min(MISSING_BANDS, max(1, missing)) - 1


@rule
def total_band(steps: int) -> int:
    """Return the band of a total in SCORE_UNITs."""
    return min(TOTAL_BANDS - 1, steps * SCORE_UNIT // 100)
