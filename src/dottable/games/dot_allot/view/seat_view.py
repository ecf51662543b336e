"""The view of Dot Allot: what one seat may know, built field by field."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct

from dottable.core.views.last_result_cache import keeps_last_result
from dottable.core.views.state_record_reader import reads_record
from dottable.games.dot_allot.deck.card_grids import Grid, grid_from_columns, mirrored, turned_right
from dottable.games.dot_allot.pieces import (
    COLOUR_COUNT,
    COLOUR_NAMES,
    LAID_COLUMN_COUNT,
    MAX_EDGE,
    PRINTED_FORM,
    SIDE_COLUMN_BITS,
)
from dottable.games.dot_allot.rules.flow import next_starting_seat
from dottable.games.dot_allot.state import (
    NOBODY,
    OVER,
    ROUND_OVER,
    SIDE_COUNT,
    Options,
    card_of_placement,
    face_of_placement,
    quarter_turns_of_placement,
    row_offset_of_placement,
)
from dottable.games.dot_allot.view.view_fact_kernels import (
    LAYOUT_SCALAR_COUNT,
    NUMBERS_PER_SIDE,
    knows_hand_in_record,
    write_largest_groups,
    write_round_layout,
)

CellCoordinates = tuple[tuple[int, int], ...]
"""Row and column of each cell, counted from 1 on the track."""

LAYING_PHASE, ROUND_OVER_PHASE, OVER_PHASE = PHASES = ("laying", "round over", "over")


class AllotCard(Struct, frozen=True):
    """A card in hand, with the face that the match is played with."""

    number: int
    face: Grid


class LaidCard(Struct, frozen=True):
    """A laid card. `column` and `row` are those of its upper left cell; `face` has its cells as they lie."""

    seat: int
    number: int
    degrees: int
    reverse: bool
    column: int
    row: int
    face: Grid


class Side(Struct, frozen=True):
    """One of the two sides of the track, and the seat that plays there."""

    seat: int
    rows: tuple[int, ...]
    hand: tuple[AllotCard, ...] | None
    """None if the viewer does not know the hand: hands are secret in round 1 (A7)."""
    hand_count: int
    reverse_left: bool
    colours: tuple[str, ...]
    """Colours that the side can score for in this round (A18)."""
    groups: dict[str, int]
    """Present size of the largest group of each colour (A13)."""
    lasting_groups: dict[str, int]
    """Size of the largest group of each colour in the columns that no card can cover any more."""
    group_cells: dict[str, CellCoordinates]
    """Cells of the largest group of each colour; empty until the round is over."""
    points: int
    """Points for the round if it ended now, without the bonus point."""


class AllotRoundResult(Struct, frozen=True):
    """The result of a round: groups, points and bonus, and who goes to the queue."""

    groups: tuple[dict[str, int], ...]
    """By side: the size of its largest group of each colour (A13)."""
    points: tuple[int, ...]
    """Points of each side for its groups, without the bonus point."""
    bonus: int | None
    """Seat that gets the bonus point of a tied round (A15, A19)."""
    leaves: int | None
    """Seat that goes to the end of the queue (A19)."""


class View(Struct, frozen=True):
    """The information that one seat or a spectator may have.

    Rows and columns are numbered from 1, with row 1 at the top. A cell is the letter of a colour, or a full stop
    without a dot.
    """

    seat: int
    seats: int
    phase: str
    round: int
    rounds: int
    turn: int | None
    """Seat that lays a card or deals the next round; None if the match is over."""
    starter: int
    start_column: int
    grey_row: int
    grey_column: int
    track: Grid
    visible: Grid
    """Cells of the columns that count (A14): from column 1 of the track to the eighth after the starting column."""
    cover_rows: tuple[int, int]
    """First and last row of the column that the next card must partly cover. They may be outside the track."""
    placements: tuple[LaidCard, ...]
    sides: tuple[Side, ...]
    queue: tuple[int, ...]
    totals: tuple[int, ...]
    result: AllotRoundResult | None
    winners: tuple[int, ...]
    """Winning seats; empty until the match is over."""
    options: Options


@reads_record
def build_view(s: Any, seat: int) -> View:
    """Return the view of a seat or of SPECTATOR."""
    phase, seats = s.phase, s.seats
    totals, layout = s.totals[:seats], s.once_for_all_viewers(build_round_layout)
    return View(
        seat=seat,
        seats=seats,
        phase=PHASES[phase],
        round=s.round_index + 1,
        rounds=s.columns - 1,
        turn=s.once_for_all_viewers(acting_seat),
        starter=s.seat_at[layout.starter],
        start_column=layout.start_column + 1,
        grey_row=layout.rows_per_side + 1,
        grey_column=layout.grey_column + 1,
        track=s.once_for_all_viewers(track_grid),
        visible=s.once_for_all_viewers(visible_grid),
        cover_rows=(layout.top + 1, layout.bottom + 1),
        placements=s.once_for_all_viewers(build_placements),
        sides=tuple(build_side(s, seat, side) for side in range(SIDE_COUNT)),
        queue=s.queue[: seats - SIDE_COUNT],
        totals=totals,
        result=None if s.laid_count < len(s.laid) else s.once_for_all_viewers(build_round_result),
        winners=tuple(other for other in range(seats) if phase == OVER and totals[other] == max(totals)),
        options=match_options(s.horizontal, s.light, s.locked),
    )


class RoundLayout(NamedTuple):
    """Properties of the round that the rules compute, for all viewers. Tuples have one entry per side."""

    starter: int
    start_column: int
    grey_column: int
    rows_per_side: int
    top: int
    bottom: int
    first_rows: tuple[int, ...]
    colours: tuple[tuple[str, ...], ...]
    """Colours for which each side can score."""
    groups: tuple[dict[str, int], ...]
    points: tuple[int, ...]
    lasting: tuple[dict[str, CellCoordinates], ...]
    """Cells of each side's largest groups in the columns that no card can cover any more."""


