"""Advice on playing well: where a tile adds most to the own sheet, and what is left for the next player.

The constants come from matches of the policy against variants of itself.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dottable.core.ranking import near_best, place_action
from dottable.core.rule import big_rule, rule
from dottable.games.dot_tiles.knowledge import unseen
from dottable.games.dot_tiles.pieces import BOXES, FACES, GROUPS, NO_TILE
from dottable.games.dot_tiles.placement import takes
from dottable.games.dot_tiles.prospects import SHARES, prospect
from dottable.games.dot_tiles.rules import legal, returns, tile_left
from dottable.games.dot_tiles.scoring import FULL_SHEET_BONUS, total
from dottable.games.dot_tiles.state import BURN, PLANNING, STANDARD, WAYS

__all__ = ["LEVELS", "greedy", "shortlist", "sight", "worth"]

REACH = np.array([0.0, 0.0, 0.46, 0.46, 0.53])
"""The part of the tiles passing by its player that a group counts on, by the number of seats."""
DENIAL = 0.6
"""How much the next player's gain from the tile left in HOT SWAP weighs against the own gain."""
BOXES_IN_SIGHT = 7
"""With so few empty boxes a player begins to think of the full sheet (C13)."""
LEAST_CHANCE = 0.001

FINE = 100_000
"""The parts of a point in which the buffer keeps what actions are worth."""
WORTH_A_THOUGHT = 8 * FINE
"""Actions that look worse than the best by more than this are left out."""
MOST_LISTED = 8
NEVER = -1e9
CLEAR_WIN = 60.0
"""A lead that no luck of a few tiles would have turned."""

LEVELS = {
    "newcomer": {"thinks": "greedy", "noise": 0.6},
    "casual": {"thinks": "greedy", "noise": 0.25},
    "steady": {"thinks": "greedy"},
    "sharp": {"simulations": 250, "doubt": 0.5},
    "master": {"simulations": 3000, "doubt": 0.25},
}


@rule
def turns_to_come(s: Any) -> int:
    """How many turns a player still has after this one (C8)."""
    return (s.bag_left + 1) // s.seats


@rule
def share_to_come(s: Any, seat: int) -> int:
    """The share of the unseen tiles that a group of the seat counts on, in SHARES."""
    hidden = s.bag_left
    for other in range(s.seats):
        if other != seat:
            hidden += s.hand_left[other]
    return min(SHARES, int(REACH[s.seats] * SHARES * turns_to_come(s) / max(hidden, 1) + 0.5))


@rule
def unseen_tiles(s: Any, seat: int) -> int:
    """All tiles that the seat has not seen, counted in four bits a face."""
    tiles = 0
    for face in range(FACES):
        tiles |= unseen(s, seat, face) << (4 * face)
    return tiles


@rule
def tiles_in_hand(s: Any, seat: int) -> int:
    """The tiles still to place in the planning turn (C5), counted in four bits a face."""
    tiles = 0
    for face in range(FACES):
        tiles |= s.hand[seat, face] << (4 * face)
    return tiles


@rule
def gain(s: Any, seat: int, group: int, face: int, share: int, hand: int, pool: int, sheet: float) -> float:
    """What a tile adds to the prospect of a group, and through it to that of a full sheet."""
    full, points = prospect(s, seat, group, face, share, hand, pool)
    full_before, points_before = prospect(s, seat, group, NO_TILE, share, hand, pool)
    return points - points_before + sheet * (max(full, LEAST_CHANCE) / max(full_before, LEAST_CHANCE) - 1.0)


@rule
def sheet_prospect(s: Any, seat: int, share: int, hand: int, pool: int) -> float:
    """The points that a full sheet may still bring (C13); nothing while it is far off or already missed."""
    boxes = BOXES
    for group in range(GROUPS):
        boxes -= s.filled[seat, group]
    if boxes > min(BOXES_IN_SIGHT, turns_to_come(s)) + 1:
        return 0.0
    points = float(FULL_SHEET_BONUS)
    for group in range(GROUPS):
        full, _ = prospect(s, seat, group, NO_TILE, share, hand, pool)
        points *= max(full, LEAST_CHANCE)
    return points


