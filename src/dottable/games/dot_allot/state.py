"""The options, the state record and the action space of Dot Allot."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from dottable.core import options
from dottable.core.primitives.action_space import ActionSpace
from dottable.core.primitives.record import i1, i2, i4, i8, record, u1
from dottable.core.primitives.rule import rule
from dottable.games.dot_allot.pieces import (
    CARD_COUNT,
    CARDS_IN_PLAY,
    COLOUR_COUNT,
    FORM_COUNT,
    HAND_SIZE,
    MAX_EDGE,
)

SEATS = 7
"""Maximum number of seats."""
SIDE_COUNT = 2
NOBODY = -1

LAYING_CARDS, ROUND_OVER, OVER = range(3)
"""Phases of a match."""


class Options(options.Options, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """The settings of a match."""

    orientation: Annotated[
        Literal["vertical", "horizontal"],
        Meta(
            description="Vertical: 5 columns, 7 rows, 4 rounds. Horizontal: 7 columns, 5 rows, 6 rounds (A5). "
            "With 6 or 7 players the track always lies horizontally, so that everyone plays (A19)."
        ),
    ] = "vertical"
    side: Annotated[
        Literal["dark", "light"],
        Meta(description="The side of all cards that is up; each is the mirror image of the other (A1, A5)."),
    ] = "dark"
    scoring: Annotated[
        Literal["standard", "colour-locked"],
        Meta(description="Colour-locked: score only for colours in your rows of the starting column (A18)."),
    ] = "standard"


ORIENTATION_OPTION, SIDE_OPTION, SCORING_OPTION = options.list_options(Options)
HORIZONTAL_CHOICE = ORIENTATION_OPTION.choices.index("horizontal")
LIGHT_CHOICE = SIDE_OPTION.choices.index("light")
COLOUR_LOCKED_CHOICE = SCORING_OPTION.choices.index("colour-locked")
"""Number of the choice "colour-locked" in the settings that `setup` gets. The constants above have the other
choices."""
OPTION_COUNT = 3
"""Number of options. The deck follows them in the settings."""

STATE = record(
    horizontal=i1,
    light=i1,
    locked=i1,
    rows=i1,
    columns=i1,
    width=i1,
    height=i1,
    track=(u1, (COLOUR_COUNT, MAX_EDGE)),
    faces=(u1, (CARD_COUNT, FORM_COUNT, COLOUR_COUNT, MAX_EDGE)),
    dotted=(u1, (CARD_COUNT, FORM_COUNT)),
    aside=i4,
    hand=(i1, (SIDE_COUNT, HAND_SIZE)),
    hand_left=(i1, SIDE_COUNT),
    hand_shown=(i1, SIDE_COUNT),
    reverse_used=(i1, SIDE_COUNT),
    laid=(i2, CARDS_IN_PLAY),
    laid_count=i1,
    visible=(i8, COLOUR_COUNT),
    track_dots=(i8, (SIDE_COUNT, COLOUR_COUNT)),
    phase=i1,
    round_index=i1,
    turn=i1,
    seat_at=(i1, SIDE_COUNT),
    newcomer=i1,
    queue=(i1, SEATS - SIDE_COUNT),
    largest=(i1, (SIDE_COUNT, COLOUR_COUNT)),
    round_points=(i1, SIDE_COUNT),
    bonus=i1,
    loser=i1,
    totals=(i1, SEATS),
)
"""The record of a match.

Side 0 starts the first half of the match and owns the rows below the grey row; side 1 owns the rows above it.

