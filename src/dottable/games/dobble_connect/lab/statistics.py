"""Statistics of Dobble Connect for game designers: counts, metrics and charts.

A claim that comes too late (E7) is refused and is not a move, so it is not counted.
"""

from __future__ import annotations

from typing import Any

from dottable.core.lab.statistics_definitions import Chart, Count, Metric, offsets_by_count_name
from dottable.core.primitives.rule import noinline_rule, rule
from dottable.core.primitives.seats import has_seat
from dottable.games.dobble_connect.pieces import (
    CARDS_PER_COLOUR,
    COLOUR_CARD_COUNT,
    COLOURS,
    MAX_TEAMS,
    NO_CARD,
    card_colour,
)
from dottable.games.dobble_connect.rules.flow import MAX_ROUNDS, MAX_WRONG_CLAIMS
from dottable.games.dobble_connect.rules.grid import AXIS_COUNT, CARDS_IN_LINE, line_length, makes_line
from dottable.games.dobble_connect.state import DEAL, NO_NEIGHBOUR, NOBODY, OVER, PLAYING, edge_of

LOWEST_WINS = False

MAP_RADIUS = 7
MAP_WIDTH = 2 * MAP_RADIUS + 1
"""Width of the maps. They have a row for every r and a column for every q, up to MAP_RADIUS from the centre."""
CARDS_PER_BAR = 5
LENGTH_BIN_COUNT = COLOUR_CARD_COUNT // CARDS_PER_BAR
"""Number of bins for rounds by the number of cards laid: up to 5, 6-10, ..., 76-80."""
PACK_CARDS_PER_BAR = 3
PACK_BIN_COUNT = 9
"""Number of bins for packs by the number of cards left: none, 1-3, 4-6, ..., more than 21."""

