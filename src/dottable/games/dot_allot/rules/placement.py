"""Decides where a card may lie (A9-A12), and which dots it makes visible.

An offset is the row of the track on which a card's top row lies. A set of offsets has the bit `offset +
MAX_ROW_OFFSET`. A pose is a card with its quarter turns and its face (`state.pose_of_placement`).
"""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.refusals import FIRST_GAME_REFUSAL
from dottable.core.primitives.rule import noinline_rule, rule
from dottable.games.dot_allot.pieces import COLOUR_COUNT, LAID_COLUMN_COUNT, MAX_EDGE, REVERSED_BITS
from dottable.games.dot_allot.state import (
    FACE_COUNT,
    MAX_ROW_OFFSET,
    QUARTER_TURN_COUNT,
    ROW_OFFSET_COUNT,
    card_of_placement,
    face_of_placement,
    first_scoring_row,
    placement_action,
    quarter_turns_of_placement,
    row_offset_of_placement,
    scoring_rows_per_side,
)

# Reason codes of refused placements; `view.refusals` has their sentences.
NOT_IN_HAND_REFUSAL = FIRST_GAME_REFUSAL
REVERSE_USED_REFUSAL = FIRST_GAME_REFUSAL + 1
NOT_COVERING_REFUSAL = FIRST_GAME_REFUSAL + 2
OFF_TRACK_REFUSAL = FIRST_GAME_REFUSAL + 3
GIVES_NO_DOT_REFUSAL = FIRST_GAME_REFUSAL + 4


@rule
def card_height(s: Any, quarters: int) -> int:
    """Return the number of rows of a card after these quarter turns."""
    return s.width if quarters & 1 else s.height


@rule
def card_width(s: Any, quarters: int) -> int:
    """Return the number of columns of a card after these quarter turns."""
    return s.height if quarters & 1 else s.width


@rule
def are_rows_reversed(s: Any, quarters: int, face: int) -> int:
    """Return 1 if a card with these quarter turns and this face shows its rows in reverse order, else 0.

    The order is compared with that of the stored form, upright or transposed.
    """
    return (quarters >> 1) ^ face ^ s.light if quarters & 1 else quarters >> 1


@rule
def are_columns_reversed(s: Any, quarters: int, face: int) -> int:
    """Return 1 if a card with these quarter turns and this face shows its columns in reverse order, else 0."""
    return 1 - (quarters >> 1) if quarters & 1 else (quarters >> 1) ^ face ^ s.light


@rule
def dot_giving_offsets(s: Any, card: int, quarters: int, face: int) -> int:
    """Return the offsets at which a card of the side to move gives a dot to the opponent's rows (A10)."""
    rows = s.dotted[card, quarters & 1] & 0x7F
    on_first = (
        rows << (MAX_EDGE - card_height(s, quarters)) if are_rows_reversed(s, quarters, face) else REVERSED_BITS[rows]
    )
    # Row i of the card lies on row r at offset r - i. The set for one row is shifted for the others.
    given = on_first | (on_first << 1)
    if scoring_rows_per_side(s) == 3:
        given |= on_first << 2
    return given << first_scoring_row(s, 1 - s.turn)


@rule
def row_sharing_offsets(top: int, bottom: int, height: int) -> int:
    """Return the offsets at which a card of this height shares a row with the rows from `top` to `bottom`."""
    least = max(top - height + 1 + MAX_ROW_OFFSET, 0)
    return (((1 << (bottom + 1 + MAX_ROW_OFFSET)) - 1) >> least) << least


@rule
def first_row_to_cover(s: Any) -> int:
    """Return the first row of the column that the next card must cover in part (A9)."""
    return row_offset_of_placement(s.laid[s.laid_count - 1]) if s.laid_count > 0 else 0


@rule
def last_row_to_cover(s: Any) -> int:
    """Return the last row of the column that the next card must cover in part (A9).

    It may be a row in which no cell is left to cover (A10).
    """
    if s.laid_count == 0:
        return s.rows - 1
    last = s.laid[s.laid_count - 1]
    return row_offset_of_placement(last) + card_height(s, quarter_turns_of_placement(last)) - 1


@rule
def covering_offsets(s: Any, quarters: int) -> int:
    """Return the offsets at which a card covers a cell of the next column (A9)."""
    return row_sharing_offsets(first_row_to_cover(s), last_row_to_cover(s), card_height(s, quarters))


@rule
def track_touching_offsets(s: Any, quarters: int) -> int:
    """Return the offsets at which a card shares a row with the track. A12 requires this even without a dot."""
    return row_sharing_offsets(0, s.rows - 1, card_height(s, quarters))


@rule
def gives_opponent_dot(s: Any, action: int) -> bool:
    """Return whether a placement of the side to move gives a dot to the opponent's rows (A10)."""
    offsets = dot_giving_offsets(
        s, card_of_placement(action), quarter_turns_of_placement(action), face_of_placement(action)
    )
    return (offsets >> (row_offset_of_placement(action) + MAX_ROW_OFFSET)) & 1 == 1


@rule
def covers_next_column(s: Any, action: int) -> bool:
    """Return whether a placement covers a cell of the next column (A9, A10)."""
    offsets = covering_offsets(s, quarter_turns_of_placement(action))
    return (offsets >> (row_offset_of_placement(action) + MAX_ROW_OFFSET)) & 1 == 1


@rule
def usable_face_count(s: Any) -> int:
    """Return how many faces the side to move may use: 1 if it has used a reverse face in this round, else 2 (A11)."""
    return FACE_COUNT - s.reverse_used[s.turn]


