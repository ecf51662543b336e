"""Evaluation of laying a card on an empty hexagon: the lines of four that the card builds, helps or blocks (E8).

The table is copied to a small map that wraps around. Along each axis, the six hexagons next to an empty hexagon form
two bit sets: the cards of one colour, and the empty hexagons. A lookup table gives the value of each combination.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dottable.core.primitives.rule import rule
from dottable.core.primitives.seats import has_seat, seat_mask
from dottable.games.dobble_connect.knowledge.observation import place_of_shared_symbol
from dottable.games.dobble_connect.pieces import (
    MAX_TEAMS,
    SIDE_COUNT,
    SIDE_STEP_Q,
    SIDE_STEP_R,
    SYMBOLS_PER_CARD,
    card_colour,
)
from dottable.games.dobble_connect.rules.grid import AXIS_COUNT, CARDS_IN_LINE

MAP_WIDTH = 32
MAP_SIZE = MAP_WIDTH * MAP_WIDTH
"""Number of hexagons on the map. A table wider than MAP_WIDTH would overlap itself; real tables are less than half as
wide."""
HEXAGONS_ALONG_AXIS = 2 * (CARDS_IN_LINE - 1)
"""Number of hexagons along one axis that can form a line with the hexagon in their middle."""
ALL_HEXAGONS_MASK = (1 << HEXAGONS_ALONG_AXIS) - 1
EMPTY_MAP_VALUE = 5 * HEXAGONS_ALONG_AXIS
"""Map value of an empty hexagon. The map value of a card is colour * HEXAGONS_ALONG_AXIS."""
EVALUATED_FLAG = 64
"""Added to the map value of an empty hexagon that has been evaluated."""

AXIS_MAP_STEPS = np.array([MAP_WIDTH * SIDE_STEP_Q[axis] + SIDE_STEP_R[axis] for axis in range(AXIS_COUNT)], np.int64)
"""Map index difference to the next hexagon along each axis."""
SIDE_MAP_STEPS = np.array([MAP_WIDTH * SIDE_STEP_Q[side] + SIDE_STEP_R[side] for side in range(SIDE_COUNT)], np.int64)

ValueTable = np.ndarray[tuple[int], np.dtype[np.int32]]
COMPLETED_LINE_VALUE = 1_000_000
"""Value of completing a line."""


def line_values(values: tuple[int, ...]) -> ValueTable:
    """Return a table with the value of every combination of cards and empty hexagons along an axis.

    Each line of four through the middle that is still possible and contains k cards adds `values[k]`.
    """
    table = np.zeros(1 << 2 * HEXAGONS_ALONG_AXIS, np.int32)
    for cards in range(1 << HEXAGONS_ALONG_AXIS):
        for empty in range(1 << HEXAGONS_ALONG_AXIS):
            if cards & empty == 0:
                lines = [((1 << CARDS_IN_LINE - 1) - 1) << first for first in range(CARDS_IN_LINE)]
                counts = [(cards & line).bit_count() for line in lines if (cards | empty) & line == line]
                table[cards << HEXAGONS_ALONG_AXIS | empty] = sum(values[count] for count in counts)
    return table


BLOCKING_EFFECT, SPOILING_EFFECT, HELPING_EFFECT, BUILDING_EFFECT, EARLY_BLOCKING_EFFECT = range(5)
"""Effects of a card on the lines of a colour.

The card blocks lines of a rival (blocking) or of its own team (spoiling), or it builds lines of a rival (helping) or of
its own team (building). Early blocking applies to rivals whose top cards are all of other colours, so that they cannot
continue the line at once.
"""


def effect_values(block: tuple[int, ...], block_early: tuple[int, ...]) -> list[ValueTable]:
    """Return the value tables of the five effects. Building has the same values for any number of teams."""
    build = (10, 60, 600, COMPLETED_LINE_VALUE)
    blocks, builds, early = (line_values(values) for values in (block, build, block_early))
    return [blocks, -blocks, -builds, builds, early]


EFFECT_VALUES = np.array(
    [
        effect_values((0, 40, 200, 200_000), (0, 40, 100, 300)),
        effect_values((0, 0, 100, 200_000), (0, 0, 50, 300)),
        effect_values((0, 0, 50, 600), (0, 0, 25, 300)),
    ],
    np.int32,
)
"""Value tables for two, three and four teams. With more teams, a player can leave more blocking to others.

The numbers were tuned by self-play with equal reaction times, in 3,600 to 50,000 matches each.
"""


@rule
def map_index(q: int, r: int) -> int:
    """Return the index of a hexagon in the map array, from its axial coordinates."""
    return (MAP_WIDTH * q + r) & (MAP_SIZE - 1)


@rule
def write_map(s: Any, hex_map: Any) -> None:
    """Write the colour of the card on every hexagon of the map to the first MAP_SIZE numbers of `hex_map`."""
    for k in range(MAP_SIZE):
        hex_map[k] = EMPTY_MAP_VALUE
    for spot in range(s.placed):
        hex_map[map_index(s.q[spot], s.r[spot])] = HEXAGONS_ALONG_AXIS * card_colour(s.card[spot])


@rule
def axis_bits(hex_map: Any, place: int, axis: int) -> int:
    """Return the six hexagons along an axis as a bit set: six bits per colour, then six bits for empty hexagons."""
    bits = 0
    for k in range(HEXAGONS_ALONG_AXIS):
        away = k - 3 if k < 3 else k - 2
        bits |= 1 << ((hex_map[(place + away * AXIS_MAP_STEPS[axis]) & (MAP_SIZE - 1)] & (EVALUATED_FLAG - 1)) + k)
    return bits


@rule
def teams_ready_to_build(s: Any) -> int:
    """Return the bit mask of teams with a top card of their own colour, which can build at once."""
    ready = 0
    for seat in range(s.seats):
        if card_colour(s.top[seat]) == s.team[seat]:
            ready |= seat_mask(s.team[seat])
    return ready


@rule
def evaluate_placement(s: Any, hex_map: Any, place: int, card_colour: int, team: int, ready: int) -> int:
    """Return the value, for a team, of laying a card of this colour on an empty hexagon.

    The colour of the card decides which team scores (E8), and a team may hold cards of other colours (E9).
    """
    value = 0
    for axis in range(AXIS_COUNT):
        bits = axis_bits(hex_map, place, axis)
        empty = bits >> EMPTY_MAP_VALUE
        for other in range(MAX_TEAMS):
            if s.holding[other] == 0:
                continue  # no team has this colour
            effect = 2 * (other == card_colour) + (other == team)
            if effect == BLOCKING_EFFECT and not has_seat(ready, other):
                effect = EARLY_BLOCKING_EFFECT
            lines = ((bits >> HEXAGONS_ALONG_AXIS * other) & ALL_HEXAGONS_MASK) << HEXAGONS_ALONG_AXIS | empty
            value += EFFECT_VALUES[s.teams - 2, effect, lines]
    return value


@rule
def correct_claim(s: Any, seat: int, edge: int) -> int:
    """Return the correct claim at a free side, which names the shared symbol."""
    return edge * SYMBOLS_PER_CARD + place_of_shared_symbol(s, s.top[seat], s.card[edge // SIDE_COUNT])