COUNTS = (
    Count("rounds", "Rounds."),
    Count("points", "Rounds that ended with a line: each is one point (E8)."),
    Count("played_out", "Rounds that ended because a team had played all its cards (E11)."),
    Count("given_up", "Rounds that ended because too many claims were wrong, a limit that is not in the rulebook."),
    Count("unwon", "Matches that ended because they had too many rounds, a limit that is not in the rulebook."),
    Count("claims", "Claims, right and wrong; late ones are not moves."),
    Count("wrong", "Claims with a wrong symbol (E7)."),
    Count("locks", "Players locked after a wrong claim (E7)."),
    Count("cards", "Cards laid (E5)."),
    Count("amid_locks", "Cards laid while a player was locked (E7)."),
    Count("foreign", "Cards laid of another colour than that of the player's team (E9)."),
    Count("blocks", "Cards laid where a rival team lacked one card of its colour for a line (E8)."),
    Count("spoils", "Cards laid where the player's own team lacked one card of its colour for a line (E8)."),
    Count("off_map", "Cards laid too far from the centre for the maps."),
    Count("given", "Points for a team whose line was completed by a player of another team (E8)."),
    Count("two_ways", "Points for lines in more than one direction at once (E8)."),
    Count("lines", "Lines; one card can complete several (E8)."),
    Count("long_lines", "Lines of more than four cards (E8)."),
    Count("chances_to_repeat", "Points in the round after another point."),
    Count("repeats", "Points for the team that scored in the round before, too."),
    Count("owed", "Cards that the scoring team should receive: k for its k-th point, from each other team (E9)."),
    Count("handed_over", "Cards that the scoring team received (E9)."),
    Count("kept_back", "Cards that it did not receive because the giver had one card left (E9)."),
    Count("brought_home", "Cards received that are of its own colour (E9)."),
    Count("dealt", "Cards dealt in all rounds (E4)."),
    Count("unlaid", "Cards turned up or face down at the ends of all rounds (E10)."),
    Count("packs", "Packs dealt in all rounds: one per player (E4)."),
    Count("scored", "Points by colour (E8).", (MAX_TEAMS,)),
    Count("directions", "Lines by direction (E8).", (AXIS_COUNT,)),
    Count("lengths", "Rounds by the number of cards laid.", (LENGTH_BIN_COUNT,)),
    Count("packs_left", "Packs by the number of cards left in them at a round's end.", (PACK_BIN_COUNT,)),
    Count(
        "map", "Cards by the hexagon they were laid on; rows of r, in each the columns of q.", (MAP_WIDTH, MAP_WIDTH)
    ),
    Count("last_cards", "Cards that completed a line, by hexagon as in `map`.", (MAP_WIDTH, MAP_WIDTH)),
    Count("waiting", "Not a count but a note for the next move: whether a player was locked before it."),
    Count("last_scorer", "Not a count but a note for the next move: the last round's scorer, or -1."),
)
COUNT_INDEX = offsets_by_count_name(COUNTS)
ROUNDS_INDEX = COUNT_INDEX["rounds"]
ROUNDS_WITH_LINE_INDEX = COUNT_INDEX["points"]
MATCHES_CUT_OFF_INDEX = COUNT_INDEX["unwon"]
ROUNDS_PLAYED_OUT_INDEX = COUNT_INDEX["played_out"]
ROUNDS_GIVEN_UP_INDEX = COUNT_INDEX["given_up"]
CLAIMS_INDEX = COUNT_INDEX["claims"]
WRONG_CLAIMS_INDEX = COUNT_INDEX["wrong"]
LOCKS_INDEX = COUNT_INDEX["locks"]
CARDS_LAID_INDEX = COUNT_INDEX["cards"]
CARDS_LAID_DURING_LOCK_INDEX = COUNT_INDEX["amid_locks"]
FOREIGN_CARDS_LAID_INDEX = COUNT_INDEX["foreign"]
BLOCKING_CARDS_INDEX = COUNT_INDEX["blocks"]
SPOILING_CARDS_INDEX = COUNT_INDEX["spoils"]
CARDS_OFF_MAP_INDEX = COUNT_INDEX["off_map"]
POINTS_FROM_RIVALS_INDEX = COUNT_INDEX["given"]
POINTS_IN_TWO_DIRECTIONS_INDEX = COUNT_INDEX["two_ways"]
LINES_INDEX = COUNT_INDEX["lines"]
LONG_LINES_INDEX = COUNT_INDEX["long_lines"]
CHANCES_TO_REPEAT_INDEX = COUNT_INDEX["chances_to_repeat"]
REPEATS_INDEX = COUNT_INDEX["repeats"]
GIFTS_OWED_INDEX = COUNT_INDEX["owed"]
GIFTS_RECEIVED_INDEX = COUNT_INDEX["handed_over"]
GIFTS_KEPT_BACK_INDEX = COUNT_INDEX["kept_back"]
GIFTS_OF_OWN_COLOUR_INDEX = COUNT_INDEX["brought_home"]
CARDS_DEALT_INDEX = COUNT_INDEX["dealt"]
CARDS_UNLAID_INDEX = COUNT_INDEX["unlaid"]
PACKS_INDEX = COUNT_INDEX["packs"]
POINTS_BY_COLOUR_INDEX = COUNT_INDEX["scored"]
LINES_BY_DIRECTION_INDEX = COUNT_INDEX["directions"]
ROUNDS_BY_LENGTH_INDEX = COUNT_INDEX["lengths"]
PACKS_BY_CARDS_LEFT_INDEX = COUNT_INDEX["packs_left"]
CARDS_BY_HEXAGON_INDEX = COUNT_INDEX["map"]
LAST_CARDS_BY_HEXAGON_INDEX = COUNT_INDEX["last_cards"]
WAS_LOCKED_INDEX = COUNT_INDEX["waiting"]
LAST_SCORER_INDEX = COUNT_INDEX["last_scorer"]

METRICS = (
    Metric("rounds", "rounds in a match", "rounds", rule="E12"),
    Metric(
        "played_out",
        "rounds without a winner after a team played out",
        "played_out",
        over="rounds",
        is_share=True,
        rule="E11",
    ),
    Metric(
        "given_up", f"rounds that end with {MAX_WRONG_CLAIMS} wrong claims", "given_up", over="rounds", is_share=True
    ),
    Metric("unwon", f"matches that end after {MAX_ROUNDS} rounds", "unwon", is_share=True),
    Metric("cards", "cards laid in a round", "cards", over="rounds", rule="E5"),
    Metric("wrong", "claims with a wrong symbol", "wrong", over="claims", is_share=True, rule="E7"),
    Metric("locks", "locks in a match", "locks", rule="E7"),
    Metric("amid_locks", "cards laid while a player is locked", "amid_locks", over="cards", is_share=True, rule="E7"),
    Metric("given", "points completed by a player of another team", "given", over="points", is_share=True, rule="E8"),
    Metric(
        "two_ways", "points for lines in two directions at once", "two_ways", over="points", is_share=True, rule="E8"
    ),
    Metric("long_lines", "lines of more than four cards", "long_lines", over="lines", is_share=True, rule="E8"),
    Metric(
        "blocks",
        "cards that block the last place of a rival's line",
        "blocks",
        over="cards",
        is_share=True,
        rule="E8",
    ),
    Metric(
        "spoils",
        "cards that block the last place of the own team's line",
        "spoils",
        over="cards",
        is_share=True,
        rule="E8",
    ),
    Metric(
        "repeats",
        "points for the winner of the round before",
        "repeats",
        over="chances_to_repeat",
        is_share=True,
        rule="E9",
    ),
    Metric("handed_over", "cards handed over in a match", "handed_over", rule="E9"),
    Metric(
        "kept_back",
        "cards kept back because the giver has one left",
        "kept_back",
        over="owed",
        is_share=True,
        rule="E9",
    ),
    Metric(
        "brought_home",
        "handed cards that return to their colour",
        "brought_home",
        over="handed_over",
        is_share=True,
        rule="E9",
    ),
    Metric("foreign", "laid cards of another team's colour", "foreign", over="cards", is_share=True, rule="E9"),
    Metric("unlaid", "cards not laid at a round's end", "unlaid", over="dealt", is_share=True, rule="E10"),
    Metric(
        "off_map",
        f"cards laid more than {MAP_RADIUS} steps from the centre",
        "off_map",
        over="cards",
        is_share=True,
        rule="E6",
    ),
)

