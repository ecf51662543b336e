"""Counts the events of a match for `statistics.py`."""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.rule import rule
from dottable.core.primitives.seats import popcount
from dottable.games.dot_allot.lab.statistics import (
    BONUSES_INDEX,
    CARDS_BY_QUARTER_TURN_INDEX,
    CELLS_COVERED_INDEX,
    CELLS_SCORING_INDEX,
    CELLS_SHOWING_INDEX,
    COLOURS_BARRED_INDEX,
    COLOURS_INDEX,
    COLOURS_TIED_INDEX,
    DOTS_GIVEN_INDEX,
    DOTS_IN_GROUPS_INDEX,
    DOTS_KEPT_INDEX,
    DOTS_SCORING_BY_CARD_INDEX,
    DOTS_SHOWING_BY_CARD_INDEX,
    GROUP_LEAD_INDEX,
    GROUP_SIZE_CLASS_COUNT,
    GROUPS_BY_SIZE_INDEX,
    GROUPS_EQUAL,
    GROUPS_INDEX,
    HANDS_INDEX,
    LARGER_GROUP_CANNOT_SCORE,
    LEADING_SIDE_INDEX,
    LEADS_CHANGED_BY_CARD_INDEX,
    LEADS_CHANGED_BY_LAST_CARD_INDEX,
    MAX_ROUNDS,
    OTHER_SIDE_WINS_COLOUR,
    OUTCOMES_BY_COLOUR_INDEX,
    PLACEMENTS_COVERING_INDEX,
    PLACEMENTS_REACHING_INDEX,
    PLACEMENTS_REFUSED_INDEX,
    POINTS_BY_ROUND_INDEX,
    POINTS_INDEX,
    QUEUE_PLAYER_STAYED_INDEX,
    REVERSED_CARDS_INDEX,
    ROUNDS_BY_CARD_INDEX,
    ROUNDS_BY_NUMBER_INDEX,
    ROUNDS_DECIDED_INDEX,
    ROUNDS_INDEX,
    ROUNDS_TIED_INDEX,
    ROUNDS_WITH_QUEUE_PLAYER_INDEX,
    ROUNDS_WON_INDEX,
    STARTING_SIDE_WINS_COLOUR,
    TURNS_INDEX,
    WAIVED_TURNS_INDEX,
)
from dottable.games.dot_allot.pieces import (
    CARDS_IN_PLAY,
    COLOUR_COUNT,
    LAID_COLUMN_COUNT,
    MAX_EDGE,
    SIDE_COLUMN_BITS,
)
from dottable.games.dot_allot.rules.placement import (
    card_height,
    card_width,
    cells_under_card,
    covering_offsets,
    dot_giving_offsets,
    dots_in_card_column,
    gives_opponent_dot,
    row_sharing_offsets,
    to_track_rows,
    usable_face_count,
)
from dottable.games.dot_allot.rules.scoring import (
    ROW_0_OF_EVERY_COLUMN,
    colour_point_winner,
    group_of_lowest_dot,
    largest_group_size,
    visible_dots_of_side,
)
from dottable.games.dot_allot.state import (
    DEAL,
    NOBODY,
    QUARTER_TURN_COUNT,
    SIDE_COUNT,
    card_of_placement,
    face_of_placement,
    first_scoring_row,
    pose_of_placement,
    quarter_turns_of_placement,
    row_offset_of_placement,
    scoring_rows,
    scoring_rows_per_side,
    start_column,
    starting_side,
)


@rule
def opening_seat(s: Any) -> int:
    """Return the seat that starts the match."""
    return s.seat_at[0]


@rule
def count_before_move(s: Any, seat: int, action: int, counts: Any) -> None:
    """Count how a card is laid, from the state before the move."""
    if action == DEAL:
        return
    if s.laid_count == 0:
        for colour in range(COLOUR_COUNT):
            counts[LEADING_SIDE_INDEX + colour] = 1 + side_with_larger_group(s, colour)
    counts[TURNS_INDEX] += 1
    counts[WAIVED_TURNS_INDEX] += not gives_opponent_dot(s, action)
    counts[REVERSED_CARDS_INDEX] += face_of_placement(action)
    counts[CARDS_BY_QUARTER_TURN_INDEX + quarter_turns_of_placement(action)] += 1
    count_placements(s, counts)
    counts[DOTS_GIVEN_INDEX] += count_card_dots_on_rows(s, action, scoring_rows(s, 1 - s.turn))
    counts[DOTS_KEPT_INDEX] += count_card_dots_on_rows(s, action, scoring_rows(s, s.turn))


