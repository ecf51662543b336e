"""Preview of a placement: the visible cells after it, and the largest groups of both sides."""

from __future__ import annotations

from msgspec import Struct

from dottable.core.matches.match import Match
from dottable.games.dot_allot.deck.card_grids import Grid
from dottable.games.dot_allot.pieces import LAID_COLUMN_COUNT
from dottable.games.dot_allot.state import DEAL
from dottable.games.dot_allot.view.seat_view import CellCoordinates, LaidCard, View, largest_groups


class SideStanding(Struct, frozen=True):
    """The groups and points of one side, if the round ended after the placement."""

    seat: int
    groups: dict[str, int]
    """Size of the largest group of each colour (A13)."""
    lasting_groups: dict[str, int]
    """Size of the largest group of each colour in the columns that no later card can cover."""
    cells: dict[str, CellCoordinates]
    """Cells of the largest group of each colour; of several equal groups, the leftmost."""
    points: int
    """Points without the bonus point of a tied round."""


class Preview(Struct, frozen=True):
    """What a placement would lead to: the visible cells, and the groups and points of both sides."""

    placement: LaidCard
    visible: Grid
    """Cells of all columns that count, as in the view."""
    after: tuple[SideStanding, ...]
    """Both sides, in the order of the view."""


def build_standings(match: Match, view: View) -> tuple[SideStanding, ...]:
    """Return the standings of both sides, in the order of the view."""
    columns = view.start_column + LAID_COLUMN_COUNT - 1
    cells = largest_groups(match.states, columns, [side.rows[0] for side in view.sides])
    return tuple(
        SideStanding(side.seat, side.groups, side.lasting_groups, of_side, side.points)
        for side, of_side in zip(view.sides, cells, strict=True)
    )


def preview(match: Match, seat: int, action: int) -> Preview | None:
    """Return the Preview of a placement, computed in a determinized match; None for dealing the next round."""
    if action == DEAL:
        return None
    match.apply(seat, action)
    after = match.view(seat)
    return Preview(after.placements[-1], after.visible, build_standings(match, after))
