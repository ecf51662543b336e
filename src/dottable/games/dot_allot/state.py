"""The record of a match, its options and its actions."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from dottable.core import options
from dottable.core.actions import ActionSpace
from dottable.core.record import i1, i2, i4, i8, record, u1
from dottable.core.rule import rule
from dottable.games.dot_allot.pieces import CARDS, COLOURS, EDGE, FORMS, HAND, IN_PLAY

SEATS = 7
SIDES = 2
NOBODY = -1

LAYING, ROUND_OVER, OVER = range(3)


class Options(options.Options, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    orientation: Annotated[
        Literal["vertical", "horizontal"],
        Meta(
            description="Vertical: 5 columns, 7 rows, 4 rounds. Horizontal: 7 columns, 5 rows, 6 rounds (A5). "
            "With 6 or 7 players the track always lies horizontally, so that everyone plays (A19)."
        ),
    ] = "vertical"
    side: Annotated[
        Literal["dark", "light"],
        Meta(description="Which side of all cards is up; each is the mirror image of the other (A1, A5)."),
    ] = "dark"
    scoring: Annotated[
        Literal["standard", "colour-locked"],
        Meta(description="Colour-locked: score only for colours in your rows of the starting column (A18)."),
    ] = "standard"


ORIENTATION, SIDE, SCORING = options.options_of(Options)
HORIZONTAL = ORIENTATION.choices.index("horizontal")
LIGHT = SIDE.choices.index("light")
COLOUR_LOCKED = SCORING.choices.index("colour-locked")
"""What `setup` finds in the settings if these are chosen."""
OPTIONS = 3

STATE = record(
    horizontal=i1,
    light=i1,
    locked=i1,
    rows=i1,
    columns=i1,
    width=i1,
    height=i1,
    track=(u1, (COLOURS, EDGE)),
    faces=(u1, (CARDS, FORMS, COLOURS, EDGE)),
    dotted=(u1, (CARDS, FORMS)),
    aside=i4,
    hand=(i1, (SIDES, HAND)),
    hand_left=(i1, SIDES),
    hand_shown=(i1, SIDES),
    reverse_used=(i1, SIDES),
    laid=(i2, IN_PLAY),
    laid_count=i1,
    visible=(i8, COLOURS),
    phase=i1,
    round_index=i1,
    turn=i1,
    at=(i1, SIDES),
    newcomer=i1,
    queue=(i1, SEATS - SIDES),
    largest=(i1, (SIDES, COLOURS)),
    round_points=(i1, SIDES),
    bonus=i1,
    loser=i1,
    totals=(i1, SEATS),
)
"""Side 0 starts the first half of the match and owns the rows below the grey one, side 1 those above.
`turn`, `newcomer`, `bonus` and `loser` are sides, `at` is who sits there, `queue` who waits.

`rows`, `columns` and `track` are those of the track as it lies: for each colour and column the set of
rows with a dot, row 0 on top. `faces` has the same for the dark side of every card of the deck, once
by columns and once by rows; `dotted` is the set of rows (columns) that hold a dot of any colour.
`aside` is the set of cards that are not in play, `laid` the round's placements as actions, and
`visible` the set of dots of each colour in the columns that count."""

QUARTERS, FACES = 4, 2
HIGHEST = EDGE - 1
"""A card's top row lies at most this far above or below that of the track."""
OFFSETS = 2 * HIGHEST + 1
ACTIONS = ActionSpace(lay=(CARDS, QUARTERS, FACES, OFFSETS), deal=())
DEAL = ACTIONS.first("deal")
"""`lay`: which card, by how many quarter turns to the right, 1 for its reverse face, and its top row."""


@rule
def action_of(card: int, quarters: int, face: int, offset: int) -> int:
    return ((card * QUARTERS + quarters) * FACES + face) * OFFSETS + offset + HIGHEST


@rule
def card_of(action: int) -> int:
    return action // (QUARTERS * FACES * OFFSETS)


@rule
def quarters_of(action: int) -> int:
    return action // (FACES * OFFSETS) % QUARTERS


@rule
def face_of(action: int) -> int:
    """0 if the card lies with the side up that is played with, 1 for its reverse (A11)."""
    return action // OFFSETS % FACES


@rule
def offset_of(action: int) -> int:
    """The row of the track that the card's top row lies on; negative above the track."""
    return action % OFFSETS - HIGHEST


@rule
def half(s: Any) -> int:
    """The grey column, and with it the number of rounds before it."""
    return s.columns // 2


@rule
def start_column(s: Any) -> int:
    """The starting column of the round; the grey one is skipped (A8)."""
    return s.round_index + (s.round_index >= half(s))


@rule
def starter_of(s: Any, number: int) -> int:
    """The side that starts round `number`: the other one after the grey column (A8)."""
    return 0 if number < half(s) else 1


@rule
def is_last_round(s: Any) -> bool:
    return s.round_index == s.columns - 2


@rule
def own_rows(s: Any, side: int) -> int:
    """The scoring rows of a side as a set (A6)."""
    return ((1 << half_rows(s)) - 1) << first_row(s, side)


@rule
def half_rows(s: Any) -> int:
    """How many rows a side has: 3 vertical, 2 horizontal (A6)."""
    return s.rows >> 1


@rule
def first_row(s: Any, side: int) -> int:
    """The topmost scoring row of a side."""
    return (s.rows >> 1) + 1 if side == 0 else 0