MAP_NOTE = (
    f"The starting card lies in the centre. Hexagons more than {MAP_RADIUS} steps from it are left out, "
    "as are the few cards that lie there."
)
CHARTS = (
    Chart("scored", "Points of each colour in a match", "scored", COLOURS, note="With fewer teams some stay empty."),
    Chart(
        "directions",
        "Points with a line in each direction",
        "directions",
        ("left to right", "rising", "falling"),
        over="points",
        is_share=True,
        note="A card that completes lines in two directions counts for both.",
    ),
    Chart(
        "lengths",
        "Rounds by the number of cards laid",
        "lengths",
        (
            f"up to {CARDS_PER_BAR}",
            *(f"{CARDS_PER_BAR * k + 1}-{CARDS_PER_BAR * (k + 1)}" for k in range(1, LENGTH_BIN_COUNT)),
        ),
        over="rounds",
        is_share=True,
    ),
    Chart(
        "packs_left",
        "Packs by the cards left in them at a round's end",
        "packs_left",
        (
            "none",
            *(f"{PACK_CARDS_PER_BAR * k + 1}-{PACK_CARDS_PER_BAR * (k + 1)}" for k in range(PACK_BIN_COUNT - 2)),
            f"over {PACK_CARDS_PER_BAR * (PACK_BIN_COUNT - 2)}",
        ),
        over="packs",
        is_share=True,
        note="The card turned up is one of them.",
    ),
    Chart(
        "map",
        "How often a card lies on each hexagon at a round's end",
        "map",
        (),
        over="rounds",
        is_share=True,
        kind="hexagons",
        note=MAP_NOTE,
    ),
    Chart(
        "last_cards",
        "Where the last card of a line is laid",
        "last_cards",
        (),
        over="points",
        is_share=True,
        kind="hexagons",
        note=MAP_NOTE,
    ),
)


@rule
def opening_seat(s: Any) -> int:
    """Return NOBODY, because there are no turns (E5)."""
    return NOBODY


@rule
def team_of_seat(s: Any, seat: int) -> int:
    """Return the team of a seat. Its players win together (E12)."""
    return s.team[seat]


@rule
def count_before_move(s: Any, seat: int, action: int, counts: Any) -> None:
    """Record whether any player is locked, and who scored last, before the move changes it."""
    counts[WAS_LOCKED_INDEX] = s.locked != 0
    counts[LAST_SCORER_INDEX] = s.scorer


@noinline_rule
def count_after_move(s: Any, seat: int, action: int, counts: Any) -> None:
    """Count a claim by the card that lies on its hexagon now, and a deal by the cards that changed teams."""
    if action < DEAL:
        counts[CLAIMS_INDEX] += 1
        if s.neighbour[edge_of(action)] != NO_NEIGHBOUR:
            count_card(s, seat, counts)
        else:
            counts[WRONG_CLAIMS_INDEX] += 1
            counts[LOCKS_INDEX] += has_seat(s.locked, seat)
        if s.phase != PLAYING:
            count_round(s, seat, counts)
    elif action == DEAL:
        count_gifts(s, counts)


@rule
def count_card(s: Any, seat: int, counts: Any) -> None:
    """Count the card that was just laid: its colour, its effect on lines, and its hexagon."""
    spot, team = s.placed - 1, s.team[seat]
    counts[CARDS_LAID_INDEX] += 1
    counts[CARDS_LAID_DURING_LOCK_INDEX] += counts[WAS_LOCKED_INDEX]
    counts[FOREIGN_CARDS_LAID_INDEX] += card_colour(s.card[spot]) != team
    counts[SPOILING_CARDS_INDEX] += would_have_made_line(s, spot, team)
    blocks_rival = False
    for other in range(MAX_TEAMS):
        blocks_rival |= other != team and would_have_made_line(s, spot, other)
    counts[BLOCKING_CARDS_INDEX] += blocks_rival
    if is_on_map(s, spot):
        counts[CARDS_BY_HEXAGON_INDEX + map_index_of(s, spot)] += 1
    else:
        counts[CARDS_OFF_MAP_INDEX] += 1


