"""Policy for bots: build own lines, block rivals, and lay cards of rivals where they do not help them.

Bots know every shared symbol. `bots/timing/timed_bot.py` adds the reaction times and errors of people.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dottable.core.primitives import fast_rng
from dottable.core.primitives.rule import noinline_rule, rule
from dottable.games.dobble_connect.bot.evaluation import (
    EMPTY_MAP_VALUE,
    EVALUATED_FLAG,
    MAP_SIZE,
    SIDE_MAP_STEPS,
    correct_claim,
    evaluate_placement,
    map_index,
    teams_ready_to_build,
    write_map,
)
from dottable.games.dobble_connect.pieces import MAX_TEAMS, SIDE_COUNT, card_colour
from dottable.games.dobble_connect.rules.teams_and_packs import team_size
from dottable.games.dobble_connect.state import DEAL, NO_NEIGHBOUR, PLAYING, ROUND_OVER

MAX_CANDIDATES = 16
"""Maximum number of places that the search considers."""
VALUES_OFFSET, EDGES_OFFSET = MAP_SIZE, MAP_SIZE + MAX_CANDIDATES
"""Offsets in the buffer after the map: the values of the best places, and a free side that leads to each place."""
TIE_BREAK_RANGE = 64
"""Values are multiplied by this number, and a random number below it is added. This breaks ties at random."""


@rule
def rank_places(s: Any, seat: int, q: Any, buffer: Any, most: int) -> int:
    """Write the best places for the seat's top card to the buffer, best first, and return their number."""
    write_map(s, buffer)
    ready = teams_ready_to_build(s)
    count, spare = 0, 0
    for edge in range(s.placed * SIDE_COUNT):
        if s.neighbour[edge] == NO_NEIGHBOUR:
            spare = edge
            place = (
                map_index(s.q[edge // SIDE_COUNT], s.r[edge // SIDE_COUNT]) + SIDE_MAP_STEPS[edge % SIDE_COUNT]
            ) & (MAP_SIZE - 1)
            if buffer[place] == EMPTY_MAP_VALUE:
                buffer[place] = EMPTY_MAP_VALUE + EVALUATED_FLAG
                value = evaluate_placement(s, buffer, place, card_colour(s.top[seat]), s.team[seat], ready)
                count = insert_place(
                    buffer, count, most, TIE_BREAK_RANGE * value + fast_rng.random_below(q, TIE_BREAK_RANGE), edge
                )
    return count if count > 0 else insert_place(buffer, 0, most, 0, spare)


@rule
def insert_place(buffer: Any, count: int, most: int, value: int, edge: int) -> int:
    """Insert a place into the sorted list of the best places and return its new length."""
    k = min(count, most - 1)
    if k < count and buffer[VALUES_OFFSET + k] >= value:
        return count
    while k > 0 and buffer[VALUES_OFFSET + k - 1] < value:
        buffer[VALUES_OFFSET + k] = buffer[VALUES_OFFSET + k - 1]
        buffer[EDGES_OFFSET + k] = buffer[EDGES_OFFSET + k - 1]
        k -= 1
    buffer[VALUES_OFFSET + k] = value
    buffer[EDGES_OFFSET + k] = edge
    return min(count + 1, most)


@noinline_rule
def greedy(s: Any, seat: int, q: Any, buffer: Any) -> int:
    """Return the correct claim at the best place for the top card."""
    if s.phase == ROUND_OVER:
        return DEAL
    rank_places(s, seat, q, buffer, 1)
    return correct_claim(s, seat, buffer[EDGES_OFFSET])


@noinline_rule
def rank_candidates(s: Any, seat: int, q: Any, buffer: Any, out: Any) -> int:
    """Write the correct claims at the best places to `out`, best first, and return their number."""
    if s.phase == ROUND_OVER:
        out[0] = DEAL
        return 1
    count = rank_places(s, seat, q, buffer, MAX_CANDIDATES)
    for k in range(count):
        out[k] = correct_claim(s, seat, buffer[EDGES_OFFSET + k])
    return count


@rule
def stage_number(s: Any) -> int:
    """Return a number that changes when a round begins or ends."""
    return 2 * s.round_number + (s.phase != PLAYING)


WIN_WEIGHTS_BY_POINTS_NEEDED = np.array([[0.0, 1.0, 0.42, 0.23, 0.14, 0.10], [0.0, 1.0, 0.29, 0.12, 0.06, 0.035]])
"""A team's probability of winning is proportional to this weight, by the number of points it still needs.

The first row is for two teams, the second for more. They were fitted by maximum likelihood to all round ends of 20,000
greedy matches for each number of teams. The weight for five points with more than two teams is extrapolated.
"""


@rule
def evaluate_stage_end(s: Any, out: Any) -> None:
    """Write the expected return of every seat between two rounds, from the winning probability of its team."""
    many = min(s.teams - 2, 1)
    total = 0.0
    for team in range(MAX_TEAMS):
        if team_size(s, team) > 0:
            total += WIN_WEIGHTS_BY_POINTS_NEEDED[many, s.goal - s.points[team]]
    for seat in range(s.seats):
        team = s.team[seat]
        players = team_size(s, team)
        chance = WIN_WEIGHTS_BY_POINTS_NEEDED[many, s.goal - s.points[team]] / total
        out[seat] = (chance * s.seats / players - 1.0) / (s.seats - 1)


LEVELS: dict[str, dict[str, Any]] = {
    "newcomer": {"method": "greedy", "noise": 0.35, "reaction": {"median_ms": 6000}},
    "casual": {"method": "greedy", "noise": 0.2, "reaction": {"median_ms": 4300}},
    "steady": {"method": "greedy", "noise": 0.1, "reaction": {"median_ms": 3100}},
    "sharp": {"method": "greedy", "noise": 0.04, "reaction": {"median_ms": 2200}},
    "master": {"method": "greedy", "reaction": {"median_ms": 1500}},
}
"""Levels of bots. Reaction times decide most matches: a bot that is 10 % faster wins four of five.

`newcomer` reacts like a person who holds such cards for the first time. No level uses search: with equal reaction
times, 1,000 simulations per move won only 115 of 240 matches against greedy placement.
"""
