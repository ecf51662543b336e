"""What designers want to see counted in a match: rounds, claims, lines, cards that change hands, and the table.

A claim that comes too late (E7) is refused and no move, so nothing here can count it.
"""

from __future__ import annotations

from typing import Any

from dottable.core.rule import big_rule, rule
from dottable.core.seats import has
from dottable.core.tally import Chart, Count, Figure, offsets
from dottable.games.dobble_connect.grid import AXES, LINE, length_of, makes_line
from dottable.games.dobble_connect.pieces import CARDS_PER_COLOUR, COLOUR_CARDS, COLOURS, NO_CARD, TEAMS, colour
from dottable.games.dobble_connect.rules import MOST_ROUNDS, MOST_WRONG
from dottable.games.dobble_connect.state import DEAL, FREE, NOBODY, OVER, PLAYING, edge_of

LOWEST_WINS = False

RADIUS = 7
MAP = 2 * RADIUS + 1
"""Hexagons up to this far from the centre are on the maps, which have a row for every r and a column for every q."""
CARDS_A_BAR = 5
LENGTHS = COLOUR_CARDS // CARDS_A_BAR
"""Rounds are counted by the cards laid in them: up to 5, 6-10, ..., 76-80."""
PACK_CARDS_A_BAR = 3
PACKS_LEFT = 9
"""Packs are counted by the cards left in them: none, 1-3, 4-6, ..., more than 21."""

COUNTS = (
    Count("rounds", "Rounds."),
    Count("points", "Rounds that ended with a line: each is one point (E8)."),
    Count("played_out", "Rounds that ended because a team had played all its cards (E11)."),
    Count("given_up", "Rounds that ended because too many claims were wrong: a bound of ours."),
    Count("unwon", "Matches that ended because they had too many rounds: a bound of ours."),
    Count("claims", "Claims, right and wrong; those that came too late are none."),
    Count("wrong", "Claims with a wrong symbol (E7)."),
    Count("locks", "Players locked after a wrong claim (E7)."),
    Count("cards", "Cards laid (E5)."),
    Count("amid_locks", "Cards laid while somebody was locked (E7)."),
    Count("foreign", "Cards laid of another colour than that of the player's team (E9)."),
    Count("blocks", "Cards laid where a rival team lacked one card of its colour for a line (E8)."),
    Count("spoils", "Cards laid where the player's own team lacked one card of its colour for a line (E8)."),
    Count("off_map", "Cards laid too far from the centre for the maps."),
    Count("given", "Points for a team of which the player who laid the last card is no member (E8)."),
    Count("two_ways", "Points for lines in more than one direction at once (E8)."),
    Count("lines", "Lines; one card can complete several (E8)."),
    Count("long_lines", "Lines of more than four cards (E8)."),
    Count("chances_to_repeat", "Points in the round after another point."),
    Count("repeats", "Points for the team that scored in the round before, too."),
    Count("owed", "Cards that the scoring team was to receive: k for its k-th point, from each other team (E9)."),
    Count("handed_over", "Cards that it received (E9)."),
    Count("kept_back", "Cards that it did not receive, because the giver had one left (E9)."),
    Count("brought_home", "Cards received that are of its own colour (E9)."),
    Count("dealt", "Cards dealt in all rounds (E4)."),
    Count("unlaid", "Cards turned up or face down at the ends of all rounds (E10)."),
    Count("packs", "Packs dealt in all rounds: one a player (E4)."),
    Count("scored", "Points by colour (E8).", (TEAMS,)),
    Count("directions", "Lines by direction (E8).", (AXES,)),
    Count("lengths", "Rounds by the number of cards laid.", (LENGTHS,)),
    Count("packs_left", "Packs by the number of cards left in them at a round's end.", (PACKS_LEFT,)),
    Count("map", "Cards by the hexagon they were laid on; rows of r, in each the columns of q.", (MAP, MAP)),
    Count("last_cards", "Cards that completed a line, by hexagon as in `map`.", (MAP, MAP)),
    Count("waiting", "Not a count but a note for the next move: whether somebody was locked before it."),
    Count("last_scorer", "Not a count but a note for the next move: the last round's scorer, or -1."),
)
AT = offsets(COUNTS)
ROUNDS, POINTS, UNWON = AT["rounds"], AT["points"], AT["unwon"]
PLAYED_OUT, GIVEN_UP = AT["played_out"], AT["given_up"]
CLAIMS, WRONG, LOCKS = AT["claims"], AT["wrong"], AT["locks"]
CARDS, AMID_LOCKS, FOREIGN = AT["cards"], AT["amid_locks"], AT["foreign"]
BLOCKS, SPOILS, OFF_MAP = AT["blocks"], AT["spoils"], AT["off_map"]
GIVEN, TWO_WAYS, LINES, LONG_LINES = AT["given"], AT["two_ways"], AT["lines"], AT["long_lines"]
CHANCES_TO_REPEAT, REPEATS = AT["chances_to_repeat"], AT["repeats"]
OWED, HANDED_OVER, KEPT_BACK, BROUGHT_HOME = AT["owed"], AT["handed_over"], AT["kept_back"], AT["brought_home"]
DEALT, UNLAID, PACKS = AT["dealt"], AT["unlaid"], AT["packs"]
SCORED, DIRECTIONS, BY_LENGTH, BY_PACK = AT["scored"], AT["directions"], AT["lengths"], AT["packs_left"]
LAID_AT, LAST_AT = AT["map"], AT["last_cards"]
WAITING, LAST_SCORER = AT["waiting"], AT["last_scorer"]

