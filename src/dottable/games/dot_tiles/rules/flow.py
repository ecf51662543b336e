"""The rules of DOT: Dice or Tiles from setup to the last tile. `placement` decides which tile fits into which group."""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.chance import random_below
from dottable.core.primitives.refusals import FIRST_GAME_REFUSAL
from dottable.core.primitives.rule import rule
from dottable.core.primitives.seats import highest_wins, seat_mask
from dottable.games.dot_tiles.pieces import BOX_COUNT, COPIES_PER_FACE_BY_SEATS, FACE_COUNT, GROUP_COUNT, NO_TILE
from dottable.games.dot_tiles.rules.bag import draw_from_bag, put_into_bag
from dottable.games.dot_tiles.rules.placement import clear_sheet, place_tile, placement_refusal
from dottable.games.dot_tiles.rules.scoring import total_points
from dottable.games.dot_tiles.state import (
    BURN_DESTINATION,
    DESTINATION_COUNT,
    LAST_TURN,
    OVER,
    PLANNING_TURN,
    STANDARD_TURN,
    tile_action,
)

HAND_SIZE = 5
"""Number of tiles that each player places in the planning turn (C4)."""
PIECE_KINDS = FACE_COUNT

# Reason codes of refused actions; `view.refusals` has their sentences.
TILE_NOT_YOURS_REFUSAL = FIRST_GAME_REFUSAL + 20
BURN_WHILE_PLANNING_REFUSAL = FIRST_GAME_REFUSAL + 21
BURN_WHILE_TILE_FITS_REFUSAL = FIRST_GAME_REFUSAL + 22


@rule
def setup(s: Any, settings: Any) -> None:
    """Draw the HOT SWAP tile and five tiles for each player, and choose a starting player (C4)."""
    s.single_colour_bonus = settings[0]
    for face in range(FACE_COUNT):
        put_into_bag(s, face, COPIES_PER_FACE_BY_SEATS[s.seats])
    for seat in range(s.seats):
        clear_sheet(s, seat)
    s.drawn = NO_TILE
    s.hot = draw_from_bag(s, s.rng)
    s.seen[s.hot] += 1
    for seat in range(s.seats):
        for _ in range(HAND_SIZE):
            s.hand[seat, draw_from_bag(s, s.rng)] += 1
        s.hand_left[seat] = HAND_SIZE
    s.starter = random_below(s.rng, s.seats)
    s.turn = s.starter
    s.phase = PLANNING_TURN


@rule
def to_act(s: Any) -> int:
    """Return the set with the seat to move; the empty set if the match is over."""
    return 0 if s.phase == OVER else seat_mask(s.turn)


@rule
def deadline(s: Any) -> int:
    """Return -1, because this game has no clock."""
    return -1


@rule
def legal(s: Any, seat: int, out: Any) -> int:
    """Write the seat's legal actions to `out` in ascending order and return their number."""
    if s.phase == OVER or seat != s.turn:
        return 0
    if s.phase == PLANNING_TURN:
        return list_planning_actions(s, seat, out)
    if s.phase == LAST_TURN:
        return list_last_turn_actions(s, seat, out)
    return list_standard_actions(s, seat, out)


@rule
def list_placements(s: Any, seat: int, face: int, out: Any, count: int) -> int:
    """Append a placement for every group that accepts the tile, and return the new number of actions."""
    groups = s.open_groups[seat, face]
    for group in range(GROUP_COUNT):
        out[count] = tile_action(face, group)
        count += (groups >> group) & 1  # overwritten by the next action unless the group is open; faster than a branch
    return count


@rule
def list_planning_actions(s: Any, seat: int, out: Any) -> int:
    """Write the placements of every tile in hand and return their number. No tile is swapped or burned (C5)."""
    count = 0
    for face in range(FACE_COUNT):
        if s.hand[seat, face] > 0:
            count = list_placements(s, seat, face, out, count)
    return count


@rule
def list_standard_actions(s: Any, seat: int, out: Any) -> int:
    """Write the placements of the drawn and the HOT SWAP tile (C6), and return the number of actions.

    If the drawn tile fits nowhere, burns are added (C7).
    """
    may_burn = s.open_groups[seat, s.drawn] == 0
    lower, higher = min(s.drawn, s.hot), max(s.drawn, s.hot)
    count = list_placements(s, seat, lower, out, 0)
    if may_burn:
        out[count] = tile_action(lower, BURN_DESTINATION)
        count += 1
    if higher != lower:
        count = list_placements(s, seat, higher, out, count)
        if may_burn:
            out[count] = tile_action(higher, BURN_DESTINATION)
            count += 1
    return count


