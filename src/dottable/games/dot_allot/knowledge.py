"""What a seat knows, for machines: the tensor, and redrawing what it cannot know.

Cards in hand are hidden until they are played in round 1; from then on all eight are known (A7).
"""

from __future__ import annotations

from typing import Any

from dottable.core.chance import rekey
from dottable.core.rule import big_rule, rule
from dottable.core.seats import how_many
from dottable.games.dot_allot.dealing import draw_card, put_into_hand
from dottable.games.dot_allot.pieces import COLOURS, EDGE, HAND, IN_PLAY, NO_CARD, WINDOW
from dottable.games.dot_allot.state import SEATS, SIDES, start_column

TABLE = 15
OBSERVATION = TABLE + 2 * SEATS + IN_PLAY + SIDES * HAND + EDGE * EDGE + WINDOW * EDGE + SIDES * HAND * EDGE * EDGE
"""Phase, seats, options (3), shape of track and cards (4), round, starting column, my side + 1 (0 in the
queue), side at turn, reverse faces used by each side; for each seat, mine first, its total and its place
(sides 1 and 2, then the queue); placements of the round as action + 1; hands of side 0 and 1 as card + 1,
0 where unknown; the track and the visible cells, column by column, as colour + 1; the printed faces of
the cards in those hands, column by column."""


@rule
def knows_hand(s: Any, seat: int, side: int) -> bool:
    """Hands are secret in round 1, unless shown because no card could give a dot (A12)."""
    return s.round_index > 0 or s.hand_shown[side] == 1 or seat == s.at[side]


@rule
def side_of(s: Any, seat: int) -> int:
    """The side a seat plays at, or -1."""
    for side in range(SIDES):
        if s.at[side] == seat:
            return side
    return -1


@rule
def colour_at(columns: Any, column: int, row: int) -> int:
    """A cell of something kept by colour and column, as colour + 1; 0 if it is empty."""
    found = 0
    for colour in range(COLOURS):
        found += (colour + 1) * ((columns[colour, column] >> row) & 1)
    return found


@rule
def visible_at(s: Any, column: int, row: int) -> int:
    """A visible cell as colour + 1; 0 if there is no dot."""
    found = 0
    for colour in range(COLOURS):
        found += (colour + 1) * ((s.visible[colour] >> (column * EDGE + row)) & 1)
    return found


@rule
def place_of(s: Any, seat: int) -> int:
    """1 or 2 at a side, from 3 on in the queue, in its order."""
    for k in range(s.seats - SIDES):
        if s.queue[k] == seat:
            return SIDES + 1 + k
    return side_of(s, seat) + 1


@rule
def observe_table(s: Any, seat: int, out: Any) -> int:
    """The small numbers; returns where the next ones go."""
    out[0], out[1] = s.phase, s.seats
    out[2], out[3], out[4] = s.horizontal, s.light, s.locked
    out[5], out[6], out[7], out[8] = s.columns, s.rows, s.width, s.height
    out[9], out[10] = s.round_index, start_column(s)
    out[11], out[12] = side_of(s, seat) + 1, s.turn
    out[13], out[14] = s.reverse_used[0], s.reverse_used[1]
    for k in range(SEATS):
        other = (seat + k) % s.seats
        out[TABLE + 2 * k] = s.totals[other] if k < s.seats else 0
        out[TABLE + 2 * k + 1] = place_of(s, other) if k < s.seats else 0
    for k in range(IN_PLAY):
        out[TABLE + 2 * SEATS + k] = s.laid[k] + 1
    return TABLE + 2 * SEATS + IN_PLAY


@rule
def observe_grids(s: Any, out: Any, at: int) -> int:
    """The track and what is visible; returns where the next numbers go."""
    for column in range(EDGE):
        for row in range(EDGE):
            out[at] = colour_at(s.track, column, row)
            at += 1
    for column in range(WINDOW):
        for row in range(EDGE):
            out[at] = visible_at(s, column, row)
            at += 1
    return at


@big_rule
def observe(s: Any, seat: int, out: Any) -> None:
    at = observe_table(s, seat, out)
    faces = observe_grids(s, out, at + SIDES * HAND)
    for side in range(SIDES):
        for k in range(HAND):
            card = s.hand[side, k] if knows_hand(s, seat, side) else NO_CARD
            out[at] = card + 1
            at += 1
            for cell in range(EDGE * EDGE):
                out[faces] = 0
                if card != NO_CARD:
                    out[faces] = colour_at(s.faces[card, 0], cell // EDGE, cell % EDGE)
                faces += 1


@big_rule
def resample(s: Any, seat: int, g: Any) -> None:
    """Put the hands that the seat cannot know back among the cards set aside, and draw them anew."""
    for side in range(SIDES):
        if not knows_hand(s, seat, side):
            for k in range(s.hand_left[side]):
                s.aside |= 1 << s.hand[side, k]
    left = how_many(s.aside)
    for side in range(SIDES):
        if not knows_hand(s, seat, side):
            count = s.hand_left[side]
            s.hand_left[side] = 0
            for _ in range(count):
                put_into_hand(s, side, draw_card(s, left, g))
                left -= 1
    rekey(s.rng, g)