FIGURES = (
    Figure("rounds", "rounds in a match", "rounds", rule="E12"),
    Figure(
        "played_out",
        "rounds without a winner after a team played out",
        "played_out",
        over="rounds",
        is_share=True,
        rule="E11",
    ),
    Figure("given_up", f"rounds that end with {MOST_WRONG} wrong claims", "given_up", over="rounds", is_share=True),
    Figure("unwon", f"matches that end after {MOST_ROUNDS} rounds", "unwon", is_share=True),
    Figure("cards", "cards laid in a round", "cards", over="rounds", rule="E5"),
    Figure("wrong", "claims with a wrong symbol", "wrong", over="claims", is_share=True, rule="E7"),
    Figure("locks", "locks in a match", "locks", rule="E7"),
    Figure("amid_locks", "cards laid while somebody is locked", "amid_locks", over="cards", is_share=True, rule="E7"),
    Figure("given", "points completed by a player of another team", "given", over="points", is_share=True, rule="E8"),
    Figure(
        "two_ways", "points for lines in two directions at once", "two_ways", over="points", is_share=True, rule="E8"
    ),
    Figure("long_lines", "lines of more than four cards", "long_lines", over="lines", is_share=True, rule="E8"),
    Figure(
        "blocks", "cards that block the last place of a rival's line", "blocks", over="cards", is_share=True, rule="E8"
    ),
    Figure(
        "spoils", "cards that block the last place of the own line", "spoils", over="cards", is_share=True, rule="E8"
    ),
    Figure(
        "repeats",
        "points for the winner of the round before",
        "repeats",
        over="chances_to_repeat",
        is_share=True,
        rule="E9",
    ),
    Figure("handed_over", "cards handed over in a match", "handed_over", rule="E9"),
    Figure(
        "kept_back",
        "cards kept back because the giver has one left",
        "kept_back",
        over="owed",
        is_share=True,
        rule="E9",
    ),
    Figure(
        "brought_home",
        "handed cards that return to their colour",
        "brought_home",
        over="handed_over",
        is_share=True,
        rule="E9",
    ),
    Figure("foreign", "laid cards of another team's colour", "foreign", over="cards", is_share=True, rule="E9"),
    Figure("unlaid", "cards not laid at a round's end", "unlaid", over="dealt", is_share=True, rule="E10"),
    Figure(
        "off_map",
        f"cards laid more than {RADIUS} steps from the centre",
        "off_map",
        over="cards",
        is_share=True,
        rule="E6",
    ),
)

