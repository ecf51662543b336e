"""What a placement would lead to: the cells as they would lie, and the groups that would count for both sides."""

from __future__ import annotations

from typing import Any

import numpy as np
from msgspec import Struct

from dottable.core.match import Match
from dottable.core.record import for_rules
from dottable.core.rule import rule
from dottable.core.seats import how_many
from dottable.games.dot_allot.grids import Grid
from dottable.games.dot_allot.pieces import COLOUR_NAMES, COLOURS, EDGE
from dottable.games.dot_allot.scoring import first_group, own_dots
from dottable.games.dot_allot.state import DEAL, SIDES
from dottable.games.dot_allot.view import Placement, Side, View

Cells = tuple[tuple[int, int], ...]
"""Row and column of each, counted as those of the track."""


class Tally(Struct, frozen=True):
    """What one side would have if the round ended like this."""

    seat: int
    groups: dict[str, int]
    """The size of the largest group of each colour (A13)."""
    cells: dict[str, Cells]
    """Where that group lies; if several are as large, the one that begins furthest left."""
    points: int
    """Without the bonus point of a tied round."""


class Preview(Struct, frozen=True):
    """The table after a placement, if it were made."""

    placement: Placement
    visible: Grid
    """As in the view: the starting column and the eight after it."""
    after: tuple[Tally, ...]
    """For both sides, in the order of the view."""


@rule
def largest_cells(dots: int) -> int:
    """The largest group among the dots of one colour in one side's rows, as a set (A13); see `largest_group`."""
    best = 0
    while dots != 0:
        group = first_group(dots)
        if how_many(group) > how_many(best):
            best = group
        dots ^= group
    return best


@rule
def write_groups(s: Any, out: Any) -> None:
    """For each side the largest group of each colour."""
    for side in range(SIDES):
        for colour in range(COLOURS):
            out[side, colour] = largest_cells(own_dots(s, side, colour))


def tallies(match: Match, view: View) -> tuple[Tally, ...]:
    """Both sides, in the order of the view."""
    out = np.zeros((SIDES, COLOURS), np.int64)
    write_groups(match.state, for_rules(out))
    return tuple(tally(side, groups, view.start_column) for side, groups in zip(view.sides, out.tolist(), strict=True))


def tally(side: Side, groups: list[int], start_column: int) -> Tally:
    cells = {name: cells_of(group, start_column) for name, group in zip(COLOUR_NAMES, groups, strict=True)}
    return Tally(side.seat, side.groups, cells, side.points)


def cells_of(group: int, start_column: int) -> Cells:
    """A set of dots as rows and columns of the track."""
    dots = [dot for dot in range(group.bit_length()) if group >> dot & 1]
    return tuple((dot % EDGE + 1, dot // EDGE + start_column) for dot in dots)


def preview(match: Match, seat: int, action: int) -> Preview | None:
    """Lay the card in an imagined match and count; dealing the next round has no preview."""
    if action == DEAL:
        return None
    match.apply(seat, action)
    after = match.view(seat)
    return Preview(after.placements[-1], after.visible, tallies(match, after))
