"""The greedy policy: maximizes what a tile adds to the player's sheet, minus what it offers the next player.

The constants were chosen by matches between variants of the policy (docs/bots/dot_tiles.md).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dottable.core.primitives.ranking import count_near_best, insert_by_value
from dottable.core.primitives.rule import noinline_rule, rule
from dottable.games.dot_tiles.bot.evaluation import ARRIVAL_RATE_STEPS, evaluate_group
from dottable.games.dot_tiles.knowledge.observation import unseen_count
from dottable.games.dot_tiles.pieces import BOX_COUNT, FACE_COUNT, GROUP_COUNT, NO_TILE
from dottable.games.dot_tiles.rules.flow import legal, returns, unused_tile
from dottable.games.dot_tiles.rules.placement import group_accepts_tile
from dottable.games.dot_tiles.rules.scoring import FULL_SHEET_BONUS, total_points
from dottable.games.dot_tiles.state import BURN_DESTINATION, DESTINATION_COUNT, PLANNING_TURN, STANDARD_TURN

__all__ = ["LEVELS", "greedy", "observation_key", "rank_candidates", "terminal_value"]

FUTURE_TILE_SHARE_PER_GROUP = np.array([0.0, 0.0, 0.46, 0.46, 0.53])
"""Share of the player's future tiles that one group can expect, indexed by the number of seats."""
DENIAL_WEIGHT = 0.6
"""Weight of the next player's gain from the tile left in HOT SWAP, relative to the player's own gain."""
MAX_EMPTY_BOXES_FOR_BONUS = 7
"""Maximum number of empty boxes at which the bonus for a full sheet is considered (C13)."""
MIN_PROBABILITY = 0.001
"""Lower bound for probabilities that are used as divisors."""

VALUE_UNITS_PER_POINT = 100_000
"""Number of units per point in which the integer buffer holds the values of actions."""
CANDIDATE_MARGIN = 8 * VALUE_UNITS_PER_POINT
"""Maximum amount by which a candidate may be worse than the best action."""
MAX_CANDIDATES = 8
LOWEST_VALUE = -1e9
LEAD_COUNTED_AS_WIN = 60.0
"""Lead in points that counts as a full win in `terminal_value`."""

LEVELS: dict[str, dict[str, Any]] = {
    "newcomer": {"method": "greedy", "noise": 0.5, "random_moves": 1.0},
    "casual": {"method": "greedy", "noise": 0.25},
    "steady": {"method": "greedy"},
    "sharp": {"simulations": 250, "standard_errors": 0.5},
    "master": {"simulations": 3000, "standard_errors": 0.25},
}


@rule
def turns_left(s: Any) -> int:
    """Return the number of turns that a player has after this turn (C8)."""
    return (s.bag_left + 1) // s.seats


@rule
def tile_arrival_rate(s: Any, seat: int) -> int:
    """Return the share of the unseen tiles that a group can expect, in 1 / ARRIVAL_RATE_STEPS."""
    hidden = s.bag_left
    for other in range(s.seats):
        if other != seat:
            hidden += s.hand_left[other]
    return min(
        ARRIVAL_RATE_STEPS,
        int(FUTURE_TILE_SHARE_PER_GROUP[s.seats] * ARRIVAL_RATE_STEPS * turns_left(s) / max(hidden, 1) + 0.5),
    )


@rule
def pack_unseen_tiles(s: Any, seat: int) -> int:
    """Return how many tiles of every face the seat has not seen, packed with four bits per face."""
    tiles = 0
    for face in range(FACE_COUNT):
        tiles |= unseen_count(s, seat, face) << (4 * face)
    return tiles


@rule
def pack_planning_hand(s: Any, seat: int) -> int:
    """Return the tiles in hand in the planning turn (C5), packed with four bits per face."""
    tiles = 0
    for face in range(FACE_COUNT):
        tiles |= s.hand[seat, face] << (4 * face)
    return tiles


@rule
def placement_gain(s: Any, seat: int, group: int, face: int, rate: int, hand: int, pool: int, sheet: float) -> float:
    """Return the gain in points of placing a tile: of its group, and of the expected full-sheet bonus `sheet`."""
    full, points = evaluate_group(s, seat, group, face, rate, hand, pool)
    full_before, points_before = evaluate_group(s, seat, group, NO_TILE, rate, hand, pool)
    return points - points_before + sheet * (max(full, MIN_PROBABILITY) / max(full_before, MIN_PROBABILITY) - 1.0)


@rule
def expected_full_sheet_bonus(s: Any, seat: int, rate: int, hand: int, pool: int) -> float:
    """Return the expected bonus for a full sheet (C13); 0 while it is far away or no longer possible."""
    boxes = BOX_COUNT
    for group in range(GROUP_COUNT):
        boxes -= s.filled[seat, group]
    if boxes > min(MAX_EMPTY_BOXES_FOR_BONUS, turns_left(s)) + 1:
        return 0.0
    points = float(FULL_SHEET_BONUS)
    for group in range(GROUP_COUNT):
        full, _ = evaluate_group(s, seat, group, NO_TILE, rate, hand, pool)
        points *= max(full, MIN_PROBABILITY)
    return points


