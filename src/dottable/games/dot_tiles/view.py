"""What a seat may know, for people: the view, moves in words, and reasons for refusals."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from msgspec import Struct

from dottable.core.glance import at_a_glance
from dottable.core.record import for_rules
from dottable.core.rule import rule
from dottable.core.seats import SPECTATOR
from dottable.core.wording import does
from dottable.games.dot_tiles import placement, rules
from dottable.games.dot_tiles.knowledge import knows_drawn
from dottable.games.dot_tiles.notation import TILES, write_tile
from dottable.games.dot_tiles.pieces import (
    EVENS,
    FACES,
    FIRST_BOX,
    FLUSH,
    FULL_HOUSE,
    GROUP_NAMES,
    GROUPS,
    NO_TILE,
    ODDS,
    RUN,
    SIZES,
    tile_name,
)
from dottable.games.dot_tiles.scoring import full_sheet_points, group_points, total
from dottable.games.dot_tiles.state import BURN, OVER, WAYS, Options

PLANNING_WORD, STANDARD_WORD, LAST_TURN_WORD, OVER_WORD = PHASE_WORDS = ("planning", "standard", "last turn", "over")
TEXTS = tuple(TILES)
FIRST_BOXES, GROUP_SIZES = tuple(map(int, FIRST_BOX)), tuple(map(int, SIZES))
BOX_NUMBERS = {ODDS: (1, 3, 5), EVENS: (2, 4, 6)}

REASONS = {
    placement.GROUP_FULL: "That group is full.",
    placement.OTHER_NUMBER: "All tiles of that group must show the same number.",
    placement.NO_SUCH_BOX: "That group has no box for this number.",
    placement.BOX_TAKEN: "The box for this number is taken.",
    placement.OTHER_COLOUR: "All tiles of the Flush must have one colour.",
    placement.THIRD_NUMBER: "The Full House has two numbers already; a third one cannot join them.",
    placement.FOURTH_EQUAL: "The Full House takes at most three tiles of one number.",
    placement.RUN_REPEATS: "The Run has this number already.",
    placement.RUN_TOO_WIDE: "The Run holds four consecutive numbers; this one is too far from the others.",
    rules.TILE_NOT_YOURS: "You do not have that tile to play.",
    rules.NO_BURN_WHILE_PLANNING: "No tile is burned in the planning turn; place it.",
    rules.NO_BURN_WHILE_IT_FITS: "Your tile still fits somewhere, so nothing may be burned.",
}


class Group(Struct, frozen=True):
    """One group of a sheet: `tiles` has an entry for each box, None where it is empty."""

    name: str
    size: int
    tiles: tuple[str | None, ...]
    numbers: tuple[int, ...]
    """What is printed on the boxes of Odds and Evens; nothing elsewhere."""
    full: bool
    points: int
    takes: tuple[str, ...]
    """The faces that the group can still take (C9, C10)."""


class Sheet(Struct, frozen=True):
    """A seat's score sheet, which everybody sees (C3)."""

    groups: tuple[Group, ...]
    full: bool
    bonus: int
    """The points for having no empty box (C13)."""


class View(Struct, frozen=True):
    """The table as one seat or a spectator sees it. Tiles are texts: `r4` is a red 4."""

    seat: int
    seats: int
    phase: str
    turn: int | None
    """Nobody's when the match is over."""
    starter: int
    hot: str | None
    drawn: str | None
    """Shown only to the seat that drew it (C7)."""
    hand: tuple[str, ...]
    """The viewer's own tiles; of the others' only the count is known (C5)."""
    hand_counts: tuple[int, ...]
    bag_left: int
    burned: tuple[str, ...]
    sheets: tuple[Sheet, ...]
    totals: tuple[int, ...]
    options: Options
    winners: tuple[int, ...]
    """Empty until the match is over."""


@at_a_glance
def look(s: Any, seat: int) -> View:
    """The view of a seat or of SPECTATOR, built field by field."""
    seats = range(s.seats)
    totals = tuple([points[-1] for points in s.for_all(points_of)])
    is_over = s.phase == OVER
    return View(
        seat=seat,
        seats=len(seats),
        phase=PHASE_WORDS[s.phase],
        turn=None if is_over else s.turn,
        starter=s.starter,
        hot=tile_or_none(s.hot),
        drawn=tile_or_none(s.drawn) if knows_drawn_at(s.states, 0, seat) else None,
        hand=() if seat == SPECTATOR else tiles_counted(s.hand[seat]),
        hand_counts=s.hand_left[: s.seats],
        bag_left=s.bag_left,
        burned=tiles_counted(s.burned),
        sheets=s.for_all(sheets_of),
        totals=totals,
        options=Options(single_colour_bonus=bool(s.single_colour_bonus)),
        winners=tuple(other for other in seats if is_over and totals[other] == max(totals)),
    )


