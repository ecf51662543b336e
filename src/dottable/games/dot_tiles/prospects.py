"""What a group of a sheet may still bring: the chance that it gets full, times its points.

A group counts on a share of the tiles that nobody has seen yet: fewer than will pass by its player, for
other groups want them too. That it underrates what is far off makes a player finish what is begun.
"""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np

from dottable.core.record import Array
from dottable.core.rule import big_rule, rule
from dottable.games.dot_tiles.pieces import BLACK, FLUSH, FOUR, FULL_HOUSE, NO_TILE, NUMBERS, ODDS, ONE, RED, RUN, SIZES
from dottable.games.dot_tiles.placement import own_box
from dottable.games.dot_tiles.scoring import may_double
from dottable.games.dot_tiles.state import tile_in

ONE_COLOUR = 0.5
"""How far a Kind's player goes for one colour, where another tile would fill the group too (C12)."""
HOUSE_OF_ONE_COLOUR = 1.85
FLUSH_PIPS = 5.0
"""What a player expects of a tile that the Flush still lacks."""
HOUSE_PIPS = 3.2
HOUSE_TILES = 20
"""As many tiles an empty Full House could use, about."""

SHARES = 64
MOST_MISSING = 5
MOST_UNSEEN = 60


def tabulate_chances() -> Array:
    """The chance that at least so many of so many tiles come, if each comes with a chance of k / SHARES."""
    share = np.arange(SHARES + 1)[:, None] / SHARES
    tiles = np.arange(MOST_UNSEEN + 1)
    fewer = np.zeros((SHARES + 1, MOST_UNSEEN + 1))
    chances = np.zeros((SHARES + 1, MOST_MISSING + 1, MOST_UNSEEN + 1))
    for missing in range(MOST_MISSING + 1):
        chances[:, missing] = np.clip(1 - fewer, 0, 1)
        ways = np.array([comb(n, missing) for n in tiles])
        fewer += ways * share**missing * (1 - share) ** np.maximum(tiles - missing, 0)
    return chances


CHANCES = tabulate_chances()
"""By share, missing tiles and tiles that would do."""


@rule
def of_face(tiles: int, face: int) -> int:
    """How many tiles of a face there are; tiles are counted in four bits a face."""
    return (tiles >> (4 * face)) & 15


@rule
def of_number(tiles: int, n: int) -> int:
    """How many tiles show a number, counted from 0."""
    return of_face(tiles, 2 * n) + of_face(tiles, 2 * n + 1)


@rule
def of_colour(tiles: int, colour: int) -> int:
    count = 0
    for n in range(NUMBERS):
        count += of_face(tiles, 2 * n + colour)
    return count


@rule
def chance(share: int, missing: int, in_hand: int, unseen: int) -> float:
    """The chance to get the missing tiles, with so many that fit in hand and so many unseen."""
    return CHANCES[share, missing - in_hand, unseen] if missing > in_hand else 1.0


@rule
def chance_of_number(share: int, missing: int, n: int, hand: int, pool: int) -> float:
    return chance(share, missing, of_number(hand, n), of_number(pool, n))


@rule
def chance_of_face(share: int, missing: int, face: int, hand: int, pool: int) -> float:
    return chance(share, missing, of_face(hand, face), of_face(pool, face))


@rule
def kind(s: Any, seat: int, group: int, face: int, share: int, hand: int, pool: int) -> tuple[float, float]:
    """1 to 4 of a Kind with one tile more, or as it is (`face` NO_TILE)."""
    filled = s.filled[seat, group]
    if filled == 0 and face == NO_TILE:
        likeliest, best = 0.0, 0.0
        for n in range(NUMBERS):
            full, points = kind_of(s, group, n, SIZES[group], 0, share, hand, pool)
            likeliest, best = max(likeliest, full), max(best, points)
        return likeliest, best
    colours = 0
    n = face >> 1
    for k in range(filled):
        tile = tile_in(s, seat, group, k)
        colours |= 1 << (tile & 1)
        n = tile >> 1
    if face != NO_TILE:
        filled += 1
        colours |= 1 << (face & 1)
    return kind_of(s, group, n, SIZES[group] - filled, colours, share, hand, pool)


@rule
def kind_of(
    s: Any, group: int, n: int, missing: int, colours: int, share: int, hand: int, pool: int
) -> tuple[float, float]:
    """A Kind of one number that has tiles of these colours and lacks so many."""
    full = chance_of_number(share, missing, n, hand, pool)
    points = (n + 1) * SIZES[group]
    if group == ONE:
        return full, points * full * (2.0 if may_double(s, group) else 1.0)
    one_colour = 0.0
    for colour in range(2):
        if colours & ~(1 << colour) == 0:
            one_colour = max(one_colour, chance_of_face(share, missing, 2 * n + colour, hand, pool))
    return full, points * (full + one_colour * (ONE_COLOUR if missing > 0 else 1.0))


@rule
def numbered(s: Any, seat: int, group: int, face: int, share: int, hand: int, pool: int) -> tuple[float, float]:
    """Odds or Evens: three boxes, each with a number of its own."""
    first = 0 if group == ODDS else 1
    full = 1.0
    red = 1.0
    black = 1.0
    for box in range(3):
        n = first + 2 * box
        tile = face if face != NO_TILE and own_box(face) == box else tile_in(s, seat, group, box)
        if tile == NO_TILE:
            full *= chance_of_number(share, 1, n, hand, pool)
            red *= chance_of_face(share, 1, 2 * n + RED, hand, pool)
            black *= chance_of_face(share, 1, 2 * n + BLACK, hand, pool)
        elif tile & 1 == RED:
            black = 0.0
        else:
            red = 0.0
    return full, (9 if group == ODDS else 12) * (full + max(red, black))