def build_round_layout(s: Any) -> RoundLayout:
    """Return the properties of the present round that are equal for all viewers."""
    out = np.zeros(LAYOUT_SCALAR_COUNT + SIDE_COUNT * NUMBERS_PER_SIDE, np.int64)
    write_round_layout(s.states, 0, out)
    starter, column, middle, rows, top, bottom, *numbers = out.tolist()
    sides = [numbers[start : start + NUMBERS_PER_SIDE] for start in range(0, len(numbers), NUMBERS_PER_SIDE)]
    return RoundLayout(
        *(starter, column, middle, rows, top, bottom),
        first_rows=tuple(side[0] for side in sides),
        colours=tuple(tuple(name for k, name in enumerate(COLOUR_NAMES) if side[1] >> k & 1) for side in sides),
        groups=tuple(dict(zip(COLOUR_NAMES, side[2:-1], strict=True)) for side in sides),
        points=tuple(side[-1] for side in sides),
        lasting=largest_groups(s.states, column + 1 + int(s.laid_count), [side[0] + 1 for side in sides]),
    )


def largest_groups(states: Any, columns: int, first_rows: Sequence[int]) -> tuple[dict[str, CellCoordinates], ...]:
    """Return the cells of each side's largest groups in the first `columns` columns; of equal groups, the leftmost."""
    out = np.zeros((SIDE_COUNT, COLOUR_COUNT), np.int64)
    write_largest_groups(states, 0, columns, out)
    return tuple(
        {name: cell_coordinates(group, first) for name, group in zip(COLOUR_NAMES, groups, strict=True)}
        for groups, first in zip(out.tolist(), first_rows, strict=True)
    )


