"""Features of the rollout policy's choices: indexes into the fitted penalties `discard` and `take` of the weights.

Every feature is one cell of a table in `weights.toml`. A penalty is the sum over the features of a choice. Functions
write the indexes to the section FEATURES_OFFSET of the buffer, so that playing and fitting share them.
"""

from __future__ import annotations

from math import log
from typing import Any

from dottable.core.primitives.rule import rule
from dottable.games.dots_72.bot.hand_value import (
    BEST_PLAN_OFFSET,
    CARDS_OFFSET,
    FEATURES_OFFSET,
    KIND_START_OFFSET,
    MISSING_OFFSET,
    OTHER_SCORE_OFFSET,
    PERIOD_OFFSET,
    TOTAL_OFFSET,
    UNSEEN_OFFSET,
    kind_of,
    place_of_least_loss,
)
from dottable.games.dots_72.bot.weights import (
    CARD_CLASS_COUNT,
    DISCARD_TABLE_OFFSETS,
    DISCARD_TABLE_SHAPES,
    KIND_COUNT,
    MISSING_BAND_COUNT,
    NUMBER,
    RECENT_DISCARD_COUNT,
    SCORE_UNIT,
    TAKE_TABLE_OFFSETS,
    TAKE_TABLE_SHAPES,
    TOTAL_BAND_COUNT,
)
from dottable.games.dots_72.pieces import (
    COLOUR_COUNT,
    FIRST_DOTS,
    FIRST_NUMBER,
    NUMBER_COUNT,
    WILD_NUMBER,
    WILD_SWATCH,
    is_wild,
    number_face,
)
from dottable.games.dots_72.state import HAND_SIZE, left_of, viewer_bit

# Index of the first cell of each table. DISCARD_HELD_OFFSET is the table for the number of held cards of the kind.
DISCARD_PERIOD_OFFSET = DISCARD_TABLE_OFFSETS["period"]
DISCARD_MISSING_OFFSET = DISCARD_TABLE_OFFSETS["missing"]
DISCARD_OPPONENT_TOTAL_OFFSET = DISCARD_TABLE_OFFSETS["opponent_total"]
DISCARD_PARTNERS_OFFSET = DISCARD_TABLE_OFFSETS["known_partners"]
DISCARD_SAME_KIND_OFFSET = DISCARD_TABLE_OFFSETS["known_same_kind"]
DISCARD_HELD_OFFSET = DISCARD_TABLE_OFFSETS["held_of_kind"]
DISCARD_COPIES_OFFSET = DISCARD_TABLE_OFFSETS["unseen_copies"]
DISCARD_UNSEEN_PARTNERS_OFFSET = DISCARD_TABLE_OFFSETS["unseen_partners"]
DISCARD_RECENT_OFFSET = DISCARD_TABLE_OFFSETS["recent_discards"]
TAKE_PERIOD_OFFSET = TAKE_TABLE_OFFSETS["period_missing"]
TAKE_TAKEN_OFFSET = TAKE_TABLE_OFFSETS["taken_class"]
TAKE_RELEASED_OFFSET = TAKE_TABLE_OFFSETS["released_class"]
TAKE_OWN_TOTAL_OFFSET = TAKE_TABLE_OFFSETS["own_total"]
TAKE_OPPONENT_TOTAL_OFFSET = TAKE_TABLE_OFFSETS["opponent_total"]
TAKE_SPREAD_OFFSET = TAKE_TABLE_OFFSETS["missing_spread"]
TAKE_COPIES_OFFSET = TAKE_TABLE_OFFSETS["unseen_copies"]

PARTNER_CELL_COUNT = DISCARD_TABLE_SHAPES["known_partners"][1]
SAME_KIND_CELL_COUNT = DISCARD_TABLE_SHAPES["known_same_kind"][1]
COPY_CELL_COUNT = DISCARD_TABLE_SHAPES["unseen_copies"][1]
UNSEEN_PARTNER_CELL_COUNT = DISCARD_TABLE_SHAPES["unseen_partners"][1]
PLAN_SPREAD_BAND_COUNT = TAKE_TABLE_SHAPES["missing_spread"][1]

FIRST_WILD_CLASS, FIRST_SWATCH_CLASS, FIRST_NUMBER_CLASS, FIRST_DOTS_CLASS = 0, 3, 4, 8
"""First class of each group of cards (see `weights.CARD_CLASS_COUNT`)."""
PLAN_SPREAD_BANDS_PER_NAT = 2.885
"""Number of cells per natural logarithm of the best plan's share: 2 / ln 2, two cells for every halving."""