MAP_NOTE = (
    f"The starting card lies in the centre. Hexagons more than {RADIUS} steps from it are left out, "
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
            f"up to {CARDS_A_BAR}",
            *(f"{CARDS_A_BAR * k + 1}-{CARDS_A_BAR * (k + 1)}" for k in range(1, LENGTHS)),
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
            *(f"{PACK_CARDS_A_BAR * k + 1}-{PACK_CARDS_A_BAR * (k + 1)}" for k in range(PACKS_LEFT - 2)),
            f"over {PACK_CARDS_A_BAR * (PACKS_LEFT - 2)}",
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
def opener(s: Any) -> int:
    """There are no turns (E5)."""
    return NOBODY


@rule
def side(s: Any, seat: int) -> int:
    """A team wins together (E12)."""
    return s.team[seat]


@rule
def before(s: Any, seat: int, action: int, tally: Any) -> None:
    """The end of a round forgets who was locked and who scored last."""
    tally[WAITING] = s.locked != 0
    tally[LAST_SCORER] = s.scorer


@big_rule
def after(s: Any, seat: int, action: int, tally: Any) -> None:
    """A claim shows in what lies on its hexagon now; a deal in what was handed over."""
    if action < DEAL:
        tally[CLAIMS] += 1
        if s.neighbour[edge_of(action)] != FREE:
            count_card(s, seat, tally)
        else:
            tally[WRONG] += 1
            tally[LOCKS] += has(s.locked, seat)
        if s.phase != PLAYING:
            count_round(s, seat, tally)
    elif action == DEAL:
        count_gifts(s, tally)


@rule
def count_card(s: Any, seat: int, tally: Any) -> None:
    """The card that was just laid."""
    spot, team = s.placed - 1, s.team[seat]
    tally[CARDS] += 1
    tally[AMID_LOCKS] += tally[WAITING]
    tally[FOREIGN] += colour(s.card[spot]) != team
    tally[SPOILS] += blocks(s, spot, team)
    blocks_rival = False
    for other in range(s.teams):
        blocks_rival |= other != team and blocks(s, spot, other)
    tally[BLOCKS] += blocks_rival
    if is_on_map(s, spot):
        tally[LAID_AT + on_map(s, spot)] += 1
    else:
        tally[OFF_MAP] += 1


@rule
def blocks(s: Any, spot: int, team: int) -> bool:
    """Whether a card of the team's colour would have made a line where one of another colour lies."""
    return colour(s.card[spot]) != team and makes_line(s, spot, team)


@rule
def is_on_map(s: Any, spot: int) -> bool:
    """Whether a spot is at most RADIUS steps from the centre."""
    q, r = s.q[spot], s.r[spot]
    return max(abs(q), abs(r), abs(q + r)) <= RADIUS


@rule
def on_map(s: Any, spot: int) -> int:
    """Where a spot is on the maps."""
    return (s.r[spot] + RADIUS) * MAP + s.q[spot] + RADIUS


@rule
def count_round(s: Any, seat: int, tally: Any) -> None:
    """A round that has just ended, all cards still where they were."""
    tally[ROUNDS] += 1
    tally[DEALT] += s.teams * CARDS_PER_COLOUR
    tally[BY_LENGTH + max(s.placed - 2, 0) // CARDS_A_BAR] += 1
    for player in range(s.seats):
        count_pack(s, player, tally)
    if s.scorer != NOBODY:
        count_point(s, seat, tally)
    else:
        tally[GIVEN_UP] += s.wrong == MOST_WRONG
        tally[PLAYED_OUT] += s.wrong != MOST_WRONG
    tally[UNWON] += s.phase == OVER and (s.scorer == NOBODY or s.points[s.scorer] < s.goal)


@rule
def count_pack(s: Any, player: int, tally: Any) -> None:
    left = s.pack_left[player] + (s.top[player] != NO_CARD)
    tally[PACKS] += 1
    tally[UNLAID] += left
    tally[BY_PACK + min((left + PACK_CARDS_A_BAR - 1) // PACK_CARDS_A_BAR, PACKS_LEFT - 1)] += 1


@rule
def count_point(s: Any, seat: int, tally: Any) -> None:
    """The point that the last card brought, and its lines."""
    last, lines = s.placed - 1, 0
    for axis in range(AXES):
        length = length_of(s, last, axis, s.scorer)
        if length >= LINE:
            lines += 1
            tally[DIRECTIONS + axis] += 1
            tally[LONG_LINES] += length > LINE
    tally[LINES] += lines
    tally[POINTS] += 1
    tally[SCORED + s.scorer] += 1
    tally[GIVEN] += s.team[seat] != s.scorer
    tally[TWO_WAYS] += lines > 1
    if is_on_map(s, last):
        tally[LAST_AT + on_map(s, last)] += 1
    if tally[LAST_SCORER] != NOBODY:
        tally[CHANCES_TO_REPEAT] += 1
        tally[REPEATS] += tally[LAST_SCORER] == s.scorer


@rule
def count_gifts(s: Any, tally: Any) -> None:
    """The cards that have changed hands before the round that begins (E9)."""
    owed = s.points[s.scorer] * (s.teams - 1) if s.scorer != NOBODY else 0
    tally[OWED] += owed
    tally[KEPT_BACK] += owed - s.received_count
    tally[HANDED_OVER] += s.received_count
    for k in range(s.received_count):
        tally[BROUGHT_HOME] += colour(s.received[k]) == s.scorer
