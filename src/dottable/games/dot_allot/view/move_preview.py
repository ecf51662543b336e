"""Preview of a placement: the visible cells after it, and the largest groups of both sides."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from dottable.core.matches.match import Match
from dottable.games.dot_allot.deck.grids import Grid
from dottable.games.dot_allot.pieces import COLOUR_COUNT, COLOUR_NAMES, MAX_EDGE
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
    """Cells of the starting column and the eight columns after it."""
    after: tuple[SideStanding, ...]
    """Both sides, in the order of the view."""


def build_standings(match: Match, view: View) -> tuple[SideStanding, ...]:
    """Return the standings of both sides, in the order of the view."""
    out = np.zeros((SIDE_COUNT, COLOUR_COUNT), np.int64)
    write_largest_groups(match.states, 0, out)
    return tuple(
        build_side_standing(side, groups, view.start_column)
        for side, groups in zip(view.sides, out.tolist(), strict=True)
    )


def build_side_standing(side: Side, groups: list[int], start_column: int) -> SideStanding:
    """Return the standing of a side, given its largest groups as sets of cells."""
    cells = {name: cell_coordinates(group, start_column) for name, group in zip(COLOUR_NAMES, groups, strict=True)}
    return SideStanding(side.seat, side.groups, cells, side.points)


def cell_coordinates(group: int, start_column: int) -> Cells:
    """Return a set of cells as rows and columns of the track."""
    dots = [dot for dot in range(group.bit_length()) if group >> dot & 1]
    return tuple((dot % MAX_EDGE + 1, dot // MAX_EDGE + start_column) for dot in dots)


def preview(match: Match, seat: int, action: int) -> Preview | None:
    """Return the Preview of a placement, made in a determinized match; None for dealing the next round."""
    if action == DEAL:
        return None
    match.apply(seat, action)
    after = match.view(seat)
    return Preview(after.placements[-1], after.visible, build_standings(match, after))
