"""Value of a group on a sheet: the probability that it is completed, and its expected points.

Each unseen tile is assumed to become available to a group independently, with the same probability for all tiles (the
arrival rate). The rate is lower than the true share of tiles that reach the player, because other groups need them too.
This undervalues distant goals, so that the policy first completes groups that are begun.

Each `evaluate_...` function returns (completion probability, expected points); see `evaluate_group` for arguments.
Tiles are packed into one integer with four bits per face. `n` is a number counted from 0.
"""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np

from dottable.core.primitives.record import Array
from dottable.core.primitives.rule import noinline_rule, rule
from dottable.games.dot_tiles.pieces import (
    BLACK,
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    GROUP_SIZES,
    NO_TILE,
    NUMBER_COUNT,
    ODDS,
    ONE_OF_A_KIND,
    RED,
    RUN,
)
from dottable.games.dot_tiles.rules.placement import numbered_box_index
from dottable.games.dot_tiles.rules.scoring import can_group_double
from dottable.games.dot_tiles.state import tile_in_box

# The four weights below were chosen by matches between variants of the policy (docs/bots/dot_tiles.md).
KIND_ONE_COLOUR_WEIGHT = 0.5
"""Weight of the one-colour probability in an incomplete Kind (C12)."""
FULL_HOUSE_ONE_COLOUR_WEIGHT = 1.85
"""Weight of the one-colour probability in an incomplete Full House (C12)."""
EXPECTED_PIPS_OF_FLUSH_TILE = 5.0
"""Expected pips of a tile that the Flush still needs."""
EXPECTED_PIPS_OF_FULL_HOUSE_TILE = 3.2
"""Expected pips of a tile in an empty Full House."""
ASSUMED_FULL_HOUSE_TILES = 20
"""Assumed number of unseen tiles that an empty Full House could use."""

ARRIVAL_RATE_STEPS = 64
"""Resolution of arrival rates. A rate is an integer k and means the probability k / 64."""
MAX_MISSING_TILES = 5
MAX_UNSEEN_TILES = 60


def tabulate_binomial_tails() -> Array:
    """Return upper tails of the binomial distribution: P(at least `missing` of `unseen` tiles arrive).

    The axes are arrival rate, `missing` and `unseen`.
    """
    rate = np.arange(ARRIVAL_RATE_STEPS + 1)[:, None] / ARRIVAL_RATE_STEPS
    unseen = np.arange(MAX_UNSEEN_TILES + 1)
    fewer = np.zeros((ARRIVAL_RATE_STEPS + 1, MAX_UNSEEN_TILES + 1))
    tails = np.zeros((ARRIVAL_RATE_STEPS + 1, MAX_MISSING_TILES + 1, MAX_UNSEEN_TILES + 1))
    for missing in range(MAX_MISSING_TILES + 1):
        tails[:, missing] = np.clip(1 - fewer, 0, 1)
        combinations = np.array([comb(n, missing) for n in unseen])
        fewer += combinations * rate**missing * (1 - rate) ** np.maximum(unseen - missing, 0)
    return tails


BINOMIAL_TAILS = tabulate_binomial_tails()


@rule
def count_tiles_of_face(tiles: int, face: int) -> int:
    """Return the number of packed tiles of a face."""
    return (tiles >> (4 * face)) & 15


@rule
def count_tiles_of_number(tiles: int, n: int) -> int:
    """Return the number of packed tiles with number `n`."""
    return count_tiles_of_face(tiles, 2 * n) + count_tiles_of_face(tiles, 2 * n + 1)


@rule
def count_tiles_of_colour(tiles: int, colour: int) -> int:
    """Return the number of packed tiles of a colour."""
    count = 0
    for n in range(NUMBER_COUNT):
        count += count_tiles_of_face(tiles, 2 * n + colour)
    return count


@rule
def probability_of_tiles(rate: int, missing: int, in_hand: int, unseen: int) -> float:
    """Return the probability of getting `missing` tiles. Tiles in hand are certain, unseen tiles may arrive."""
    return BINOMIAL_TAILS[rate, missing - in_hand, unseen] if missing > in_hand else 1.0


@rule
def probability_of_number(rate: int, missing: int, n: int, hand: int, pool: int) -> float:
    """Return the probability of getting `missing` tiles with number `n`."""
    return probability_of_tiles(rate, missing, count_tiles_of_number(hand, n), count_tiles_of_number(pool, n))


@rule
def probability_of_face(rate: int, missing: int, face: int, hand: int, pool: int) -> float:
    """Return the probability of getting `missing` tiles of a face."""
    return probability_of_tiles(rate, missing, count_tiles_of_face(hand, face), count_tiles_of_face(pool, face))