@rule
def list_dot_giving_placements(s: Any, out: Any) -> int:
    """Write the placements of the side to move that give the opponent a dot (A10), and return their number."""
    upright, turned = covering_offsets(s, 0), covering_offsets(s, 1)
    count = 0
    for k in range(s.hand_left[s.turn]):
        card = s.hand[s.turn, k]
        for quarters in range(QUARTER_TURN_COUNT):
            covering = turned if quarters & 1 else upright
            for face in range(usable_face_count(s)):
                offsets = covering & dot_giving_offsets(s, card, quarters, face)
                count = append_placements(card, quarters, face, offsets, out, count)
    return count


@rule
def list_placements_on_track(s: Any, out: Any) -> int:
    """Write the placements of the side to move that share a row with the track, and return their number.

    They are listed whether or not they give the opponent a dot, but are legal only if no placement does (A12).
    """
    count = 0
    for k in range(s.hand_left[s.turn]):
        for quarters in range(QUARTER_TURN_COUNT):
            offsets = covering_offsets(s, quarters) & track_touching_offsets(s, quarters)
            for face in range(usable_face_count(s)):
                count = append_placements(s.hand[s.turn, k], quarters, face, offsets, out, count)
    return count


@rule
def append_placements(card: int, quarters: int, face: int, offsets: int, out: Any, count: int) -> int:
    """Append a placement for each offset of the set, and return the new number of actions."""
    first = placement_action(card, quarters, face, -MAX_ROW_OFFSET)
    for k in range(ROW_OFFSET_COUNT):
        out[count] = first + k
        count += (offsets >> k) & 1  # the next action overwrites an offset not in the set; faster than a branch
    return count


@noinline_rule
def placement_refusal(s: Any, action: int) -> int:
    """Return the reason code for an illegal placement of the side to move."""
    if not is_in_hand(s, card_of_placement(action)):
        return NOT_IN_HAND_REFUSAL
    if face_of_placement(action) >= usable_face_count(s):
        return REVERSE_USED_REFUSAL
    if not covers_next_column(s, action):
        return NOT_COVERING_REFUSAL
    return GIVES_NO_DOT_REFUSAL if can_give_opponent_dot(s) else OFF_TRACK_REFUSAL


@rule
def can_give_opponent_dot(s: Any) -> bool:
    """Return whether any placement of the side to move gives the opponent a dot.

    If not, placements without a dot are legal (A12).
    """
    given = 0
    for k in range(s.hand_left[s.turn]):
        for quarters in range(QUARTER_TURN_COUNT):
            for face in range(usable_face_count(s)):
                given |= covering_offsets(s, quarters) & dot_giving_offsets(s, s.hand[s.turn, k], quarters, face)
    return given != 0


@rule
def is_in_hand(s: Any, card: int) -> bool:
    """Return whether the side to move has the card in its hand."""
    found = False
    for k in range(s.hand_left[s.turn]):
        found = found or s.hand[s.turn, k] == card
    return found


@rule
def update_visible_cells(s: Any, action: int, column: int) -> None:
    """Update `visible` for a laid card: its dots become visible, and the cells below it are hidden (A9, A10).

    `column` is its first column, counted from the starting column.
    """
    card, face = card_of_placement(action), face_of_placement(action)
    quarters, offset = quarter_turns_of_placement(action), row_offset_of_placement(action)
    form, height, width = quarters & 1, card_height(s, quarters), card_width(s, quarters)
    bottom_up, right_to_left = are_rows_reversed(s, quarters, face), are_columns_reversed(s, quarters, face)
    on_track = (1 << s.rows) - 1
    kept = ~cells_under_card(s, action, column)
    for colour in range(COLOUR_COUNT):
        added = 0
        for k in range(min(width, LAID_COLUMN_COUNT - column)):
            dots = s.faces[card, form, colour, width - 1 - k if right_to_left else k] & 0x7F
            if bottom_up:
                dots = REVERSED_BITS[dots] >> (MAX_EDGE - height)
            added |= (to_track_rows(dots, offset) & on_track) << (MAX_EDGE * (column + k))
        s.visible[colour] = (s.visible[colour] & kept) | added


@rule
def cells_under_card(s: Any, action: int, column: int) -> int:
    """Return the scoring cells below a card. `column` is its first column, counted from the starting column."""
    quarters = quarter_turns_of_placement(action)
    hidden = to_track_rows((1 << card_height(s, quarters)) - 1, row_offset_of_placement(action)) & ((1 << s.rows) - 1)
    cells = 0
    for k in range(min(card_width(s, quarters), LAID_COLUMN_COUNT - column)):
        cells |= hidden << (MAX_EDGE * (column + k))
    return cells


@rule
def dots_in_card_column(s: Any, pose: int, colour: int, k: int) -> int:
    """Return the set of rows with a dot of a colour in column `k` of a card in this pose."""
    card, quarters, face = (
        pose // (QUARTER_TURN_COUNT * FACE_COUNT),
        pose // FACE_COUNT % QUARTER_TURN_COUNT,
        pose % FACE_COUNT,
    )
    right_to_left = are_columns_reversed(s, quarters, face)
    dots = s.faces[card, quarters & 1, colour, card_width(s, quarters) - 1 - k if right_to_left else k] & 0x7F
    if are_rows_reversed(s, quarters, face):
        dots = REVERSED_BITS[dots] >> (MAX_EDGE - card_height(s, quarters))
    return dots


@rule
def to_track_rows(rows: int, offset: int) -> int:
    """Return a bit set of card rows, shifted to rows of the track. Rows above the track are dropped."""
    return (rows << (offset + MAX_ROW_OFFSET)) >> MAX_ROW_OFFSET
