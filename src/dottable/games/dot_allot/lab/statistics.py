"""Statistics of a match for game designers: counts, and the metrics and charts computed from them."""

from __future__ import annotations

from dottable.core.lab.statistics_definitions import Chart, Count, Metric, offsets_by_count_name
from dottable.games.dot_allot.pieces import (
    CARD_COUNT,
    CARDS_IN_PLAY,
    COLOUR_COUNT,
    COLOUR_NAMES,
    LAID_COLUMN_COUNT,
    MAX_EDGE,
    TRACK_HEIGHT,
)
from dottable.games.dot_allot.state import QUARTER_TURN_COUNT, SIDE_COUNT

LOWEST_WINS = False
MAX_ROUNDS = TRACK_HEIGHT - 1
"""Maximum number of rounds, reached on a horizontal track (A5)."""
CARDS_WITH_TRACK = CARD_COUNT + 1
"""Number of cards including the track card, which comes first."""
GROUP_SIZE_CLASS_COUNT = 13
"""Number of size classes of groups: 0, 1, ..., 11, and 12 or more."""
STARTING_SIDE_WINS_COLOUR, OTHER_SIDE_WINS_COLOUR, GROUPS_EQUAL, LARGER_GROUP_CANNOT_SCORE = range(4)
"""Outcomes of a colour's point: a side scores it, the groups are equal, or the better side cannot score (A18)."""

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
    Count("reaching", "Placements that cover the next column and reach the opponent's rows, all turns together."),
    Count("refused", "Those of them that A10 refuses, because no dot falls into the opponent's rows."),
    Count("covering", "Placements that cover the next column, whether they reach the opponent's rows or not."),
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
        (MAX_EDGE, LAID_COLUMN_COUNT),
    ),
    Count("cells_covered", "Rounds that ended with a card on a cell.", (MAX_EDGE, LAID_COLUMN_COUNT)),
    Count(
        "cells_scoring",
        "Rounds that ended with a cell in a group that took a point.",
        (MAX_EDGE, LAID_COLUMN_COUNT),
    ),
)
COUNT_INDEX = offsets_by_count_name(COUNTS)
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
PLACEMENTS_REACHING_INDEX = COUNT_INDEX["reaching"]
PLACEMENTS_REFUSED_INDEX = COUNT_INDEX["refused"]
PLACEMENTS_COVERING_INDEX = COUNT_INDEX["covering"]
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
    Metric(
        "refused",
        "placements into the opponent's rows refused because they give no dot",
        "refused",
        over="reaching",
        is_share=True,
        rule="A10",
    ),
    Metric("given", "dots that a card puts into the opponent's rows", "given", over="turns", rule="A10"),
    Metric("kept", "dots that a card puts into its player's rows", "kept", over="turns", rule="A10"),
    Metric("flips", "hands in which a reverse face is used", "flips", over="hands", is_share=True, rule="A11"),
    Metric("waived", "turns in which no card can give a dot", "waived", over="turns", is_share=True, rule="A12"),
    Metric("barred", "colours whose larger group is locked", "barred", over="colours", is_share=True, rule="A18"),
    Metric("stayed", "newcomers that win their round and stay", "stayed", "returning", is_share=True, rule="A19"),
)

CARD_LABELS = ("track", *(str(card + 1) for card in range(CARD_COUNT)))
COLUMN_LABELS = ("start", *(f"+{column}" for column in range(1, LAID_COLUMN_COUNT)))
ROW_LABELS = tuple(str(row + 1) for row in range(MAX_EDGE))
ROLE_LABELS = ("starter", "other")
CELL_CHART_NOTE = (
    "Rows of the track from the top, seven vertical and five horizontal; columns from the starting one on."
)


def cell_chart(count: str, words: str) -> Chart:
    """Return a grid chart of the share of rounds at whose end a count applied to the cell."""
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