@rule
def flush(s: Any, seat: int, face: int, share: int, hand: int, pool: int) -> tuple[float, float]:
    filled = s.filled[seat, FLUSH]
    pips = 0
    colour = face & 1
    for k in range(filled):
        tile = tile_in(s, seat, FLUSH, k)
        pips += (tile >> 1) + 1
        colour = tile & 1
    if face != NO_TILE:
        filled += 1
        pips += (face >> 1) + 1
    missing = SIZES[FLUSH] - filled
    full = chance(share, missing, of_colour(hand, colour), of_colour(pool, colour))
    if filled == 0:
        full = max(full, chance(share, missing, of_colour(hand, RED), of_colour(pool, RED)))
    return full, full * (pips + missing * FLUSH_PIPS) * (2.0 if may_double(s, FLUSH) else 1.0)


@rule
def full_house(s: Any, seat: int, face: int, share: int, hand: int, pool: int) -> tuple[float, float]:
    filled = s.filled[seat, FULL_HOUSE]
    first, second = NO_TILE, NO_TILE
    firsts, seconds, colours = 0, 0, 0
    for k in range(filled + (face != NO_TILE)):
        tile = tile_in(s, seat, FULL_HOUSE, k) if k < filled else face
        colours |= 1 << (tile & 1)
        if first == NO_TILE or tile >> 1 == first:
            first = tile >> 1
            firsts += 1
        else:
            second = tile >> 1
            seconds += 1
    if first == NO_TILE:
        full = CHANCES[share, SIZES[FULL_HOUSE], HOUSE_TILES]
        return full, SIZES[FULL_HOUSE] * HOUSE_PIPS * full
    likeliest, best = 0.0, 0.0
    for n in range(NUMBERS):
        if n == second or (second == NO_TILE and n != first):
            full, points = house_of(first, firsts, n, seconds, colours, share, hand, pool)
            likeliest, best = max(likeliest, full), max(best, points)
            full, points = house_of(n, seconds, first, firsts, colours, share, hand, pool)
            likeliest, best = max(likeliest, full), max(best, points)
    return likeliest, best


@rule
def house_of(
    three: int, threes: int, two: int, twos: int, colours: int, share: int, hand: int, pool: int
) -> tuple[float, float]:
    """A Full House of these two numbers, with so many tiles of each and of these colours."""
    if twos > 2:
        return 0.0, 0.0
    lacks_three, lacks_two = 3 - threes, 2 - twos
    full = chance_of_number(share, lacks_three, three, hand, pool) * chance_of_number(share, lacks_two, two, hand, pool)
    one_colour = 0.0
    if colours != 3:
        colour = colours - 1
        one_colour = chance_of_face(share, lacks_three, 2 * three + colour, hand, pool)
        one_colour *= chance_of_face(share, lacks_two, 2 * two + colour, hand, pool)
        if lacks_three + lacks_two > 0:
            one_colour *= HOUSE_OF_ONE_COLOUR
    return full, (3 * (three + 1) + 2 * (two + 1)) * (full + one_colour)


@rule
def run(s: Any, seat: int, face: int, share: int, hand: int, pool: int) -> tuple[float, float]:
    """The best of the three runs that are still possible."""
    present, colours = 0, 0
    for k in range(s.filled[seat, RUN] + (face != NO_TILE)):
        tile = tile_in(s, seat, RUN, k) if k < s.filled[seat, RUN] else face
        present |= 1 << (tile >> 1)
        colours |= 1 << (tile & 1)
    likeliest, best = 0.0, 0.0
    for lowest in range(3):
        if present & ~(15 << lowest) == 0:
            full, points = run_from(lowest, present, colours, share, hand, pool)
            likeliest, best = max(likeliest, full), max(best, points)
    return likeliest, best


@rule
def run_from(lowest: int, present: int, colours: int, share: int, hand: int, pool: int) -> tuple[float, float]:
    """The run of four from a number on, with these numbers and colours present."""
    full = 1.0
    red = 1.0 if colours & (1 << BLACK) == 0 else 0.0
    black = 1.0 if colours & (1 << RED) == 0 else 0.0
    for n in range(lowest, lowest + 4):
        if (present >> n) & 1 == 0:
            full *= chance_of_number(share, 1, n, hand, pool)
            red *= chance_of_face(share, 1, 2 * n + RED, hand, pool)
            black *= chance_of_face(share, 1, 2 * n + BLACK, hand, pool)
    return full, (10 + 4 * lowest) * (full + max(red, black))


@big_rule
def prospect(s: Any, seat: int, group: int, face: int, share: int, hand: int, pool: int) -> tuple[float, float]:
    """The chance that a group gets full and the points it may bring, with one tile more or as it is (NO_TILE).

    `share` of the `pool` of unseen tiles will come to it, in SHARES; `hand` is there already.
    """
    if group <= FOUR:
        return kind(s, seat, group, face, share, hand, pool)
    if group < FLUSH:
        return numbered(s, seat, group, face, share, hand, pool)
    if group == FLUSH:
        return flush(s, seat, face, share, hand, pool)
    if group == FULL_HOUSE:
        return full_house(s, seat, face, share, hand, pool)
    return run(s, seat, face, share, hand, pool)
