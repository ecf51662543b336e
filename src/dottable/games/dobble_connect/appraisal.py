"""What an empty hexagon is worth for a card: the lines of four that it builds, helps or blocks (E8).

The table is drawn into a small map that wraps around. Along each axis the six hexagons next to an
empty one make two sets of bits, one colour's cards and the empty places; a list knows their worth.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dottable.core.rule import rule
from dottable.core.seats import has, only
from dottable.games.dobble_connect.grid import AXES, LINE
from dottable.games.dobble_connect.knowledge import shared_place
from dottable.games.dobble_connect.pieces import SIDES, STEP_Q, STEP_R, SYMBOLS_PER_CARD, colour

ROW = 32
MAP = ROW * ROW
"""Tables wider than a row overlap themselves on the map and are misjudged; people's are never half as wide."""
AROUND = 2 * (LINE - 1)
"""Hexagons along one axis that can be in a line with the one in their middle."""
ALL = (1 << AROUND) - 1
EMPTY = 5 * AROUND
"""On the map a card stands as its colour times AROUND, an empty hexagon as if it were a sixth colour."""
SEEN = 64
"""Added on the map to an empty hexagon that was appraised already."""

STEP = np.array([ROW * STEP_Q[axis] + STEP_R[axis] for axis in range(AXES)], np.int64)
EDGE_STEP = np.array([ROW * STEP_Q[side] + STEP_R[side] for side in range(SIDES)], np.int64)

Worth = np.ndarray[tuple[int], np.dtype[np.int32]]
WIN = 1_000_000


def worth_of_lines(worth: tuple[int, ...]) -> Worth:
    """By a colour's cards and the empty places along an axis: `worth[k]` for each line of four through the
    middle that is still possible and has k cards."""
    table = np.zeros(1 << 2 * AROUND, np.int32)
    for cards in range(1 << AROUND):
        for empty in range(1 << AROUND):
            if cards & empty == 0:
                lines = [((1 << LINE - 1) - 1) << first for first in range(LINE)]
                counts = [(cards & line).bit_count() for line in lines if (cards | empty) & line == line]
                table[cards << AROUND | empty] = sum(worth[count] for count in counts)
    return table


BLOCKING, SPOILING, HELPING, BUILDING, BLOCKING_EARLY = range(5)
"""What a card does to a colour's lines: it blocks a rival's or the own ones, or builds a rival's or the own ones;
the last is for a rival who shows no card of the own colour and so cannot go on at once."""


def worth_of_effects(block: tuple[int, ...], block_early: tuple[int, ...]) -> list[Worth]:
    """The five tables of all effects; to build counts the same at every table."""
    build = (10, 60, 600, WIN)
    blocks, builds, early = (worth_of_lines(worths) for worths in (block, build, block_early))
    return [blocks, -blocks, -builds, builds, early]


WORTH = np.array(
    [
        worth_of_effects((0, 40, 200, 200_000), (0, 40, 100, 300)),
        worth_of_effects((0, 0, 100, 200_000), (0, 0, 50, 300)),
        worth_of_effects((0, 0, 50, 600), (0, 0, 25, 300)),
    ],
    np.int32,
)
"""For two, three and four teams: the more there are, the more one can leave blocking to the others. Found by
self-play at equal tempo, each number against others in its place over 3,600 to 50,000 matches."""


@rule
def at(q: int, r: int) -> int:
    """Where a hexagon is on the map."""
    return (ROW * q + r) & (MAP - 1)


@rule
def draw_map(s: Any, chart: Any) -> None:
    """Draw the table into the first MAP numbers of `chart`."""
    for k in range(MAP):
        chart[k] = EMPTY
    for spot in range(s.placed):
        chart[at(s.q[spot], s.r[spot])] = AROUND * colour(s.card[spot])


@rule
def along(chart: Any, place: int, axis: int) -> int:
    """The six hexagons along an axis as bits: AROUND for every colour, then those of the empty places."""
    bits = 0
    for k in range(AROUND):
        away = k - 3 if k < 3 else k - 2
        bits |= 1 << ((chart[(place + away * STEP[axis]) & (MAP - 1)] & (SEEN - 1)) + k)
    return bits


@rule
def armed_teams(s: Any) -> int:
    """The teams of which somebody shows a card of the own colour and so can go on building at once."""
    armed = 0
    for seat in range(s.seats):
        if colour(s.top[seat]) == s.team[seat]:
            armed |= only(s.team[seat])
    return armed


@rule
def appraise(s: Any, chart: Any, place: int, card_colour: int, team: int, armed: int) -> int:
    """How good it is for a team to lay a card of a colour on an empty hexagon.

    The colour of the card decides who scores (E8), and a team may hold rivals' cards (E9).
    """
    value = 0
    for axis in range(AXES):
        bits = along(chart, place, axis)
        empty = bits >> EMPTY
        for other in range(s.teams):
            effect = 2 * (other == card_colour) + (other == team)
            if effect == BLOCKING and not has(armed, other):
                effect = BLOCKING_EARLY
            lines = ((bits >> AROUND * other) & ALL) << AROUND | empty
            value += WORTH[s.teams - 2, effect, lines]
    return value


@rule
def claim_at(s: Any, seat: int, edge: int) -> int:
    """The claim of a free side with the shared symbol."""
    return edge * SYMBOLS_PER_CARD + shared_place(s, s.top[seat], s.card[edge // SIDES])