@rule
def discard_penalty(s: Any, seat: int, face: int, w: Any, buffer: Any) -> int:
    """Return the penalty for discarding a card of the hand just evaluated, times PENALTY_UNIT."""
    penalty = 0
    for k in range(list_discard_features(s, seat, face, buffer)):
        penalty += w.discard[buffer[FEATURES_OFFSET + k]]
    return penalty


@rule
def take_penalty(s: Any, seat: int, face: int, w: Any, buffer: Any) -> int:
    """Return the penalty for taking the discard with which the hand was just evaluated, times PENALTY_UNIT."""
    penalty = 0
    for k in range(list_take_features(s, seat, face, buffer)):
        penalty += w["take"][buffer[FEATURES_OFFSET + k]]  # interpreted, `w.take` is a method of NumPy's records
    return penalty


@rule
def list_discard_features(s: Any, seat: int, face: int, buffer: Any) -> int:
    """Write the indexes of the penalties that apply to discarding a card, and return their number."""
    kind, card_class, period = kind_of(face), class_of_card(s, face), buffer[PERIOD_OFFSET]
    buffer[FEATURES_OFFSET] = DISCARD_PERIOD_OFFSET + period * CARD_CLASS_COUNT + card_class
    buffer[FEATURES_OFFSET + 1] = (
        DISCARD_MISSING_OFFSET + missing_band(buffer[MISSING_OFFSET]) * CARD_CLASS_COUNT + card_class
    )
    buffer[FEATURES_OFFSET + 2] = (
        DISCARD_OPPONENT_TOTAL_OFFSET + total_band(buffer[OTHER_SCORE_OFFSET]) * CARD_CLASS_COUNT + card_class
    )
    partners = min(PARTNER_CELL_COUNT - 1, count_known_partners(s, seat, face, 0))
    buffer[FEATURES_OFFSET + 3] = DISCARD_PARTNERS_OFFSET + kind * PARTNER_CELL_COUNT + partners
    if is_wild(face):
        return 4
    held = min(HAND_SIZE, buffer[KIND_START_OFFSET + kind + 1] - buffer[KIND_START_OFFSET + kind])
    buffer[FEATURES_OFFSET + 4] = DISCARD_HELD_OFFSET + (period * KIND_COUNT + kind) * HAND_SIZE + held - 1
    buffer[FEATURES_OFFSET + 5] = (
        DISCARD_COPIES_OFFSET + kind * COPY_CELL_COUNT + min(COPY_CELL_COUNT - 1, buffer[UNSEEN_OFFSET + face])
    )
    same = min(SAME_KIND_CELL_COUNT - 1, count_known_partners(s, seat, face, 1))
    buffer[FEATURES_OFFSET + 6] = DISCARD_SAME_KIND_OFFSET + kind * SAME_KIND_CELL_COUNT + same
    unseen = min(UNSEEN_PARTNER_CELL_COUNT - 1, count_unseen_partners(s, face, buffer))
    buffer[FEATURES_OFFSET + 7] = DISCARD_UNSEEN_PARTNERS_OFFSET + kind * UNSEEN_PARTNER_CELL_COUNT + unseen
    return list_recent_discards(s, face, buffer, 8)