@noinline_rule
def best_placement_gain(s: Any, seat: int, face: int, rate: int, pool: int) -> float:
    """Return the largest gain in expected points that a seat can make with a tile of this face; at least 0.

    The tile lies in HOT SWAP, the place in the middle.
    """
    best = 0.0
    for group in range(GROUP_COUNT):
        if group_accepts_tile(s, seat, group, face):
            best = max(best, placement_gain(s, seat, group, face, rate, 0, pool, 0.0))
    return best


@rule
def cost_of_leaving_tile(s: Any, seat: int, face: int, rate: int, pool: int) -> float:
    """Return the cost in points of leaving a tile in HOT SWAP for the next player (C6), divided among all opponents."""
    opponent = seat + 1 if seat + 1 < s.seats else 0
    return DENIAL_WEIGHT * best_placement_gain(s, opponent, face, rate, pool) / (s.seats - 1)


@rule
def shared_turn_values(s: Any, seat: int) -> tuple[int, int, int, float, float, float]:
    """Return the values that `action_value` needs and that are equal for all actions of a turn.

    These are the arrival rate of tiles, the packed hand, the packed unseen tiles, and the expected full-sheet bonus.
    The last two are the costs of leaving the HOT SWAP tile and the drawn tile to the next player.
    """
    rate, pool = tile_arrival_rate(s, seat), pack_unseen_tiles(s, seat)
    hand = pack_planning_hand(s, seat) if s.phase == PLANNING_TURN else 0
    sheet = expected_full_sheet_bonus(s, seat, rate, hand, pool)
    if s.phase != STANDARD_TURN or s.drawn == s.hot:
        return rate, hand, pool, sheet, 0.0, 0.0
    hot_cost = cost_of_leaving_tile(s, seat, s.hot, rate, pool)
    return rate, hand, pool, sheet, hot_cost, cost_of_leaving_tile(s, seat, s.drawn, rate, pool)


@rule
def action_value(s: Any, seat: int, action: int, turn_values: tuple[int, int, int, float, float, float]) -> float:
    """Return the value of an action in points."""
    rate, hand, pool, sheet, hot_cost, drawn_cost = turn_values
    face, destination = action // DESTINATION_COUNT, action % DESTINATION_COUNT
    if destination == BURN_DESTINATION:
        value = -sheet
    else:
        value = placement_gain(s, seat, destination, face, rate, hand - (1 << (4 * face)) if hand else 0, pool, sheet)
    if s.phase == STANDARD_TURN:
        value -= hot_cost if unused_tile(s, face) == s.hot else drawn_cost
    return value


@noinline_rule
def greedy(s: Any, seat: int, q: Any, buffer: Any) -> int:
    """Return the action with the highest value; the first if several are equal."""
    count = legal(s, seat, buffer)
    chosen = buffer[0]
    if count > 1:
        turn_values = shared_turn_values(s, seat)
        best = LOWEST_VALUE
        for k in range(count):
            value = action_value(s, seat, buffer[k], turn_values)
            if value > best:
                best = value
                chosen = buffer[k]
    return chosen


@noinline_rule
def rank_candidates(s: Any, seat: int, q: Any, buffer: Any, out: Any) -> int:
    """Write at most MAX_CANDIDATES actions within CANDIDATE_MARGIN of the best, best first. Return their number."""
    count = legal(s, seat, out)
    turn_values = shared_turn_values(s, seat)
    for k in range(count):
        insert_by_value(k, out[k], int(VALUE_UNITS_PER_POINT * action_value(s, seat, out[k], turn_values)), buffer, out)
    return count_near_best(count, MAX_CANDIDATES, CANDIDATE_MARGIN, buffer)


@rule
def observation_key(s: Any, seat: int) -> int:
    """Return a key for the search node: an integer for the pair of drawn tile and HOT SWAP tile that the seat sees."""
    return (s.drawn + 1) * (FACE_COUNT + 1) + s.hot + 1


@noinline_rule
def terminal_value(s: Any, out: Any) -> None:
    """Write for each seat the mean of its return and its scaled lead in points.

    The lead distinguishes matches with the same winner.
    """
    returns(s, out)
    points_of_all = 0
    for seat in range(s.seats):
        points_of_all += total_points(s, seat)
    for seat in range(s.seats):
        lead = total_points(s, seat) - (points_of_all - total_points(s, seat)) / (s.seats - 1)
        out[seat] = (out[seat] + max(-1.0, min(1.0, lead / LEAD_COUNTED_AS_WIN))) / 2
