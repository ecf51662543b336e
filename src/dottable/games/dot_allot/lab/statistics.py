"""Statistics of a match for designers: counts, and the figures and charts made from them."""

from __future__ import annotations

from typing import Any

from dottable.core.lab.statistics import Chart, Count, Metric, count_offsets
from dottable.core.primitives.rule import rule
from dottable.core.primitives.seats import popcount
from dottable.games.dot_allot.pieces import (
    CARD_COUNT,
    CARDS_IN_PLAY,
    COLOUR_COUNT,
    COLOUR_NAMES,
    MAX_EDGE,
    SCORING_COLUMN_COUNT,
    TRACK_HEIGHT,
)
from dottable.games.dot_allot.rules.placement import (
    card_width,
    cells_under_card,
    dots_in_card_column,
    gives_opponent_dot,
    to_track_rows,
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
    pose_of_placement,
    quarter_turns_of_placement,
    row_offset_of_placement,
    scoring_rows,
    starting_side,
)

LOWEST_WINS = False
MAX_ROUNDS = TRACK_HEIGHT - 1
"""Largest number of rounds, which a horizontal track has (A5)."""
CARDS_WITH_TRACK = CARD_COUNT + 1
"""Number of cards with the track card, which comes first."""
GROUP_SIZE_CLASS_COUNT = 13
"""Number of size classes of groups: 0, 1, ..., and 12 or more."""
STARTING_SIDE_WINS_COLOUR, OTHER_SIDE_WINS_COLOUR, GROUPS_EQUAL, LARGER_GROUP_CANNOT_SCORE = range(4)
"""Outcomes of a colour's point: a side takes it, the groups are equal, or the larger one cannot score (A18)."""

