"""Where a card may lie (A9-A12), and what is visible once it does.

The rows on which a card may begin are a set of offsets: bit `offset + HIGHEST`.
"""

from __future__ import annotations

from typing import Any

from dottable.core.refusals import FIRST_OF_A_GAME
from dottable.core.rule import big_rule, rule
from dottable.games.dot_allot.pieces import COLOURS, EDGE, REVERSED, WINDOW
from dottable.games.dot_allot.state import (
    FACES,
    HIGHEST,
    OFFSETS,
    QUARTERS,
    action_of,
    card_of,
    face_of,
    first_row,
    half_rows,
    offset_of,
    quarters_of,
)

NOT_IN_HAND = FIRST_OF_A_GAME
REVERSE_USED = FIRST_OF_A_GAME + 1
NOT_COVERING = FIRST_OF_A_GAME + 2
OFF_THE_TRACK = FIRST_OF_A_GAME + 3
GIVES_NO_DOT = FIRST_OF_A_GAME + 4
ROUND_RUNS = FIRST_OF_A_GAME + 5
DEAL_FIRST = FIRST_OF_A_GAME + 6


@rule
def height_of(s: Any, quarters: int) -> int:
    """The rows of a card as it lies."""
    return s.width if quarters & 1 else s.height


@rule
def width_of(s: Any, quarters: int) -> int:
    """The columns of a card as it lies."""
    return s.height if quarters & 1 else s.width


@rule
def is_bottom_up(s: Any, quarters: int, face: int) -> int:
    """1 if the rows of the form that is looked at (upright or turned) lie in the opposite order."""
    return (quarters >> 1) ^ face ^ s.light if quarters & 1 else quarters >> 1


@rule
def is_right_to_left(s: Any, quarters: int, face: int) -> int:
    """1 if the columns of the form that is looked at lie in the opposite order."""
    return 1 - (quarters >> 1) if quarters & 1 else (quarters >> 1) ^ face ^ s.light


@rule
def giving_offsets(s: Any, card: int, quarters: int, face: int) -> int:
    """Where a card of the side at turn puts at least one dot into the opponent's rows (A10)."""
    rows = s.dotted[card, quarters & 1] & 0x7F
    on_first = rows << (EDGE - height_of(s, quarters)) if is_bottom_up(s, quarters, face) else REVERSED[rows]
    # Row i of the card lies on row r at offset r - i: the set for one row, moved on for the others.
    given = on_first | (on_first << 1)
    if half_rows(s) == 3:
        given |= on_first << 2
    return given << first_row(s, 1 - s.turn)


@rule
def meeting_offsets(top: int, bottom: int, height: int) -> int:
    """Where a card of this height shares a row with the rows from `top` to `bottom`."""
    least = max(top - height + 1 + HIGHEST, 0)
    return (((1 << (bottom + 1 + HIGHEST)) - 1) >> least) << least


@rule
def top_to_cover(s: Any) -> int:
    """The first row of the column that the next card has to cover in part (A9)."""
    return offset_of(s.laid[s.laid_count - 1]) if s.laid_count > 0 else 0


@rule
def bottom_to_cover(s: Any) -> int:
    """The last row of that column; past the track's end and behind cards of one column the rows still count (A10)."""
    if s.laid_count == 0:
        return s.rows - 1
    last = s.laid[s.laid_count - 1]
    return offset_of(last) + height_of(s, quarters_of(last)) - 1


@rule
def covering_offsets(s: Any, quarters: int) -> int:
    return meeting_offsets(top_to_cover(s), bottom_to_cover(s), height_of(s, quarters))


@rule
def track_offsets(s: Any, quarters: int) -> int:
    """Where a card shares a row with the track, as it must even if it gives no dot (A12)."""
    return meeting_offsets(0, s.rows - 1, height_of(s, quarters))


@rule
def gives_dot(s: Any, action: int) -> bool:
    """Whether a placement of the side at turn puts a dot into the opponent's rows (A10)."""
    offsets = giving_offsets(s, card_of(action), quarters_of(action), face_of(action))
    return (offsets >> (offset_of(action) + HIGHEST)) & 1 == 1


@rule
def is_covering(s: Any, action: int) -> bool:
    """Whether a placement covers a cell of the column it has to cover (A9, A10)."""
    offsets = covering_offsets(s, quarters_of(action))
    return (offsets >> (offset_of(action) + HIGHEST)) & 1 == 1


@rule
def faces_left(s: Any) -> int:
    """2 until the side at turn has used a reverse face in this round, then 1 (A11)."""
    return FACES - s.reverse_used[s.turn]