@rule
def write_points(states: Any, i: int, out: Any) -> None:
    """Every seat's points group by group, then those for a full sheet, and the total."""
    s = states[i]
    for seat in range(s.seats):
        for group in range(GROUPS):
            out[seat, group] = group_points(s, seat, group)
        out[seat, GROUPS] = full_sheet_points(s, seat)
        out[seat, GROUPS + 1] = total(s, seat)


@rule
def knows_drawn_at(states: Any, i: int, seat: int) -> bool:
    return knows_drawn(states[i], seat)


def tile_or_none(face: int) -> str | None:
    return None if face == NO_TILE else TEXTS[face]


def tiles_counted(counts: tuple[int, ...]) -> tuple[str, ...]:
    """Tiles kept as a count by face, as a sorted row."""
    return tuple([text for text, count in zip(TEXTS, counts, strict=True) for _ in range(count)])


def points_of(s: Any) -> list[list[int]]:
    """Every seat's points group by group, then the bonus for a full sheet, and the total."""
    points = np.zeros((s.seats, GROUPS + 2), np.int32)
    write_points(s.states, 0, for_rules(points))
    return points.tolist()


def sheets_of(s: Any) -> tuple[Sheet, ...]:
    return tuple([sheet_of(*row) for row in zip(s.boxes, s.takers, s.for_all(points_of), strict=False)])


def sheet_of(boxes: tuple[int, ...], takers: tuple[int, ...], points: list[int]) -> Sheet:
    groups = []
    for group in range(GROUPS):
        first = FIRST_BOXES[group]
        takes = sum([1 << face for face, groups_of in enumerate(takers) if groups_of >> group & 1])
        groups.append(group_of(group, boxes[first : first + GROUP_SIZES[group]], takes, points[group]))
    return Sheet(groups=tuple(groups), full=NO_TILE not in boxes, bonus=points[GROUPS])


@lru_cache(10_000)
def group_of(group: int, faces: tuple[int, ...], takes: int, points: int) -> Group:
    """A group that holds these faces and can still take a set of faces."""
    size = GROUP_SIZES[group]
    tiles = tuple(tile_or_none(face) for face in faces)
    return Group(
        name=GROUP_NAMES[group],
        size=size,
        tiles=tiles,
        numbers=BOX_NUMBERS.get(group, ()),
        full=None not in tiles,
        points=points,
        takes=tuple(TEXTS[face] for face in range(FACES) if takes >> face & 1),
    )


def words(view: View, action: int) -> str:
    """An action in words, for the seat that may choose it."""
    face, way = divmod(action, WAYS)
    tile = write_tile(face)
    from_hot = tile == view.hot and tile != view.drawn and view.phase != PLANNING_WORD
    from_bag = tile == view.drawn
    source = "HOT SWAP " if from_hot else "drawn " if from_bag else ""
    if way == BURN:
        return f"Burn the {source}{tile_name(face)}"
    verb = "Swap: place" if from_hot and view.phase == STANDARD_WORD else "Place"
    return f"{verb} the {source}{tile_name(face)} in {group_in_words(way)}"


def group_in_words(group: int) -> str:
    """A group inside a sentence: "the Run", "3 of a Kind"."""
    return f"the {GROUP_NAMES[group]}" if group in (FLUSH, FULL_HOUSE, RUN) else GROUP_NAMES[group]


def narrate(before: View, seat: int, action: int, after: View) -> str:
    """What a move did, as the viewer saw it; made from the viewer's own two views only."""
    face, way = divmod(action, WAYS)
    tile, viewer = tile_name(face), before.seat
    if before.phase == LAST_TURN_WORD:
        tile = f"the last tile, a {tile},"
        if way == BURN:
            return f"{does(viewer, seat, 'burn')} {tile} which fits nowhere."
        return f"{does(viewer, seat, 'place')} {tile} {destination(seat, way, after)}."
    swapped = before.phase == STANDARD_WORD and before.hot == write_tile(face) and after.hot != before.hot
    if not swapped:
        if way == BURN:
            return f"{does(viewer, seat, 'burn')} a {tile}."
        return f"{does(viewer, seat, 'place')} a {tile} {destination(seat, way, after)}."
    assert after.hot is not None  # only the last turn empties HOT SWAP (C8)
    left = f"a {tile_name(TILES[after.hot])}"
    if way == BURN:
        return f"{does(viewer, seat, 'burn')} the HOT SWAP {tile}, leaving {left}."
    swap = f"{does(viewer, seat, 'swap')} {left} for the HOT SWAP {tile}"
    return f"{swap}, placing it {destination(seat, way, after)}."


def destination(seat: int, group: int, after: View) -> str:
    """Where a tile went, and what that completed."""
    sheet = after.sheets[seat]
    placed = f"in {group_in_words(group)}"
    if not sheet.groups[group].full:
        return placed
    points = sheet.groups[group].points
    placed += f", which is now full: {points} point{'' if points == 1 else 's'}"
    return f"{placed}, and {sheet.bonus} more for the full sheet" if sheet.full else placed


def is_open(action: int) -> bool:
    """Every action here is made in sight of all."""
    return True
