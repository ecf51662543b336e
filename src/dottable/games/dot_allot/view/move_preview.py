"""Preview of a placement: the visible cells after it, and the largest groups of both sides."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from dottable.core.matches.match import Match
from dottable.games.dot_allot.deck.grids import Grid
from dottable.games.dot_allot.pieces import COLOUR_COUNT, COLOUR_NAMES, SIDE_COLUMN_BITS
from dottable.games.dot_allot.state import DEAL, SIDE_COUNT
from dottable.games.dot_allot.view.kernels import write_largest_groups
from dottable.games.dot_allot.view.seat_view import Placement, Side, View

Cells = tuple[tuple[int, int], ...]
"""Row and column of each cell, counted from 1 on the track."""


class SideStanding(Struct, frozen=True):
    """What one side would have if the round ended after the placement."""

    seat: int
    groups: dict[str, int]
    """Size of the largest group of each colour (A13)."""
    cells: dict[str, Cells]
    """Cells of that group; of several equal ones, the leftmost."""
    points: int
    """Points without the bonus point of a tied round."""


class Preview(Struct, frozen=True):
    """What a placement would lead to."""

    placement: Placement
    visible: Grid
    """Cells of all columns that count, as in the view."""
    after: tuple[SideStanding, ...]
    """Both sides, in the order of the view."""


def build_standings(match: Match, view: View) -> tuple[SideStanding, ...]:
    """Return the standings of both sides, in the order of the view."""
    out = np.zeros((SIDE_COUNT, COLOUR_COUNT), np.int64)
    write_largest_groups(match.states, 0, out)
    return tuple(build_side_standing(side, groups) for side, groups in zip(view.sides, out.tolist(), strict=True))


def build_side_standing(side: Side, groups: list[int]) -> SideStanding:
    """Return the standing of a side, given its largest groups as sets of cells."""
    cells = {name: cell_coordinates(group, side.rows[0]) for name, group in zip(COLOUR_NAMES, groups, strict=True)}
    return SideStanding(side.seat, side.groups, cells, side.points)


def cell_coordinates(group: int, first_row: int) -> Cells:
    """Return a set of a side's cells as rows and columns of the track. `first_row` is the side's topmost row."""
    dots = [dot for dot in range(group.bit_length()) if group >> dot & 1]
    return tuple((dot % SIDE_COLUMN_BITS + first_row, dot // SIDE_COLUMN_BITS + 1) for dot in dots)


def preview(match: Match, seat: int, action: int) -> Preview | None:
    """Return the Preview of a placement, made in a determinized match; None for dealing the next round."""
    if action == DEAL:
        return None
    match.apply(seat, action)
    after = match.view(seat)
    return Preview(after.placements[-1], after.visible, build_standings(match, after))
