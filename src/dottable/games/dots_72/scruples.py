"""What is against throwing a card away, keenly looked at: numbers that were fitted, see docs/bots/dots_72.md."""

from __future__ import annotations

from typing import Any

import numpy as np

from dottable.core.rule import rule
from dottable.games.dots_72.appraisal import BEGIN, MISSING, NUMBER, PAIR_COUNT, STAGE, STEP, THEIRS, UNSEEN, kind_of
from dottable.games.dots_72.pieces import (
    COLOUR_COUNT,
    FIRST_NUMBER,
    NUMBER_COUNT,
    WILD_NUMBER,
    WILD_SWATCH,
    is_wild,
)
from dottable.games.dots_72.state import bit_of, left_of

WILD, NATURAL_SWATCH, NATURAL_NUMBER, NATURAL_DOTS = 0, 3, 4, 8
SCRUPLES = np.array(
    [
        [2460, 2417, 2601, 739, 1133, 118, 305, -700, -476, -663, 831, 2278, 2336],
        [2292, 2362, 2660, 623, 851, -322, 294, -239, -356, -370, -65, 1735, 1828],
        [2281, 2377, 2309, 417, 667, 186, 312, -159, -1432, -1148, 54, 1232, 1418],
        [2529, 2257, 2197, 842, 616, -187, 401, 147, -1684, -1063, -467, 942, 634],
    ],
    np.int64,
)
"""Keenly looked at: what is against throwing a card away, a logarithm in 4096ths, by the stage and the sort: a wild
of each kind, a swatch, a number 2, 4, 6 or 8, a DOTS card that goes with no, one, two, three or four pairs."""
MOST_MISSING = 4
FOR_MISSING = np.array(
    [
        [489, 204, 433, -133, -265, 174, -26, -76, -572, 373, 57, -144, 401],
        [352, 253, 540, 585, 80, -64, -141, -172, -98, -524, -21, 835, 1635],
        [1, 500, 2, 771, 1288, -361, 709, 45, -1202, -1192, 739, 372, 36],
        [0, 60, 0, 184, -972, 39, 337, -698, 654, 845, -225, -19, 0],
    ],
    np.int64,
)
"""The same by the cards that the best plan lacks, one to four or more, and the sort."""
MOST_HUNDREDS = 4
FOR_THEIRS = np.array(
    [
        [232, 259, 273, 158, 105, 283, -75, -101, -297, -278, 110, -56, -23],
        [105, 212, 221, 2, 267, 10, 185, -210, -246, -664, 240, 141, 791],
        [195, 203, 257, -178, -81, 138, 22, -116, -250, -165, 63, 402, 282],
        [171, 191, 180, 70, 99, -395, -86, -155, 185, -159, 123, 313, 923],
        [139, 152, 44, 390, 33, -188, 163, -2, -611, -10, -91, -78, 302],
    ],
    np.int64,
)
"""The same by the hundreds of the best other total and the sort."""
MOST_FRIENDS = 3
FOR_FRIENDS = np.array(
    [
        [-53, 5114, 7805, 6677],
        [-273, 1012, 3434, 1678],
        [-186, 1595, 3703, 3034],
    ],
    np.int64,
)
"""The same by kind and the number of cards that the next player is known to hold and that go with it."""
MOST_LIKES = 2
FOR_LIKES = np.array(
    [
        [510, -757, 416],
        [-116, 77, -594],
        [-40, -379, -44],
    ],
    np.int64,
)
"""The same for those of its own kind."""
FOR_COUNT = np.array(
    [
        [
            [1680, 2397, -106, -1173, 125, -10],
            [-500, -657, -410, -799, -158, 1482],
            [-535, 575, 285, -226, -159, -661],
        ],
        [
            [1342, 3372, -22, -529, 174, 0],
            [-576, 14, -462, -1170, 495, 1135],
            [-1090, 870, 133, -1394, 727, -624],
        ],
        [
            [1221, 3298, 330, -1897, 209, -2],
            [330, -402, -142, -789, 512, 691],
            [80, 788, -359, -1427, -401, -644],
        ],
        [
            [976, 2964, 517, -1992, 308, 0],
            [-643, -160, -221, -1286, -69, 659],
            [-1193, 1081, -305, -1997, 797, -642],
        ],
    ],
    np.int64,
)
"""The same by the stage, the kind and the number of cards held of it."""
MOST_LEFT = 5
FOR_LEFT = np.array(
    [
        [-741, 226, 1182, 0, 0, 0],
        [-272, 109, -234, -283, -377, -377],
        [-109, 0, 0, 0, 0, 0],
    ],
    np.int64,
)
"""The same by kind and the number of such cards that may still come."""
MOST_COMPANY = 7
FOR_COMPANY = np.array(
    [
        [-37, 79, 235, -420, -9, 122, 42, 79],
        [115, 370, 240, -329, 0, 0, 0, 0],
        [-296, -236, -2, -121, 119, -19, 103, 46],
    ],
    np.int64,
)
"""The same by kind and the number of cards that may still come and go with it; see `count_company`."""
LATEST = 8
FOR_DISCARDS = np.array(
    [
        [
            [145, -3083],
            [-494, -1531],
            [-50, -2692],
            [-492, -2232],
            [-324, -2285],
            [-343, -2299],
            [529, -2046],
            [-228, -3661],
        ],
        [
            [-21, 448],
            [12, 77],
            [-284, 124],
            [-262, -154],
            [-464, -292],
            [-496, 141],
            [-34, 165],
            [-801, 298],
        ],
        [
            [7, -94],
            [-71, -277],
            [-333, -554],
            [-367, -567],
            [-176, -715],
            [-177, -300],
            [72, 42],
            [-301, -152],
        ],
    ],
    np.int64,
)
"""The same by kind for each of the latest discards that goes with it, of another or the same kind, the latest first:
by turns one that the next player threw away and one that was left lying for this player."""


