"""The view of DOT: Dice or Tiles: what one seat may know, built field by field."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from msgspec import Struct

from dottable.core.primitives.seats import SPECTATOR
from dottable.core.views.state_record_reader import reads_record
from dottable.games.dot_tiles.pieces import (
    EVENS,
    FACE_COUNT,
    FIRST_BOX_OF_GROUP,
    GROUP_COUNT,
    GROUP_NAMES,
    GROUP_SIZES,
    NO_TILE,
    ODDS,
)
from dottable.games.dot_tiles.rules.scoring import FULL_SHEET_BONUS
from dottable.games.dot_tiles.state import OVER, Options
from dottable.games.dot_tiles.view.notation import FACE_BY_NOTATION
from dottable.games.dot_tiles.view.view_fact_kernels import (
    NOT_ACCEPTED,
    SHEET_SIZE,
    knows_drawn_tile_in_record,
    write_group_prospects,
    write_placement_facts,
    write_points_by_seat,
)

PLANNING_PHASE, STANDARD_PHASE, LAST_TURN_PHASE, OVER_PHASE = PHASES = ("planning", "standard", "last turn", "over")
TILE_NOTATIONS = tuple(FACE_BY_NOTATION)
"""The notation of every face."""
GROUP_BOX_SLICES = tuple(
    slice(int(first), int(first + size)) for first, size in zip(FIRST_BOX_OF_GROUP, GROUP_SIZES, strict=True)
)
"""Slice of the boxes of every group on a sheet."""
PRINTED_BOX_NUMBERS = {ODDS: (1, 3, 5), EVENS: (2, 4, 6)}
"""The numbers printed on boxes."""
DOUBLING_NAMES = ("none", "possible", "sure")
"""Names of NOT_DOUBLED, POSSIBLY_DOUBLED and SURELY_DOUBLED."""


class Group(Struct, frozen=True):
    """A group of a sheet. `tiles` has one entry per box, None for an empty box."""

    name: str
    size: int
    tiles: tuple[str | None, ...]
    numbers: tuple[int, ...]
    """The numbers printed on the boxes of Odds and Evens; empty for other groups."""
    full: bool
    points: int
    takes: tuple[str, ...]
    """Faces that the group still accepts (C9, C10)."""
    can_be_completed: bool
    """False if the tiles that are neither on a sheet nor burned cannot complete the group."""
    doubling: str
    """Whether the points are or will be doubled for one colour (C12): "none", "possible" or "sure"."""


class Sheet(Struct, frozen=True):
    """A seat's score sheet, which is public (C3)."""

    groups: tuple[Group, ...]
    full: bool
    bonus: int
    """Points for having no empty box (C13)."""


class Placement(Struct, frozen=True):
    """What the viewer's placement of a tile in a group would bring."""

    tile: str
    group: int
    points: int
    """Points that it adds to the total at once."""
    doubling: str
    """The group's `doubling` after it."""


class View(Struct, frozen=True):
    """The information that one seat or a spectator may have. Tiles are in notation: `r4` is a red 4."""

    seat: int
    seats: int
    phase: str
    turn: int | None
    """The seat to move; None if the match is over."""
    starter: int
    hot: str | None
    drawn: str | None
    """The tile just drawn; None for all seats except the seat that drew it (C7)."""
    hand: tuple[str, ...]
    """The viewer's own tiles. Other hands are hidden until they are placed (C5)."""
    hand_counts: tuple[int, ...]
    bag_left: int
    burned: tuple[str, ...]
    sheets: tuple[Sheet, ...]
    full_sheet_bonus: int
    """Points for a sheet without an empty box (C13)."""
    totals: tuple[int, ...]
    placements: tuple[Placement, ...]
    """Placements of the viewer's tiles that the sheet accepts. Empty unless the viewer is to move."""
    options: Options
    winners: tuple[int, ...]
    """Winning seats; empty until the match is over."""


@reads_record
def build_view(s: Any, seat: int) -> View:
    """Return the view of a seat or of SPECTATOR."""
    seats = range(s.seats)
    totals = tuple([points[-1] for points in s.once_for_all_viewers(points_by_seat)])
    is_over = s.phase == OVER
    is_to_move = seat == s.turn and not is_over
    return View(
        seat=seat,
        seats=len(seats),
        phase=PHASES[s.phase],
        turn=None if is_over else s.turn,
        starter=s.starter,
        hot=tile_notation_or_none(s.hot),
        drawn=tile_notation_or_none(s.drawn) if knows_drawn_tile_in_record(s.states, 0, seat) else None,
        hand=() if seat == SPECTATOR else tiles_from_counts(s.hand[seat]),
        hand_counts=s.hand_left[: s.seats],
        bag_left=s.bag_left,
        burned=tiles_from_counts(s.burned),
        sheets=s.once_for_all_viewers(build_sheets),
        full_sheet_bonus=FULL_SHEET_BONUS,
        totals=totals,
        placements=build_placements(s) if is_to_move else (),
        options=Options(single_colour_bonus=bool(s.single_colour_bonus)),
        winners=tuple(other for other in seats if is_over and totals[other] == max(totals)),
    )