@rule
def list_giving(s: Any, out: Any) -> int:
    """Every placement of the side at turn that gives the opponent a dot (A10)."""
    upright, turned = covering_offsets(s, 0), covering_offsets(s, 1)
    count = 0
    for k in range(s.hand_left[s.turn]):
        card = s.hand[s.turn, k]
        for quarters in range(QUARTERS):
            covering = turned if quarters & 1 else upright
            for face in range(faces_left(s)):
                offsets = covering & giving_offsets(s, card, quarters, face)
                count = list_offsets(card, quarters, face, offsets, out, count)
    return count


@rule
def list_waived(s: Any, out: Any) -> int:
    """Every placement of the side at turn when none gives a dot: anywhere on the track (A12)."""
    count = 0
    for k in range(s.hand_left[s.turn]):
        for quarters in range(QUARTERS):
            offsets = covering_offsets(s, quarters) & track_offsets(s, quarters)
            for face in range(faces_left(s)):
                count = list_offsets(s.hand[s.turn, k], quarters, face, offsets, out, count)
    return count


@rule
def list_offsets(card: int, quarters: int, face: int, offsets: int, out: Any, count: int) -> int:
    """Append a placement for each offset of the set (an entry counts only if it is one: no branch, for speed)."""
    first = action_of(card, quarters, face, -HIGHEST)
    for k in range(OFFSETS):
        out[count] = first + k
        count += (offsets >> k) & 1
    return count


@big_rule
def misplaced(s: Any, action: int) -> int:
    """Why the side at turn may not lay a card like this."""
    if not holds(s, card_of(action)):
        return NOT_IN_HAND
    if face_of(action) >= faces_left(s):
        return REVERSE_USED
    if not is_covering(s, action):
        return NOT_COVERING
    return GIVES_NO_DOT if can_give(s) else OFF_THE_TRACK


@rule
def can_give(s: Any) -> bool:
    """Whether any placement of the side at turn gives the opponent a dot; if not, none has to (A12)."""
    given = 0
    for k in range(s.hand_left[s.turn]):
        for quarters in range(QUARTERS):
            for face in range(faces_left(s)):
                given |= covering_offsets(s, quarters) & giving_offsets(s, s.hand[s.turn, k], quarters, face)
    return given != 0


@rule
def holds(s: Any, card: int) -> bool:
    """Whether the side at turn has the card in hand."""
    found = False
    for k in range(s.hand_left[s.turn]):
        found = found or s.hand[s.turn, k] == card
    return found


@rule
def cover(s: Any, action: int, place: int) -> None:
    """Make a card visible whose first column is the round's column `place`; it hides all below it (A9, A10)."""
    card, quarters, face, offset = card_of(action), quarters_of(action), face_of(action), offset_of(action)
    form, height, width = quarters & 1, height_of(s, quarters), width_of(s, quarters)
    bottom_up, right_to_left = is_bottom_up(s, quarters, face), is_right_to_left(s, quarters, face)
    on_track = (1 << s.rows) - 1
    kept = ~cells_under(s, action, place)
    for colour in range(COLOURS):
        added = 0
        for k in range(min(width, WINDOW - place)):
            dots = s.faces[card, form, colour, width - 1 - k if right_to_left else k] & 0x7F
            if bottom_up:
                dots = REVERSED[dots] >> (EDGE - height)
            added |= (on_rows(dots, offset) & on_track) << (EDGE * (place + k))
        s.visible[colour] = (s.visible[colour] & kept) | added


@rule
def cells_under(s: Any, action: int, place: int) -> int:
    """The cells of the columns that count which a card hides if its first column is the round's column `place`."""
    quarters = quarters_of(action)
    hidden = on_rows((1 << height_of(s, quarters)) - 1, offset_of(action)) & ((1 << s.rows) - 1)
    cells = 0
    for k in range(min(width_of(s, quarters), WINDOW - place)):
        cells |= hidden << (EDGE * (place + k))
    return cells


@rule
def column_of(s: Any, way: int, colour: int, k: int) -> int:
    """The rows of a card's column k, as it lies, that hold a dot of a colour."""
    card, quarters, face = way // (QUARTERS * FACES), way // FACES % QUARTERS, way % FACES
    right_to_left = is_right_to_left(s, quarters, face)
    dots = s.faces[card, quarters & 1, colour, width_of(s, quarters) - 1 - k if right_to_left else k] & 0x7F
    if is_bottom_up(s, quarters, face):
        dots = REVERSED[dots] >> (EDGE - height_of(s, quarters))
    return dots


@rule
def on_rows(rows: int, offset: int) -> int:
    """A card's rows as rows of the track, those above it cut off."""
    return (rows << (offset + HIGHEST)) >> HIGHEST