@rule
def evaluate_n_of_a_kind(
    s: Any, seat: int, group: int, face: int, rate: int, hand: int, pool: int
) -> tuple[float, float]:
    """Return the completion probability and expected points of 1 to 4 of a Kind."""
    filled = s.filled[seat, group]
    if filled == 0 and face == NO_TILE:
        probability, best = 0.0, 0.0
        for n in range(NUMBER_COUNT):
            full, points = evaluate_kind_of_number(s, group, n, GROUP_SIZES[group], 0, rate, hand, pool)
            probability, best = max(probability, full), max(best, points)
        return probability, best
    colours = 0
    n = face >> 1
    for k in range(filled):
        tile = tile_in_box(s, seat, group, k)
        colours |= 1 << (tile & 1)
        n = tile >> 1
    if face != NO_TILE:
        filled += 1
        colours |= 1 << (face & 1)
    return evaluate_kind_of_number(s, group, n, GROUP_SIZES[group] - filled, colours, rate, hand, pool)


@rule
def evaluate_kind_of_number(
    s: Any, group: int, n: int, missing: int, colours: int, rate: int, hand: int, pool: int
) -> tuple[float, float]:
    """Return completion probability and expected points of a Kind of number `n` that needs `missing` more tiles.

    `colours` is the set of the colours of the tiles that it already has, as a bit mask: 1 red, 2 black, 3 both.
    """
    full = probability_of_number(rate, missing, n, hand, pool)
    points = (n + 1) * GROUP_SIZES[group]
    if group == ONE_OF_A_KIND:
        return full, points * full * (2.0 if can_group_double(s, group) else 1.0)
    one_colour = 0.0
    for colour in range(2):
        if colours & ~(1 << colour) == 0:
            one_colour = max(one_colour, probability_of_face(rate, missing, 2 * n + colour, hand, pool))
    return full, points * (full + one_colour * (KIND_ONE_COLOUR_WEIGHT if missing > 0 else 1.0))


@rule
def evaluate_odds_or_evens(
    s: Any, seat: int, group: int, face: int, rate: int, hand: int, pool: int
) -> tuple[float, float]:
    """Return the completion probability and expected points of Odds or Evens."""
    first = 0 if group == ODDS else 1
    full = 1.0
    red = 1.0
    black = 1.0
    for box in range(3):
        n = first + 2 * box
        tile = face if face != NO_TILE and numbered_box_index(face) == box else tile_in_box(s, seat, group, box)
        if tile == NO_TILE:
            full *= probability_of_number(rate, 1, n, hand, pool)
            red *= probability_of_face(rate, 1, 2 * n + RED, hand, pool)
            black *= probability_of_face(rate, 1, 2 * n + BLACK, hand, pool)
        elif tile & 1 == RED:
            black = 0.0
        else:
            red = 0.0
    return full, (9 if group == ODDS else 12) * (full + max(red, black))


@rule
def evaluate_flush(s: Any, seat: int, face: int, rate: int, hand: int, pool: int) -> tuple[float, float]:
    """Return the completion probability and expected points of the Flush."""
    filled = s.filled[seat, FLUSH]
    pips = 0
    colour = face & 1
    for k in range(filled):
        tile = tile_in_box(s, seat, FLUSH, k)
        pips += (tile >> 1) + 1
        colour = tile & 1
    if face != NO_TILE:
        filled += 1
        pips += (face >> 1) + 1
    missing = GROUP_SIZES[FLUSH] - filled
    full = probability_of_tiles(rate, missing, count_tiles_of_colour(hand, colour), count_tiles_of_colour(pool, colour))
    if filled == 0:
        full = max(
            full,
            probability_of_tiles(rate, missing, count_tiles_of_colour(hand, RED), count_tiles_of_colour(pool, RED)),
        )
    return full, full * (pips + missing * EXPECTED_PIPS_OF_FLUSH_TILE) * (2.0 if can_group_double(s, FLUSH) else 1.0)