@rule
def scruples(s: Any, seat: int, face: int, buffer: Any) -> int:
    """What is against throwing a card of the hand away that was just appraised keenly, in 4096ths."""
    kind, sort, stage = kind_of(face), sort_of(s, face), buffer[STAGE]
    against = SCRUPLES[stage, sort] + FOR_MISSING[few_missing(buffer[MISSING]), sort]
    against += FOR_THEIRS[hundreds_of(buffer[THEIRS]), sort]
    against += FOR_FRIENDS[kind, min(MOST_FRIENDS, count_friends(s, seat, face))]
    if is_wild(face):
        return against
    held = min(6, buffer[BEGIN + kind + 1] - buffer[BEGIN + kind])
    against += FOR_COUNT[stage, kind, held - 1] + FOR_LEFT[kind, min(MOST_LEFT, buffer[UNSEEN + face])]
    against += FOR_LIKES[kind, min(MOST_LIKES, count_likes(s, seat, face))]
    against += FOR_COMPANY[kind, min(MOST_COMPANY, count_company(s, face, buffer))]
    return against + lessons_of_discards(s, face)


@rule
def count_company(s: Any, face: int, buffer: Any) -> int:
    """How many swatches that go with a number may still come, or numbers that go with another card."""
    if kind_of(face) == NUMBER:
        return buffer[UNSEEN + (face - FIRST_NUMBER) // NUMBER_COUNT]
    count = 0
    for pair in range(PAIR_COUNT):
        if (s.pairs[face] >> pair) & 1:
            count += buffer[UNSEEN + FIRST_NUMBER + pair % COLOUR_COUNT * NUMBER_COUNT + pair // COLOUR_COUNT]
    return count


@rule
def count_likes(s: Any, seat: int, face: int) -> int:
    """How many cards of the same kind the next player is known to hold that go with a pair of this one."""
    count, other = 0, left_of(s, seat)
    for k in range(s.held[other]):
        card = s.hand[other, k]
        if s.known[other, k] & bit_of(seat) and go_together(s, card, face) and kind_of(card) == kind_of(face):
            count += 1
    return count


@rule
def lessons_of_discards(s: Any, face: int) -> int:
    """The same for the latest discards, which the next player threw away or left lying."""
    against, kind = 0, kind_of(face)
    for age in range(min(LATEST, s.discards_left)):
        card = s.discards[s.discards_left - 1 - age]
        if go_together(s, card, face) and not is_wild(card):
            is_left = 0 if (age + 2) % s.seats == 0 else 1
            is_same = 1 if kind_of(card) == kind else 0
            against += FOR_DISCARDS[kind, 2 * (age // s.seats) + is_left, is_same]
    return against


@rule
def count_friends(s: Any, seat: int, face: int) -> int:
    """How many cards the next player is known to hold that go into a set with this one."""
    count, other = 0, left_of(s, seat)
    for k in range(s.held[other]):
        card = s.hand[other, k]
        if s.known[other, k] & bit_of(seat) and go_together(s, card, face) and kind_of(card) != kind_of(face):
            count += 1
    return count


@rule
def go_together(s: Any, card: int, face: int) -> bool:
    return s.pairs[card] & s.pairs[face] != 0


@rule
def sort_of(s: Any, face: int) -> int:
    """The sort of a card, as SCRUPLES has it."""
    if is_wild(face):
        return WILD + kind_of(face)
    if face < WILD_SWATCH:
        return NATURAL_SWATCH
    if face < WILD_NUMBER:
        return NATURAL_NUMBER + (face - FIRST_NUMBER) % NUMBER_COUNT
    sort, pairs = NATURAL_DOTS, s.pairs[face]
    while pairs:
        pairs &= pairs - 1
        sort += 1
    return sort


@rule
def few_missing(missing: int) -> int:
    """One, two, three or more missing cards, counted from 0."""
    return min(MOST_MISSING, max(1, missing)) - 1


@rule
def hundreds_of(steps: int) -> int:
    return min(MOST_HUNDREDS, steps * STEP // 100)
