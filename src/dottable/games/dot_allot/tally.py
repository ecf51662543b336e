"""What designers want to see counted in a match of cards on a track."""

from __future__ import annotations

from typing import Any

from dottable.core.rule import rule
from dottable.core.seats import how_many
from dottable.core.tally import Chart, Count, Figure, offsets
from dottable.games.dot_allot.pieces import CARDS, COLOUR_NAMES, COLOURS, EDGE, IN_PLAY, TRACK_HEIGHT, WINDOW
from dottable.games.dot_allot.placement import cells_under, column_of, gives_dot, on_rows, width_of
from dottable.games.dot_allot.scoring import EVERY_COLUMN, first_group, largest_group, own_dots, taker_of
from dottable.games.dot_allot.state import (
    DEAL,
    NOBODY,
    OFFSETS,
    QUARTERS,
    SIDES,
    card_of,
    face_of,
    offset_of,
    own_rows,
    quarters_of,
    starter_of,
)

LOWEST_WINS = False
ROUNDS = TRACK_HEIGHT - 1
"""The most rounds there are: horizontal (A5)."""
PARTS = CARDS + 1
"""The track card, then the playing cards."""
SIZES = 13
"""Sizes of groups that are told apart: 0, 1, ..., and all that are larger."""
STARTER, OTHER, EQUAL, LOCKED = range(4)
"""What may become of a colour's point: one of the two takes it, or nobody for one of two reasons."""

COUNTS = (
    Count("rounds", "Rounds."),
    Count("turns", "Cards laid."),
    Count("colours", "Colours that were compared: three a round."),
    Count("groups", "Largest groups that were compared: two a colour."),
    Count("hands", "Hands of four cards that were played: two a round."),
    Count("tied", "Colours tied at the end of a round (A13)."),
    Count("dots_in_groups", "Sizes of all largest groups together (A13)."),
    Count("points", "Points for colours (A13), bonus points not included."),
    Count("lead", "By how many dots the groups that took a point were larger."),
    Count("barred", "Colours whose larger group could not score for its side (A18)."),
    Count("rounds_decided", "Rounds in which one side got more points for colours."),
    Count("rounds_won", "Rounds decided for the side that started them."),
    Count("rounds_tied", "Rounds with equal points for colours (A15)."),
    Count("bonuses", "Bonus points (A15, A19)."),
    Count("given", "Dots of cards that fell into the opponent's rows (A10)."),
    Count("kept", "Dots of cards that fell into the rows of whoever laid them."),
    Count("flips", "Cards laid with their reverse face up (A11)."),
    Count("waived", "Turns in which no card could give a dot (A12)."),
    Count("turned_last", "Colours whose lead the eighth card of a round changed."),
    Count("returning", "Rounds in which somebody had come from the queue (A19)."),
    Count("stayed", "Rounds after which whoever had come from the queue stayed (A19)."),
    Count("leading", "Scratch: who leads in each colour, 0 for nobody, else 1 more than the side.", (COLOURS,)),
    Count("quarters", "Cards laid by quarter turns.", (QUARTERS,)),
    Count("turned", "Colours whose lead a card changed, by its number in the round.", (IN_PLAY,)),
    Count("outcomes", "What became of the points of a round, by colour.", (4, COLOURS)),
    Count("played", "Rounds by number, once for the starter and once for the other.", (SIDES, ROUNDS)),
    Count("by_round", "Points for colours of the starter and of the other, by round.", (SIDES, ROUNDS)),
    Count("sizes", "Largest groups by size.", (SIZES,)),
    Count("used", "Rounds in which the track and each card were on the table.", (PARTS,)),
    Count("showing", "Dots of the track and of each card that show in scoring rows at a round's end.", (PARTS,)),
    Count("scoring", "Dots of the track and of each card in groups that took a point.", (PARTS,)),
    Count("cells_showing", "Rounds that ended with a dot in a cell of the scoring rows.", (EDGE, WINDOW)),
    Count("cells_covered", "Rounds that ended with a card on a cell.", (EDGE, WINDOW)),
    Count("cells_scoring", "Rounds that ended with a cell in a group that took a point.", (EDGE, WINDOW)),
)
AT = offsets(COUNTS)
ROUND, TURN, COLOUR, GROUP, HAND = AT["rounds"], AT["turns"], AT["colours"], AT["groups"], AT["hands"]
TIED, DOTS, POINTS, LEAD, BARRED = AT["tied"], AT["dots_in_groups"], AT["points"], AT["lead"], AT["barred"]
DECIDED, WON, LEVEL, BONUSES = AT["rounds_decided"], AT["rounds_won"], AT["rounds_tied"], AT["bonuses"]
GIVEN, KEPT, FLIPS, WAIVED = AT["given"], AT["kept"], AT["flips"], AT["waived"]
TURNED_LAST, RETURNING, STAYED, LEADING = AT["turned_last"], AT["returning"], AT["stayed"], AT["leading"]
TURNS_OF_CARDS, TURNED, OUTCOMES = AT["quarters"], AT["turned"], AT["outcomes"]
PLAYED, BY_ROUND, SIZE = AT["played"], AT["by_round"], AT["sizes"]
USED, SHOWING, SCORING = AT["used"], AT["showing"], AT["scoring"]
CELLS_SHOWING, CELLS_COVERED, CELLS_SCORING = AT["cells_showing"], AT["cells_covered"], AT["cells_scoring"]

