"""What a seat may know, for people: the view, moves in words, and reasons for refusals."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct

from dottable.core.glance import at_a_glance
from dottable.core.record import for_rules
from dottable.core.rule import rule
from dottable.core.wording import does, name_of
from dottable.games.dot_allot import placement, rules
from dottable.games.dot_allot.grids import Grid, mirrored, read_columns, turned_right
from dottable.games.dot_allot.knowledge import knows_hand
from dottable.games.dot_allot.pieces import COLOUR_NAMES, COLOURS, EDGE, UPRIGHT, WINDOW
from dottable.games.dot_allot.scoring import count_side, may_score
from dottable.games.dot_allot.state import (
    DEAL,
    NOBODY,
    OVER,
    ROUND_OVER,
    SIDES,
    Options,
    card_of,
    face_of,
    first_row,
    half,
    half_rows,
    offset_of,
    quarters_of,
    start_column,
    starter_of,
)

LAYING_WORD, ROUND_OVER_WORD, OVER_WORD = PHASE_WORDS = ("laying", "round over", "over")
TURN_WORDS = ("upright", "a quarter turn to the right", "upside down", "a quarter turn to the left")

REASONS = {
    placement.NOT_IN_HAND: "You do not have that card in hand.",
    placement.REVERSE_USED: "You have used a reverse face in this round already.",
    placement.NOT_COVERING: "The card must cover at least one cell of the column that comes next.",
    placement.OFF_THE_TRACK: "The card must share at least one row with the track.",
    placement.GIVES_NO_DOT: "The card must put at least one dot into your opponent's rows.",
    placement.ROUND_RUNS: "This round is not over yet.",
    placement.DEAL_FIRST: "The round is over; deal the next one.",
}


class Card(Struct, frozen=True):
    """A card in hand, with the side up that is played with."""

    number: int
    face: Grid


class Placement(Struct, frozen=True):
    """A card on the table: its cells as they lie, whose first column and top row are given as those of the track."""

    seat: int
    number: int
    degrees: int
    reverse: bool
    column: int
    row: int
    face: Grid


class Side(Struct, frozen=True):
    """One of the two sides of the track and who plays there."""

    seat: int
    rows: tuple[int, ...]
    hand: tuple[Card, ...] | None
    """None if the viewer cannot know it: in round 1 hands are secret."""
    hand_count: int
    reverse_left: bool
    colours: tuple[str, ...]
    """What the side can score for in this round (A18)."""
    groups: dict[str, int]
    """The largest group of each colour as it lies now (A13)."""
    points: int
    """What the round would bring if it ended now, without the bonus point of a tie."""


class RoundResult(Struct, frozen=True):
    """A round when its eighth card lies: for both sides the largest group of each colour, and points."""

    groups: tuple[dict[str, int], ...]
    points: tuple[int, ...]
    bonus: int | None
    """The seat that gets the bonus point of a tied round (A15, A19)."""
    leaves: int | None
    """The seat that goes to the end of the queue (A19)."""


class View(Struct, frozen=True):
    """The table as one seat or a spectator sees it.

    Rows and columns count from 1, row 1 on top; cells are letters, a point where there is no dot.
    """

    seat: int
    seats: int
    phase: str
    round: int
    rounds: int
    turn: int | None
    """Who lays a card, or deals the next round."""
    starter: int
    start_column: int
    grey_row: int
    grey_column: int
    track: Grid
    visible: Grid
    """The columns that count: the starting column and the eight after it."""
    cover_rows: tuple[int, int]
    """First and last row of the column that the next card has to cover in part; they may lie off the track."""
    placements: tuple[Placement, ...]
    sides: tuple[Side, ...]
    queue: tuple[int, ...]
    totals: tuple[int, ...]
    result: RoundResult | None
    winners: tuple[int, ...]
    """Empty until the match is over."""
    options: Options


@at_a_glance
def look(s: Any, seat: int) -> View:
    """The view of a seat or of SPECTATOR, built field by field."""
    phase, seats = s.phase, s.seats
    totals, layout = s.totals[:seats], s.for_all(layout_of)
    return View(
        seat=seat,
        seats=seats,
        phase=PHASE_WORDS[phase],
        round=s.round_index + 1,
        rounds=s.columns - 1,
        turn=s.for_all(turn_of),
        starter=s.at[layout.starter],
        start_column=layout.start_column + 1,
        grey_row=layout.half_rows + 1,
        grey_column=layout.half + 1,
        track=s.for_all(track_grid),
        visible=s.for_all(visible_grid),
        cover_rows=(layout.top + 1, layout.bottom + 1),
        placements=s.for_all(placements_of),
        sides=tuple(look_at_side(s, seat, side) for side in range(SIDES)),
        queue=s.queue[: seats - SIDES],
        totals=totals,
        result=None if s.laid_count < len(s.laid) else s.for_all(result_of),
        winners=tuple(other for other in range(seats) if phase == OVER and totals[other] == max(totals)),
        options=options_of(s),
    )


class Layout(NamedTuple):
    """Where things lie in this round, as the rules say."""

    starter: int
    start_column: int
    half: int
    half_rows: int
    top: int
    bottom: int
    first_rows: tuple[int, ...]
    colours: tuple[tuple[str, ...], ...]
    """What each side can score for."""
    groups: tuple[dict[str, int], ...]
    points: tuple[int, ...]


NUMBERS = 6
PER_SIDE = 2 + COLOURS + 1


@rule
def write_layout(states: Any, i: int, out: Any) -> None:
    """The numbers of a Layout; then for each side its first row, the set of colours it can score for, its largest
    groups and its points."""
    s = states[i]
    out[0] = starter_of(s, s.round_index)
    out[1] = start_column(s)
    out[2] = half(s)
    out[3] = half_rows(s)
    out[4] = placement.top_to_cover(s)
    out[5] = placement.bottom_to_cover(s)
    for side in range(SIDES):
        part = out[NUMBERS + side * PER_SIDE :]
        part[0] = first_row(s, side)
        part[1] = 0
        for colour in range(COLOURS):
            if may_score(s, side, colour):
                part[1] |= 1 << colour
        count_side(s, side, part[2:])


@rule
def knows_hand_at(states: Any, i: int, seat: int, side: int) -> bool:
    return knows_hand(states[i], seat, side)


def layout_of(s: Any) -> Layout:
    out = np.zeros(NUMBERS + SIDES * PER_SIDE, np.int64)
    write_layout(s.states, 0, for_rules(out))
    starter, column, middle, rows, top, bottom, *numbers = out.tolist()
    sides = [numbers[start : start + PER_SIDE] for start in range(0, len(numbers), PER_SIDE)]
    return Layout(
        *(starter, column, middle, rows, top, bottom),
        first_rows=tuple(side[0] for side in sides),
        colours=tuple(tuple(name for k, name in enumerate(COLOUR_NAMES) if side[1] >> k & 1) for side in sides),
        groups=tuple(dict(zip(COLOUR_NAMES, side[2:-1], strict=True)) for side in sides),
        points=tuple(side[-1] for side in sides),
    )


def turn_of(s: Any) -> int | None:
    if s.phase == OVER:
        return None
    return int(rules.next_starter(s.record)) if s.phase == ROUND_OVER else s.at[s.turn]


def options_of(s: Any) -> Options:
    return Options(
        orientation="horizontal" if s.horizontal else "vertical",
        side="light" if s.light else "dark",
        scoring="colour-locked" if s.locked else "standard",
    )


read_often = lru_cache(1024)(read_columns)
"""For what is looked at again and again: tracks and cards."""


def track_grid(s: Any) -> Grid:
    """The track as it lies."""
    return read_often(s.track, s.columns, s.rows)


def visible_grid(s: Any) -> Grid:
    """What is visible in the columns that count."""
    in_column = (1 << EDGE) - 1
    columns = [[int(bits) >> (EDGE * k) & in_column for k in range(WINDOW)] for bits in s.visible]
    return read_columns(columns, WINDOW, int(s.rows))


def printed_face(s: Any, card: int) -> Grid:
    """A card with the side up that is played with."""
    dark = read_often(s.faces[card][UPRIGHT], s.width, s.height)
    return mirrored(dark) if s.light else dark


@lru_cache(1024)
def laid_grid(grid: Grid, face: int, quarters: int) -> Grid:
    """A card as a placement lays it: first its face, then so many quarter turns to the right."""
    grid = mirrored(grid) if face else grid
    for _ in range(quarters):
        grid = turned_right(grid)
    return grid


def placements_of(s: Any) -> tuple[Placement, ...]:
    return tuple([placement_of(s, k) for k in range(s.laid_count)])


def placement_of(s: Any, k: int) -> Placement:
    """The card laid as number k + 1; its first column is that many behind the starting column (A9)."""
    action, layout = s.laid[k], s.for_all(layout_of)
    card, face, quarters = int(card_of(action)), int(face_of(action)), int(quarters_of(action))
    return Placement(
        seat=s.at[layout.starter ^ (k & 1)],
        number=card + 1,
        degrees=90 * quarters,
        reverse=face == 1,
        column=layout.start_column + 2 + k,
        row=int(offset_of(action)) + 1,
        face=laid_grid(printed_face(s, card), face, quarters),
    )


def look_at_side(s: Any, seat: int, side: int) -> Side:
    layout = s.for_all(layout_of)
    first = layout.first_rows[side] + 1
    cards = s.hand[side][: s.hand_left[side]]
    is_known = not cards or knows_hand_at(s.states, 0, seat, side)
    return Side(
        seat=s.at[side],
        rows=tuple(range(first, first + layout.half_rows)),
        hand=tuple(Card(card + 1, printed_face(s, card)) for card in cards) if is_known else None,
        hand_count=len(cards),
        reverse_left=s.reverse_used[side] == 0,
        colours=layout.colours[side],
        groups=layout.groups[side],
        points=layout.points[side],
    )


def result_of(s: Any) -> RoundResult:
    bonus, loser = s.bonus, s.loser
    return RoundResult(
        groups=tuple(dict(zip(COLOUR_NAMES, s.largest[side], strict=True)) for side in range(SIDES)),
        points=s.round_points,
        bonus=None if bonus == NOBODY else s.at[bonus],
        leaves=None if loser == NOBODY else s.at[loser],
    )


def words(view: View, action: int) -> str:
    """An action in words, for the seat that may choose it."""
    if action == DEAL:
        return f"Deal round {view.round + 1}"
    return f"Lay {placement_in_words(action)}"


def placement_in_words(action: int) -> str:
    """ "card 7 reversed, upside down, its top row on row 3"."""
    face = " reversed" if face_of(action) else ""
    turn = TURN_WORDS[int(quarters_of(action))]
    return f"card {int(card_of(action)) + 1}{face}, {turn}, {row_in_words(int(offset_of(action)))}"


def row_in_words(offset: int) -> str:
    if offset >= 0:
        return f"its top row on row {offset + 1}"
    return f"its top row {-offset} above the track"


def narrate(before: View, seat: int, action: int, after: View) -> str:
    """What a move did, as the viewer saw it; made from the viewer's own two views only."""
    viewer = before.seat
    if action == DEAL:
        joining = [side.seat for side in after.sides if side.seat in before.queue]
        news = f" {does(viewer, joining[0], 'join')} in." if joining else ""
        return f"{does(viewer, seat, 'deal')} round {after.round}, from column {after.start_column} on.{news}"
    laid = f"{does(viewer, seat, 'lay')} {placement_in_words(action)}."
    if after.result is None:
        return laid
    return f"{laid} {round_in_words(after, after.result)}"


def round_in_words(view: View, result: RoundResult) -> str:
    """How a round ended, and who makes room for whom (A13, A15, A19)."""
    said = [f"Round {view.round} {points_in_words(view, result)}."]
    if result.bonus is not None:
        said.append(f"{does(view.seat, result.bonus, 'take')} the bonus point.")
    if result.leaves is not None and view.phase == ROUND_OVER_WORD:
        said.append(f"{does(view.seat, result.leaves, 'join')} the end of the queue.")
    return " ".join(said)


def points_in_words(view: View, result: RoundResult) -> str:
    """ "goes to Player 2 by 2 to 1", "is tied at 1"."""
    high, low = max(result.points), min(result.points)
    if high == low:
        return f"is tied at {high}"
    winner = view.sides[result.points.index(high)].seat
    return f"goes to {'you' if winner == view.seat else name_of(view.seat, winner)} by {high} to {low}"


def is_open(action: int) -> bool:
    """Every action here is made in sight of all."""
    return True