COUNTS = (
    Count("rounds", "Rounds."),
    Count("turns", "Cards laid."),
    Count("colours", "Colours compared: three per round."),
    Count("groups", "Largest groups compared: two per colour."),
    Count("hands", "Hands of four cards played: two per round."),
    Count("tied", "Colours tied at the end of a round (A13)."),
    Count("dots_in_groups", "Sum of the sizes of all largest groups (A13)."),
    Count("points", "Points for colours (A13), bonus points not included."),
    Count("lead", "Sum of the dots by which groups that took a point were larger."),
    Count("barred", "Colours whose larger group could not score for its side (A18)."),
    Count("rounds_decided", "Rounds in which one side got more points for colours."),
    Count("rounds_won", "Rounds decided for the side that started them."),
    Count("rounds_tied", "Rounds with equal points for colours (A15)."),
    Count("bonuses", "Bonus points (A15, A19)."),
    Count("given", "Dots of cards that fell into the opponent's rows (A10)."),
    Count("kept", "Dots of cards that fell into the rows of the player who laid them."),
    Count("flips", "Cards laid with their reverse face up (A11)."),
    Count("waived", "Turns in which no card could give a dot (A12)."),
    Count("turned_last", "Colours whose lead the eighth card of a round changed."),
    Count("returning", "Rounds with a player who came from the queue (A19)."),
    Count("stayed", "Rounds after which the player from the queue stayed (A19)."),
    Count("leading", "Scratch: the side that leads in each colour, plus 1; 0 for none.", (COLOUR_COUNT,)),
    Count("quarters", "Cards laid by quarter turns.", (QUARTER_TURN_COUNT,)),
    Count("turned", "Colours whose lead a card changed, by its number in the round.", (CARDS_IN_PLAY,)),
    Count("outcomes", "Outcomes of the points of a round, by colour.", (4, COLOUR_COUNT)),
    Count("played", "Rounds by number, once for the starter and once for the other.", (SIDE_COUNT, MAX_ROUNDS)),
    Count("by_round", "Points for colours of the starter and of the other, by round.", (SIDE_COUNT, MAX_ROUNDS)),
    Count("sizes", "Largest groups by size.", (GROUP_SIZE_CLASS_COUNT,)),
    Count("used", "Rounds in which the track and each card were on the table.", (CARDS_WITH_TRACK,)),
    Count(
        "showing",
        "Dots of the track and of each card that show in scoring rows at a round's end.",
        (CARDS_WITH_TRACK,),
    ),
    Count("scoring", "Dots of the track and of each card in groups that took a point.", (CARDS_WITH_TRACK,)),
    Count(
        "cells_showing",
        "Rounds that ended with a dot in a cell of the scoring rows.",
        (MAX_EDGE, SCORING_COLUMN_COUNT),
    ),
    Count("cells_covered", "Rounds that ended with a card on a cell.", (MAX_EDGE, SCORING_COLUMN_COUNT)),
    Count(
        "cells_scoring",
        "Rounds that ended with a cell in a group that took a point.",
        (MAX_EDGE, SCORING_COLUMN_COUNT),
    ),
)
COUNT_INDEX = count_offsets(COUNTS)
"""Index of each count in the array of counts."""
ROUNDS_INDEX = COUNT_INDEX["rounds"]
TURNS_INDEX = COUNT_INDEX["turns"]
COLOURS_INDEX = COUNT_INDEX["colours"]
GROUPS_INDEX = COUNT_INDEX["groups"]
HANDS_INDEX = COUNT_INDEX["hands"]
COLOURS_TIED_INDEX = COUNT_INDEX["tied"]
DOTS_IN_GROUPS_INDEX = COUNT_INDEX["dots_in_groups"]
POINTS_INDEX = COUNT_INDEX["points"]
GROUP_LEAD_INDEX = COUNT_INDEX["lead"]
COLOURS_BARRED_INDEX = COUNT_INDEX["barred"]
ROUNDS_DECIDED_INDEX = COUNT_INDEX["rounds_decided"]
ROUNDS_WON_INDEX = COUNT_INDEX["rounds_won"]
ROUNDS_TIED_INDEX = COUNT_INDEX["rounds_tied"]
BONUSES_INDEX = COUNT_INDEX["bonuses"]
DOTS_GIVEN_INDEX = COUNT_INDEX["given"]
DOTS_KEPT_INDEX = COUNT_INDEX["kept"]
REVERSED_CARDS_INDEX = COUNT_INDEX["flips"]
WAIVED_TURNS_INDEX = COUNT_INDEX["waived"]
LEADS_CHANGED_BY_LAST_CARD_INDEX = COUNT_INDEX["turned_last"]
ROUNDS_WITH_QUEUE_PLAYER_INDEX = COUNT_INDEX["returning"]
QUEUE_PLAYER_STAYED_INDEX = COUNT_INDEX["stayed"]
LEADING_SIDE_INDEX = COUNT_INDEX["leading"]
CARDS_BY_QUARTER_TURN_INDEX = COUNT_INDEX["quarters"]
LEADS_CHANGED_BY_CARD_INDEX = COUNT_INDEX["turned"]
OUTCOMES_BY_COLOUR_INDEX = COUNT_INDEX["outcomes"]
ROUNDS_BY_NUMBER_INDEX = COUNT_INDEX["played"]
POINTS_BY_ROUND_INDEX = COUNT_INDEX["by_round"]
GROUPS_BY_SIZE_INDEX = COUNT_INDEX["sizes"]
ROUNDS_BY_CARD_INDEX = COUNT_INDEX["used"]
DOTS_SHOWING_BY_CARD_INDEX = COUNT_INDEX["showing"]
DOTS_SCORING_BY_CARD_INDEX = COUNT_INDEX["scoring"]
CELLS_SHOWING_INDEX = COUNT_INDEX["cells_showing"]
CELLS_COVERED_INDEX = COUNT_INDEX["cells_covered"]
CELLS_SCORING_INDEX = COUNT_INDEX["cells_scoring"]