FIGURES = (
    Figure("tied", "colours tied at a round's end", "tied", over="colours", is_share=True, rule="A13"),
    Figure("group", "dots in a largest group", "dots_in_groups", over="groups", rule="A13"),
    Figure("lead", "dots by which a group that scores is larger", "lead", over="points", rule="A13"),
    Figure("points", "points for colours in a round", "points", over="rounds", rule="A13"),
    Figure("rounds_tied", "rounds tied", "rounds_tied", over="rounds", is_share=True, rule="A15"),
    Figure("bonuses", "bonus points in a match", "bonuses", rule="A15"),
    Figure("starter", "decided rounds won by their starter", "rounds_won", over="rounds_decided", is_share=True),
    Figure("turned_last", "colours whose lead the eighth card changes", "turned_last", over="colours", is_share=True),
    Figure("given", "dots that a card puts into the opponent's rows", "given", over="turns", rule="A10"),
    Figure("kept", "dots that a card puts into its player's rows", "kept", over="turns", rule="A10"),
    Figure("flips", "hands in which a reverse face is used", "flips", over="hands", is_share=True, rule="A11"),
    Figure("waived", "turns in which no card can give a dot", "waived", over="turns", is_share=True, rule="A12"),
    Figure("barred", "colours whose larger group is locked", "barred", over="colours", is_share=True, rule="A18"),
    Figure("stayed", "newcomers that win their round and stay", "stayed", "returning", is_share=True, rule="A19"),
)

PART_NAMES = ("track", *(str(card + 1) for card in range(CARDS)))
COLUMN_NAMES = ("start", *(f"+{column}" for column in range(1, WINDOW)))
ROW_NAMES = tuple(str(row + 1) for row in range(EDGE))
BOTH = ("starter", "other")
CELLS = "Rows of the track from the top, seven vertical and five horizontal; columns from the starting one on (A14)."


def by_cell(count: str, words: str) -> Chart:
    """The rounds that ended with something in a cell, as a board."""
    return Chart(
        count,
        words,
        count,
        COLUMN_NAMES,
        over="rounds",
        is_share=True,
        kind="grid",
        row_labels=ROW_NAMES,
        note=CELLS,
    )


CHARTS = (
    Chart(
        "by_round",
        "Points for colours of a round's starter and of the other, by round",
        "by_round",
        tuple(str(number + 1) for number in range(ROUNDS)),
        over="played",
        kind="grid",
        row_labels=BOTH,
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
        row_labels=(*BOTH, "tied", "locked"),
        note="Nobody gets the point of a tied colour (A13), or of one that its side may not score for (A18).",
    ),
    Chart(
        "sizes",
        "Largest groups by their size",
        "sizes",
        (*(str(size) for size in range(SIZES - 1)), f"{SIZES - 1}+"),
        over="groups",
        is_share=True,
    ),
    Chart(
        "turned",
        "Colours whose lead a card changes, by its number in the round",
        "turned",
        tuple(str(number + 1) for number in range(IN_PLAY)),
        over="rounds",
        note="A colour's lead changes when another side than before, or none any more, has the larger group.",
    ),
    Chart(
        "quarters",
        "Cards by how they are turned",
        "quarters",
        tuple(f"{90 * quarters}°" for quarters in range(QUARTERS)),
        over="turns",
        is_share=True,
    ),
    Chart(
        "showing",
        "Dots of each card that show in scoring rows at a round's end",
        "showing",
        PART_NAMES,
        over="used",
        note="Of the rounds in which the card is in play; the track always is.",
    ),
    Chart("scoring", "Dots of each card in groups that take a point", "scoring", PART_NAMES, over="used"),
    by_cell("cells_showing", "Dots in scoring rows at a round's end, by cell"),
    by_cell("cells_scoring", "Groups that take a point, by cell"),
    by_cell("cells_covered", "Cells covered by a card at a round's end"),
)


@rule
def opener(s: Any) -> int:
    return s.at[0]


@rule
def before(s: Any, seat: int, action: int, tally: Any) -> None:
    """How a card is laid shows in the move itself."""
    if action == DEAL:
        return
    if s.laid_count == 0:
        for colour in range(COLOURS):
            tally[LEADING + colour] = 1 + leader_of(s, colour)
    tally[TURN] += 1
    tally[WAIVED] += not gives_dot(s, action)
    tally[FLIPS] += face_of(action)
    tally[TURNS_OF_CARDS + quarters_of(action)] += 1
    tally[GIVEN] += dots_in(s, action, own_rows(s, 1 - s.turn))
    tally[KEPT] += dots_in(s, action, own_rows(s, s.turn))