@rule
def count_placements(s: Any, counts: Any) -> None:
    """Count the placements of the side to move that cover the next column, and those that A10 refuses."""
    first = first_scoring_row(s, 1 - s.turn)
    last = first + scoring_rows_per_side(s) - 1
    for k in range(s.hand_left[s.turn]):
        for quarters in range(QUARTER_TURN_COUNT):
            covering = covering_offsets(s, quarters)
            reaching = covering & row_sharing_offsets(first, last, card_height(s, quarters))
            for face in range(usable_face_count(s)):
                giving = dot_giving_offsets(s, s.hand[s.turn, k], quarters, face)
                counts[PLACEMENTS_COVERING_INDEX] += popcount(covering)
                counts[PLACEMENTS_REACHING_INDEX] += popcount(reaching)
                counts[PLACEMENTS_REFUSED_INDEX] += popcount(reaching & ~giving)


@rule
def count_card_dots_on_rows(s: Any, action: int, rows: int) -> int:
    """Return the number of dots of a laid card on these rows of the track."""
    pose, offset = pose_of_placement(action), row_offset_of_placement(action)
    count = 0
    for colour in range(COLOUR_COUNT):
        for k in range(card_width(s, quarter_turns_of_placement(action))):
            count += popcount(to_track_rows(dots_in_card_column(s, pose, colour, k), offset) & rows)
    return count


@rule
def side_with_larger_group(s: Any, colour: int) -> int:
    """Return the side whose largest group of a colour is larger at present; NOBODY if they are equal."""
    size_0, size_1 = (
        largest_group_size(visible_dots_of_side(s, 0, colour)),
        largest_group_size(visible_dots_of_side(s, 1, colour)),
    )
    if size_0 == size_1:
        return NOBODY
    return 0 if size_0 > size_1 else 1


@rule
def count_after_move(s: Any, seat: int, action: int, counts: Any) -> None:
    """Count the lead changes after a card, and the whole round after the eighth card."""
    if action == DEAL:
        return
    for colour in range(COLOUR_COUNT):
        leading = 1 + side_with_larger_group(s, colour)
        if leading != counts[LEADING_SIDE_INDEX + colour]:
            counts[LEADING_SIDE_INDEX + colour] = leading
            counts[LEADS_CHANGED_BY_CARD_INDEX + s.laid_count - 1] += 1
            counts[LEADS_CHANGED_BY_LAST_CARD_INDEX] += s.laid_count == CARDS_IN_PLAY
    if s.laid_count == CARDS_IN_PLAY:
        count_round(s, counts)
        count_cells(s, counts)


@rule
def count_round(s: Any, counts: Any) -> None:
    """Count the groups, the points and the losing side of a round."""
    starter = starting_side(s, s.round_index)
    counts[ROUNDS_INDEX] += 1
    counts[HANDS_INDEX] += SIDE_COUNT
    for side in range(SIDE_COUNT):
        role = 0 if side == starter else 1
        counts[ROUNDS_BY_NUMBER_INDEX + role * MAX_ROUNDS + s.round_index] += 1
        counts[POINTS_BY_ROUND_INDEX + role * MAX_ROUNDS + s.round_index] += s.round_points[side]
    for colour in range(COLOUR_COUNT):
        count_colour(s, colour, starter, counts)
    counts[ROUNDS_TIED_INDEX] += s.round_points[0] == s.round_points[1]
    counts[ROUNDS_DECIDED_INDEX] += s.round_points[0] != s.round_points[1]
    counts[ROUNDS_WON_INDEX] += s.round_points[starter] > s.round_points[1 - starter]
    counts[BONUSES_INDEX] += s.bonus != NOBODY
    if s.seats > SIDE_COUNT and s.round_index > 0:
        counts[ROUNDS_WITH_QUEUE_PLAYER_INDEX] += 1
        counts[QUEUE_PLAYER_STAYED_INDEX] += s.loser != s.newcomer