METRICS = (
    Metric("tied", "colours tied at a round's end", "tied", over="colours", is_share=True, rule="A13"),
    Metric("group", "dots in a largest group", "dots_in_groups", over="groups", rule="A13"),
    Metric("lead", "dots by which a group that scores is larger", "lead", over="points", rule="A13"),
    Metric("points", "points for colours in a round", "points", over="rounds", rule="A13"),
    Metric("rounds_tied", "rounds tied", "rounds_tied", over="rounds", is_share=True, rule="A15"),
    Metric("bonuses", "bonus points in a match", "bonuses", rule="A15"),
    Metric("starter", "decided rounds won by their starter", "rounds_won", over="rounds_decided", is_share=True),
    Metric("turned_last", "colours whose lead the eighth card changes", "turned_last", over="colours", is_share=True),
    Metric("given", "dots that a card puts into the opponent's rows", "given", over="turns", rule="A10"),
    Metric("kept", "dots that a card puts into its player's rows", "kept", over="turns", rule="A10"),
    Metric("flips", "hands in which a reverse face is used", "flips", over="hands", is_share=True, rule="A11"),
    Metric("waived", "turns in which no card can give a dot", "waived", over="turns", is_share=True, rule="A12"),
    Metric("barred", "colours whose larger group is locked", "barred", over="colours", is_share=True, rule="A18"),
    Metric("stayed", "newcomers that win their round and stay", "stayed", "returning", is_share=True, rule="A19"),
)

CARD_LABELS = ("track", *(str(card + 1) for card in range(CARD_COUNT)))
COLUMN_LABELS = ("start", *(f"+{column}" for column in range(1, SCORING_COLUMN_COUNT)))
ROW_LABELS = tuple(str(row + 1) for row in range(MAX_EDGE))
ROLE_LABELS = ("starter", "other")
CELL_CHART_NOTE = (
    "Rows of the track from the top, seven vertical and five horizontal; columns from the starting one on (A14)."
)


def cell_chart(count: str, words: str) -> Chart:
    """Return a grid chart of the share of rounds that ended with something in a cell."""
    return Chart(
        count,
        words,
        count,
        COLUMN_LABELS,
        over="rounds",
        is_share=True,
        kind="grid",
        row_labels=ROW_LABELS,
        note=CELL_CHART_NOTE,
    )


CHARTS = (
    Chart(
        "by_round",
        "Points for colours of a round's starter and of the other, by round",
        "by_round",
        tuple(str(number + 1) for number in range(MAX_ROUNDS)),
        over="played",
        kind="grid",
        row_labels=ROLE_LABELS,
        note="Vertical matches have four rounds. In the second half the other player starts (A8).",
    ),
    Chart(
        "outcomes",
        "Who takes the point of a colour",
        "outcomes",
        COLOUR_NAMES,
        over="rounds",
        is_share=True,
        kind="grid",
        row_labels=(*ROLE_LABELS, "tied", "locked"),
        note="Nobody gets the point of a tied colour (A13), or of one that its side may not score for (A18).",
    ),
    Chart(
        "sizes",
        "Largest groups by their size",
        "sizes",
        (*(str(size) for size in range(GROUP_SIZE_CLASS_COUNT - 1)), f"{GROUP_SIZE_CLASS_COUNT - 1}+"),
        over="groups",
        is_share=True,
    ),
    Chart(
        "turned",
        "Colours whose lead a card changes, by its number in the round",
        "turned",
        tuple(str(number + 1) for number in range(CARDS_IN_PLAY)),
        over="rounds",
        note="A colour's lead changes when another side than before, or none any more, has the larger group.",
    ),
    Chart(
        "quarters",
        "Cards by how they are turned",
        "quarters",
        tuple(f"{90 * quarters}°" for quarters in range(QUARTER_TURN_COUNT)),
        over="turns",
        is_share=True,
    ),
    Chart(
        "showing",
        "Dots of each card that show in scoring rows at a round's end",
        "showing",
        CARD_LABELS,
        over="used",
        note="Of the rounds in which the card is in play; the track always is.",
    ),
    Chart("scoring", "Dots of each card in groups that take a point", "scoring", CARD_LABELS, over="used"),
    cell_chart("cells_showing", "Dots in scoring rows at a round's end, by cell"),
    cell_chart("cells_scoring", "Groups that take a point, by cell"),
    cell_chart("cells_covered", "Cells covered by a card at a round's end"),
)