- `turn`, `newcomer`, `bonus`, `loser`: sides, or NOBODY.
- `seat_at`, `queue`: the seat at each side, and the seats that wait.
- `rows`, `columns`, `track`: the track as it lies. `track` is a set of rows (row 0 on top) per colour and column.
- `width`, `height`: columns and rows of a card as printed.
- `faces`: the dark side of every card, as sets of rows per colour and column, and transposed.
- `dotted`: for every card the set of rows (transposed: columns) with a dot of any colour.
- `aside`: the set of cards that are not in play.
- `hand`, `hand_left`, `hand_shown`: cards per side in ascending order, their number, whether they are public (A12).
- `laid`, `laid_count`: the placements of the round as actions.
- `visible`: the set of visible dots per colour, from the starting column on.
- `track_dots`: the dots of the whole track per side and colour, with SIDE_COLUMN_BITS per column.
- `largest`, `round_points`: the result of the round that was scored last.
"""

QUARTER_TURN_COUNT, FACE_COUNT = 4, 2
"""Number of quarter turns to the right, and of faces."""
MAX_ROW_OFFSET = MAX_EDGE - 1
"""Maximum distance in rows between the top rows of a card and of the track."""
ROW_OFFSET_COUNT = 2 * MAX_ROW_OFFSET + 1
ACTIONS = ActionSpace(lay=(CARD_COUNT, QUARTER_TURN_COUNT, FACE_COUNT, ROW_OFFSET_COUNT), deal=())
DEAL = ACTIONS.first_action("deal")
"""Action that deals the next round. The arguments of `lay` are card, quarter turns to the right, face (1: reverse) and
offset + MAX_ROW_OFFSET."""


@rule
def placement_action(card: int, quarters: int, face: int, offset: int) -> int:
    """Return the action that lays a card."""
    return ((card * QUARTER_TURN_COUNT + quarters) * FACE_COUNT + face) * ROW_OFFSET_COUNT + offset + MAX_ROW_OFFSET


@rule
def card_of_placement(action: int) -> int:
    """Return the number of the card that a placement (an action) lays."""
    return action // (QUARTER_TURN_COUNT * FACE_COUNT * ROW_OFFSET_COUNT)


@rule
def quarter_turns_of_placement(action: int) -> int:
    """Return the number of quarter turns to the right of a placement, 0 to 3."""
    return action // (FACE_COUNT * ROW_OFFSET_COUNT) % QUARTER_TURN_COUNT


@rule
def face_of_placement(action: int) -> int:
    """Return 0 for the face that the match is played with, 1 for the reverse face (A11)."""
    return action // ROW_OFFSET_COUNT % FACE_COUNT


@rule
def row_offset_of_placement(action: int) -> int:
    """Return the row of the track on which the card's top row lies; negative above the track."""
    return action % ROW_OFFSET_COUNT - MAX_ROW_OFFSET


@rule
def pose_of_placement(action: int) -> int:
    """Return the card, quarter turns and face of a placement as one number, without the offset."""
    return action // ROW_OFFSET_COUNT


@rule
def grey_column(s: Any) -> int:
    """Return the index of the grey column, which equals the number of rounds before it."""
    return s.columns // 2


@rule
def start_column(s: Any) -> int:
    """Return the starting column of the round. The grey column is skipped (A8)."""
    return s.round_index + (s.round_index >= grey_column(s))


@rule
def starting_side(s: Any, round_index: int) -> int:
    """Return the side that starts a round: side 0 before the grey column, side 1 after it (A8)."""
    return 0 if round_index < grey_column(s) else 1


@rule
def is_last_round(s: Any) -> bool:
    """Return whether the present round is the last."""
    return s.round_index == s.columns - 2


@rule
def scoring_rows(s: Any, side: int) -> int:
    """Return the scoring rows of a side as a set (A6)."""
    return ((1 << scoring_rows_per_side(s)) - 1) << first_scoring_row(s, side)


@rule
def scoring_rows_per_side(s: Any) -> int:
    """Return the number of scoring rows per side: 3 on a vertical track, 2 on a horizontal track (A6)."""
    return s.rows >> 1


@rule
def first_scoring_row(s: Any, side: int) -> int:
    """Return the topmost scoring row of a side."""
    return (s.rows >> 1) + 1 if side == 0 else 0