@big_rule
def use_of(s: Any, seat: int, face: int, share: int, pool: int) -> float:
    """What a tile in HOT SWAP would bring a seat at best; nothing if it had rather not take it."""
    best = 0.0
    for group in range(GROUPS):
        if takes(s, seat, group, face):
            best = max(best, gain(s, seat, group, face, share, 0, pool, 0.0))
    return best


@rule
def cost_of_leaving(s: Any, seat: int, face: int, share: int, pool: int) -> float:
    """What it costs that the next player finds a tile in HOT SWAP (C6); the more rivals, the less."""
    after = seat + 1 if seat + 1 < s.seats else 0
    return DENIAL * use_of(s, after, face, share, pool) / (s.seats - 1)


@rule
def survey(s: Any, seat: int) -> tuple[int, int, int, float, float, float]:
    """What all actions share: share, hand, pool, sheet, and the costs of leaving the HOT SWAP or the drawn tile."""
    share, pool = share_to_come(s, seat), unseen_tiles(s, seat)
    hand = tiles_in_hand(s, seat) if s.phase == PLANNING else 0
    sheet = sheet_prospect(s, seat, share, hand, pool)
    if s.phase != STANDARD or s.drawn == s.hot:
        return share, hand, pool, sheet, 0.0, 0.0
    leaves_hot = cost_of_leaving(s, seat, s.hot, share, pool)
    return share, hand, pool, sheet, leaves_hot, cost_of_leaving(s, seat, s.drawn, share, pool)


@rule
def appraise(s: Any, seat: int, action: int, surveyed: tuple[int, int, int, float, float, float]) -> float:
    """What an action is worth in points."""
    share, hand, pool, sheet, leaves_hot, leaves_drawn = surveyed
    face, way = action // WAYS, action % WAYS
    if way == BURN:
        worth = -sheet
    else:
        worth = gain(s, seat, way, face, share, hand - (1 << (4 * face)) if hand else 0, pool, sheet)
    if s.phase == STANDARD:
        worth -= leaves_hot if tile_left(s, face) == s.hot else leaves_drawn
    return worth


@big_rule
def greedy(s: Any, seat: int, q: Any, buffer: Any) -> int:
    """The action that looks best; the first of equals."""
    count = legal(s, seat, buffer)
    chosen = buffer[0]
    if count > 1:
        surveyed = survey(s, seat)
        best = NEVER
        for k in range(count):
            worth = appraise(s, seat, buffer[k], surveyed)
            if worth > best:
                best = worth
                chosen = buffer[k]
    return chosen


@big_rule
def shortlist(s: Any, seat: int, q: Any, buffer: Any, out: Any) -> int:
    """The few best actions, best first, none far worse than the best."""
    count = legal(s, seat, out)
    surveyed = survey(s, seat)
    for k in range(count):
        place_action(k, out[k], int(FINE * appraise(s, seat, out[k], surveyed)), buffer, out)
    return near_best(count, MOST_LISTED, WORTH_A_THOUGHT, buffer)


@rule
def sight(s: Any, seat: int) -> int:
    """The drawn tile and the one in HOT SWAP."""
    return (s.drawn + 1) * (FACES + 1) + s.hot + 1


@big_rule
def worth(s: Any, out: Any) -> None:
    """Half for winning, half for the lead: a search learns more from the points than from the winner alone."""
    returns(s, out)
    everybody = 0
    for seat in range(s.seats):
        everybody += total(s, seat)
    for seat in range(s.seats):
        lead = total(s, seat) - (everybody - total(s, seat)) / (s.seats - 1)
        out[seat] = (out[seat] + max(-1.0, min(1.0, lead / CLEAR_WIN))) / 2