@rule
def opening_seat(s: Any) -> int:
    """Return the seat that starts the match."""
    return s.seat_at[0]


@rule
def count_before(s: Any, seat: int, action: int, counts: Any) -> None:
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
    counts[DOTS_GIVEN_INDEX] += count_card_dots_on_rows(s, action, scoring_rows(s, 1 - s.turn))
    counts[DOTS_KEPT_INDEX] += count_card_dots_on_rows(s, action, scoring_rows(s, s.turn))


@rule
def count_card_dots_on_rows(s: Any, action: int, rows: int) -> int:
    """Return the number of dots of a laid card on some rows of the track."""
    pose, offset = pose_of_placement(action), row_offset_of_placement(action)
    count = 0
    for colour in range(COLOUR_COUNT):
        for k in range(card_width(s, quarter_turns_of_placement(action))):
            count += popcount(to_track_rows(dots_in_card_column(s, pose, colour, k), offset) & rows)
    return count


@rule
def side_with_larger_group(s: Any, colour: int) -> int:
    """Return the side whose largest group of a colour is larger now; NOBODY if they are equal."""
    size_0, size_1 = (
        largest_group_size(visible_dots_of_side(s, 0, colour)),
        largest_group_size(visible_dots_of_side(s, 1, colour)),
    )
    if size_0 == size_1:
        return NOBODY
    return 0 if size_0 > size_1 else 1


@rule
def count_after(s: Any, seat: int, action: int, counts: Any) -> None:
    """Count the changed leads after a card, and the whole round after the eighth card."""
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
    """Count the sizes of both sides' largest groups of a colour, and which side won it."""
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
    """Count the dots that show and score, per card from the top one down to the track, then per cell."""
    showing, scoring, hidden = cells_showing_dots(s), cells_of_scoring_groups(s), 0
    for k in range(CARDS_IN_PLAY - 1, -1, -1):
        under = cells_under_card(s, s.laid[k], k + 1)
        count_dots_of_card(1 + card_of_placement(s.laid[k]), under & ~hidden, showing, scoring, counts)
        hidden |= under
    count_dots_of_card(0, ~hidden, showing, scoring, counts)
    for row in range(MAX_EDGE):
        for column in range(SCORING_COLUMN_COUNT):
            cell, at = MAX_EDGE * column + row, SCORING_COLUMN_COUNT * row + column
            counts[CELLS_SHOWING_INDEX + at] += (showing >> cell) & 1
            counts[CELLS_SCORING_INDEX + at] += (scoring >> cell) & 1
            counts[CELLS_COVERED_INDEX + at] += (hidden >> cell) & 1


@rule
def count_dots_of_card(part: int, cells: int, showing: int, scoring: int, counts: Any) -> None:
    """Count the dots of one card in `cells`, where nothing lies on it."""
    counts[ROUNDS_BY_CARD_INDEX + part] += 1
    counts[DOTS_SHOWING_BY_CARD_INDEX + part] += popcount(showing & cells)
    counts[DOTS_SCORING_BY_CARD_INDEX + part] += popcount(scoring & cells)


@rule
def cells_showing_dots(s: Any) -> int:
    """Return the cells of both sides' rows that show a dot."""
    dots = s.visible[0] | s.visible[1] | s.visible[2]
    return dots & ((scoring_rows(s, 0) | scoring_rows(s, 1)) * ROW_0_OF_EVERY_COLUMN)


@rule
def cells_of_scoring_groups(s: Any) -> int:
    """Return the cells of all groups that take a point; of several equal ones, the first."""
    scoring = 0
    for colour in range(COLOUR_COUNT):
        side = colour_point_winner(s, colour)
        dots = visible_dots_of_side(s, side, colour) if side != NOBODY else 0
        while dots != 0:
            group = group_of_lowest_dot(dots)
            if popcount(group) == s.largest[side, colour]:
                scoring |= group
                dots = 0
            else:
                dots ^= group
    return scoring