@rule
def dots_in(s: Any, action: int, rows: int) -> int:
    """How many dots of a card, as a placement lays it, lie on some rows of the track."""
    way, offset = action // OFFSETS, offset_of(action)
    count = 0
    for colour in range(COLOURS):
        for k in range(width_of(s, quarters_of(action))):
            count += how_many(on_rows(column_of(s, way, colour, k), offset) & rows)
    return count


@rule
def leader_of(s: Any, colour: int) -> int:
    """The side whose largest group of a colour is larger as the table lies; NOBODY if they are equal."""
    below, above = largest_group(own_dots(s, 0, colour)), largest_group(own_dots(s, 1, colour))
    if below == above:
        return NOBODY
    return 0 if below > above else 1


@rule
def after(s: Any, seat: int, action: int, tally: Any) -> None:
    """What a card has changed; after the eighth, how the round has ended."""
    if action == DEAL:
        return
    for colour in range(COLOURS):
        leading = 1 + leader_of(s, colour)
        if leading != tally[LEADING + colour]:
            tally[LEADING + colour] = leading
            tally[TURNED + s.laid_count - 1] += 1
            tally[TURNED_LAST] += s.laid_count == IN_PLAY
    if s.laid_count == IN_PLAY:
        count_round(s, tally)
        count_cells(s, tally)


@rule
def count_round(s: Any, tally: Any) -> None:
    """Groups, points and who leaves."""
    starter = starter_of(s, s.round_index)
    tally[ROUND] += 1
    tally[HAND] += SIDES
    for side in range(SIDES):
        role = STARTER if side == starter else OTHER
        tally[PLAYED + role * ROUNDS + s.round_index] += 1
        tally[BY_ROUND + role * ROUNDS + s.round_index] += s.round_points[side]
    for colour in range(COLOURS):
        count_colour(s, colour, starter, tally)
    tally[LEVEL] += s.round_points[0] == s.round_points[1]
    tally[DECIDED] += s.round_points[0] != s.round_points[1]
    tally[WON] += s.round_points[starter] > s.round_points[1 - starter]
    tally[BONUSES] += s.bonus != NOBODY
    if s.seats > SIDES and s.round_index > 0:
        tally[RETURNING] += 1
        tally[STAYED] += s.loser != s.newcomer


@rule
def count_colour(s: Any, colour: int, starter: int, tally: Any) -> None:
    """The largest groups of one colour, and what they bring."""
    below, above = s.largest[0, colour], s.largest[1, colour]
    taker = taker_of(s, colour)
    outcome = OTHER
    if below == above:
        outcome = EQUAL
    elif taker == NOBODY:
        outcome = LOCKED
    elif taker == starter:
        outcome = STARTER
    tally[COLOUR] += 1
    tally[GROUP] += SIDES
    tally[TIED] += outcome == EQUAL
    tally[BARRED] += outcome == LOCKED
    tally[OUTCOMES + outcome * COLOURS + colour] += 1
    tally[DOTS] += below + above
    tally[SIZE + min(below, SIZES - 1)] += 1
    tally[SIZE + min(above, SIZES - 1)] += 1
    if taker != NOBODY:
        tally[POINTS] += 1
        tally[LEAD] += abs(below - above)


@rule
def count_cells(s: Any, tally: Any) -> None:
    """Whose dots show and score, card by card from the top one down to the track; then cell by cell."""
    showing, scoring, hidden = dots_showing(s), dots_scoring(s), 0
    for k in range(IN_PLAY - 1, -1, -1):
        under = cells_under(s, s.laid[k], k + 1)
        count_part(1 + card_of(s.laid[k]), under & ~hidden, showing, scoring, tally)
        hidden |= under
    count_part(0, ~hidden, showing, scoring, tally)
    for row in range(EDGE):
        for column in range(WINDOW):
            cell, at = EDGE * column + row, WINDOW * row + column
            tally[CELLS_SHOWING + at] += (showing >> cell) & 1
            tally[CELLS_SCORING + at] += (scoring >> cell) & 1
            tally[CELLS_COVERED + at] += (hidden >> cell) & 1


@rule
def count_part(part: int, cells: int, showing: int, scoring: int, tally: Any) -> None:
    """One card by the cells in which nothing lies on it."""
    tally[USED + part] += 1
    tally[SHOWING + part] += how_many(showing & cells)
    tally[SCORING + part] += how_many(scoring & cells)


@rule
def dots_showing(s: Any) -> int:
    """The cells of both sides' rows that show a dot."""
    dots = s.visible[0] | s.visible[1] | s.visible[2]
    return dots & ((own_rows(s, 0) | own_rows(s, 1)) * EVERY_COLUMN)


@rule
def dots_scoring(s: Any) -> int:
    """The cells of all groups that take a point; of several that are as large, the first."""
    scoring = 0
    for colour in range(COLOURS):
        side = taker_of(s, colour)
        dots = own_dots(s, side, colour) if side != NOBODY else 0
        while dots != 0:
            group = first_group(dots)
            if how_many(group) == s.largest[side, colour]:
                scoring |= group
                dots = 0
            else:
                dots ^= group
    return scoring