@rule
def would_have_made_line(s: Any, spot: int, team: int) -> bool:
    """Return whether a card of the team's colour would have made a line on the spot."""
    return card_colour(s.card[spot]) != team and makes_line(s, spot, team)


@rule
def is_on_map(s: Any, spot: int) -> bool:
    """Return whether a spot is at most MAP_RADIUS steps from the centre."""
    q, r = s.q[spot], s.r[spot]
    return max(abs(q), abs(r), abs(q + r)) <= MAP_RADIUS


@rule
def map_index_of(s: Any, spot: int) -> int:
    """Return the index of a spot's hexagon in the counters that have one entry per hexagon."""
    return (s.r[spot] + MAP_RADIUS) * MAP_WIDTH + s.q[spot] + MAP_RADIUS


@rule
def count_round(s: Any, seat: int, counts: Any) -> None:
    """Add a round that has just ended to the counters, while all its cards are still in place."""
    counts[ROUNDS_INDEX] += 1
    counts[CARDS_DEALT_INDEX] += s.teams * CARDS_PER_COLOUR
    counts[ROUNDS_BY_LENGTH_INDEX + max(s.placed - 2, 0) // CARDS_PER_BAR] += 1
    for player in range(s.seats):
        count_pack(s, player, counts)
    if s.scorer != NOBODY:
        count_point(s, seat, counts)
    else:
        counts[ROUNDS_GIVEN_UP_INDEX] += s.wrong == MAX_WRONG_CLAIMS
        counts[ROUNDS_PLAYED_OUT_INDEX] += s.wrong != MAX_WRONG_CLAIMS
    counts[MATCHES_CUT_OFF_INDEX] += s.phase == OVER and (s.scorer == NOBODY or s.points[s.scorer] < s.goal)


@rule
def count_pack(s: Any, player: int, counts: Any) -> None:
    """Count the cards left in the pack of a player."""
    left = s.pack_left[player] + (s.top[player] != NO_CARD)
    counts[PACKS_INDEX] += 1
    counts[CARDS_UNLAID_INDEX] += left
    counts[
        PACKS_BY_CARDS_LEFT_INDEX + min((left + PACK_CARDS_PER_BAR - 1) // PACK_CARDS_PER_BAR, PACK_BIN_COUNT - 1)
    ] += 1


@rule
def count_point(s: Any, seat: int, counts: Any) -> None:
    """Count the point for the last card, and its lines."""
    last, lines = s.placed - 1, 0
    for axis in range(AXIS_COUNT):
        length = line_length(s, last, axis, s.scorer)
        if length >= CARDS_IN_LINE:
            lines += 1
            counts[LINES_BY_DIRECTION_INDEX + axis] += 1
            counts[LONG_LINES_INDEX] += length > CARDS_IN_LINE
    counts[LINES_INDEX] += lines
    counts[ROUNDS_WITH_LINE_INDEX] += 1
    counts[POINTS_BY_COLOUR_INDEX + s.scorer] += 1
    counts[POINTS_FROM_RIVALS_INDEX] += s.team[seat] != s.scorer
    counts[POINTS_IN_TWO_DIRECTIONS_INDEX] += lines > 1
    if is_on_map(s, last):
        counts[LAST_CARDS_BY_HEXAGON_INDEX + map_index_of(s, last)] += 1
    if counts[LAST_SCORER_INDEX] != NOBODY:
        counts[CHANCES_TO_REPEAT_INDEX] += 1
        counts[REPEATS_INDEX] += counts[LAST_SCORER_INDEX] == s.scorer


@rule
def count_gifts(s: Any, counts: Any) -> None:
    """Count the cards that changed hands before the round that begins (E9)."""
    owed = s.points[s.scorer] * (s.teams - 1) if s.scorer != NOBODY else 0
    counts[GIFTS_OWED_INDEX] += owed
    counts[GIFTS_KEPT_BACK_INDEX] += owed - s.received_count
    counts[GIFTS_RECEIVED_INDEX] += s.received_count
    for k in range(s.received_count):
        counts[GIFTS_OF_OWN_COLOUR_INDEX] += card_colour(s.received[k]) == s.scorer