def tile_notation_or_none(face: int) -> str | None:
    """Return the notation of a face, or None for NO_TILE."""
    return None if face == NO_TILE else TILE_NOTATIONS[face]


@lru_cache(4096)
def tiles_from_counts(counts: tuple[int, ...]) -> tuple[str, ...]:
    """Return the tiles given by a count per face, sorted by face."""
    return tuple([text for text, count in zip(TILE_NOTATIONS, counts, strict=True) for _ in range(count)])


def points_by_seat(s: Any) -> list[tuple[int, ...]]:
    """Return, for every seat, the points of each group, the points for a full sheet, and the total."""
    points = np.zeros((s.seats, GROUP_COUNT + 2), np.int32)
    write_points_by_seat(s.states, 0, points)
    return [tuple(row) for row in points.tolist()]


def group_prospects(s: Any) -> list[tuple[tuple[int, ...], ...]]:
    """Return, for every seat and group, whether it can be completed, and its doubling."""
    prospects = np.zeros((s.seats, GROUP_COUNT, 2), np.int32)
    write_group_prospects(s.states, 0, np.zeros(FACE_COUNT, np.int32), prospects)
    return [tuple([tuple(group) for group in groups]) for groups in prospects.tolist()]


def build_placements(s: Any) -> tuple[Placement, ...]:
    """Return the placements of the tiles that the seat to move can play: its hand, or the drawn and HOT SWAP tiles."""
    facts = np.zeros((FACE_COUNT, GROUP_COUNT, 2), np.int32)
    memory = np.zeros(FACE_COUNT, np.int32), np.zeros(SHEET_SIZE, np.int32)
    write_placement_facts(s.states, 0, s.turn, *memory, facts)
    is_planning = PHASES[s.phase] == PLANNING_PHASE
    return tuple(
        [
            Placement(TILE_NOTATIONS[face], group, points, DOUBLING_NAMES[doubling])
            for face, of_face in enumerate(facts.tolist())
            if (s.hand[s.turn][face] > 0 if is_planning else face in (s.drawn, s.hot))
            for group, (points, doubling) in enumerate(of_face)
            if points != NOT_ACCEPTED
        ]
    )


def build_sheets(s: Any) -> tuple[Sheet, ...]:
    """Return the score sheets of all seats."""
    points, prospects = s.once_for_all_viewers(points_by_seat), group_prospects(s)
    # Not strict, because records have space for more seats.
    return tuple([build_sheet(*row) for row in zip(s.boxes, s.open_groups, points, prospects, strict=False)])


@lru_cache(4096)
def build_sheet(
    boxes: tuple[int, ...],
    open_groups: tuple[int, ...],
    points: tuple[int, ...],
    prospects: tuple[tuple[int, ...], ...],
) -> Sheet:
    """Return a sheet from its boxes, the open groups per face, and its rows of `points_by_seat` and `group_prospects`.

    Cached, because a move changes at most one sheet.
    """
    groups = []
    for group in range(GROUP_COUNT):
        takes = sum([1 << face for face, is_open in enumerate(open_groups) if is_open >> group & 1])
        groups.append(build_group(group, boxes[GROUP_BOX_SLICES[group]], takes, points[group], *prospects[group]))
    return Sheet(groups=tuple(groups), full=NO_TILE not in boxes, bonus=points[GROUP_COUNT])


@lru_cache(10_000)
def build_group(
    group: int, faces: tuple[int, ...], takes: int, points: int, can_be_completed: int, doubling: int
) -> Group:
    """Return a group that contains `faces` and still accepts the set of faces `takes`."""
    tiles = tuple(tile_notation_or_none(face) for face in faces)
    return Group(
        name=GROUP_NAMES[group],
        size=len(faces),
        tiles=tiles,
        numbers=PRINTED_BOX_NUMBERS.get(group, ()),
        full=None not in tiles,
        points=points,
        takes=tuple(TILE_NOTATIONS[face] for face in range(FACE_COUNT) if takes >> face & 1),
        can_be_completed=can_be_completed != 0,
        doubling=DOUBLING_NAMES[doubling],
    )