@rule
def list_last_turn_actions(s: Any, seat: int, out: Any) -> int:
    """Write the placements of the HOT SWAP tile and return their number.

    If it fits nowhere, write the action that burns it (C8).
    """
    count = list_placements(s, seat, s.hot, out, 0)
    if count == 0:
        out[0] = tile_action(s.hot, BURN_DESTINATION)
        count = 1
    return count


@rule
def why_not(s: Any, seat: int, action: int) -> int:
    """Return the reason code for an illegal action of the seat to move."""
    face, destination = action // DESTINATION_COUNT, action % DESTINATION_COUNT
    if not may_use_tile(s, seat, face):
        return TILE_NOT_YOURS_REFUSAL
    if destination < GROUP_COUNT:
        return placement_refusal(s, seat, destination, face)
    return BURN_WHILE_PLANNING_REFUSAL if s.phase == PLANNING_TURN else BURN_WHILE_TILE_FITS_REFUSAL


@rule
def may_use_tile(s: Any, seat: int, face: int) -> bool:
    """Return whether the seat to move may use a tile of this face."""
    if s.phase == PLANNING_TURN:
        return s.hand[seat, face] > 0
    return face == s.drawn or face == s.hot


@rule
def play(s: Any, seat: int, action: int, at_ms: int) -> None:
    """Apply an action: place or burn a tile. End the turn, unless tiles of the planning turn are left."""
    face, destination = action // DESTINATION_COUNT, action % DESTINATION_COUNT
    if destination == BURN_DESTINATION:
        s.burned[face] += 1
    else:
        place_tile(s, seat, destination, face)
    if s.phase == PLANNING_TURN:
        s.seen[face] += 1
        s.hand[seat, face] -= 1
        s.hand_left[seat] -= 1
        if s.hand_left[seat] == 0:
            end_turn(s)
    elif s.phase == LAST_TURN:
        s.hot = NO_TILE
        s.phase = OVER
    else:
        s.seen[s.drawn] += 1
        s.hot = unused_tile(s, face)
        s.drawn = NO_TILE
        end_turn(s)


@rule
def unused_tile(s: Any, used: int) -> int:
    """Return the drawn or the HOT SWAP tile, whichever was not used. It goes to HOT SWAP (C6, C7)."""
    return s.hot if used == s.drawn else s.drawn


@rule
def end_turn(s: Any) -> None:
    """Pass the turn to the next player, who draws a tile or, if the bag is empty, plays the last turn (C8)."""
    s.turn = s.turn + 1 if s.turn + 1 < s.seats else 0
    if s.phase == PLANNING_TURN and s.turn == s.starter:
        s.phase = STANDARD_TURN
    if s.phase == STANDARD_TURN:
        if s.bag_left > 0:
            s.drawn = draw_from_bag(s, s.rng)
        else:
            s.phase = LAST_TURN


@rule
def scores(s: Any, out: Any) -> None:
    """Write every seat's points."""
    for seat in range(s.seats):
        out[seat] = total_points(s, seat)


@rule
def returns(s: Any, out: Any) -> None:
    """Write zero-sum returns: the highest total wins, ties share the win (C13)."""
    for seat in range(s.seats):
        out[seat] = total_points(s, seat)
    highest_wins(s.seats, out)


@rule
def count_pieces(s: Any, out: Any) -> None:
    """Add to `out` the tiles per face: in the bag, in hands, in HOT SWAP, just drawn, on sheets and burned (C3)."""
    for k in range(s.bag_left):
        out[s.bag[k]] += 1
    for face in range(FACE_COUNT):
        out[face] += s.burned[face]
        for seat in range(s.seats):
            out[face] += s.hand[seat, face]
    for seat in range(s.seats):
        for box in range(BOX_COUNT):
            if s.boxes[seat, box] != NO_TILE:
                out[s.boxes[seat, box]] += 1
    if s.hot != NO_TILE:
        out[s.hot] += 1
    if s.drawn != NO_TILE:
        out[s.drawn] += 1