@rule
def list_recent_discards(s: Any, face: int, buffer: Any, count: int) -> int:
    """Append a feature for each recent discard that matches a card, and return the number of features.

    The features differ by age, by who left the card (the next player discarded it, or did not take it), and by whether
    it has the same kind.
    """
    kind = kind_of(face)
    for age in range(min(RECENT_DISCARD_COUNT, s.discards_left)):
        card = s.discards[s.discards_left - 1 - age]
        if is_match(s, card, face) and not is_wild(card):
            is_left = 0 if (age + 2) % s.seats == 0 else 1
            is_same = 1 if kind_of(card) == kind else 0
            buffer[FEATURES_OFFSET + count] = (
                DISCARD_RECENT_OFFSET + (kind * RECENT_DISCARD_COUNT + 2 * (age // s.seats) + is_left) * 2 + is_same
            )
            count += 1
    return count


@rule
def list_take_features(s: Any, seat: int, face: int, buffer: Any) -> int:
    """Write the features of taking the top discard and return their number."""
    missing, released = buffer[MISSING_OFFSET], buffer[CARDS_OFFSET + place_of_least_loss(buffer, s.held[seat] + 1)]
    buffer[FEATURES_OFFSET] = TAKE_PERIOD_OFFSET + buffer[PERIOD_OFFSET] * (HAND_SIZE + 1) + missing
    buffer[FEATURES_OFFSET + 1] = TAKE_TAKEN_OFFSET + class_of_card(s, face)
    buffer[FEATURES_OFFSET + 2] = TAKE_RELEASED_OFFSET + class_of_card(s, released)
    buffer[FEATURES_OFFSET + 3] = TAKE_OWN_TOTAL_OFFSET + total_band(s.scores[seat] // SCORE_UNIT)
    buffer[FEATURES_OFFSET + 4] = TAKE_OPPONENT_TOTAL_OFFSET + total_band(buffer[OTHER_SCORE_OFFSET])
    buffer[FEATURES_OFFSET + 5] = (
        TAKE_SPREAD_OFFSET + missing_band(missing) * PLAN_SPREAD_BAND_COUNT + plan_spread_band(buffer)
    )
    if is_wild(face):
        return 6
    buffer[FEATURES_OFFSET + 6] = (
        TAKE_COPIES_OFFSET + kind_of(face) * COPY_CELL_COUNT + min(COPY_CELL_COUNT - 1, buffer[UNSEEN_OFFSET + face])
    )
    return 7


@rule
def plan_spread_band(buffer: Any) -> int:
    """Return how much the hand's value is spread over several plans: 0 for one plan, plus 2 for every doubling."""
    spread = int(PLAN_SPREAD_BANDS_PER_NAT * log((buffer[TOTAL_OFFSET] + 1.0) / (buffer[BEST_PLAN_OFFSET] + 1.0)))
    return min(PLAN_SPREAD_BAND_COUNT - 1, spread)


@rule
def count_unseen_partners(s: Any, face: int, buffer: Any) -> int:
    """Return the number of unseen swatches that match a number, or of unseen numbers that match another card."""
    if kind_of(face) == NUMBER:
        return buffer[UNSEEN_OFFSET + (face - FIRST_NUMBER) // NUMBER_COUNT]
    count = 0
    if face < WILD_SWATCH:
        for k in range(NUMBER_COUNT):
            count += buffer[UNSEEN_OFFSET + FIRST_NUMBER + face * NUMBER_COUNT + k]
        return count
    for colour in range(COLOUR_COUNT):
        dots = s.dots[face - FIRST_DOTS, colour]
        if dots > 0 and dots % 2 == 0 and dots <= 2 * NUMBER_COUNT:
            count += buffer[UNSEEN_OFFSET + number_face(colour, dots)]
    return count


@rule
def count_known_partners(s: Any, seat: int, face: int, of_same_kind: int) -> int:
    """Return the number of known cards in the next player's hand that share a pair with this card.

    `of_same_kind` is 1 to count cards of the same kind, 0 to count cards of other kinds (set partners).
    """
    count, other = 0, left_of(s, seat)
    for k in range(s.held[other]):
        card = s.hand[other, k]
        is_same = 1 if kind_of(card) == kind_of(face) else 0
        if s.known[other, k] & viewer_bit(seat) and is_match(s, card, face) and is_same == of_same_kind:
            count += 1
    return count


@rule
def is_match(s: Any, card: int, face: int) -> bool:
    """Return whether any pair of colour and number matches both cards."""
    return s.pairs[card] & s.pairs[face] != 0


@rule
def class_of_card(s: Any, face: int) -> int:
    """Return the index of a card's class: wild, Swatch, a number, or DOTS by its pairs (`weights.CARD_CLASS_COUNT`)."""
    if is_wild(face):
        return FIRST_WILD_CLASS + kind_of(face)
    if face < WILD_SWATCH:
        return FIRST_SWATCH_CLASS
    if face < WILD_NUMBER:
        return FIRST_NUMBER_CLASS + (face - FIRST_NUMBER) % NUMBER_COUNT
    card_class, pairs = FIRST_DOTS_CLASS, s.pairs[face]
    while pairs and card_class < CARD_CLASS_COUNT - 1:
        pairs &= pairs - 1
        card_class += 1
    return card_class


@rule
def missing_band(missing: int) -> int:
    """Return the index of the band (see `weights.MISSING_BAND_COUNT`) for a number of missing cards."""
    return min(MISSING_BAND_COUNT, max(1, missing)) - 1


@rule
def total_band(steps: int) -> int:
    """Return the index of the band (see `weights.TOTAL_BAND_COUNT`) for a total in SCORE_UNITs."""
    return min(TOTAL_BAND_COUNT - 1, steps * SCORE_UNIT // 100)
