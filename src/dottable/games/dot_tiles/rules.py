"""DOT: Dice or Tiles, from setup to the last tile. Which tile fits where: `placement.py`."""

from __future__ import annotations

from typing import Any

from dottable.core.chance import below
from dottable.core.refusals import FIRST_OF_A_GAME
from dottable.core.rule import rule
from dottable.core.seats import highest_wins, only
from dottable.games.dot_tiles.bag import put_tiles, take_tile
from dottable.games.dot_tiles.pieces import BOXES, COPIES, FACES, GROUPS, NO_TILE
from dottable.games.dot_tiles.placement import clear_sheet, lay_tile, misfit
from dottable.games.dot_tiles.scoring import total
from dottable.games.dot_tiles.state import BURN, LAST_TURN, OVER, PLANNING, STANDARD, WAYS, action_of

HAND = 5
PIECES = FACES

TILE_NOT_YOURS = FIRST_OF_A_GAME + 20
NO_BURN_WHILE_PLANNING = FIRST_OF_A_GAME + 21
NO_BURN_WHILE_IT_FITS = FIRST_OF_A_GAME + 22


@rule
def setup(s: Any, settings: Any) -> None:
    """One tile to HOT SWAP, five to each player, and a starting player (C4)."""
    s.single_colour_bonus = settings[0]
    for face in range(FACES):
        put_tiles(s, face, COPIES[s.seats])
    for seat in range(s.seats):
        clear_sheet(s, seat)
    s.drawn = NO_TILE
    s.hot = take_tile(s, s.rng)
    s.seen[s.hot] += 1
    for seat in range(s.seats):
        for _ in range(HAND):
            s.hand[seat, take_tile(s, s.rng)] += 1
        s.hand_left[seat] = HAND
    s.starter = below(s.rng, s.seats)
    s.turn = s.starter
    s.phase = PLANNING


@rule
def to_act(s: Any) -> int:
    return 0 if s.phase == OVER else only(s.turn)


@rule
def deadline(s: Any) -> int:
    return -1


@rule
def legal(s: Any, seat: int, out: Any) -> int:
    if s.phase == OVER or seat != s.turn:
        return 0
    if s.phase == PLANNING:
        return list_planning(s, seat, out)
    if s.phase == LAST_TURN:
        return list_last(s, seat, out)
    return list_standard(s, seat, out)


@rule
def list_placements(s: Any, seat: int, face: int, out: Any, count: int) -> int:
    """Append every group that takes the tile (an entry counts only if it does: no branch, for speed)."""
    takers = s.takers[seat, face]
    for group in range(GROUPS):
        out[count] = action_of(face, group)
        count += (takers >> group) & 1
    return count


@rule
def list_planning(s: Any, seat: int, out: Any) -> int:
    """Planning turn: any tile of the hand, no swap, no burn (C5)."""
    count = 0
    for face in range(FACES):
        if s.hand[seat, face] > 0:
            count = list_placements(s, seat, face, out, count)
    return count


@rule
def list_standard(s: Any, seat: int, out: Any) -> int:
    """Standard turn: place the drawn tile or the HOT SWAP tile (C6); burn either if the drawn one fits nowhere (C7)."""
    stuck = s.takers[seat, s.drawn] == 0
    lower, higher = min(s.drawn, s.hot), max(s.drawn, s.hot)
    count = list_placements(s, seat, lower, out, 0)
    if stuck:
        out[count] = action_of(lower, BURN)
        count += 1
    if higher != lower:
        count = list_placements(s, seat, higher, out, count)
        if stuck:
            out[count] = action_of(higher, BURN)
            count += 1
    return count


@rule
def list_last(s: Any, seat: int, out: Any) -> int:
    """Last turn: the HOT SWAP tile must be placed if it fits, else it is burned (C8)."""
    count = list_placements(s, seat, s.hot, out, 0)
    if count == 0:
        out[0] = action_of(s.hot, BURN)
        count = 1
    return count


@rule
def why_not(s: Any, seat: int, action: int) -> int:
    face, way = action // WAYS, action % WAYS
    if not holds(s, seat, face):
        return TILE_NOT_YOURS
    if way < GROUPS:
        return misfit(s, seat, way, face)
    return NO_BURN_WHILE_PLANNING if s.phase == PLANNING else NO_BURN_WHILE_IT_FITS


@rule
def holds(s: Any, seat: int, face: int) -> bool:
    """Whether the seat, which is to act, may use a tile of this face."""
    if s.phase == PLANNING:
        return s.hand[seat, face] > 0
    return face == s.drawn or face == s.hot


@rule
def play(s: Any, seat: int, action: int, at_ms: int) -> None:
    face, way = action // WAYS, action % WAYS
    if way == BURN:
        s.burned[face] += 1
    else:
        lay_tile(s, seat, way, face)
    if s.phase == PLANNING:
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
        s.hot = tile_left(s, face)
        s.drawn = NO_TILE
        end_turn(s)


@rule
def tile_left(s: Any, used: int) -> int:
    """Of the drawn tile and the HOT SWAP tile, the one that was not used: it lies in HOT SWAP next (C6, C7)."""
    return s.hot if used == s.drawn else s.drawn


@rule
def end_turn(s: Any) -> None:
    """The next player draws; with an empty bag the HOT SWAP tile is all that is left (C8)."""
    s.turn = s.turn + 1 if s.turn + 1 < s.seats else 0
    if s.phase == PLANNING and s.turn == s.starter:
        s.phase = STANDARD
    if s.phase == STANDARD:
        if s.bag_left > 0:
            s.drawn = take_tile(s, s.rng)
        else:
            s.phase = LAST_TURN


@rule
def scores(s: Any, out: Any) -> None:
    for seat in range(s.seats):
        out[seat] = total(s, seat)


@rule
def returns(s: Any, out: Any) -> None:
    """The highest total wins; ties share the win (C13)."""
    for seat in range(s.seats):
        out[seat] = total(s, seat)
    highest_wins(s.seats, out)


@rule
def pieces(s: Any, out: Any) -> None:
    """Every tile is in the bag, a hand, HOT SWAP, on a sheet or burned (C3)."""
    for k in range(s.bag_left):
        out[s.bag[k]] += 1
    for face in range(FACES):
        out[face] += s.burned[face]
        for seat in range(s.seats):
            out[face] += s.hand[seat, face]
    for seat in range(s.seats):
        for box in range(BOXES):
            if s.boxes[seat, box] != NO_TILE:
                out[s.boxes[seat, box]] += 1
    if s.hot != NO_TILE:
        out[s.hot] += 1
    if s.drawn != NO_TILE:
        out[s.drawn] += 1