@rule
def count_colour(s: Any, colour: int, starter: int, counts: Any) -> None:
    """Count the sizes of both sides' largest groups of a colour, and the side that won it."""
    size_0, size_1 = s.largest[0, colour], s.largest[1, colour]
    winner = colour_point_winner(s, colour)
    outcome = OTHER_SIDE_WINS_COLOUR
    if size_0 == size_1:
        outcome = GROUPS_EQUAL
    elif winner == NOBODY:
        outcome = LARGER_GROUP_CANNOT_SCORE
    elif winner == starter:
        outcome = STARTING_SIDE_WINS_COLOUR
    counts[COLOURS_INDEX] += 1
    counts[GROUPS_INDEX] += SIDE_COUNT
    counts[COLOURS_TIED_INDEX] += outcome == GROUPS_EQUAL
    counts[COLOURS_BARRED_INDEX] += outcome == LARGER_GROUP_CANNOT_SCORE
    counts[OUTCOMES_BY_COLOUR_INDEX + outcome * COLOUR_COUNT + colour] += 1
    counts[DOTS_IN_GROUPS_INDEX] += size_0 + size_1
    counts[GROUPS_BY_SIZE_INDEX + min(size_0, GROUP_SIZE_CLASS_COUNT - 1)] += 1
    counts[GROUPS_BY_SIZE_INDEX + min(size_1, GROUP_SIZE_CLASS_COUNT - 1)] += 1
    if winner != NOBODY:
        counts[POINTS_INDEX] += 1
        counts[GROUP_LEAD_INDEX] += abs(size_0 - size_1)


@rule
def count_cells(s: Any, counts: Any) -> None:
    """Count the visible and scoring dots of each card and of the track, then the same by cell, and the covered cells.

    The cards are visited from the top card down, because a card hides the cells below it.
    """
    showing, scoring, hidden = cells_showing_dots(s), cells_of_scoring_groups(s), 0
    for k in range(CARDS_IN_PLAY - 1, -1, -1):
        under = cells_under_card(s, s.laid[k], k + 1)
        count_dots_of_card(1 + card_of_placement(s.laid[k]), under & ~hidden, showing, scoring, counts)
        hidden |= under
    count_dots_of_card(0, ~hidden, showing, scoring, counts)
    count_dots_left_of_start(s, counts)
    for row in range(MAX_EDGE):
        for column in range(LAID_COLUMN_COUNT):
            cell, at = MAX_EDGE * column + row, LAID_COLUMN_COUNT * row + column
            counts[CELLS_SHOWING_INDEX + at] += (showing >> cell) & 1
            counts[CELLS_SCORING_INDEX + at] += (scoring >> cell) & 1
            counts[CELLS_COVERED_INDEX + at] += (hidden >> cell) & 1


@rule
def count_dots_of_card(part: int, cells: int, showing: int, scoring: int, counts: Any) -> None:
    """Count the dots of one card in `cells`, where no other card lies on it."""
    counts[ROUNDS_BY_CARD_INDEX + part] += 1
    counts[DOTS_SHOWING_BY_CARD_INDEX + part] += popcount(showing & cells)
    counts[DOTS_SCORING_BY_CARD_INDEX + part] += popcount(scoring & cells)


@rule
def cells_showing_dots(s: Any) -> int:
    """Return the cells of both sides' rows that show a dot."""
    dots = s.visible[0] | s.visible[1] | s.visible[2]
    return dots & ((scoring_rows(s, 0) | scoring_rows(s, 1)) * ROW_0_OF_EVERY_COLUMN)


@rule
def count_dots_left_of_start(s: Any, counts: Any) -> None:
    """Add the track's dots left of the starting column to the counts of the track. They are always visible (A14)."""
    left = (1 << (SIDE_COLUMN_BITS * start_column(s))) - 1
    for colour in range(COLOUR_COUNT):
        for side in range(SIDE_COUNT):
            counts[DOTS_SHOWING_BY_CARD_INDEX] += popcount(s.track_dots[side, colour] & left)
        counts[DOTS_SCORING_BY_CARD_INDEX] += popcount(scoring_group(s, colour) & left)


@rule
def cells_of_scoring_groups(s: Any) -> int:
    """Return the cells of all groups that score a point, from the starting column on, as a set like `visible`."""
    scoring = 0
    for colour in range(COLOUR_COUNT):
        side = colour_point_winner(s, colour)
        if side != NOBODY:
            group = scoring_group(s, colour) >> (SIDE_COLUMN_BITS * start_column(s))
            for column in range(LAID_COLUMN_COUNT):
                rows = (group >> (SIDE_COLUMN_BITS * column)) & ((1 << SIDE_COLUMN_BITS) - 1)
                scoring |= rows << (MAX_EDGE * column + first_scoring_row(s, side))
    return scoring


@rule
def scoring_group(s: Any, colour: int) -> int:
    """Return the group of dots that scores the point of a colour; 0 if no side scores it.

    The group is a bit mask with SIDE_COLUMN_BITS bits per column. If the scoring side has several largest groups, it is
    the group with the lowest bit.
    """
    side = colour_point_winner(s, colour)
    dots = visible_dots_of_side(s, side, colour) if side != NOBODY else 0
    found = 0
    while dots != 0:
        group = group_of_lowest_dot(dots)
        if found == 0 and popcount(group) == s.largest[side, colour]:
            found = group
        dots ^= group
    return found