@rule
def evaluate_full_house(s: Any, seat: int, face: int, rate: int, hand: int, pool: int) -> tuple[float, float]:
    """Return the completion probability and expected points of the Full House, for the best pair of numbers."""
    filled = s.filled[seat, FULL_HOUSE]
    first, second = NO_TILE, NO_TILE
    firsts, seconds, colours = 0, 0, 0
    for k in range(filled + (face != NO_TILE)):
        tile = tile_in_box(s, seat, FULL_HOUSE, k) if k < filled else face
        colours |= 1 << (tile & 1)
        if first == NO_TILE or tile >> 1 == first:
            first = tile >> 1
            firsts += 1
        else:
            second = tile >> 1
            seconds += 1
    if first == NO_TILE:
        full = BINOMIAL_TAILS[rate, GROUP_SIZES[FULL_HOUSE], ASSUMED_FULL_HOUSE_TILES]
        return full, GROUP_SIZES[FULL_HOUSE] * EXPECTED_PIPS_OF_FULL_HOUSE_TILE * full
    probability, best = 0.0, 0.0
    for n in range(NUMBER_COUNT):
        if n == second or (second == NO_TILE and n != first):
            full, points = evaluate_full_house_of_numbers(first, firsts, n, seconds, colours, rate, hand, pool)
            probability, best = max(probability, full), max(best, points)
            full, points = evaluate_full_house_of_numbers(n, seconds, first, firsts, colours, rate, hand, pool)
            probability, best = max(probability, full), max(best, points)
    return probability, best


@rule
def evaluate_full_house_of_numbers(
    three: int, threes: int, two: int, twos: int, colours: int, rate: int, hand: int, pool: int
) -> tuple[float, float]:
    """Return the completion probability and the expected points of a Full House of two given numbers.

    It has three tiles of number `three` and two of number `two`, of which it already has `threes` and `twos` tiles.
    `colours` is the set of the colours of its tiles.
    """
    if twos > 2:
        return 0.0, 0.0
    lacks_three, lacks_two = 3 - threes, 2 - twos
    full = probability_of_number(rate, lacks_three, three, hand, pool) * probability_of_number(
        rate, lacks_two, two, hand, pool
    )
    one_colour = 0.0
    if colours != 3:
        colour = colours - 1
        one_colour = probability_of_face(rate, lacks_three, 2 * three + colour, hand, pool)
        one_colour *= probability_of_face(rate, lacks_two, 2 * two + colour, hand, pool)
        if lacks_three + lacks_two > 0:
            one_colour *= FULL_HOUSE_ONE_COLOUR_WEIGHT
    return full, (3 * (three + 1) + 2 * (two + 1)) * (full + one_colour)


@rule
def evaluate_run(s: Any, seat: int, face: int, rate: int, hand: int, pool: int) -> tuple[float, float]:
    """Return the completion probability and expected points of the Run, for the best run that is still possible."""
    present, colours = 0, 0
    for k in range(s.filled[seat, RUN] + (face != NO_TILE)):
        tile = tile_in_box(s, seat, RUN, k) if k < s.filled[seat, RUN] else face
        present |= 1 << (tile >> 1)
        colours |= 1 << (tile & 1)
    probability, best = 0.0, 0.0
    for lowest in range(3):
        if present & ~(15 << lowest) == 0:
            full, points = evaluate_run_from(lowest, present, colours, rate, hand, pool)
            probability, best = max(probability, full), max(best, points)
    return probability, best


@rule
def evaluate_run_from(lowest: int, present: int, colours: int, rate: int, hand: int, pool: int) -> tuple[float, float]:
    """Return completion probability and expected points of the run of four numbers from `lowest`.

    `present` and `colours` are the sets of numbers and colours that the group holds.
    """
    full = 1.0
    red = 1.0 if colours & (1 << BLACK) == 0 else 0.0
    black = 1.0 if colours & (1 << RED) == 0 else 0.0
    for n in range(lowest, lowest + 4):
        if (present >> n) & 1 == 0:
            full *= probability_of_number(rate, 1, n, hand, pool)
            red *= probability_of_face(rate, 1, 2 * n + RED, hand, pool)
            black *= probability_of_face(rate, 1, 2 * n + BLACK, hand, pool)
    return full, (10 + 4 * lowest) * (full + max(red, black))


@noinline_rule
def evaluate_group(s: Any, seat: int, group: int, face: int, rate: int, hand: int, pool: int) -> tuple[float, float]:
    """Return the completion probability and the expected points of a group.

    `face` is a tile to add to the group first, or NO_TILE. Tiles in `hand` are certain. Each tile of the unseen
    `pool` arrives with probability `rate` / ARRIVAL_RATE_STEPS.
    """
    if group <= FOUR_OF_A_KIND:
        return evaluate_n_of_a_kind(s, seat, group, face, rate, hand, pool)
    if group < FLUSH:
        return evaluate_odds_or_evens(s, seat, group, face, rate, hand, pool)
    if group == FLUSH:
        return evaluate_flush(s, seat, face, rate, hand, pool)
    if group == FULL_HOUSE:
        return evaluate_full_house(s, seat, face, rate, hand, pool)
    return evaluate_run(s, seat, face, rate, hand, pool)