@lru_cache(4096)
def cell_coordinates(group: int, first_row: int) -> CellCoordinates:
    """Return the rows and columns of a set of a side's cells. `first_row` is the side's topmost row.

    Cached, because a laid card enlarges only few groups.
    """
    dots = [dot for dot in range(group.bit_length()) if group >> dot & 1]
    return tuple((dot % SIDE_COLUMN_BITS + first_row, dot // SIDE_COLUMN_BITS + 1) for dot in dots)


def acting_seat(s: Any) -> int | None:
    """Return the seat that lays a card or deals; None if the match is over."""
    if s.phase == OVER:
        return None
    return int(next_starting_seat(s.record)) if s.phase == ROUND_OVER else s.seat_at[s.turn]


@lru_cache(64)
def match_options(horizontal: int, light: int, locked: int) -> Options:
    """Return the options of a match. With 6 or 7 players the orientation is always horizontal (A19)."""
    return Options(
        orientation="horizontal" if horizontal else "vertical",
        side="light" if light else "dark",
        scoring="colour-locked" if locked else "standard",
    )


cached_grid_from_columns = lru_cache(1024)(grid_from_columns)
"""`grid_from_columns` with a cache, for tracks and cards."""


def track_grid(s: Any) -> Grid:
    """Return the cells of the track in the orientation in which it lies on the table."""
    return cached_grid_from_columns(s.track, s.columns, s.rows)


def visible_grid(s: Any) -> Grid:
    """Return the visible cells of the columns that count. No card lies left of the starting column (A9, A14)."""
    in_column, start = (1 << MAX_EDGE) - 1, int(s.once_for_all_viewers(build_round_layout).start_column)
    columns = [
        [*of_track[:start], *(int(bits) >> (MAX_EDGE * k) & in_column for k in range(LAID_COLUMN_COUNT))]
        for of_track, bits in zip(s.track, s.visible, strict=True)
    ]
    return grid_from_columns(columns, start + LAID_COLUMN_COUNT, int(s.rows))


def face_in_use(s: Any, card: int) -> Grid:
    """Return the face of a card with which the match is played."""
    return faces_in_use(s.faces, s.width, s.height, s.light)[card]


@keeps_last_result
@lru_cache(64)
def faces_in_use(faces: tuple[Any, ...], width: int, height: int, light: int) -> tuple[Grid, ...]:
    """Return the faces of all cards with which a match is played, from the record's fields."""
    dark = [grid_from_columns(forms[PRINTED_FORM], width, height) for forms in faces]
    return tuple(map(mirrored, dark) if light else dark)


@lru_cache(1024)
def grid_as_laid(grid: Grid, face: int, quarters: int) -> Grid:
    """Return the cells of a card as laid: first the face is chosen, then the card is turned to the right."""
    grid = mirrored(grid) if face else grid
    for _ in range(quarters):
        grid = turned_right(grid)
    return grid


def build_placements(s: Any) -> tuple[LaidCard, ...]:
    """Return the cards laid in this round."""
    return tuple([build_placement(s, k) for k in range(s.laid_count)])


def build_placement(s: Any, k: int) -> LaidCard:
    """Return a placement of this round. `k` is its index in the order of laying, from 0.

    Each placement begins one column after the one before (A9).
    """
    layout = s.once_for_all_viewers(build_round_layout)
    card, face, quarters, row_offset = placement_parts(s.laid[k])
    return LaidCard(
        seat=s.seat_at[layout.starter ^ (k & 1)],
        number=card + 1,
        degrees=90 * quarters,
        reverse=face == 1,
        column=layout.start_column + 2 + k,
        row=row_offset + 1,
        face=grid_as_laid(face_in_use(s, card), face, quarters),
    )


@lru_cache(4096)
def placement_parts(action: int) -> tuple[int, int, int, int]:
    """Return card, face, quarter turns and row offset of a placement."""
    return (
        int(card_of_placement(action)),
        int(face_of_placement(action)),
        int(quarter_turns_of_placement(action)),
        int(row_offset_of_placement(action)),
    )


def build_side(s: Any, seat: int, side: int) -> Side:
    """Return one side of the track, with its player's hand and points, as far as a seat may know them."""
    layout = s.once_for_all_viewers(build_round_layout)
    first = layout.first_rows[side] + 1
    lasting = layout.lasting[side]
    cards = s.hand[side][: s.hand_left[side]]
    is_known = not cards or knows_hand_in_record(s.states, 0, seat, side)
    return Side(
        seat=s.seat_at[side],
        rows=tuple(range(first, first + layout.rows_per_side)),
        hand=tuple(AllotCard(card + 1, face_in_use(s, card)) for card in cards) if is_known else None,
        hand_count=len(cards),
        reverse_left=s.reverse_used[side] == 0,
        colours=layout.colours[side],
        groups=layout.groups[side],
        lasting_groups={name: len(cells) for name, cells in lasting.items()},
        group_cells=lasting if s.laid_count == len(s.laid) else {},
        points=layout.points[side],
    )


def sides_of(view: View, seat: int) -> tuple[Side, Side]:
    """Return the side of the track that a seat plays, then the other side."""
    first, second = view.sides
    return (first, second) if first.seat == seat else (second, first)


def build_round_result(s: Any) -> AllotRoundResult:
    """Return the result of the round that was scored last."""
    bonus, loser = s.bonus, s.loser
    return AllotRoundResult(
        groups=tuple(dict(zip(COLOUR_NAMES, s.largest[side], strict=True)) for side in range(SIDE_COUNT)),
        points=s.round_points,
        bonus=None if bonus == NOBODY else s.seat_at[bonus],
        leaves=None if loser == NOBODY else s.seat_at[loser],
    )
