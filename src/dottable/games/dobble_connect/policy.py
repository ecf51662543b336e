"""How to play well: build own lines, block others', and never lay a rival's colour where it helps them.

Bots find every shared symbol; what that costs people in time and errors is up to `bots/real_time.py`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dottable.core import quick
from dottable.core.rule import big_rule, rule
from dottable.games.dobble_connect.appraisal import (
    EDGE_STEP,
    EMPTY,
    MAP,
    SEEN,
    appraise,
    armed_teams,
    at,
    claim_at,
    draw_map,
)
from dottable.games.dobble_connect.pieces import SIDES, colour
from dottable.games.dobble_connect.state import DEAL, FREE, PLAYING, ROUND_OVER

MOST_LISTED = 16
VALUES, EDGES = MAP, MAP + MOST_LISTED
"""Where in the buffer, behind the map, the best places stand: what they are worth, and a free side that leads there."""
TIES = 64
"""Among places of equal worth chance decides: a value is multiplied by this and a random number added."""


@rule
def rank_places(s: Any, seat: int, q: Any, buffer: Any, most: int) -> int:
    """Write the best places for the seat's top card into the buffer, best first; how many there are."""
    draw_map(s, buffer)
    armed = armed_teams(s)
    count, spare = 0, 0
    for edge in range(s.placed * SIDES):
        if s.neighbour[edge] == FREE:
            spare = edge
            place = (at(s.q[edge // SIDES], s.r[edge // SIDES]) + EDGE_STEP[edge % SIDES]) & (MAP - 1)
            if buffer[place] == EMPTY:
                buffer[place] = EMPTY + SEEN
                value = appraise(s, buffer, place, colour(s.top[seat]), s.team[seat], armed)
                count = keep(buffer, count, most, TIES * value + quick.below(q, TIES), edge)
    return count if count > 0 else keep(buffer, 0, most, 0, spare)


@rule
def keep(buffer: Any, count: int, most: int, value: int, edge: int) -> int:
    """Put a place where it belongs among the best ones so far; how many these are now."""
    k = min(count, most - 1)
    if k < count and buffer[VALUES + k] >= value:
        return count
    while k > 0 and buffer[VALUES + k - 1] < value:
        buffer[VALUES + k] = buffer[VALUES + k - 1]
        buffer[EDGES + k] = buffer[EDGES + k - 1]
        k -= 1
    buffer[VALUES + k] = value
    buffer[EDGES + k] = edge
    return min(count + 1, most)


@big_rule
def greedy(s: Any, seat: int, q: Any, buffer: Any) -> int:
    """The best place for the top card, by the lines of four through it, and the right symbol."""
    if s.phase == ROUND_OVER:
        return DEAL
    rank_places(s, seat, q, buffer, 1)
    return claim_at(s, seat, buffer[EDGES])


@big_rule
def shortlist(s: Any, seat: int, q: Any, buffer: Any, out: Any) -> int:
    """The best places for the top card, best first, each once and with the right symbol."""
    if s.phase == ROUND_OVER:
        out[0] = DEAL
        return 1
    count = rank_places(s, seat, q, buffer, MOST_LISTED)
    for k in range(count):
        out[k] = claim_at(s, seat, buffer[EDGES + k])
    return count


@rule
def stage(s: Any) -> int:
    """Counts rounds, and the moments between them."""
    return 2 * s.round_number + (s.phase != PLAYING)


STRENGTH = np.array([[0.0, 1.0, 0.42, 0.23, 0.14, 0.10], [0.0, 1.0, 0.29, 0.12, 0.06, 0.035]])
"""A team's chance to win is in proportion to this, by the points that it lacks; with two teams, and with more.
Fitted by maximum likelihood to 20,000 greedy matches for each number of teams, all rounds' ends in them; five
points short with more than two teams is extrapolated."""


@rule
def outlook(s: Any, out: Any) -> None:
    """What every seat can expect between two rounds: the team's chance to win, shared as `share_win` does."""
    many = min(s.teams - 2, 1)
    total = 0.0
    for team in range(s.teams):
        total += STRENGTH[many, s.goal - s.points[team]]
    for seat in range(s.seats):
        team = s.team[seat]
        players = (s.seats - team + s.teams - 1) // s.teams
        chance = STRENGTH[many, s.goal - s.points[team]] / total
        out[seat] = (chance * s.seats / players - 1.0) / (s.seats - 1)


LEVELS = {
    "newcomer": {"thinks": "greedy", "noise": 0.35, "reflexes": {"median_ms": 6000}},
    "casual": {"thinks": "greedy", "noise": 0.2, "reflexes": {"median_ms": 4300}},
    "steady": {"thinks": "greedy", "noise": 0.1, "reflexes": {"median_ms": 3100}},
    "sharp": {"thinks": "greedy", "noise": 0.04, "reflexes": {"median_ms": 2200}},
    "master": {"thinks": "greedy", "reflexes": {"median_ms": 1500}},
}
"""Tempo decides most matches: a tenth quicker wins four of five. A newcomer needs as long as somebody who holds such
cards for the first time.
None searches: at equal tempo 1,000 simulations a move won 115 of 240 matches against greedy placement."""
